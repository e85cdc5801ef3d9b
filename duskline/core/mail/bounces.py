"""Addresses whose letters a mail server refused for good: no letter of any kind goes there until somebody lifts that."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, literal, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited, EventKind, event_of
from duskline.core.data.base import Base, Identified, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.upsert import insert_into
from duskline.core.mail.delivery import LONGEST_FAULT, Answer, Outcome
from duskline.core.system.errors import Conflict
from duskline.core.values.contacts import LONGEST_EMAIL, email_key

NOT_TRIED = Answer(
    Outcome.REFUSED,
    "Emails to this address were refused for good, so this one was not sent. Allow it again under Bounced addresses.",
)
SETTLED = "Somebody has dealt with this address already. Refresh the list to see how it stands."


class BouncedAddress(Identified, Audited, Base):
    """One address; `created_at` is when it was last refused."""

    __tablename__ = "bounced_addresses"
    audit_name = "bounced_address"

    email: Mapped[str] = mapped_column(String(LONGEST_EMAIL))
    email_key: Mapped[str] = mapped_column(String(LONGEST_EMAIL), unique=True)
    fault: Mapped[str] = mapped_column(String(LONGEST_FAULT))
    """In the words of the mail server."""
    lifted_at: Mapped[datetime | None]

    def lift(self) -> None:
        """Letters go there again."""
        if self.lifted_at is not None:
            raise Conflict(SETTLED)
        self.lifted_at = now()

    def take_back(self) -> None:
        """It was not meant."""
        if self.lifted_at is None:
            raise Conflict(SETTLED)
        self.lifted_at = None


BOUNCED: Any = BouncedAddress.__table__


def is_bounced(key: Any) -> ColumnElement[bool]:
    """Whether no letter goes to the address with this key, a column of another table."""
    return select(literal(1)).where(BOUNCED.c.email_key == key, BOUNCED.c.lifted_at.is_(None)).exists()


async def bounced_among(database: Database, addresses: Iterable[str]) -> set[str]:
    """The keys of those of them to which no letter goes."""
    keys = sorted({email_key(address) for address in addresses})
    wanted = BOUNCED.c.email_key.in_(keys) & BOUNCED.c.lifted_at.is_(None)
    async with database.reads.connect() as connection:
        return set(await connection.scalars(select(BOUNCED.c.email_key).where(wanted)))


async def note_bounced(database: Database, address: str, fault: str) -> None:
    """From now on no letter goes there."""
    told = {"email": address, "fault": fault, "created_at": now(), "lifted_at": None}
    new = insert_into(BOUNCED, database.dialect.name)
    new = new.values(id=new_id(), email_key=email_key(address), **told)
    async with database.writes.begin() as connection:
        await connection.execute(new.on_conflict_do_update(index_elements=[BOUNCED.c.email_key], set_=told))
        refused = {"to": address, "fault": fault}
        await connection.execute(event_of(EventKind.LETTER_REFUSED, details=refused))
