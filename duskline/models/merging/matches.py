"""Who somebody may be: the leads and clients in scope with the same mail address, telephone number or building; and which
warranty a message may be about.

The same statement runs with the same plan whatever is known, and beyond scope there is not a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import compress, groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
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

from duskline.core.data.session import Db
from duskline.core.values.contacts import email_key, phone_key, place_key
from duskline.models.records.conversions import DismissedMatch
from duskline.models.records.details import LeadDetails
from duskline.models.records.enquiries import Topic
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from duskline.models.records.visitors import NOBODY, Behind
from duskline.models.records.warranties import Warranty, WarrantyPart

MOST = 5
"""Of each kind; more would be somebody's sample address."""


SERIAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{5,79}")
MOST_WORDS = 200
ABOUT_WARRANTIES = (Topic.PRODUCT_REGISTRATION, Topic.EXTENDED_COVERAGE)


class Keys(NamedTuple):
    """What somebody is known again by."""

    email: str | None
    phone: str | None
    place: str | None


NAMES = ("email", "phone", "address", "browser")
"""How what agrees is called; the last is what a visitor's key continues."""
WEIGHTS: Mapping[str, int] = {"email": 2, "phone": 2, "address": 1, "browser": 2}
"""The weight of each. An address weighs least, since many people may share one."""


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
    """Clients first, then leads that have become nobody's client, for those who may see leads; of each kind those who agree in most, then the oldest."""
    known = (
        select(Lead.id).join(LeadDetails, LeadDetails.id == Lead.id).where(LeadDetails.client_id.is_(None))
    )
    email, phone, place, lead, client = [
        # Placeholders in any case, so that the statement stays the same; nothing equals null.
        bindparam(name, value, type_=String)
        for name, value in zip(("email", "phone", "place", "lead", "client"), (*keys, *behind), strict=True)
    ]
    owner = select(func.min(Property.client_id)).where(Property.place_key == place).scalar_subquery()
    became = select(LeadDetails.client_id).where(LeadDetails.id == lead).scalar_subquery()
    of_client = (
        Client.email_key == email, Client.phone_key == phone, or_(Client.place_key == place, Client.id == owner),
        or_(Client.id == client, Client.id == became),
    )  # fmt: skip
    of_lead = (Lead.email_key == email, Lead.phone_key == phone, Lead.place_key == place, Lead.id == lead)
    parts = [_alike("client", Client, _jobs(), of_client, except_id)]
    if leads:
        part = _alike("lead", Lead, literal(0, Integer), of_lead, except_id)
        parts.append(part.where(Lead.id.in_(known)))
    chosen = [part.order_by(*_surest_first(part.selected_columns)).limit(MOST).subquery() for part in parts]
    together = union_all(*(select(part) for part in chosen)).subquery()
    found = await db.execute(select(together).order_by(together.c.kind, *_surest_first(together.c)))
    return [Match._make((*row[:6], tuple(compress(NAMES, row[6:])))) for row in found]


def _surest_first(columns: Any) -> Iterator[Any]:
    agreed = [case((columns[name], weight), else_=0) for name, weight in WEIGHTS.items()]
    yield sum(agreed[1:], agreed[0]).desc()
    yield columns.created_at
    yield columns.id


async def matches_of_many(db: Db, many: Sequence[Keys], *, leads: bool) -> list[list[Match]]:
    """The same of many at once, in as few statements; how many jobs somebody has is not told."""
    found: dict[tuple[str, str | None], list[Any]] = {}
    homes: dict[str, set[str]] = {}
    for place, client in await db.execute(
        _first_of_each(Client, Property.place_key, {keys.place for keys in many})
    ):
        homes.setdefault(client, set()).add(place)
    for entity in (Client, Lead) if leads else (Client,):
        for row in await db.execute(_known_by(entity, many, homes)):
            _, id, *_, email, phone, place = row
            for name, key in zip(NAMES, (email, phone, place), strict=False):
                found.setdefault((name, key), []).append(row)
            for home in homes.get(id, ()):
                found.setdefault(("address", home), []).append(row)
    return [_agreeing(found, keys) for keys in many]


def _known_by(entity: type[Client | Lead], many: Sequence[Keys], homes: Iterable[str]) -> Select[Any]:
    columns = entity.email_key, entity.phone_key, entity.place_key
    alike = [
        entity.id.in_(select(_first_of_each(entity, column, set(keys)).subquery().c.id))
        for column, keys in zip(columns, zip(*many, strict=True), strict=True)
    ]
    if entity is Client:
        alike.append(Client.id.in_(homes))
    kind = literal("client" if entity is Client else "lead", String)
    status = cast(entity.status, String)
    rows: Any = select(kind, entity.id, entity.name, status, entity.created_at, *columns)
    found: Select[Any] = rows.where(or_(*alike))
    return found


def _first_of_each(entity: type[Client | Lead], column: Any, keys: set[str | None]) -> Select[Any]:
    """The oldest few of each key and no more, so that a key that many share takes no room from the others."""
    place = func.row_number().over(partition_by=column, order_by=(entity.created_at, entity.id))
    rows: Any = select(column.label("key"), entity.id.label("id"), place.label("place"))
    if entity is Lead:
        rows = rows.join(LeadDetails, LeadDetails.id == Lead.id).where(LeadDetails.client_id.is_(None))
    if column.class_ is Property:
        rows = rows.join(Property, Property.client_id == Client.id)
    those = rows.where(column.in_(keys - {None})).subquery()
    found: Select[Any] = select(those.c.key, those.c.id).where(those.c.place <= MOST)
    return found


def _agreeing(found: Mapping[tuple[str, str | None], list[Any]], keys: Keys) -> list[Match]:
    """Those who agree with somebody's keys, and in what: clients first, of each kind those who agree in most, then the oldest."""
    by: dict[str, list[str]] = {}
    rows: dict[str, tuple[Any, ...]] = {}
    for name, key in zip(NAMES, keys, strict=False):
        for row in found.get((name, key), ()) if key else ():
            rows[row[1]] = row
            if name not in by.setdefault(row[1], []):
                by[row[1]].append(name)
    matches = [Match._make((*row[:5], 0, tuple(by[id]))) for id, row in rows.items()]
    of_kinds = groupby(sorted(matches, key=_how_sure), key=attrgetter("kind"))
    return [match for _, those in of_kinds for match in islice(those, MOST)]


def _how_sure(match: Match) -> tuple[Any, ...]:
    return match.kind, -sum(WEIGHTS[name] for name in match.by), match.created_at, match.id


def _alike(
    kind: str, entity: Any, jobs: Any, agree: Sequence[ColumnElement[bool]], except_id: str
) -> Select[Any]:
    """Those of a kind of whom something agrees, and what: in the order of `NAMES`."""
    columns = (
        literal(kind, String).label("kind"),
        entity.id.label("id"),
        entity.name.label("name"),
        cast(entity.status, String).label("status"),
        entity.created_at.label("created_at"),
        jobs.label("jobs"),
        *(case((one, true()), else_=false()).label(name) for name, one in zip(NAMES, agree, strict=True)),
    )
    return select(*columns).where(
        or_(*agree), entity.id != except_id, entity.id.not_in(_dismissed(except_id))
    )


def _jobs() -> Any:
    theirs = select(func.count()).select_from(WorkOrder).where(WorkOrder.client_id == Client.id)
    return theirs.correlate(Client).scalar_subquery()


def _dismissed(id: str) -> Select[Any]:
    one = select(DismissedMatch.other_id).where(DismissedMatch.one_id == id)
    other = select(DismissedMatch.one_id).where(DismissedMatch.other_id == id)
    return select(union_all(one, other).subquery().c[0])


class Meant(NamedTuple):
    """A warranty that a message may be about."""

    id: str
    number: str
    client_id: str
    holder: str
    work_order_id: str | None
    """The installation; None once that is another client's."""
    is_named: bool
    """Whether the message names a serial number of its parts."""


async def warranties_meant(db: Db, words: str, topic: Topic, clients: Sequence[str]) -> list[Meant]:
    """Those that a message names; where it is about a warranty, also those of the clients."""
    serials = {word.upper() for word in SERIAL.findall(words)[:MOST_WORDS]}
    holding = select(WarrantyPart.warranty_id).where(WarrantyPart.serial.in_(sorted(serials)))
    is_named = case((Warranty.id.in_(holding), true()), else_=false())
    theirs = Warranty.client_id.in_(clients if topic in ABOUT_WARRANTIES else [])
    installed = and_(WorkOrder.id == Warranty.work_order_id, WorkOrder.client_id == Warranty.client_id)
    found = await db.execute(
        select(Warranty.id, Warranty.number, Warranty.client_id, Warranty.holder, WorkOrder.id, is_named)
        .outerjoin(WorkOrder, installed)
        .where(is_named | theirs)
        .order_by(is_named.desc(), Warranty.created_at)
        .limit(MOST)
    )
    return [Meant._make(row) for row in found]


async def warranty_of(db: Db, client_id: str, words: str, topic: Topic) -> Meant | None:
    """The client's warranty that a message is about; None where it may be one of several."""
    theirs = [
        one for one in await warranties_meant(db, words, topic, [client_id]) if one.client_id == client_id
    ]
    named = [one for one in theirs if one.is_named] or theirs
    return named[0] if len(named) == 1 else None


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
