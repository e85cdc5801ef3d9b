"""What a row of an import comes to: a finished body of its form, or what is wrong with it, and whom it may be about.

The rules are those of the form: the same bodies, the same references, the same way in for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select

from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing, reading
from duskline.core.system.errors import Invalid, Refusal
from duskline.core.values import bodies
from duskline.core.values.bodies import NOT_LISTED, Body
from duskline.core.values.contacts import ROUNDED
from duskline.core.values.texts import folded
from duskline.importing.fields import SEVERAL, lacks_digits, texts_of
from duskline.models.merging.matches import Keys, Match, keys_of, matches_of_many
from duskline.models.people.people import (
    NO_PASSWORD,
    Colleague,
    NewInvitation,
    User,
    UserStatus,
    UserType,
    take_on,
)
from duskline.models.places.places import Branch, Region, chosen_branch
from duskline.models.records import references
from duskline.models.records.imports import Import, ImportKind, ImportRow
from duskline.models.records.new_records import NewClient, NewLead
from duskline.models.records.sales import Client, ClientStatus, Lead, LeadStatus
from duskline.policy import SEE_LEADS, Actor, Role

BODIES: Mapping[ImportKind, type[Body]] = {
    ImportKind.LEADS: NewLead,
    ImportKind.CLIENTS: NewClient,
    ImportKind.USERS: NewInvitation,
}
LISTED: Mapping[tuple[ImportKind, str], type[Any]] = {
    (ImportKind.LEADS, "status"): LeadStatus,
    (ImportKind.CLIENTS, "status"): ClientStatus,
    (ImportKind.USERS, "role"): Role,
}
NOBODY = ("none", "no role")
"""How a file says that somebody has no role."""
REGION = "There is no such region"
DIGITS_LOST = "A spreadsheet has rounded this number. Please enter all of its digits"
NO_ZIP = "The ZIP code has too few or too many digits. Please enter all five of them, or nine"
SEVERAL_NAMES = "This holds several names. Please enter one"
LONGEST_NUMBER = 30
_WORKED_OUT = re.compile(r"\d+\.\d{6,}")
_ROUNDED_ZIP = re.compile(r"\d(?:[.,]\d+)?[eE]\+0\d\W*$")
"""At the end of an address; "Apt 5E-2" is none."""
_DOLLARS = re.compile(r"(?:usd)?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?\s*(?:usd)?", re.IGNORECASE)


class Known(NamedTuple):
    """What rows name by words: each word, folded, and the id that it stands for."""

    branches: dict[str, str]
    regions: dict[str, str]
    people: dict[str, str]


class Judged(NamedTuple):
    """A row as it will be made; None where something is wrong with it, which `faults` tell by field."""

    number: int
    body: Any
    faults: dict[str, str]
    keys: Keys


async def known_to(db: Db, kind: ImportKind) -> Known:
    """Returns the branches, regions and people in the importer's scope, by name."""
    branches = await _named(db, select(Branch.id, Branch.name))
    regions = await _named(db, select(Region.id, Region.name)) if kind == ImportKind.USERS else {}
    people: dict[str, str] = {}
    if kind == ImportKind.LEADS:
        rows = (
            await db.execute(select(Colleague.id, Colleague.email, Colleague.first_name, Colleague.last_name))
        ).all()
        names = [(id, folded(" ".join(filter(None, name)))) for id, _, *name in rows]
        # Two of one name are told apart by their addresses alone.
        alone = {name for _, name in names if [other for _, other in names].count(name) == 1}
        people = {name: id for id, name in names if name in alone}
        people |= {folded(word): id for id, email, *_ in rows for word in (id, email)}
    return Known(branches, regions, people)


async def _named(db: Db, statement: Any) -> dict[str, str]:
    return {folded(word): id for id, name in await db.execute(statement) for word in (name, id)}


def is_typed(row: ImportRow, name: str) -> bool:
    """Whether somebody has typed a field instead of what the file says."""
    return name in (row.edits or {})


def said(own: Import, row: ImportRow) -> dict[str, str]:
    """Field -> what a row says, with what somebody typed instead, and what holds where it says nothing."""
    texts = texts_of(own.kind, own.columns, own.matching, row.cells)
    edits = row.edits or {}
    return {**own.defaults, **texts, **edits}


def read(kind: ImportKind, texts: Mapping[str, str], known: Known) -> tuple[dict[str, Any], dict[str, str]]:
    """The fields of a body, and which of the words stand for nothing."""
    values: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name, words in texts.items():
        value, fault = _value(kind, name, words.strip(), known)
        if fault is None:
            values[name] = value
        else:
            faults[name] = fault
    return values, faults


def _value(kind: ImportKind, name: str, words: str, known: Known) -> tuple[Any, str | None]:
    if not words:
        return None, None
    if (kind, name) in LISTED:
        return _listed(LISTED[kind, name], words)
    match name:
        case "firstName" | "lastName" if SEVERAL.strip() in words:
            return None, SEVERAL_NAMES
        case "estimatedValue":
            dollars = _DOLLARS.fullmatch(_exact(words))
            value = int(dollars[1].replace(",", "")) if dollars and len(words) < LONGEST_NUMBER else None
            return value, None if dollars else "Please enter a whole number of dollars"
        case "phone" if ROUNDED.search(words):
            return None, DIGITS_LOST
        case "address" if _ROUNDED_ZIP.search(words):
            return None, DIGITS_LOST
        case "branchId":
            return _found(known.branches, words, references.BRANCH)
        case "regionId":
            return _found(known.regions, words, REGION)
        case "assignedTo":
            return _found(known.people, words, references.ASSIGNEE)
        case _:
            return words, None


def _exact(words: str) -> str:
    """A number that a spreadsheet worked out, such as 4999.999999999999, as spreadsheets show it."""
    return f"{float(words):.12g}" if _WORKED_OUT.fullmatch(words) and len(words) < LONGEST_NUMBER else words


def _listed(values: type[Any], words: str) -> tuple[Any, str | None]:
    """One of a few, as the calls name it or as people read it."""
    wanted = folded(words).replace(" ", "_")
    if values is Role and folded(words) in NOBODY:
        return None, None
    found = next((str(value) for value in values if wanted == str(value)), None)
    found = found or next(
        (role for role, title in ROLE_WORDS.items() if values is Role and folded(words) == title), None
    )
    return found, None if found else NOT_LISTED


ROLE_WORDS: Mapping[str, str] = {
    Role.SALES_REP: "sales representative",
    Role.BRANCH_OPS_MANAGER: "branch operations manager",
    Role.REGIONAL_OPS_MANAGER: "regional operations manager",
    Role.ADMIN: "administrator",
}
"""Where a role is called otherwise than the calls name it."""


def _found(known: Mapping[str, str], words: str, fault: str) -> tuple[str | None, str | None]:
    id = known.get(folded(words))
    return id, None if id is not None else fault


def finished(kind: ImportKind, texts: Mapping[str, str], known: Known) -> tuple[Any, dict[str, str]]:
    """The body, by the rules of its form, and what is wrong with the words by field."""
    values, faults = read(kind, texts, known)
    present = {name: value for name, value in values.items() if value is not None}
    try:
        body = bodies.convert(present, BODIES[kind])
    except Invalid as invalid:
        return None, (invalid.fields or {}) | faults
    return (None, faults) if faults else (body, {})


async def judged(database: Database, actor: Actor, own: Import, rows: Sequence[ImportRow]) -> list[Judged]:
    """Rows as they will be made, without making them."""
    async with reading(database, actor) as db:
        known = await known_to(db, own.kind)
    read_rows: list[Judged] = []
    for row in rows:
        texts = said(own, row)
        body, faults = finished(own.kind, texts, known)
        if not is_typed(row, "address") and lacks_digits(own.matching, row.cells):
            body, faults = None, {"address": NO_ZIP} | faults
        keys = keys_of(texts.get("email"), texts.get("phone"), texts.get("address"))
        read_rows.append(Judged(row.number, body, faults, keys))
    sound = [each for each in read_rows if each.body is not None]
    refused = await _refused(database, actor, own.kind, sound)
    return [
        each._replace(body=None, faults=refused[each.number]) if each.number in refused else each
        for each in read_rows
    ]


async def _refused(
    database: Database, actor: Actor, kind: ImportKind, rows: Iterable[Judged]
) -> dict[int, dict[str, str]]:
    """What the records themselves would object to, by the rows' numbers; alike rows are asked about once."""
    refused: dict[int, dict[str, str]] = {}
    asked: dict[Any, dict[str, str]] = {}
    for row in rows:
        about = row.number if kind == ImportKind.USERS else pointing(row.body)
        if about not in asked:
            asked[about] = await _objections(database, actor, kind, row.body)
        if asked[about]:
            refused[row.number] = asked[about]
    return refused


def pointing(body: Any) -> tuple[str | None, ...]:
    """What a body points at: all that bodies of one kind can be refused for beyond their words."""
    return body.branch_id, getattr(body, "assigned_to", None)


async def _objections(database: Database, actor: Actor, kind: ImportKind, body: Any) -> dict[str, str]:
    """By making the record and taking it back, in a transaction of its own: it holds what the record points at, and SQLite's writer."""
    async with changing(database, actor) as db:
        try:
            await placed(db, kind, body)
        except Invalid as invalid:
            return invalid.fields or {}
        except Refusal as refusal:
            return {"role": refusal.sentence}
        finally:
            await db.rollback()
    return {}


async def placed(db: Db, kind: ImportKind, body: Any, id: str | None = None) -> Lead | Client | User:
    """A new record as its form would make it, in the session; raises what the form would be refused."""
    if kind == ImportKind.USERS:
        user = made(db.actor, kind, body, id)
        assert isinstance(user, User)
        return await take_on(db, user)
    return await references.stored(db, made(db.actor, kind, body, id))


def made(actor: Actor, kind: ImportKind, body: Any, id: str | None = None) -> Any:
    """The record of a body."""
    given = body.given() | ({"id": id} if id else {})
    if kind == ImportKind.USERS:
        fields = {"user_type": UserType.STAFF, "password": NO_PASSWORD, "status": UserStatus.INACTIVE}
        return User(**given, **fields)
    entity: type[Any] = Lead if kind == ImportKind.LEADS else Client
    return entity(**given | {"branch_id": chosen_branch(actor, body.branch_id)})


async def alike(db: Db, kind: ImportKind, rows: Sequence[Judged]) -> dict[int, list[Match]]:
    """Returns the people whom each row may be about, of those whom the importer sees; of a user's address, `take_on` knows."""
    if kind == ImportKind.USERS or not rows:
        return {}
    found = await matches_of_many(db, [row.keys for row in rows], leads=SEE_LEADS.lets(db.actor))
    return {row.number: matches for row, matches in zip(rows, found, strict=True) if matches}


def as_told(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """As a row keeps them."""
    return [
        msgspec.to_builtins({"kind": one.kind, "id": one.id, "name": one.name, "by": list(one.by)})
        for one in matches
    ]
