"""Facts and figures: what reports count, kept as rows change, at the same cost at a thousand rows and a million.

A *fact row* says of one record what reports ask: on which days something happened, how long it took. A family of facts follows the
rows that they come from; what a transaction changes is worked out anew just before the commit. *Figures* are counts of fact rows by
day and by month, with sums: the difference between the fact rows before and after is added to them in one statement, its keys in order,
as with the counts (`core/data/counts.py`). `remake` makes all of it anew after a migration or a restore.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    Integer,
    Select,
    String,
    Table,
    cast,
    delete,
    event,
    func,
    insert,
    inspect,
    literal,
    literal_column,
    or_,
    select,
    true,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

# Whoever is imported first writes first before a commit; in another order two processes could wait for each other.
from duskline.core.data import counts as counts
from duskline.core.data.base import Base
from duskline.core.data.session import ScopedSession
from duskline.core.data.upsert import insert_into
from duskline.policy import Scoped, in_scope

ALL, PERSON = "", "person"
"""Groups: of everything together, and by a person, of whom there are few in a branch and many in a company."""
DAY, MONTH, NOW = "day", "month", "now"
"""Spans: a day, a month by its first day, and what is so at present."""
EVERY_BRANCH, COMPANY = "*", "~"
"""In place of a branch: all of them together, for readers of the whole company alone; and what belongs to the company, for everybody."""
NO_DAY = date(1970, 1, 1)
BATCH = 2_000
"""Records whose facts are worked out at a time."""
AT_ONCE = 500
"""Figures in one statement."""
Key = tuple[str, str, str, date, str, str, str]
Values = Mapping[str, Any]


class DailyFigure(Scoped, Base):
    """How many fact rows fall on a day, or in a month, with one value of a group and one part; and the sum of an amount."""

    __tablename__ = "daily_figures"

    figure: Mapped[str] = mapped_column(String(40), primary_key=True)
    grouped: Mapped[str] = mapped_column(String(20), primary_key=True)
    span: Mapped[str] = mapped_column(String(5), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    branch_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    value: Mapped[str] = mapped_column(String(300), primary_key=True)
    part: Mapped[str] = mapped_column(String(20), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    total: Mapped[int] = mapped_column(BigInteger)

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        return true() if size is None else or_(in_scope(cls.branch_id, size), cls.branch_id == COMPANY)


KEY = tuple(DailyFigure.__table__.primary_key.columns.keys())


class Figure(NamedTuple):
    """What is counted of fact rows, by the names of their columns."""

    name: str
    day: str | None
    """The day that a row counts on, where it has one; None counts it at present."""
    by: tuple[str, ...] = (ALL,)
    """Groups: columns of words, none of them ever null."""
    part: str | None = None
    amount: str | None = None
    """Whole numbers that are summed."""
    when: str | None = None
    """Counts only rows that have something there."""
    monthly: bool = False
    """By months alone: its day is the first of one."""


class Facts(Scoped):
    """A fact row. Every column but the keys is worked out."""

    figures: ClassVar[tuple[Figure, ...]]
    id: Mapped[str] = mapped_column(String(36), primary_key=True, sort_order=-2)
    """Of the record. No reference: the figures have to lose what goes, so the session takes it away."""
    branch_id: Mapped[str] = mapped_column(String(36), sort_order=-1)


class Follow(NamedTuple):
    """Which record's facts follow a row of some table, and whether they follow a change."""

    columns: tuple[str, ...]
    id: str = "id"
    """The attribute that names the record."""
    through: Select[str] | None = None
    """Where that names something else: the ids of records, by ids that are added as a condition on its first column."""
    only: tuple[str, str] | None = None
    """An attribute, and what it has to be."""


Made = Mapping[type[Facts], Sequence[Values]]


class Family(NamedTuple):
    """The facts about one kind of record. Whoever works them out anew holds the rows of the first entity."""

    record: type[Base]
    entities: tuple[Any, ...]
    follows: Mapping[type[Any], tuple[Follow, ...]]
    made: Callable[[Connection, Sequence[str]], Made]
    """The fact rows of these records as they are now."""


FAMILIES: list[Family] = []


class Changes:
    """What is to be added to the figures, by key."""

    def __init__(self) -> None:
        self.numbers: Counter[Key] = Counter()
        self.totals: Counter[Key] = Counter()

    def note(self, entity: type[Facts], row: Values, sign: int) -> None:
        for figure in entity.figures:
            for key in _keys(figure, row):
                self.numbers[key] += sign
                self.totals[key] += sign * (row[figure.amount] or 0 if figure.amount else 0)

    def write(self, connection: Connection) -> None:
        table = DailyFigure.__table__
        changed = [key for key in sorted(self.numbers) if self.numbers[key] or self.totals[key]]
        for some in _batches(changed, AT_ONCE):
            rows = [
                dict(zip(KEY, key, strict=True)) | {"number": self.numbers[key], "total": self.totals[key]}
                for key in some
            ]
            new = insert_into(table, connection.dialect.name).values(rows)
            added = {name: table.c[name] + new.excluded[name] for name in ("number", "total")}
            connection.execute(new.on_conflict_do_update(index_elements=[*KEY], set_=added))


def _keys(figure: Figure, row: Values) -> Iterator[Key]:
    day = NO_DAY if figure.day is None else row[figure.day]
    if day is None or (figure.when and row[figure.when] is None):
        return
    part = row[figure.part] if figure.part else ""
    if part is None:
        return
    for group in figure.by:
        value = row[group] if group else ""
        for span, start, branch in _places(figure, group, day, row["branch_id"]):
            yield figure.name, group, span, start, branch, value, str(part)


def _places(figure: Figure, group: str, day: date, branch: str) -> Iterator[tuple[str, date, str]]:
    if figure.day is None:
        yield NOW, day, branch
        return
    spans = [(MONTH, day.replace(day=1))] if figure.monthly else [(DAY, day), (MONTH, day.replace(day=1))]
    for span, start in spans:
        yield span, start, branch
        if together(group):
            yield span, start, EVERY_BRANCH


def together(group: str) -> bool:
    """Whether there are figures of all branches together: where a group has few values, which come again in each of them."""
    return group != PERSON


@event.listens_for(ScopedSession, "after_flush")
def _note_touched(session: ScopedSession, _context: object) -> None:
    touched: dict[int, dict[Follow, set[str]]] = session.info.setdefault("facts_touched", {})
    for rows, whole in ((session.new, True), (session.deleted, True), (session.dirty, False)):
        for row in rows:
            for number, family in enumerate(FAMILIES):
                for follow in family.follows.get(type(row), ()):
                    if ids := _followed(row, follow, whole=whole):
                        touched.setdefault(number, defaultdict(set))[follow] |= ids


def _followed(row: Any, follow: Follow, *, whole: bool) -> set[str]:
    """What a row that came, went (`whole`) or changed names, now and before."""
    if follow.only and getattr(row, follow.only[0]) != follow.only[1]:
        return set()
    attributes = inspect(row).attrs
    if not whole and not any(attributes[name].history.has_changes() for name in (*follow.columns, follow.id)):
        return set()
    named = [getattr(row, follow.id), *attributes[follow.id].history.deleted]
    return {id for id in named if id is not None}


@event.listens_for(ScopedSession, "before_commit")
def _keep(session: ScopedSession) -> None:
    session.flush()
    touched: dict[int, dict[Follow, set[str]]] = session.info.pop("facts_touched", {})
    if not touched:
        return
    connection, changes = session.connection(), Changes()
    for number in sorted(touched):
        ids = set[str]()
        for follow, named in touched[number].items():
            ids |= named if follow.through is None else _through(connection, follow.through, named)
        for some in _batches(sorted(ids), BATCH):
            _refresh(connection, FAMILIES[number], some, changes)
    changes.write(connection)


@event.listens_for(ScopedSession, "after_soft_rollback")
def _forget(session: ScopedSession, _transaction: object) -> None:
    session.info.pop("facts_touched", None)


def _through(connection: Connection, records: Select[str], named: set[str]) -> set[str]:
    wanted, by = records.selected_columns
    return set(connection.scalars(select(wanted).where(by.in_(sorted(named)), wanted.is_not(None))))


def refresh(connection: Connection, family: Family, ids: Sequence[str]) -> None:
    """Works out the facts of these records anew."""
    changes = Changes()
    _refresh(connection, family, ids, changes)
    changes.write(connection)


def _refresh(connection: Connection, family: Family, ids: Sequence[str], changes: Changes) -> None:
    before = {entity: _standing(connection, entity, ids) for entity in family.entities}
    made = family.made(connection, ids)
    for entity in family.entities:
        table, kept = entity.__table__, before[entity]
        now = {_key(table, row): row for row in made.get(entity, ())}
        gone = [key for key in kept if key not in now]
        changed = [row for key, row in now.items() if kept.get(key) != row]
        for key in (*gone, *(_key(table, row) for row in changed)):
            if key in kept:
                changes.note(entity, kept[key], -1)
        for row in changed:
            changes.note(entity, row, 1)
        if gone:
            columns = tuple_(*table.primary_key.columns)
            connection.execute(delete(table).where(columns.in_(gone)))
        if changed:
            new = insert_into(table, connection.dialect.name)
            told = {column.name: new.excluded[column.name] for column in table.c if not column.primary_key}
            keys = [*table.primary_key.columns]
            connection.execute(new.on_conflict_do_update(index_elements=keys, set_=told), changed)


def _standing(connection: Connection, entity: type[Facts], ids: Sequence[str]) -> dict[Any, dict[str, Any]]:
    """The fact rows that are there, held until the commit: of two who change one record the second sees what the first did."""
    table: Table = entity.__table__  # type: ignore[attr-defined]
    keys = [*table.primary_key.columns]
    rows = connection.execute(select(table).where(table.c.id.in_(ids)).order_by(*keys).with_for_update())
    return {_key(table, row): row for row in map(dict, rows.mappings())}


def _key(table: Table, row: Values) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in table.primary_key.columns)


async def remake(connection: AsyncConnection) -> None:
    """Makes all facts and figures anew."""
    await connection.run_sync(_remake)


def _remake(connection: Connection) -> None:
    connection.execute(delete(DailyFigure.__table__))
    for family in FAMILIES:
        for entity in family.entities:
            connection.execute(delete(entity.__table__))
        last = ""
        while ids := ids_of(connection, family.record.__table__, last, BATCH):
            last = ids[-1]
            for entity, rows in family.made(connection, ids).items():
                if rows:
                    connection.execute(insert(entity.__table__), rows)  # type: ignore[attr-defined]
        for entity in family.entities:
            for figure in entity.figures:
                for group in figure.by:
                    _count(connection, entity.__table__, figure, group)


def ids_of(
    connection: Connection, table: Table, after: str, most: int, *where: ColumnElement[bool]
) -> Sequence[str]:
    """Those of the next records behind one."""
    ids = select(table.c.id).where(table.c.id > after, *where).order_by(table.c.id).limit(most)
    return connection.scalars(ids).all()


def _count(connection: Connection, table: Table, figure: Figure, group: str) -> None:
    """Counts fact rows by day, days by month, and branches together."""
    day = literal(NO_DAY, Date) if figure.day is None else table.c[figure.day]
    value = table.c[group] if group else _word("")
    part = cast(table.c[figure.part], String) if figure.part else _word("")
    amount = func.coalesce(func.sum(table.c[figure.amount]), 0) if figure.amount else literal(0, Integer)
    needed = [table.c[name] for name in (figure.day, figure.part, figure.when) if name]
    span = NOW if figure.day is None else MONTH if figure.monthly else DAY
    by = [day, table.c.branch_id, value, part]
    counted = select(_word(figure.name), _word(group), _word(span), *by, func.count(), amount)
    _add(connection, counted.where(*(column.is_not(None) for column in needed)), _columns(by))
    if figure.day is None:
        return
    kept = DailyFigure.__table__.c
    same = kept.figure == figure.name, kept.grouped == group
    sums = func.sum(kept.number), func.sum(kept.total)
    if not figure.monthly:
        month = _first_of_month(connection.dialect.name, kept.day)
        rows = select(
            kept.figure, kept.grouped, _word(MONTH), month, kept.branch_id, kept.value, kept.part, *sums
        )
        _add(
            connection,
            rows.where(*same),
            (kept.figure, kept.grouped, month, kept.branch_id, kept.value, kept.part),
        )
    if together(group):
        rows = select(
            kept.figure, kept.grouped, kept.span, kept.day, _word(EVERY_BRANCH), kept.value, kept.part, *sums
        )
        _add(
            connection,
            rows.where(*same),
            (kept.figure, kept.grouped, kept.span, kept.day, kept.value, kept.part),
        )


def _word(text: str) -> ColumnElement[str]:
    return literal(text, String)


def _columns(by: Iterable[Any]) -> list[Any]:
    """Without what is the same everywhere: PostgreSQL takes no placeholder for a group."""
    return [part for part in by if not hasattr(part, "effective_value")]


def _add(connection: Connection, rows: Select[*tuple[Any, ...]], by: Iterable[Any]) -> None:
    grouped = rows.group_by(*by)
    connection.execute(insert(DailyFigure.__table__).from_select([*KEY, "number", "total"], grouped))


def _first_of_month(dialect: str, day: Any) -> Any:
    if dialect == "sqlite":
        return func.strftime(literal_column("'%Y-%m-01'"), day)
    return cast(func.date_trunc(literal_column("'month'"), day), Date)


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
