"""Lists: declared filters, search and order -> one page of rows, the next page's link, a bounded count.

A list is a scoped select, compiled once per combination of filters in use and run by the driver, so that all
values are parameters. Pages go by keyset: newest first, next page in the `Link` header, how many match in
`X-Total-Count` (bounded at 10,001).
"""

from __future__ import annotations

import base64
import binascii
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from sqlalchemy import ColumnElement, Integer, String, bindparam, func, literal, select, true, tuple_

from duskline.access import Actor, May, lies_in_a_branch
from duskline.core.counts import is_counted_by, kept_count
from duskline.core.db import Base, Moment, Reader
from duskline.core.door import look
from duskline.core.errors import Invalid
from duskline.core.search import FEW, contains, match_words, matches, pattern, rowid
from duskline.core.wire import Answer

PAGE = 50
LONGEST_PAGE = 200
COUNT_BOUND = 10_000
LONGEST_QUERY = 200


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


class Listing:
    """What a list shows (`row`, one column per field) and how it may be narrowed."""

    def __init__(
        self,
        entity: type[Base],
        row: type[Answer],
        filters: Mapping[str, Filter] | None = None,
        *,
        searched: bool = True,
        where: ColumnElement[bool] | None = None,
        columns: Mapping[str, Any] | None = None,
    ) -> None:
        self.entity: Any = entity
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
        names = ["limit", "cursor", *(["q"] if self.searched else []), *self.filters]
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
        return look(path, may=may)(page)

    def _describes(self, name: str) -> str:
        described = {
            "limit": f"Rows on a page, 1 to {LONGEST_PAGE}",
            "cursor": "Where the page begins, from the Link header",
            "q": "Words to look for",
        }
        choices = self.filters[name].choices if name in self.filters else ()
        return described.get(name) or (
            f"One of {', '.join(choices)}" if choices else "Only rows with this value"
        )

    async def page(self, db: Reader, path: str, query: Mapping[str, str | None]) -> Response[list[Any]]:
        values, used, limit = self._read_query(db, query)
        found, number = await self._found(db, used, values, limit + 1, COUNT_BOUND)
        rows = [self.row(*row[2:]) for row in found[:limit]]
        headers = {"X-Total-Count": str(number)}
        if len(found) > limit:
            headers["Link"] = f'<{path}?{_next(query, found[limit - 1])}>; rel="next"'
        return Response(rows, headers=headers)

    async def newest(self, db: Reader, words: str, most: int) -> list[Any]:
        """The newest rows that hold the words."""
        values, used, _ = self._read_query(db, {"q": words})
        found, _ = await self._found(db, used, values, most, FEW)
        return [self.row(*row[2:]) for row in found]

    async def _found(
        self,
        db: Reader,
        used: tuple[str, ...],
        values: dict[str, Any],
        most: int,
        counted_to: int,
    ) -> tuple[Sequence[Sequence[Any]], int]:
        """Rows, each led by its place in the order, and how many match: exactly, or one more than `counted_to`.

        Few rows are found first and then sorted, many are met soon by walking the list in its order.
        """
        values |= {"page_size": most, "counted": counted_to + 1}
        number = None
        if "q" in values:
            hits, number = await self._hits(db, used, values)
            if hits is not None:
                return hits
        elif db.database.is_sqlite and (db.actor.reach.size or 0) > 1:
            used = await self._way_by_counts(db, used, values)
        return await self._walk(db, used, values, number)

    async def _walk(
        self, db: Reader, used: tuple[str, ...], values: dict[str, Any], number: int | None
    ) -> tuple[Sequence[Sequence[Any]], int]:
        """By the list's order. Where `number` does not say how many match, every row carries that number too."""
        after, counted = "after_at" in values, number is None
        key = (id(self), used, after, counted)
        found = await db.rows(key, lambda: self._rows_statement(used, after, counted), values)
        if number is None:
            number = found[0][0] if found else await self._number(db, used, values)
            found = [row[1:] for row in found]
        return found, int(number)

    async def _hits(
        self, db: Reader, used: tuple[str, ...], values: dict[str, Any]
    ) -> tuple[tuple[Sequence[Sequence[Any]], int] | None, int | None]:
        """A search's page out of all its hits, found once; no page where they are too many to be sorted.

        And how many match, where that is known by now. SQLite's full-text table may have given all that was asked
        for, and the other filters may have taken most of it away again.
        """
        if db.database.is_sqlite:
            branches = db.actor.reach.branches if lies_in_a_branch(self.entity) else None
            words = match_words(values["q"], branches)
            if words is None:
                return None, None
            values["q_match"] = words
        after, most = "after_at" in values, values["counted"]
        statement = functools.partial(self._hits_statement, used, after, by_index=db.database.is_sqlite)
        found = await db.rows((id(self), used, after, "hits"), statement, values)
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

    def _read_query(
        self, db: Reader, query: Mapping[str, str | None]
    ) -> tuple[dict[str, Any], tuple[str, ...], int]:
        faults: dict[str, str] = {}
        values: dict[str, Any] = {}
        limit = _limit(query.get("limit"), faults)
        if cursor := query.get("cursor"):
            values["after_at"], values["after_id"] = _position(cursor, faults)
        used = []
        words = pattern(query.get("q") or "")
        if words:
            values["q"] = words
            used.append("q")
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
        if "q" in used:
            found.append(contains(self.entity.search, "q"))
        return [*self.where, *found]

    def _rows_statement(self, used: tuple[str, ...], after: bool, counted: bool) -> Any:
        entity = self.entity
        count = [self._count_statement(used).scalar_subquery()] if counted else []
        rows = select(*count, entity.created_at, entity.id, *self.columns)
        if "sorted" not in used:
            return _newest(rows.where(*self._conditions(used)), entity.created_at, entity.id, after)
        # An expression keeps a planner from walking the list in its order, past everything that does not match.
        time = func.coalesce(entity.created_at, entity.created_at)
        chosen = _newest(select(entity.id).where(*self._conditions(used)), time, entity.id, after)
        return rows.where(entity.id.in_(chosen), *self.where).order_by(
            entity.created_at.desc(), entity.id.desc()
        )

    def _hits_statement(self, used: tuple[str, ...], after: bool, *, by_index: bool) -> Any:
        """How many rows the index gave, how many of them match, and the page: at least one row, of nothing."""
        entity, most = self.entity, bindparam("counted", type_=Integer)
        conditions = self._conditions(used)
        given: Any = literal(0, Integer)
        if by_index:
            candidates = matches(entity).limit(most).cte("candidates")
            conditions.append(rowid(entity).in_(select(candidates.c.row)))
            given = select(func.count()).select_from(candidates).scalar_subquery()
        hits = select(entity.created_at, entity.id).where(*conditions).limit(most).cte("hits")
        totals = select(
            given.label("given"), select(func.count()).select_from(hits).scalar_subquery().label("number")
        ).subquery()
        chosen = _newest(select(hits.c.id), hits.c.created_at, hits.c.id, after)
        columns = [entity.created_at, entity.id, *self.columns]
        named = [column.label(f"column_{place}") for place, column in enumerate(columns)]
        page = select(*named).where(entity.id.in_(chosen), *self.where).subquery()
        rows = select(totals.c.given, totals.c.number, *page.c).select_from(totals.outerjoin(page, true()))
        return rows.order_by(page.c.column_0.desc(), page.c.column_1.desc())

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


def _newest(statement: Any, time: Any, id: Any, after: bool) -> Any:
    """The page of a statement's newest rows, from the cursor on."""
    if after:
        place = tuple_(bindparam("after_at", type_=Moment), bindparam("after_id", type_=String))
        statement = statement.where(tuple_(time, id) < place)
    return statement.order_by(time.desc(), id.desc()).limit(bindparam("page_size", type_=Integer))


def _limit(given: str | None, faults: dict[str, str]) -> int:
    if not given:
        return PAGE
    if not (given.isascii() and given.isdigit() and len(given) < 6 and int(given) > 0):
        faults["limit"] = f"Please ask for 1 to {LONGEST_PAGE} rows"
        return PAGE
    return min(int(given), LONGEST_PAGE)


def _next(query: Mapping[str, str | None], last: Any) -> str:
    position = f"{last[0].astimezone(UTC).isoformat()} {last[1]}"
    cursor = base64.urlsafe_b64encode(position.encode()).decode().rstrip("=")
    kept = {name: value for name, value in query.items() if value and name != "cursor"}
    return urlencode(kept | {"cursor": cursor})


def _position(cursor: str, faults: dict[str, str]) -> tuple[datetime | None, str | None]:
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        at, id = raw.split(" ", 1)
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None or len(id) > 36 or "\x00" in id:
            raise ValueError
        return moment.astimezone(UTC), id
    except (ValueError, OverflowError, binascii.Error):
        faults["cursor"] = "This page address is not valid"
        return None, None
