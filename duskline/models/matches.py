"""Who somebody may be: the leads and clients in scope with the same mail address, telephone number or building.

The same statement runs with the same plan whatever is known, and beyond scope there is not a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import compress
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    bindparam,
    case,
    cast,
    false,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)

from duskline.core.contacts import email_key, phone_key, place_key
from duskline.core.data.session import Db
from duskline.models.conversions import DismissedMatch
from duskline.models.details import LeadDetails
from duskline.models.sales import Client, Lead
from duskline.models.service import WorkOrder
from duskline.models.visitors import NOBODY, Behind

MOST = 5
"""Of each kind; more would be somebody's sample address."""


class Keys(NamedTuple):
    """What somebody is known again by."""

    email: str | None
    phone: str | None
    place: str | None


NAMES = ("email", "phone", "address", "browser")
"""How what agrees is called; the last is what a visitor's key continues."""


def keys_of(email: str | None = None, phone: str | None = None, address: str | None = None) -> Keys:
    return Keys(email_key(email) if email else None, phone_key(phone), place_key(address))


class Match(NamedTuple):
    kind: str
    id: str
    name: str
    status: str
    created_at: datetime
    jobs: int
    """How many work orders; of a lead none."""
    by: tuple[str, ...]
    """What agrees, of `NAMES`."""


async def matches(
    db: Db, keys: Keys, *, leads: bool, except_id: str = "", behind: Behind = NOBODY
) -> list[Match]:
    """Clients first, then leads that have become nobody's client, for those who may see leads; the oldest first."""
    known = (
        select(Lead.id).join(LeadDetails, LeadDetails.id == Lead.id).where(LeadDetails.client_id.is_(None))
    )
    became = select(LeadDetails.client_id).where(LeadDetails.id == bindparam("lead", behind.lead_id, String))
    continued = or_(
        Client.id == bindparam("client", behind.client_id, String), Client.id == became.scalar_subquery()
    )
    parts = [_alike("client", Client, _jobs(), keys, continued, except_id)]
    if leads:
        continued = Lead.id == bindparam("lead", behind.lead_id, String)
        part = _alike("lead", Lead, literal(0, Integer), keys, continued, except_id)
        parts.append(part.where(Lead.id.in_(known)))
    chosen = [part.order_by(part.selected_columns.created_at).limit(MOST).subquery() for part in parts]
    together = union_all(*(select(part) for part in chosen)).subquery()
    found = await db.execute(select(together).order_by(together.c.kind, together.c.created_at, together.c.id))
    return [_match(row, keys) for row in found]


def _alike(
    kind: str, entity: Any, jobs: Any, keys: Keys, continued: ColumnElement[bool], except_id: str
) -> Select[Any]:
    columns = (
        literal(kind, String).label("kind"),
        entity.id.label("id"),
        entity.name.label("name"),
        cast(entity.status, String).label("status"),
        entity.created_at.label("created_at"),
        jobs.label("jobs"),
        entity.email_key.label("email_key"),
        entity.phone_key.label("phone_key"),
        entity.place_key.label("place_key"),
        case((continued, true()), else_=false()).label("continued"),
    )
    same = or_(
        # Placeholders in any case, so that the statement stays the same; nothing equals null.
        entity.email_key == bindparam("email", keys.email, type_=String),
        entity.phone_key == bindparam("phone", keys.phone, type_=String),
        entity.place_key == bindparam("place", keys.place, type_=String),
        continued,
    )
    return select(*columns).where(same, entity.id != except_id, entity.id.not_in(_dismissed(except_id)))


def _jobs() -> Any:
    theirs = select(func.count()).select_from(WorkOrder).where(WorkOrder.client_id == Client.id)
    return theirs.correlate(Client).scalar_subquery()


def _dismissed(id: str) -> Select[Any]:
    one = select(DismissedMatch.other_id).where(DismissedMatch.one_id == id)
    other = select(DismissedMatch.one_id).where(DismissedMatch.other_id == id)
    return select(union_all(one, other).subquery().c[0])


def _match(row: Sequence[Any], keys: Keys) -> Match:
    kind, id, name, status, created_at, jobs, *theirs, continued = row
    agree = [ours is not None and ours == own for ours, own in zip(keys, theirs, strict=True)]
    return Match(kind, id, name, status, created_at, jobs, tuple(compress(NAMES, [*agree, continued])))


async def dismiss(db: Db, one_id: str, other_id: str) -> None:
    """They are not the same, and nobody is asked again."""
    first, second = sorted((one_id, other_id))
    await db.advisory_lock(f"match:{first}:{second}")
    if await db.get(DismissedMatch, (first, second)) is None:
        db.store(DismissedMatch(one_id=first, other_id=second, by_id=db.actor.id))


async def offer_again(db: Db, one_id: str, other_id: str) -> None:
    """They may be the same after all."""
    if (dismissed := await db.get(DismissedMatch, tuple(sorted((one_id, other_id))))) is not None:
        await db.delete(dismissed)
