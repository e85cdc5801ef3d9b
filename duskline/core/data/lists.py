"""Lists: declared filters, search and order -> the rows of one page and a bounded count.

A list is a scoped select, compiled once per combination of filters in use and run by the driver, so that all values
are parameters. Pages go by keyset: newest first unless a declared order is asked for.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Integer,
    String,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    true,
    tuple_,
)

from duskline.core.data.counts import Columns, KeptFigures, is_counted_by, kept_count, kept_figures
from duskline.core.data.database import Reader
from duskline.core.data.search import FEW, contains, full_text_matches, match_words, rowid
from duskline.policy import lies_in_a_branch

WORDS, NUMBER = "q", "q_number"
"""Placeholders of what is searched for: the words, and the digits where they may be a telephone number."""
SORTED = "sorted"
"""Among the filters in use: the few rows that match are found first and then sorted."""


class Span(NamedTuple):
    """Two values and what lies between them."""

    first: Any
    last: Any


class Filter(msgspec.Struct, frozen=True):
    """One query parameter. `choices` are its listed values; `value` turns a word such as `me` into an id.

    Where that wants the database, `value` answers an awaitable. Of a named tuple each part is a placeholder, `<name>_<part>`.
    """

    column: Any
    choices: tuple[str, ...] = ()
    value: Callable[[str, Reader], Any] = lambda word, _db: word
    clause: Callable[[str], ColumnElement[bool]] | None = None
    """Instead of equality: name of the placeholder -> condition."""

    async def placed(self, name: str, word: str, db: Reader) -> dict[str, Any]:
        """What a word of the address means, by placeholder."""
        value = self.value(word, db)
        if inspect.isawaitable(value):
            value = await value
        if isinstance(value, tuple):
            return {f"{name}_{part}": each for part, each in value._asdict().items()}  # type: ignore[attr-defined]
        return {name: value}

    def condition(self, name: str) -> ColumnElement[bool]:
        if self.clause is not None:
            return self.clause(name)
        return self.column == bindparam(name, type_=String)  # type: ignore[no-any-return]


class Order(msgspec.Struct, frozen=True):
    """What a list is ordered by: first what ascends, then what descends, in the end the id."""

    ascending: tuple[Any, ...] = ()
    """Times, dates, whole numbers from 0 on or words, none of them ever null; the same goes for what descends."""
    descending: tuple[Any, ...] = ()
    needs: tuple[str, ...] = ()
    """Filters; without any of them this order would have to sort the whole list, or lack what it is by."""
    id_ascends: bool = False
    """Where nothing descends: one index from its beginning. Else the id descends."""

    @property
    def keys(self) -> tuple[Any, ...]:
        return (*self.ascending, *self.descending)

    @property
    def width(self) -> int:
        """How many values say where a row stands."""
        return len(self.keys) + 1

    def page(self, statement: Any, *place: Any, after: bool) -> Any:
        """The first rows of a statement, from the cursor on; `place` is where it names the keys and the id."""
        if after:
            statement = statement.where(*self._behind(place))
        return statement.order_by(*self.directed(place)).limit(bindparam("page_size", type_=Integer))

    def _behind(self, place: Sequence[Any]) -> list[ColumnElement[bool]]:
        """What comes after the cursor."""
        names = [bindparam(f"after_{n}", type_=key.type) for n, key in enumerate(self.keys)]
        cursor = [*names, bindparam("after_id", type_=String)]
        split = len(self.ascending)
        # Said of the first key alone too: of several together SQLite does not look an expression up in its index.
        if self.id_ascends:
            return [place[0] >= cursor[0], tuple_(*place) > tuple_(*cursor)]
        below = tuple_(*place[split:]) < tuple_(*cursor[split:])
        if not split:
            return [place[0] <= cursor[0], below]
        up, reached = tuple_(*place[:split]), tuple_(*cursor[:split])
        return [up >= reached, or_(up > reached, below)]

    def directed(self, place: Sequence[Any]) -> list[Any]:
        split = self.width if self.id_ascends else len(self.ascending)
        return [*(part.asc() for part in place[:split]), *(part.desc() for part in place[split:])]


def either_way(**columns: Any) -> dict[str, Order]:
    """Orders by columns that an index of the same keys carries: by name, and with a minus before it the other way about.

    Several keys of one column go the same way.
    """
    orders = {}
    for name, keys in columns.items():
        keys = keys if isinstance(keys, tuple) else (keys,)
        orders[name] = Order(ascending=keys, id_ascends=True)
        orders[f"-{name}"] = Order(descending=keys)
    return orders


class Query(NamedTuple):
    """What is asked of a list."""

    order: Order
    used: tuple[str, ...]
    """The filters in use, by name."""
    values: dict[str, Any]
    """By placeholder."""
    limit: int

    @property
    def after(self) -> bool:
        """Whether the page begins behind a cursor."""
        return "after_id" in self.values


class Row(NamedTuple):
    """Where a row stands in the order, and what is shown of it."""

    place: Sequence[Any]
    shown: Sequence[Any]


class Rows(NamedTuple):
    """Rows in order, and how many match: exactly, or one more than was counted to."""

    rows: list[Row]
    number: int


class ListPlan:
    """How the rows of one entity are found: the statements of a list, and which of them a query takes."""

    def __init__(
        self,
        entity: Any,
        columns: Sequence[Any],
        filters: Mapping[str, Filter],
        where: Sequence[ColumnElement[bool]] = (),
        usual: Order | None = None,
    ) -> None:
        """`where` holds in every statement that names `columns`: it may be what joins them to the entity. `usual` is the order
        that nobody asks for; without it the newest come first.
        """
        self.entity, self.columns, self.filters, self.where = entity, columns, filters, where
        self.usual = usual or Order(descending=(entity.created_at,))

    async def find(self, db: Reader, query: Query, count_to: int) -> Rows:
        """The rows of one page.

        Few rows are found first and then sorted, many are met soon by walking the list in its order.
        """
        query.values.update(page_size=query.limit, counted=count_to + 1)
        number = None
        if WORDS in query.values:
            hits, number = await self._hits(db, query)
            if hits is not None:
                return hits
        elif db.database.is_sqlite:
            query = query._replace(used=await self._way_by_counts(db, query))
        return await self._walk(db, query, number)

    async def batches(self, db: Reader, query: Query, size: int) -> AsyncIterator[list[Row]]:
        """All rows that a query asks for, from its first page on, `size` at a time."""
        query = query._replace(limit=size)
        while True:
            rows = (await self.find(db, query, 0)).rows
            yield rows
            if len(rows) < size:
                return
            *keys, id = rows[-1].place
            behind = {f"after_{number}": key for number, key in enumerate(keys)}
            query = query._replace(values={**query.values, **behind, "after_id": id})

    async def numbers(
        self, db: Reader, query: Query, choices: Mapping[str, tuple[str, Any]], count_to: int
    ) -> dict[str, int]:
        """How many rows each choice, a filter and its value, leaves beside the filters in use; exactly up to `count_to`."""
        each = {f"f_{name}": value for name, value in choices.values()}
        query = query._replace(values={**query.values, **each})
        if WORDS in query.values and db.database.is_sqlite and self._looked_up(db, query):
            query.values["counted"] = FEW + 1
            if (found := await self._numbers_of_hits(db, query, choices)) is not None:
                return {choice: min(number, count_to + 1) for choice, number in found.items()}
        query.values["counted"] = count_to + 1
        return {
            choice: await self._number(db, query._replace(used=(*query.used, name)))
            for choice, (name, _) in choices.items()
        }

    async def _numbers_of_hits(
        self, db: Reader, query: Query, choices: Mapping[str, tuple[str, Any]]
    ) -> dict[str, int] | None:
        """By one look at all that SQLite's index finds; nothing where that is too much."""
        names = tuple(name for name, _ in choices.values())
        statement = functools.partial(self._numbers_statement, query.used, names)
        ((given, *numbers),) = await db.rows(
            (id(self), query.used, "numbers", names), statement, query.values
        )
        return None if given > FEW else dict(zip(choices, numbers, strict=True))

    async def figures(
        self, db: Reader, query: Query, by: Columns, add_to: int
    ) -> list[tuple[tuple[str, ...], int, int]] | None:
        """The rows that match, by the values of some columns: how many, and the sum of what the entity has `summed`.

        Of any number where the figures are kept; else nothing where more than `add_to` match.
        """
        kept = self._kept_figures(query.used, by)
        key = (id(self), query.used, "figures", by)
        if kept is not None:
            return kept.read(await db.rows(key, kept.statement, query.values), query.values)
        query.values.update(counted=add_to + 1)
        by_index = WORDS in query.values and db.database.is_sqlite and self._looked_up(db, query)
        found = await db.rows((*key, by_index), lambda: self._sums(query.used, by, by_index), query.values)
        given, number = max((row[0] for row in found), default=0), sum(row[1] for row in found)
        if add_to < max(given, number):
            return None
        return [(tuple(words), number, int(total or 0)) for _, number, total, *words in found]

    async def _walk(self, db: Reader, query: Query, number: int | None) -> Rows:
        """By the list's order. Where `number` does not say how many match, every row carries that number too."""
        counted = number is None
        index = self._index(db, query) if db.database.is_sqlite else None
        key = (id(self), id(query.order), query.used, query.after, counted, index)
        found = await db.rows(key, lambda: self._rows_statement(query, counted, index), query.values)
        if number is None:
            number = found[0][0] if found else await self._number(db, query)
            found = [row[1:] for row in found]
        return Rows([_row(row, query.order) for row in found], int(number))

    async def _hits(self, db: Reader, query: Query) -> tuple[Rows | None, int | None]:
        """A search's page out of all its hits, found once; no page where they are too many to be sorted.

        And how many match, where that is known by now. SQLite's full-text table may have given all that was asked
        for, and the other filters may have taken most of it away again.
        """
        if db.database.is_sqlite and not self._looked_up(db, query):
            return None, None
        most = query.values["counted"]
        statement = functools.partial(self._hits_statement, query, by_index=db.database.is_sqlite)
        found = await db.rows(
            (id(self), id(query.order), query.used, query.after, "hits"), statement, query.values
        )
        given, number = found[0][:2]
        if given < most and number < most:
            rows = [_row(row[2:], query.order) for row in found if row[2] is not None]
            return Rows(rows, number), number
        return None, number if number == most else None

    def _looked_up(self, db: Reader, query: Query) -> bool:
        """Whether SQLite's full-text table knows the words; if so, they are among the values from now on."""
        branches = db.actor.scope.branches if lies_in_a_branch(self.entity) else None
        likes = [query.values[name] for name in (WORDS, NUMBER) if name in query.values]
        words = match_words(likes, branches)
        if words is not None:
            query.values["q_match"] = words
        return words is not None

    async def _number(self, db: Reader, query: Query) -> int:
        ((number,),) = await db.rows(
            (id(self), query.used, "count"), lambda: self._count_statement(query.used), query.values
        )
        return int(number)

    async def _way_by_counts(self, db: Reader, query: Query) -> tuple[str, ...]:
        """By the kept counts: SQLite would walk the whole list for the few rows of several quiet branches, or of one person."""
        known = self._telling(db, query)
        if known is None or self._kept_count(known) is None:
            return query.used
        number = await self._number(db, query._replace(used=known))
        return (*query.used, SORTED) if number <= FEW else query.used

    def _telling(self, db: Reader, query: Query) -> tuple[str, ...] | None:
        """The filters by whose kept count a list may turn out to be short; None where it is walked anyway."""
        by_branch = tuple(name for name in query.used if self._is_kept(name, "branch_id"))
        by_value = tuple(name for name in query.used if self._is_kept(name) and name not in by_branch)
        if query.order is self.usual:
            return by_value[:1] if (db.actor.scope.size or 0) > 1 and not by_branch else None
        narrowed = by_branch or by_value or db.actor.scope.size is not None
        return (*by_branch, *by_value[:1]) if narrowed and not query.order.needs else None

    def _index(self, db: Reader, query: Query) -> str | None:
        """The index that SQLite is to walk; None where it finds the way. Without figures of its tables, it would rather sort."""
        entity, order, size = self.entity, query.order, db.actor.scope.size
        if SORTED in query.used or order.needs:
            return None
        in_branch = any(self._is_kept(name, "branch_id") for name in query.used)
        in_branch = in_branch or (size == 1 and lies_in_a_branch(entity))
        if order is self.usual and (in_branch or query.used or size in (None, 0)):
            return None
        return index_of(entity, *([entity.branch_id] if in_branch else []), *order.keys, entity.id)

    def _conditions(self, used: tuple[str, ...]) -> list[ColumnElement[bool]]:
        found = [self.filters[name].condition(f"f_{name}") for name in used if name in self.filters]
        looked_for = [contains(self.entity.search, name) for name in (WORDS, NUMBER) if name in used]
        if looked_for:
            found.append(or_(*looked_for))
        return [*self.where, *found]

    def _rows_statement(self, query: Query, counted: bool, index: str | None) -> Any:
        entity, order, conditions = self.entity, query.order, self._conditions(query.used)
        place = (*order.keys, entity.id)
        count = [self._count_statement(query.used).scalar_subquery()] if counted else []
        rows = select(*count, *_apart(place), *self.columns)
        if index is not None:
            rows = rows.with_hint(entity, f"INDEXED BY {index}", "sqlite")
        if SORTED not in query.used:
            return order.page(rows.where(*conditions), *place, after=query.after)
        # An expression keeps a planner from walking the list in its order, past everything that does not match.
        keys = [func.coalesce(key, key) for key in order.keys]
        alone = select(entity.id).where(*conditions).correlate(None)
        chosen = order.page(alone, *keys, entity.id, after=query.after)
        return rows.where(entity.id.in_(chosen), *self.where).order_by(*order.directed(place))

    def _hits_statement(self, query: Query, *, by_index: bool) -> Any:
        """How many rows the index gave, how many of them match, and the page: at least one row, of nothing."""
        entity, order, most = self.entity, query.order, bindparam("counted", type_=Integer)
        conditions = self._conditions(query.used)
        given: Any = literal(0, Integer)
        if by_index:
            candidate, given = self._candidates()
            conditions.append(candidate)
        place = (*order.keys, entity.id)
        hits = select(*_apart(place)).where(*conditions).limit(most).cte("hits")
        number = select(func.count()).select_from(hits).scalar_subquery()
        totals = select(given.label("given"), number.label("number")).subquery()
        chosen = order.page(select(list(hits.c)[-1]), *hits.c, after=query.after)
        named = [column.label(f"column_{number}") for number, column in enumerate([*place, *self.columns])]
        page = select(*named).where(entity.id.in_(chosen), *self.where).subquery()
        rows = select(totals.c.given, totals.c.number, *page.c).select_from(totals.outerjoin(page, true()))
        return rows.order_by(*order.directed(list(page.c)[: order.width]))

    def _candidates(self) -> tuple[ColumnElement[bool], Any]:
        """Which rows SQLite's full-text table gives, and how many it gave; no more than are counted to."""
        candidates = (
            full_text_matches(self.entity).limit(bindparam("counted", type_=Integer)).cte("candidates")
        )
        given = select(func.count()).select_from(candidates).scalar_subquery()
        return rowid(self.entity).in_(select(candidates.c.row)), given

    def _sums(self, used: tuple[str, ...], by: Columns, by_index: bool) -> Any:
        """How many rows the index gave; and by the values of the columns how many match, and their sum."""
        entity, conditions = self.entity, self._conditions(used)
        given: Any = literal(0, Integer)
        if by_index:
            candidate, given = self._candidates()
            conditions.append(candidate)
        columns = [getattr(entity, name) for name in (entity.summed, *by)]
        found = select(*columns).where(*conditions).limit(bindparam("counted", type_=Integer)).subquery()
        summed, *values = found.c
        return select(given, func.count(), func.sum(summed), *values).group_by(*values)

    def _numbers_statement(self, used: tuple[str, ...], names: tuple[str, ...]) -> Any:
        """How many rows the index gave, and of those that match how many each filter leaves."""
        candidate, given = self._candidates()
        left = [func.count(case((self.filters[name].condition(f"f_{name}"), 1))) for name in names]
        return select(given, *left).select_from(self.entity).where(*self._conditions(used), candidate)

    def _count_statement(self, used: tuple[str, ...]) -> Any:
        kept = self._kept_count(used)
        if kept is not None:
            return kept
        inner = select(literal(1).label("one")).select_from(self.entity).where(*self._conditions(used))
        return select(func.count()).select_from(inner.limit(bindparam("counted", type_=Integer)).subquery())

    def _kept_count(self, used: tuple[str, ...]) -> Any:
        """From the counts that are kept anyway, where at most the branch and one value more narrow the list."""
        if self.where or not all(self._is_kept(name) for name in used):
            return None
        return kept_count(self.entity, self._equal(used))

    def _kept_figures(self, used: tuple[str, ...], by: Columns) -> KeptFigures | None:
        if self.where or not all(self._is_kept(name) for name in used):
            return None
        return kept_figures(self.entity, by, self._equal(used))

    def _equal(self, used: tuple[str, ...]) -> dict[str, str]:
        """The placeholder of each column that is asked for one value."""
        return {self.filters[name].column.key: f"f_{name}" for name in used}

    def _is_kept(self, name: str, column: str | None = None) -> bool:
        """Whether the kept counts know a filter's values; of that column, where one is given."""
        rule = self.filters.get(name)
        if rule is None or rule.clause is not None or column not in (None, rule.column.key):
            return False
        return is_counted_by(self.entity, rule.column.key)


def index_of(entity: Any, *keys: Any) -> str | None:
    """The name of an index of all rows that begins with these keys."""
    wanted = [str(key.expression) for key in keys]
    for index in entity.__table__.indexes:
        whole = index.dialect_options["sqlite"]["where"] is None
        if whole and [str(key) for key in index.expressions][: len(wanted)] == wanted:
            return str(index.name)
    return None


def _apart(place: Iterable[Any]) -> list[Any]:
    """The columns of a row's place, named so that they stand beside the columns that are shown."""
    return [part.label(f"place_{number}") for number, part in enumerate(place)]


def _row(found: Sequence[Any], order: Order) -> Row:
    return Row(found[: order.width], found[order.width :])
