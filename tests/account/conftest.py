"""What the tests of signing in share."""

from __future__ import annotations

import pytest
from argon2.exceptions import VerificationError

from duskline.account import passwords


class Hashes:
    """Counts hash computations where they are made."""

    def __init__(self) -> None:
        self.computed = 0


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> Hashes:
    """Counts, and computes as always."""
    return _counting(monkeypatch, cheap=False)


@pytest.fixture
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> Hashes:
    """Counts, and finds every password wrong without the work: for tests of thousands of guesses."""
    return _counting(monkeypatch, cheap=True)


def _counting(monkeypatch: pytest.MonkeyPatch, *, cheap: bool) -> Hashes:
    counted, own = Hashes(), passwords._hasher

    class Counting(type(own)):  # type: ignore[misc]
        def verify(self, hash: str, password: str) -> bool:
            counted.computed += 1
            if cheap:
                raise VerificationError
            return bool(super().verify(hash, password))

        def hash(self, password: str, **given: bytes) -> str:
            counted.computed += 1
            return str(super().hash(password, **given))

    counting = Counting(own.time_cost, own.memory_cost, own.parallelism)
    monkeypatch.setattr(passwords, "_hasher", counting)
    passwords._nobody.cache_clear()
    return counted
