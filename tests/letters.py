"""Letters that stand in the outbox, for tests that are not about how they came there."""

from __future__ import annotations

from typing import Any

import msgspec

from duskline.core.data.base import now
from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import Mail
from duskline.settings import Mailbox


def letter(id: str, **fields: Any) -> Mail:
    """One to a visitor, whose words nobody may find in the panel."""
    wrote = Letter(
        to=Mailbox("ivy@visitor.example", "Ivy"), subject="Your message 1234-5678", text="Secret words"
    )
    given = {
        "kind": "confirmation", "recipient": wrote.to.address, "subject": wrote.subject, "state": "waiting",
        "letter": msgspec.json.encode(wrote).decode(), "at_most_once": False, "tries": 0, "due": now(),
        "created_at": now(),
    }  # fmt: skip
    return Mail(id=id, **given | fields)
