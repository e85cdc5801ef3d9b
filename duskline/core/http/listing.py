"""Lists: declared filters, search and order -> one page of rows, the next page's link, a bounded count.

A list is a scoped select, compiled once per combination of filters in use and run by the driver, so that all
values are parameters. Pages go by keyset: newest first unless a declared order is asked for, next page in the
`Link` header, how many match in `X-Total-Count` (bounded at 10,001).
"""

from __future__ import annotations

import base64
import binascii
import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from sqlalchemy import ColumnElement, Integer, String, bindparam, func, literal, or_, select, true, tuple_

from duskline.core.contacts import phone_wanted
from duskline.core.data.base import Base
from duskline.core.data.counts import is_counted_by, kept_count
from duskline.core.data.database import Reader
from duskline.core.data.search import (
    FEW,
    Telephoned,
    contains,
    full_text_matches,
    match_words,
    pattern,
    rowid,
)
from duskline.core.errors import Invalid
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.routing import read_rows
from duskline.policy import Actor, May, lies_in_a_branch

PAGE = 50
LONGEST_PAGE = 200
COUNT_BOUND = 10_000
LONGEST_QUERY = 200
WORDS, NUMBER = "q", "q_number"
"""Placeholders of what is searched for: the words, and the digits where they may be a telephone number."""


class Filter(msgspec.Struct, frozen=True):
    """One query parameter. `choices` are its listed values; `value` turns a word such as `me` into an id."""

    column: Any
    choices: tuple[str, ...] = ()
    value: Callable[[str, Reader], Any] = lambda word, _db: word
    clause: Callable[[str], ColumnElement[bool]] | None = None
    """Instead of equality: name of the placeholder -> condition."""

    def condition(self, name: str) -> ColumnElement[bool]:
        if self.clause is not None:
            return self.clause(name)
        return self.column == bindparam(name, type_=String)  # type: ignore[no-any-return]


class Order(msgspec.Struct, frozen=True):
    """What a list is ordered by: first what ascends, then what descends, in the end the id, descending."""

    ascending: tuple[Any, ...] = ()
    """Times, dates or whole numbers, none of them ever null; the same goes for what descends."""
    descending: tuple[Any, ...] = ()
    needs: str | None = None
    """The filter without which this order would have to sort the whole list."""

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
        below = tuple_(*place[split:]) < tuple_(*cursor[split:])
        if not split:
            return [below]
        up, reached = tuple_(*place[:split]), tuple_(*cursor[:split])
        return [up >= reached, or_(up > reached, below)]

    def directed(self, place: Sequence[Any]) -> list[Any]:
        split = len(self.ascending)
        return [*(part.asc() for part in place[:split]), *(part.desc() for part in place[split:])]


class Listing:
    """What a list shows (`row`, one column per field) and how it may be narrowed."""

    def __init__(
        self,
        entity: type[Base],
        row: type[ResponseModel],
        filters: Mapping[str, Filter] | None = None,
        *,
        searched: bool = True,
        where: ColumnElement[bool] | None = None,
        columns: Mapping[str, Any] | None = None,
        orders: Mapping[str, Order] | None = None,
    ) -> None:
        self.entity: Any = entity
        time: Any = entity.created_at  # type: ignore[attr-defined]
        self.newest_first = Order(descending=(time,))
        self.orders = dict(orders or {})
        """What `?sort=` may name; without it the newest come first."""
        self.row = row
        self.filters = dict(filters or {})
        self.searched = searched
        self.where = [] if where is None else [where]
        """Holds in every statement that names `columns`: it may be what joins them to the entity."""
        given = columns or {}
        self.columns = [given.get(name, getattr(entity, name, None)) for name in row.__struct_fields__]

    def route(
        self,
        path: str,
        *,
        may: May,
        name: str,
        shown_to: Callable[[Actor], Listing] | None = None,
        like: Listing | None = None,
    ) -> HTTPRouteHandler:
        """A GET that answers a page of this list, or of the one `like` it where `shown_to` chooses that for the caller."""

        async def page(db: Reader, request: Request[Any, Any, Any], **by: str | None) -> Response[list[Any]]:
            query = {name.removeprefix("by_"): word for name, word in by.items()}
            listing = shown_to(db.actor) if shown_to else self
            return await listing.page(db, request.url.path, query)

        page.__name__ = name
        page.__doc__ = f"One page of {name.replace('_', ' ')}, newest first."
        own = [*(["q"] if self.searched else []), *(["sort"] if self.orders else [])]
        names = ["limit", "cursor", *own, *self.filters]
        # Prefixed, because some names (state, query) mean something else to the framework.
        hint = {
            f"by_{n}": Annotated[str | None, QueryParameter(name=n, description=self._describes(n))]
            for n in names
        }
        parameters = [
            inspect.Parameter("db", inspect.Parameter.KEYWORD_ONLY, annotation=Reader),
            inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request),
            *(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=None)
                for name, annotation in hint.items()
            ),
        ]
        rows: Any = list[self.row] | list[like.row] if like else list[self.row]  # type: ignore[name-defined]
        page.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        page.__annotations__ = {"db": Reader, "request": Request, **hint, "return": rows}
        return read_rows(path, may=may)(page)

    def _describes(self, name: str) -> str:
        described = {
            "limit": f"Rows on a page, 1 to {LONGEST_PAGE}",
            "cursor": "Where the page begins, from the Link header",
            "q": "Words to look for",
            "sort": f"One of {', '.join(self.orders)}; without it the newest come first",
        }
        choices = self.filters[name].choices if name in self.filters else ()
        return described.get(name) or (
            f"One of {', '.join(choices)}" if choices else "Only rows with this value"
        )

    async def page(self, db: Reader, path: str, query: Mapping[str, str | None]) -> Response[list[Any]]:
        order = self._order(query)
        values, used, limit = self._read_query(db, query, order)
        found, number = await self._found(db, used, values, limit + 1, COUNT_BOUND, order)
        rows = [self.row(*row[order.width :]) for row in found[:limit]]
        headers = {"X-Total-Count": str(number)}
        if len(found) > limit:
            headers["Link"] = f'<{path}?{_next(query, found[limit - 1][: order.width])}>; rel="next"'
        return Response(rows, headers=headers)

    async def newest(self, db: Reader, words: str, most: int) -> list[Any]:
        """The newest rows that hold the words."""
        order = self.newest_first
        values, used, _ = self._read_query(db, {"q": words}, order)
        found, _ = await self._found(db, used, values, most, FEW, order)
        return [self.row(*row[order.width :]) for row in found]

    async def _found(
        self,
        db: Reader,
        used: tuple[str, ...],
        values: dict[str, Any],
        most: int,
        counted_to: int,
        order: Order,
    ) -> tuple[Sequence[Sequence[Any]], int]:
        """Rows, each led by its place in the order, and how many match: exactly, or one more than `counted_to`.

        Few rows are found first and then sorted, many are met soon by walking the list in its order.
        """
        values |= {"page_size": most, "counted": counted_to + 1}
        number = None
        if WORDS in values:
            hits, number = await self._hits(db, used, values, order)
            if hits is not None:
                return hits
        elif db.database.is_sqlite and (db.actor.scope.size or 0) > 1 and order is self.newest_first:
            used = await self._way_by_counts(db, used, values)
        return await self._walk(db, used, values, number, order)

    async def _walk(
        self, db: Reader, used: tuple[str, ...], values: dict[str, Any], number: int | None, order: Order
    ) -> tuple[Sequence[Sequence[Any]], int]:
        """By the list's order. Where `number` does not say how many match, every row carries that number too."""
        after, counted = "after_id" in values, number is None
        key = (id(self), id(order), used, after, counted)
        found = await db.rows(key, lambda: self._rows_statement(used, order, after, counted), values)
        if number is None:
            number = found[0][0] if found else await self._number(db, used, values)
            found = [row[1:] for row in found]
        return found, int(number)

    async def _hits(
        self, db: Reader, used: tuple[str, ...], values: dict[str, Any], order: Order
    ) -> tuple[tuple[Sequence[Sequence[Any]], int] | None, int | None]:
        """A search's page out of all its hits, found once; no page where they are too many to be sorted.

        And how many match, where that is known by now. SQLite's full-text table may have given all that was asked
        for, and the other filters may have taken most of it away again.
        """
        if db.database.is_sqlite:
            branches = db.actor.scope.branches if lies_in_a_branch(self.entity) else None
            words = match_words([values[name] for name in (WORDS, NUMBER) if name in values], branches)
            if words is None:
                return None, None
            values["q_match"] = words
        after, most = "after_id" in values, values["counted"]
        statement = functools.partial(
            self._hits_statement, used, order, after, by_index=db.database.is_sqlite
        )
        found = await db.rows((id(self), id(order), used, after, "hits"), statement, values)
        given, number = found[0][:2]
        if given < most and number < most:
            return ([row[2:] for row in found if row[2] is not None], number), number
        return None, number if number == most else None

    async def _number(self, db: Reader, used: tuple[str, ...], values: dict[str, Any]) -> int:
        counted = await db.rows((id(self), used, "count"), lambda: self._count_statement(used), values)
        return int(counted[0][0])

    async def _way_by_counts(
        self, db: Reader, used: tuple[str, ...], values: dict[str, Any]
    ) -> tuple[str, ...]:
        """By the kept counts: SQLite would walk the whole list for the few rows of several quiet branches."""
        by_branch = tuple(name for name in used if self._is_kept(name, "branch_id"))
        by_value = tuple(name for name in used if self._is_kept(name) and name not in by_branch)
        known = by_value[:1]
        if by_branch or self._kept_count(known) is None:
            return used
        number = await self._number(db, known, values)
        return (*used, "sorted") if number <= FEW else used

    def _order(self, query: Mapping[str, str | None]) -> Order:
        """The order that a query asks for.

        Raises:
            Invalid: there is no such order, or not without a filter.
        """
        name = query.get("sort")
        if not name:
            return self.newest_first
        order = self.orders.get(name)
        if order is None:
            raise Invalid({"sort": "Please choose one of the listed values"})
        if order.needs and not (query.get(order.needs) or "").strip():
            raise Invalid({"sort": f"Please choose {order.needs} too for this order"})
        return order

    def _read_query(
        self, db: Reader, query: Mapping[str, str | None], order: Order
    ) -> tuple[dict[str, Any], tuple[str, ...], int]:
        faults: dict[str, str] = {}
        values: dict[str, Any] = {}
        limit = _limit(query.get("limit"), faults)
        if cursor := query.get("cursor"):
            values |= _position(cursor, order, faults)
        used = []
        asked = query.get("q") or ""
        if words := pattern(asked):
            values[WORDS] = words
            used.append(WORDS)
        if (
            issubclass(self.entity, Telephoned)
            and (number := phone_wanted(asked))
            and number != asked.strip()
        ):
            values[NUMBER] = f"%{number}%"
            used.append(NUMBER)
        for name, rule in self.filters.items():
            word = (query.get(name) or "").strip()
            if not word:
                continue
            if (rule.choices and word not in rule.choices) or len(word) > LONGEST_QUERY or "\x00" in word:
                faults[name] = "Please choose one of the listed values"
                continue
            values[f"f_{name}"] = rule.value(word, db)
            used.append(name)
        if faults:
            raise Invalid(faults)
        return values, tuple(used), limit

    def _conditions(self, used: tuple[str, ...]) -> list[ColumnElement[bool]]:
        found = [self.filters[name].condition(f"f_{name}") for name in used if name in self.filters]
        looked_for = [contains(self.entity.search, name) for name in (WORDS, NUMBER) if name in used]
        if looked_for:
            found.append(or_(*looked_for))
        return [*self.where, *found]

    def _rows_statement(self, used: tuple[str, ...], order: Order, after: bool, counted: bool) -> Any:
        entity, place = self.entity, (*order.keys, self.entity.id)
        count = [self._count_statement(used).scalar_subquery()] if counted else []
        rows = select(*count, *_apart(place), *self.columns)
        if "sorted" not in used:
            return order.page(rows.where(*self._conditions(used)), *place, after=after)
        # An expression keeps a planner from walking the list in its order, past everything that does not match.
        time = func.coalesce(entity.created_at, entity.created_at)
        chosen = order.page(select(entity.id).where(*self._conditions(used)), time, entity.id, after=after)
        return rows.where(entity.id.in_(chosen), *self.where).order_by(*order.directed(place))

    def _hits_statement(self, used: tuple[str, ...], order: Order, after: bool, *, by_index: bool) -> Any:
        """How many rows the index gave, how many of them match, and the page: at least one row, of nothing."""
        entity, most = self.entity, bindparam("counted", type_=Integer)
        conditions = self._conditions(used)
        given: Any = literal(0, Integer)
        if by_index:
            candidates = full_text_matches(entity).limit(most).cte("candidates")
            conditions.append(rowid(entity).in_(select(candidates.c.row)))
            given = select(func.count()).select_from(candidates).scalar_subquery()
        place = (*order.keys, entity.id)
        hits = select(*_apart(place)).where(*conditions).limit(most).cte("hits")
        totals = select(
            given.label("given"), select(func.count()).select_from(hits).scalar_subquery().label("number")
        ).subquery()
        chosen = order.page(select(list(hits.c)[-1]), *hits.c, after=after)
        named = [column.label(f"column_{number}") for number, column in enumerate([*place, *self.columns])]
        page = select(*named).where(entity.id.in_(chosen), *self.where).subquery()
        rows = select(totals.c.given, totals.c.number, *page.c).select_from(totals.outerjoin(page, true()))
        return rows.order_by(*order.directed(list(page.c)[: order.width]))

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
        return kept_count(self.entity, {self.filters[name].column.key: f"f_{name}" for name in used})

    def _is_kept(self, name: str, column: str | None = None) -> bool:
        """Whether the kept counts know a filter's values; of that column, where one is given."""
        rule = self.filters.get(name)
        if rule is None or rule.clause is not None or column not in (None, rule.column.key):
            return False
        return is_counted_by(self.entity, rule.column.key)


def _apart(place: Iterable[Any]) -> list[Any]:
    """The columns of a row's place, named so that they stand beside the columns that are shown."""
    return [part.label(f"place_{number}") for number, part in enumerate(place)]


def _limit(given: str | None, faults: dict[str, str]) -> int:
    if not given:
        return PAGE
    if not (given.isascii() and given.isdigit() and len(given) < 6 and int(given) > 0):
        faults["limit"] = f"Please ask for 1 to {LONGEST_PAGE} rows"
        return PAGE
    return min(int(given), LONGEST_PAGE)


def _next(query: Mapping[str, str | None], last: Sequence[Any]) -> str:
    position = " ".join(
        part.astimezone(UTC).isoformat() if isinstance(part, datetime) else str(part) for part in last
    )
    cursor = base64.urlsafe_b64encode(position.encode()).decode().rstrip("=")
    kept = {name: value for name, value in query.items() if value and name != "cursor"}
    return urlencode(kept | {"cursor": cursor})


def _position(cursor: str, order: Order, faults: dict[str, str]) -> dict[str, Any]:
    """The values of a cursor, by their placeholders."""
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        *words, id = raw.split(" ")
        if len(words) != len(order.keys) or len(id) > 36 or "\x00" in id:
            raise ValueError
        read = {
            f"after_{n}": _key(word, key) for n, (word, key) in enumerate(zip(words, order.keys, strict=True))
        }
        return read | {"after_id": id}
    except (ValueError, OverflowError, binascii.Error):
        faults["cursor"] = "This page address is not valid"
        return {}


def _key(word: str, key: Any) -> Any:
    kind = key.type.python_type
    if kind is int:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise ValueError
        return int(word)
    if kind is date:
        return date.fromisoformat(word)
    moment = datetime.fromisoformat(word)
    if moment.tzinfo is None:
        raise ValueError
    return moment.astimezone(UTC)
