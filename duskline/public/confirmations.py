"""The letter that tells a visitor that a request or message arrived.

It goes to an address that anybody may have typed, so it carries no word of the visitor's but the name, where that is one, and
an address gets few of them. What looks like a robot's is not confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duskline.company import Company
from duskline.core.data.session import Db
from duskline.core.http.rate_limits import has_room
from duskline.core.mail import outbox
from duskline.core.values.contacts import email_key
from duskline.letters.kinds import words_of
from duskline.letters.words import greeting, known_name, written
from duskline.limits import CONFIRMED
from duskline.models.records.visitors import CONFIRMATION, confirmation_key
from duskline.settings import Mailbox

KIND = CONFIRMATION


async def confirm(
    db: Db,
    company: Company,
    what: str,
    *,
    name: str,
    email: str,
    reference: str,
    branch: str | None = None,
    office: Mapping[str, str] | None = None,
    **places: Any,
) -> None:
    """Writes the letter in the transaction of what it confirms, once; `what` is one of `letters.words.CONFIRMATIONS`.

    `branch` is where what was sent went; a message is the whole company's. `office` is what the letter tells of the branch that
    serves the visitor, instead of the company.
    """
    if not await has_room(db, CONFIRMED, email_key(email)):
        return
    letter = written(
        await words_of(db, what),
        Mailbox(email, known_name(name)),
        company,
        places | {"greeting": greeting(name), "reference": reference},
        office=office,
    )
    await outbox.enqueue(db, letter, kind=KIND, key=confirmation_key(reference), branch=branch)
