"""Finding a person everywhere: the rows that are about them, and the words that name them in passing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, String, case, cast, func, literal, null, or_, select, union_all

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.one_of import is_one_of
from duskline.core.data.personal import SHORTEST_PASSAGE, Fate, Part, Personal, Traces, Whose, holds
from duskline.core.data.pointers import asked_first, of_person
from duskline.core.data.session import Db
from duskline.core.values.contacts import email_key, phone_key
from duskline.core.values.texts import folded
from duskline.models.people.people import User
from duskline.models.privacy.given_on import former_of, given_on, once_having, others_of
from duskline.models.privacy.going import LET_GO, WENT_ALONG
from duskline.models.privacy.let_go import LetGo, is_still_theirs, let_go_in
from duskline.models.privacy.merges import Merges, merges
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import Ids, batches, in_batches, joined, key_of, rows_of, there
from duskline.models.records.about import besides
from duskline.models.records.conversions import Merge
from duskline.models.records.imports import ImportRow, unchecked_of
from duskline.models.records.subjects import SUBJECTS

STRINGS = re.compile(rb'"((?:[^"\\]|\\.)*)"')
"""Those of JSON."""
REMOVALS = ("delete", "merge")
"""The last row that the log has of a record."""


class Person(NamedTuple):
    """Who is looked for: the rows that are about them, and what names them elsewhere."""

    traces: Traces
    """With what their own rows hold beyond what was typed."""
    owned: Ids
    ids: frozenset[str]
    """Of their rows, those that were removed among them."""
    names: frozenset[str]
    """Of them; a name that somebody else has too is not looked for elsewhere."""
    parted: Mapping[type[Base], set[Any]] = MappingProxyType({})
    """Leads and clients that are linked with theirs and were probably given to another person."""


async def find_person(db: Db, wanted: Traces) -> Person:
    """Returns everything about the person who has one of these addresses and numbers.

    A lead, its client and all that hangs on them are one person's (a thread). An address or number that stands in those too is
    looked for as well, unless somebody else has it, and what has the address alone is theirs. A number may be a household's: it takes
    no row along. What another person sent is that person's, whatever it hangs on.
    """
    found, gone = await _having(db, wanted), await _gone(db)
    former = await former_of(db, wanted, gone.merged)
    for left in (former.removed, await _having(db, Traces(former.traces.emails, frozenset()))):
        found = joined(found, left)
    _, ids = await belonging(db, found, gone=gone)
    parted = await others_of(db, found, ids, gone.merged)
    apart = frozenset[str]().union(*parted.values())
    owned, ids = await _of_one_person(db, found, apart, gone)
    now = Traces.of(*(await _known_of(db, owned)).values())
    before = Traces.of(*(await _known_before(db, owned, ids)).values())
    traces, theirs = (
        wanted.joined(now).joined(before).joined(former.traces),
        Traces(wanted.emails, wanted.phones),
    )
    for one in traces.without(wanted).singly():
        lasting = bool(one.emails & now.emails)
        if not await _is_anothers(db, one, owned, ids, gone if lasting else None):
            theirs = theirs.joined(one)
    for entity, more in (await _having(db, Traces(theirs.emails, frozenset()))).items():
        if HELD[entity].whose is not Whose.RECORD:
            found[entity] = found.get(entity, set()) | more
    owned, ids = await _of_one_person(db, found, apart, gone)
    names = frozenset([name for name in sorted(traces.names) if not await _is_shared(db, name, owned)])
    known_by = Traces(theirs.emails, theirs.phones, names, await _written(db, owned))
    return Person(known_by, owned, ids, traces.names, parted)


async def _of_one_person(db: Db, found: Ids, apart: frozenset[str], gone: Gone) -> tuple[Ids, frozenset[str]]:
    """Returns what `belonging` does, without what others sent."""
    owned, ids = await belonging(db, found, apart, gone)
    if others := await _sent_by_others(db, found, owned, ids):
        owned, ids = await belonging(db, found, apart | others, gone)
    return owned, ids


async def _sent_by_others(db: Db, found: Ids, owned: Ids, ids: frozenset[str]) -> frozenset[str]:
    """Returns the ids of what others sent among the rows that are there by a link alone.

    The person sent what has an address of their records. So they did what has an address that those had once, or their name, unless a
    record or an account of another person has the address.
    """
    linked = {entity: rows - found.get(entity, set()) for entity, rows in owned.items() if HELD[entity].sent}
    if not any(linked.values()):
        return frozenset()
    own = {entity: rows - linked.get(entity, set()) for entity, rows in owned.items()}
    now, before = await _known_of(db, own), await _known_before(db, own, ids)
    addresses, once = [Traces.of(known[Part.EMAIL], ()).emails for known in (now, before)]
    names = {folded(name) for name in now[Part.NAME] + before[Part.NAME]}
    others: set[str] = set()
    for entity, rows in linked.items():
        async for row in rows_of(db, entity, rows):
            email, name = _sender(row)
            is_known = email in once or name in names
            if email in addresses or (is_known and not await _is_of_another(db, email, own, ids)):
                continue
            others.add(row.id)
    return frozenset(others)


def _sender(row: Any) -> tuple[str, str]:
    """Returns the address and the name of who sent a row, as such are compared."""
    told = {part: getattr(row, name) for name, part in HELD[type(row)].parts.items()}
    return email_key(told[Part.EMAIL]), folded(told[Part.NAME] or "")


async def _is_of_another(db: Db, email: str, owned: Ids, ids: frozenset[str]) -> bool:
    """Returns whether a record or an account of another person has an address."""
    others = await _others_having(db, Traces(frozenset({email}), frozenset()), owned, ids)
    return any(not HELD[entity].sent for entity in others)


async def _is_anothers(db: Db, one: Traces, owned: Ids, ids: frozenset[str], if_lasting: Gone | None) -> bool:
    """Returns whether another person has an address or number.

    A removed record had it. Where the person still has the address (`if_lasting`), such a record keeps it for another one only by
    leading to a record that is there.
    """
    others = await _others_having(db, one, owned, ids)
    if not (others and if_lasting):
        return bool(others)
    reached, _ = await belonging(db, others, gone=if_lasting)
    for entity, rows in reached.items():
        if HELD[entity].whose is Whose.OWN and await there(db, entity, rows - owned.get(entity, set())):
            return True
    return False


async def _others_having(db: Db, one: Traces, owned: Ids, ids: frozenset[str]) -> Ids:
    """Returns the rows of other people, also of removed ones, that have an address or number."""
    others: Ids = {}
    for entity, having in (await _having(db, one)).items():
        left = {id for id in having - owned.get(entity, set()) if str(id) not in ids}
        if left and HELD[entity].whose is Whose.OWN:
            others[entity] = left
    return others


async def mentions(db: Db, person: Person) -> Ids:
    """Rows that name the person, and are about somebody or something else, or are about them and still say it."""
    pattern, found = person.traces.pattern, Ids()
    for entity, personal in HELD.items():
        parts = [name for name, part in personal.parts.items()]
        if not parts:
            continue
        columns = [getattr(entity, name) for name in parts]
        asked = select(key_of(entity), *columns)
        if Part.BYTES not in personal.parts.values():
            asked = asked.where(or_(*(person.traces.may_hold(column) for column in columns)))
        rows = in_batches(db, asked, key_of(entity))
        ids = {id async for id, *values in rows if any(holds(value, pattern) for value in values)}
        if ids:
            found[entity] = ids
    return found


async def _having(db: Db, wanted: Traces) -> Ids:
    """The rows whose own address or number is one of these."""
    found: Ids = defaultdict(set)
    for entity, personal in HELD.items():
        if clauses := [clause for name in personal.own for clause in _is_theirs(entity, name, wanted)]:
            key = key_of(entity)
            rows = (await db.execute(select(entity).where(or_(*clauses)))).scalars()
            found[entity] |= {getattr(row, key.key) for row in rows if has_it(row, personal, wanted)}
    found[ImportRow] |= await unchecked_of(db, wanted)
    pattern = Traces(wanted.emails, wanted.phones).pattern
    for entity, ids in (await once_having(db, wanted)).items():
        # The log of a removed record that still had it when it was removed is about the person as well.
        gone = ids - await there(db, entity, ids)
        found[entity] |= {id for id in gone if _ended_with(pattern, entity, await last_told(db, entity, id))}
    return {entity: ids for entity, ids in found.items() if ids}


def _is_theirs(entity: Any, name: str, wanted: Traces) -> Iterator[ColumnElement[bool]]:
    part = HELD[entity].parts[name]
    if part is Part.EMAIL and wanted.emails:
        column = getattr(entity, "email_key", None)
        yield (func.lower(func.trim(getattr(entity, name))) if column is None else column).in_(
            sorted(wanted.emails)
        )
    elif part is Part.PHONE and wanted.phones:
        keyed = getattr(entity, "phone_key", None)
        if keyed is None:
            yield Traces(frozenset(), wanted.phones).may_hold(getattr(entity, name))
        else:
            yield keyed.in_(sorted(f"{code}{each}" for each in wanted.phones for code in ("+1", "+", "")))


def has_it(row: Any, personal: Personal, wanted: Traces) -> bool:
    """Returns whether the address or number of a row is one of these."""
    pattern = Traces(wanted.emails, wanted.phones).pattern
    phones = {phone_key(getattr(row, name)) for name in personal.own if personal.parts[name] is Part.PHONE}
    known = {(each or "").removeprefix("+1").removeprefix("+") for each in phones}
    texts = [getattr(row, name) for name in personal.own]
    return bool(known & wanted.phones) or any(holds(text, pattern) for text in texts)


async def formerly(db: Db, person: Person, wanted: Traces) -> Ids:
    """Records that had one of these once, and have another now or had when they were removed: about somebody else perhaps, and a mistake was mended.

    Those are among them with which the person was merged, if the two seem to have been parted by hand, and those that were given on.
    """
    once = await once_having(db, wanted)
    for entity, others in person.parted.items():
        once.setdefault(entity, set()).update(others)
    doubtful = (await merges(db)).doubtful
    async for merge in rows_of(db, Merge, person.owned.get(Merge, set()) & doubtful):
        record: Any = SUBJECTS[merge.kind]
        once.setdefault(record, set()).update({merge.kept_id, merge.gone_id} - person.ids)
    return {entity: ids - person.owned.get(entity, set()) for entity, ids in once.items()}


async def last_told(db: Db, entity: type[Base], id: str) -> Mapping[str, Any]:
    """Returns what a removed record said of its person when it was removed, by column, as the log says."""
    kind = getattr(entity, "audit_name", None)
    asked = select(AuditLog.action, AuditLog.changes).order_by(AuditLog.created_at, AuditLog.id)
    last: dict[str, Any] = {}
    for action, changes in await db.execute(
        asked.where(AuditLog.entity_type == kind, AuditLog.entity_id == id)
    ):
        last |= {name: _at_last(action, changes[name]) for name in HELD[entity].parts if name in changes}
    return last


def _ended_with(pattern: re.Pattern[str], entity: type[Base], last: Mapping[str, Any]) -> bool:
    return any(holds(last.get(name), pattern) for name in HELD[entity].own)


def _at_last(action: str, told: Sequence[Any]) -> Any:
    """Returns the new value of a change; of a removal, the last value before it."""
    return told[0 if action in REMOVALS else 1]


async def belonging(
    db: Db, found: Ids, apart: frozenset[str] = frozenset(), gone: Gone | None = None
) -> tuple[Ids, frozenset[str]]:
    """Returns these rows, and all that is about the same person by pointing at them; and the ids of all, also of what was removed.

    Rows with the ids of those apart are left out, with what points at them alone. `gone` is read where the caller has not done so.
    """
    owned: Ids = defaultdict(set)
    new: set[str] = set()
    for entity, ids in found.items():
        owned[entity] |= ids
        new |= {str(id) for id in ids}
    seen: set[str] = set()
    gone = gone or await _gone(db)
    entities = _by_columns()
    about = _about(entities)  # takes long to put together
    while new:
        seen |= new
        more = {one for id in new for one in gone.naming.get(id, ())}
        async for entity, id, also in _about_these(db, entities, about, new):
            if id in apart:
                continue
            owned[entity].add(id)
            if id not in gone.merged.doubtful:
                more |= {str(each) for each in (id, *also) if each is not None}
        new = more - seen - apart or await _let_go_by(db, gone, seen) - apart
    for _, id, *_ in await db.execute(_about((AuditLog,)), {"ids": sorted(seen)}):
        owned[AuditLog].add(id)
    # What a colleague is assigned to is not about them.
    records = {id.encode() for id in seen - {str(user) for user in owned.get(User, ())}}
    for entity, personal in HELD.items():
        if personal.shown_in:
            owned[entity] |= await _showing(db, entity, personal, records)
    return owned, frozenset(seen)


async def _about_these(
    db: Db, entities: Sequence[type[Base]], about: Any, ids: set[str]
) -> AsyncIterator[tuple[type[Base], Any, list[Any]]]:
    """Yields the rows that are about the person of these ids, with the ids that each relates; but for those of the log."""
    for place, id, *also in await db.execute(about, {"ids": sorted(ids)}):
        yield entities[place], id, also
    for entity, about in ((entity, personal.about) for entity, personal in HELD.items() if personal.about):
        for batch in batches(ids):
            for id in await db.scalars(select(key_of(entity)).where(about(batch))):
                yield entity, id, []


async def _showing(db: Db, entity: type[Base], personal: Personal, ids: set[bytes]) -> set[Any]:
    """The rows in whose JSON one of these ids stands."""
    asked = select(key_of(entity), *(getattr(entity, name) for name in personal.shown_in))
    rows = in_batches(db, asked, key_of(entity))
    return {
        key async for key, *shown in rows if any(ids & set(STRINGS.findall(each or b"")) for each in shown)
    }


async def _let_go_by(db: Db, gone: Gone, seen: set[str]) -> set[str]:
    """Returns what named a removed record of the person's, and the removed ones that a row of theirs named where that relates the two."""
    found: set[str] = set()
    for row in gone.let_go:
        there_too = row.by in seen and row.id not in seen
        back = row.id in seen and row.by not in seen and row.column in HELD[row.entity].also
        if (there_too or back) and await is_still_theirs(db, row, seen, gone.let_go, gone.merged):
            found |= {row.id, row.by}
    return found - seen


class Gone(NamedTuple):
    """What the log says of removed records."""

    naming: Mapping[str, set[str]] = MappingProxyType({})
    """Removed records by the ids that they named when they were removed, and the rows that went with each by its id."""
    let_go: Sequence[LetGo] = ()
    merged: Merges = Merges()


async def _gone(db: Db) -> Gone:
    """Returns removed records, and what relates them.

    All of them are about the same person. An id that a record named earlier relates nobody: a detached lead is not its former client's.
    """
    naming: dict[str, set[str]] = defaultdict(set)
    let_go: list[LetGo] = []
    last: dict[tuple[str, str], _Named] = {}
    merged = await merges(db)
    for entity in HELD:
        name = getattr(entity, "audit_name", None)
        columns = _telling_whose(entity)
        if not name:
            continue
        is_there = select(key_of(entity)).where(key_of(entity) == AuditLog.entity_id).exists()
        asked = select(
            AuditLog.id, AuditLog.entity_id, AuditLog.action, AuditLog.created_at, AuditLog.changes
        )
        removed = asked.where(AuditLog.entity_type == name, ~is_there)
        told: dict[tuple[str, str], Any] = {}
        async for _, id, action, at, changes in in_batches(db, removed, AuditLog.id):
            for ids in changes.get(WENT_ALONG, ()):
                naming[id].update(ids or ())
            for rows in changes.get(LET_GO, ()):
                let_go += let_go_in(id, at, rows or {})
            told |= {
                (id, column): _at_last(action, changes[column]) for column in columns if column in changes
            }
        for (id, column), value in told.items():
            last[id, column] = _Named(value, column in HELD[entity].also, columns[column])
    asked_apart = {(row.id, row.by) for row in let_go}
    for id, named in _at_the_end(last):
        if id in merged.on or (id, named.id) in asked_apart:
            continue
        naming[named.id].add(id)
        if named.also:
            naming[id].add(named.id)
    return Gone(naming, let_go, merged)


class _Named(NamedTuple):
    """The id that a column of a record held when the record was removed."""

    id: Any
    also: bool
    """Whether it relates both."""
    after: str | None
    """The column that is asked first."""


def _at_the_end(last: Mapping[tuple[str, str], _Named]) -> Iterator[tuple[str, _Named]]:
    """Yields removed records with whom each was about, as the rows that are there are (`_is_about`)."""
    somebody = {place: named for place, named in last.items() if named.id is not None}
    for (id, _), named in somebody.items():
        if named.after is None or (id, named.after) not in somebody:
            yield id, named


def _telling_whose(entity: type[Base]) -> dict[str, str | None]:
    """Returns the columns by which the log of a removed record says whose it was, each with the one that is asked first."""
    named = [(entity, name) for name in (*_names(entity), *HELD[entity].also)]
    named += [(each, name) for each in besides() if each.record is entity for name in of_person(each)]
    return {name: asked_first(of, name) for of, name in named}


def _names(entity: type[Base]) -> tuple[str, ...]:
    """The columns by which a row is about the person of the row that they name."""
    return (*HELD[entity].of, *of_person(entity))


def _by_columns() -> tuple[type[Base], ...]:
    """Returns the tables with columns that say about whom a row is; but for the log."""
    return tuple(entity for entity in HELD if entity is not AuditLog and _names(entity))


def _about(entities: tuple[type[Base], ...]) -> Any:
    """Returns one statement for the rows of these tables that are about one of `ids`: the place of the table, the row's id, and two ids that it relates."""
    return union_all(*(_about_of(place, entity) for place, entity in enumerate(entities)))


def _about_of(place: int, entity: type[Base]) -> Select[Any]:
    personal = HELD[entity]
    also: list[Any] = [getattr(entity, name) for name in personal.also]
    if personal.ended is not None:
        also = [case((getattr(entity, personal.ended).is_(None), column)) for column in also]
    both = [*also, cast(null(), String), cast(null(), String)][:2]
    points = (_is_about(entity, name) for name in _names(entity))
    return select(literal(place), key_of(entity), *both).where(or_(*points))


def _is_about(entity: type[Base], name: str) -> ColumnElement[bool]:
    named: ColumnElement[bool] = is_one_of(getattr(entity, name), "ids")
    first = asked_first(entity, name)
    return named if first is None else named & getattr(entity, first).is_(None)


async def _known_of(db: Db, owned: Ids) -> dict[Part, list[str]]:
    """The addresses, numbers and names in the rows that have some of their own."""
    known = _nothing_known()
    for entity, ids in owned.items():
        personal = HELD[entity]
        async for row in rows_of(db, entity, ids) if personal.own else _nothing():
            for name, part in personal.parts.items():
                if part in known and isinstance(value := getattr(row, name), str):
                    known[part].append(value)
            if isinstance(row, User):
                known[Part.NAME].append(row.full_name)
    return known


async def _known_before(db: Db, owned: Ids, ids: frozenset[str]) -> dict[Part, list[str]]:
    """Returns what the log says that they were called before, and what merging put away.

    What a record held before it was given on is the former person's.
    """
    known, given = _nothing_known(), await given_on(db, ids, await merges(db))
    parts = {
        getattr(entity, "audit_name", ""): personal.parts for entity, personal in HELD.items() if personal.own
    }
    async for log in rows_of(db, AuditLog, owned.get(AuditLog, ())):
        for name, told in log.changes.items() if log.entity_id not in given else ():
            part = parts.get(log.entity_type, {}).get(name, Part.MENTION)
            if part in known and isinstance(told, list):
                known[part] += [value for value in told if isinstance(value, str)]
    return known


def _nothing_known() -> dict[Part, list[str]]:
    return {Part.EMAIL: [], Part.PHONE: [], Part.NAME: []}


async def _is_shared(db: Db, name: str, owned: Ids) -> bool:
    """Returns whether another person has this name, alone or as part of a longer one such as "Jo Roof Jr."."""
    whole = Traces(frozenset(), frozenset(), frozenset({name}))
    for entity, personal in HELD.items():
        called = [getattr(entity, each) for each, part in personal.parts.items() if part is Part.NAME]
        if not personal.own or not called:
            continue
        words: Any = called[0]
        for more in called[1:]:
            words = func.coalesce(words, "") + " " + func.coalesce(more, "")
        asked = select(key_of(entity), words).where(whole.may_hold(words))
        async for id, value in in_batches(db, asked, key_of(entity)):
            if id not in owned.get(entity, ()) and holds(value, whole.pattern):
                return True
    return False


async def _written(db: Db, owned: Ids) -> frozenset[str]:
    """Returns the texts that the person wrote and nobody else did."""
    found: set[str] = set()
    for entity, personal in HELD.items():
        for name in personal.wrote:
            texts = {getattr(row, name) async for row in rows_of(db, entity, owned.get(entity, ()))}
            for words in texts:
                same = select(key_of(entity)).where(getattr(entity, name) == words)
                if len(words) >= SHORTEST_PASSAGE and owned[entity].issuperset(await db.scalars(same)):
                    found.add(words)
    return frozenset(found)


async def _nothing() -> AsyncIterator[Any]:
    none: tuple[Any, ...] = ()
    for each in none:
        yield each


class Line(msgspec.Struct, rename="camel"):
    """What becomes of the rows of a table."""

    says: str
    fate: str
    rows: int
    why: str | None = None
    mentioned: bool = False
    """Whether they are about somebody or something else, and name the person."""


def lines_of(kept: Ids, owned: Ids, mentioned: Ids) -> list[Line]:
    """Those of a receipt or of its preview, by what people call the tables."""
    lines = [_line(entity, Fate.KEEP, ids) for entity, ids in kept.items()]
    for entity, ids in owned.items():
        lines.append(_line(entity, HELD[entity].fate, ids - kept.get(entity, set())))
    for entity, ids in mentioned.items():
        fate = Fate.KEEP if HELD[entity].fate is Fate.KEEP else HELD[entity].mentions
        left = ids - owned.get(entity, set()) - kept.get(entity, set())
        lines.append(msgspec.structs.replace(_line(entity, fate, left), mentioned=True))
    return sorted(
        (line for line in lines if line.rows), key=lambda line: (line.says, line.fate, line.mentioned)
    )


def _line(entity: type[Base], fate: Fate, ids: Sequence[Any] | set[Any]) -> Line:
    personal = HELD[entity]
    why = personal.why if fate is Fate.KEEP or personal.kept is None else None
    return Line(personal.says, fate, len(ids), why)
