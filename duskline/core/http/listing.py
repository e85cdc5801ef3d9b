"""Lists over HTTP: the route, what its query may ask for, the next page in `Link`, how many match in `X-Total-Count`.

How rows are found is `core/data/lists.py`. The count is bounded at 10,001.
"""

from __future__ import annotations

import base64
import binascii
import inspect
import typing
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Protocol
from urllib.parse import quote, unquote, urlencode

from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.response import Stream
from sqlalchemy import ColumnElement

from duskline.core.data.base import Base
from duskline.core.data.database import Reader
from duskline.core.data.lists import NUMBER, WORDS, Filter, ListPlan, Order, Query, Row
from duskline.core.data.search import FEW, Telephoned, pattern
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import Handler, read_rows
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import NOT_LISTED, ResponseModel
from duskline.core.values.contacts import phone_wanted
from duskline.policy import Actor, May

PAGE = 50
LONGEST_PAGE = 200
COUNT_BOUND = 10_000
LONGEST_QUERY = 200
BATCH = 1_000
"""Rows of a file that are read at a time."""


class TableFile(Protocol):
    """A file of rows that somebody may have."""

    def named(
        self, name: str, heading: Sequence[str], batches: AsyncIterator[Iterable[Sequence[object]]]
    ) -> Stream: ...


Beginning = Callable[[Reader, StrictRequest, Mapping[str, str]], Awaitable[TableFile]]
"""What a file is made by; gets what narrows it, and may refuse."""


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
        given: Callable[[Actor], Mapping[str, Any]] | None = None,
        usual: Order | None = None,
    ) -> None:
        """`columns` are those of fields that the entity does not have under the same name; `given` fills the
        placeholders of `where` for the caller; `usual` is the order without `?sort=`, where that is not newest first.

        Raises:
            TypeError: a field of the row has no column, or something named belongs to no field or filter.
        """
        self.entity, self.row, self.searched = entity, row, searched
        self.given = given
        self.filters = dict(filters or {})
        self.orders = dict(orders or {})
        """What `?sort=` may name; without it the newest come first."""
        shown = columns_of(entity, row, columns or {})
        for name, order in self.orders.items():
            for need in set(order.needs) - self.filters.keys():
                raise TypeError(f"The order {name} needs {need}, which is no filter of this list.")
        self.plan = ListPlan(entity, shown, self.filters, () if where is None else (where,), usual)
        self.says = "newest first" if usual is None else "in its usual order"

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

        async def page(db: Reader, request: StrictRequest, **by: str | None) -> Response[list[Any]]:
            listing = shown_to(db.actor) if shown_to else self
            return await listing.page(db, request.url.path, _asked(by))

        rows: Any = list[self.row] | list[like.row] if like else list[self.row]  # type: ignore[name-defined]
        page.__name__ = name
        page.__doc__ = f"One page of {name.replace('_', ' ')}, {self.says}."
        own = [*(["q"] if self.searched else []), *(["sort"] if self.orders else [])]
        self._sign(page, ["limit", "cursor", *own, *self.filters], rows)
        return read_rows(path, may=may)(page)

    def narrowed(
        self, path: str, *, may: May, without: Collection[str] = ()
    ) -> Callable[[Handler], HTTPRouteHandler]:
        """A GET with this list's words and filters, `without` some, whose handler answers something else about what they leave."""

        def route(handler: Handler) -> HTTPRouteHandler:
            async def answer(db: Reader, request: StrictRequest, **by: Any) -> Any:
                return await handler(db, await self._query(db, _asked(by)))

            answer.__name__, answer.__doc__ = handler.__name__, handler.__doc__
            hints = typing.get_type_hints(handler, include_extras=True)
            narrowing = [name for name in self.filters if name not in without]
            asked = [*(["q"] if self.searched else []), *narrowing]
            self._sign(answer, asked, hints["return"])
            return read_rows(path, may=may)(answer)

        return route

    def file(
        self, path: str, *, may: May, name: str, columns: Mapping[str, Any], first: Beginning
    ) -> HTTPRouteHandler:
        """A GET that answers all rows that this list's words and filters leave, as a CSV file with these columns by heading.

        `first` is asked before anything is read.
        """
        plan = ListPlan(self.entity, [*columns.values()], self.filters, self.plan.where, self.plan.usual)

        async def file(db: Reader, request: StrictRequest, **by: str | None) -> Stream:
            asked = {name: word for name, word in _asked(by).items() if word}
            query = await self._query(db, asked)
            allowed = await first(db, request, asked)
            shown = ([row.shown for row in rows] async for rows in plan.batches(db, query, BATCH))
            return allowed.named(name, [*columns], shown)

        file.__name__ = f"{name}_file"
        file.__doc__ = f"{name.capitalize().replace('_', ' ')} as a file for spreadsheets, {self.says}."
        own = [*(["q"] if self.searched else []), *(["sort"] if self.orders else [])]
        self._sign(file, [*own, *self.filters], Stream)
        return read_rows(path, may=may, statuses=(429,), media_type="text/csv")(file)

    def _sign(self, handler: Any, names: Sequence[str], returns: Any) -> None:
        """Gives a handler the query parameters of these names."""
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
        handler.__signature__ = inspect.Signature(parameters)
        handler.__annotations__ = {"db": Reader, "request": Request, **hint, "return": returns}

    def _describes(self, name: str) -> str:
        described = {
            "limit": f"Rows on a page, 1 to {LONGEST_PAGE}",
            "cursor": "Where the page begins, from the Link header",
            "q": "Words to look for",
            "sort": f"One of {', '.join(self.orders)}; a minus turns it about. Without it the newest come first",
        }
        choices = self.filters[name].choices if name in self.filters else ()
        return described.get(name) or (
            f"One of {', '.join(choices)}" if choices else "Only rows with this value"
        )

    async def page(self, db: Reader, path: str, asked: Mapping[str, str | None]) -> Response[list[Any]]:
        query = await self._query(db, asked)
        found = await self.plan.find(db, query._replace(limit=query.limit + 1), COUNT_BOUND)
        shown = found.rows[: query.limit]
        headers = {"X-Total-Count": str(found.number)}
        if len(found.rows) > query.limit:
            headers["Link"] = f'<{path}?{_next(asked, shown[-1].place)}>; rel="next"'
        return Response(self._as_models(shown), headers=headers)

    async def newest(self, db: Reader, words: str, most: int) -> list[Any]:
        """The newest rows that hold the words."""
        query = await self._query(db, {"q": words})
        found = await self.plan.find(db, query._replace(limit=most), FEW)
        return self._as_models(found.rows)

    def _as_models(self, rows: Sequence[Row]) -> list[Any]:
        return [self.row(*row.shown) for row in rows]

    def _order(self, asked: Mapping[str, str | None]) -> Order:
        """The order that is asked for.

        Raises:
            Invalid: there is no such order, or not without a filter.
        """
        name = asked.get("sort")
        if not name:
            return self.plan.usual
        order = self.orders.get(name)
        if order is None:
            raise Invalid({"sort": NOT_LISTED})
        if order.needs and not any((asked.get(need) or "").strip() for need in order.needs):
            raise Invalid({"sort": f"Please choose {' or '.join(order.needs)} too for this order"})
        return order

    async def _query(self, db: Reader, asked: Mapping[str, str | None]) -> Query:
        """What the parameters of an address ask for; raises Invalid, naming every one at fault."""
        order = self._order(asked)
        faults: dict[str, str] = {}
        values: dict[str, Any] = dict(self.given(db.actor)) if self.given else {}
        limit = _limit(asked.get("limit"), faults)
        if cursor := asked.get("cursor"):
            values |= _position(cursor, order, faults)
        values |= self._looked_for(asked.get("q") or "")
        used = [name for name in (WORDS, NUMBER) if name in values]
        for name, rule in self.filters.items():
            word = (asked.get(name) or "").strip()
            if not word:
                continue
            if (rule.choices and word not in rule.choices) or len(word) > LONGEST_QUERY or "\x00" in word:
                faults[name] = NOT_LISTED
                continue
            values |= await rule.placed(f"f_{name}", word, db)
            used.append(name)
        if faults:
            raise Invalid(faults)
        return Query(order, tuple(used), values, limit)

    def _looked_for(self, typed: str) -> dict[str, str]:
        """The words, and the digits where they may be a telephone number, by their placeholders."""
        found = {WORDS: words} if (words := pattern(typed)) else {}
        number = phone_wanted(typed) if issubclass(self.entity, Telephoned) else None
        return found | ({NUMBER: f"%{number}%"} if number and number != typed.strip() else {})


def _asked(by: Mapping[str, str | None]) -> dict[str, str | None]:
    """What is asked for, by the names of the query's parameters."""
    return {name.removeprefix("by_"): word for name, word in by.items()}


def columns_of(entity: Any, row: type[ResponseModel], given: Mapping[str, Any]) -> list[Any]:
    """The columns that a row shows, in its order; `given` has those that the entity does not have under the same name.

    Raises:
        TypeError: a field has no column, or something given is no field.
    """
    if unknown := given.keys() - set(row.__struct_fields__):
        raise TypeError(f"{row.__name__} has no field {', '.join(sorted(unknown))}.")
    columns = [given.get(name, getattr(entity, name, None)) for name in row.__struct_fields__]
    for name, column in zip(row.__struct_fields__, columns, strict=True):
        if column is None:
            raise TypeError(f"{entity.__name__} has no column for the field {name} of {row.__name__}.")
    return columns


def _limit(given: str | None, faults: dict[str, str]) -> int:
    if not given:
        return PAGE
    if not (given.isascii() and given.isdigit() and len(given) < 6 and int(given) > 0):
        faults["limit"] = f"Please ask for 1 to {LONGEST_PAGE} rows"
        return PAGE
    return min(int(given), LONGEST_PAGE)


def _next(asked: Mapping[str, str | None], last: Sequence[Any]) -> str:
    position = " ".join(
        part.astimezone(UTC).isoformat() if isinstance(part, datetime) else quote(str(part)) for part in last
    )
    cursor = base64.urlsafe_b64encode(position.encode()).decode().rstrip("=")
    kept = {name: value for name, value in asked.items() if value and name != "cursor"}
    return urlencode(kept | {"cursor": cursor})


def _position(cursor: str, order: Order, faults: dict[str, str]) -> dict[str, Any]:
    """The values of a cursor, by their placeholders."""
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        *words, id = map(unquote, raw.split(" "))
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
    return word if kind is str and "\x00" not in word else moment_of(word)


def moment_of(word: str) -> datetime:
    """A time of a cursor.

    Raises:
        ValueError, OverflowError: it is none, or in no time zone.
    """
    moment = datetime.fromisoformat(word)
    if moment.tzinfo is None:
        raise ValueError
    return moment.astimezone(UTC)
