"""Controls of what ends: one cell of the table of credentials is taken out."""

from __future__ import annotations

import pytest

from duskline.credentials import TABLE, Credential, Event, Fate


def without(monkeypatch: pytest.MonkeyPatch, credential: Credential, event: Event) -> None:
    """The event ends nothing of this kind any more."""
    assert TABLE[credential][event] is Fate.ENDS
    monkeypatch.setitem(TABLE, credential, {**TABLE[credential], event: Fate.STAYS})
