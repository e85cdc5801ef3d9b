"""The door: how a handler becomes a route. Flag, session, strict body, answer, commit, errors.

`read` and `change` take who may pass (`may`, no default: forgetting it is an error at import) and open a
session for the caller. The handler returns a row or an answer; the door shapes it, commits before the answer
leaves, and sets the `ETag`. A change asks who acts twice: before the body is received, and in the transaction.
Lists have their own way through the same door (`core/http/listing.py`).
"""

from __future__ import annotations

import functools
import inspect
import logging
import typing
from collections.abc import Awaitable, Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler, delete, get, patch, post
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import BodyKwarg, PathParameter
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm.exc import StaleDataError

from duskline.core.data.audit import Caller
from duskline.core.data.base import Base
from duskline.core.data.database import Database, Reader
from duskline.core.data.faults import is_busy_or_away
from duskline.core.data.session import Db, changing, reading
from duskline.core.errors import (
    Changed,
    Conflict,
    ErrorBody,
    Forbidden,
    NotFound,
    NotSignedIn,
    Refusal,
    Unavailable,
)
from duskline.core.files import Files
from duskline.core.http import bodies, idempotency
from duskline.core.http.bodies import Answer, Body
from duskline.core.http.forms import operation_of
from duskline.core.http.idempotency import Asked, AtWork, Operation, Turns
from duskline.core.http.rate_limits import Limit, spend_within
from duskline.core.http.security_log import happened
from duskline.core.logs import FIELDS
from duskline.core.media import images
from duskline.policy import WEBSITE, Actor, May, Scoped

logger = logging.getLogger("duskline.door")

STALE_TRIES = 3
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
Room = Callable[..., Awaitable[Any]]


class House(Protocol):
    """What the door needs from the composition root, kept at `app.state.house`."""

    database: Database
    files: Files
    public_url: str

    turns: Turns

    async def actor_of(self, request: Any) -> Actor | None: ...

    async def actor_within(self, db: Db, request: Any) -> Actor | None: ...

    async def show_content(self) -> None: ...


def read(
    path: str, *, may: May, answer: Any = None, statuses: tuple[int, ...] = (), media_type: str | None = None
) -> Callable[[Room], HTTPRouteHandler]:
    """A GET on `reads`: nothing can be written behind it. `answer` shapes a returned row."""

    def route(room: Room) -> HTTPRouteHandler:
        async def handle(request: Request[Any, Any, Any], **given: Any) -> Any:
            async with reading(request.app.state.house.database, actor(request)) as db:
                return _answer(await call(db, request, given), answer)

        call = _caller_of(room)
        options = _options(may, statuses, (404,) if "{" in path else ())
        return get(path, media_type=media_type, **options)(_dress(handle, room, answer))

    return route


def look(path: str, *, may: May) -> Callable[[Room], HTTPRouteHandler]:
    """A GET that runs prepared statements alone: its room gets a `Reader`, and no session is opened."""

    def route(room: Room) -> HTTPRouteHandler:
        async def handle(request: Request[Any, Any, Any], **given: Any) -> Any:
            return await call(Reader(request.app.state.house.database, actor(request)), request, given)

        call = _caller_of(room)
        return get(path, **_options(may))(_dress(handle, room, None))

    return route


def change(
    method: Callable[..., Any],
    path: str,
    *,
    may: May,
    answer: Any = None,
    status: int | None = None,
    statuses: tuple[int, ...] = (),
    body_limit: int = bodies.MAX_BODY,
    form: type[Body] | None = None,
    prepare: Room | None = None,
    limit: Limit | None = None,
    alone: str | None = None,
    repeatable: bool = True,
) -> Callable[[Room], HTTPRouteHandler]:
    """A `post`, `patch` or `delete`: what is slow first, then one transaction on `writes`, committed before the answer leaves.

    `statuses` documents refusals beyond those of the door itself. `form` names the texts that come with an image, as
    `data` and `image`. `prepare` does slow work before the transaction (SQLite has one writer) with the request and
    whatever of the path and content it names; the room gets what it answers as `prepared`. `limit` counts, for the
    caller's address, the calls that succeed. `alone` names a lock that is taken before all others. `repeatable`: an
    `Idempotency-Key` is taken and the answer kept; not where an answer holds a secret.
    """

    def route(room: Room) -> HTTPRouteHandler:
        async def handle(request: Request[Any, Any, Any], **given: Any) -> Any:
            return await way.go(request, given)

        takes_body = form is not None or "data" in inspect.signature(room).parameters
        options = _options(
            may,
            (*statuses, 403, 409),
            (404,) if "{" in path else (),
            (413, 415) if takes_body else (),
            (422,) if repeatable else (),
            (429,) if limit else (),
        )
        if form is not None:
            options["operation_class"] = operation_of(form)
        code = {} if status is None else {"status_code": status}
        hidden = {"request", "prepared", *(("data",) if form else ())}
        dressed = _dress(handle, room, answer, hidden, {"key": idempotency.Header} if repeatable else {})
        made: HTTPRouteHandler = method(path, request_max_body_size=body_limit, **code, **options)(dressed)
        way = Change(
            room=room, name=f"{method.__name__} {path}", may=may, answer=answer, status=made.status_code,
            form=form, prepare=prepare, limit=limit, alone=alone,
        )  # fmt: skip
        return made

    return route


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """How a request goes through a changing call, as `change` declares it."""

    room: Room
    name: str
    may: May
    answer: Any
    status: int
    form: type[Body] | None
    prepare: Room | None
    limit: Limit | None
    alone: str | None

    async def go(self, request: Request[Any, Any, Any], given: dict[str, Any]) -> Any:
        key = given.pop("key", None)
        if self.form is not None:
            given["data"], given["image"] = await images.received(request, self.form)
        if key is None:
            return await self._work(request, given, None)
        asked = idempotency.asked(key, actor(request), self.name, given)
        async with request.app.state.house.turns.turn(asked):
            return await self._work(request, given, asked)

    async def _work(self, request: Request[Any, Any, Any], given: dict[str, Any], asked: Asked | None) -> Any:
        if self.prepare is not None and not await self._is_done(request, asked):
            given["prepared"] = await self.prepare(**_named(self.prepare, {"request": request, **given}))
        expects = _expected_version(request)
        for last in [*[False] * (STALE_TRIES - 1), True]:
            try:
                return await self._attempt(request, given, asked, expects)
            except StaleDataError:
                # Without If-Match the last write wins per field: read again and apply again.
                if last or expects is not None:
                    raise Changed from None
        raise AssertionError

    async def _is_done(self, request: Request[Any, Any, Any], asked: Asked | None) -> bool:
        return asked is not None and await idempotency.is_kept(request.app.state.house.database, asked)

    async def _attempt(
        self, request: Request[Any, Any, Any], given: dict[str, Any], asked: Asked | None, expects: int | None
    ) -> Any:
        """One transaction. Locks in this order: `alone`, who acts, the key, the limit, then what the room finds."""
        house: House = request.app.state.house
        async with changing(house.database, actor(request), expects) as db:
            db.info["caller"] = caller(request)
            if self.alone is not None:
                await db.alone(self.alone)
            if self.may.session:
                await _stand_again(db, request, self.may)
            if asked is not None and (kept := await idempotency.claim(db, asked)) is not None:
                return await self._again(db, kept)
            if self.prepare is not None and "prepared" not in given:
                raise AtWork  # what was kept a moment ago has just expired
            if self.limit is not None:
                await spend_within(await db.connection(), (self.limit, caller(request).address))
            result = await self.room(db, **_named(self.room, {"request": request, **given}))
            await db.flush()
            shaped = _answer(result, self.answer)
            if asked is not None:
                shaped = await self._keep(db, asked, result, shaped)
            await db.commit()
            if db.info.get("content_changed"):
                await house.show_content()
            return shaped

    async def _keep(self, db: Db, asked: Asked, result: Any, shaped: Any) -> Response[Any]:
        etag = shaped.headers.get("ETag") if isinstance(shaped, Response) else None
        content = shaped.content if isinstance(shaped, Response) else shaped
        record = result.id if isinstance(result, Scoped) else None  # type: ignore[attr-defined]
        return await idempotency.keep(db, asked, content, self.status, etag, record)

    async def _again(self, db: Db, kept: Operation) -> Response[Any]:
        """The kept answer, while the record that it shows is still there within the caller's reach."""
        if kept.record_id is not None:
            entity: Any = typing.get_type_hints(self.room)["return"]
            if await db.scalar(select(entity.id).where(entity.id == kept.record_id)) is None:
                raise NotFound
        return idempotency.answered(kept.status or self.status, kept.answer, kept.etag)


def actor(request: Request[Any, Any, Any]) -> Actor:
    """Who acts: the signed-in person, or the website for visitors."""
    found: Actor | None = request.scope["state"].get("actor")
    return found or WEBSITE


def caller(request: Request[Any, Any, Any]) -> Caller:
    client = request.scope.get("client")
    return Caller(
        address=client[0] if client else "",
        agent=request.headers.get("user-agent", ""),
        request=request.scope["state"].get("request_id", ""),
    )


def _named(function: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """What a function's signature names of what there is."""
    return {name: given[name] for name in _names(function) if name in given}


@functools.cache
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _caller_of(room: Room) -> Callable[[Any, Request[Any, Any, Any], dict[str, Any]], Awaitable[Any]]:
    if "request" in inspect.signature(room).parameters:
        return lambda db, request, given: room(db, request=request, **given)
    return lambda db, _request, given: room(db, **given)


def _dress(
    handle: Any,
    room: Room,
    answer: Any,
    hidden: Collection[str] = ("request",),
    headers: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Gives the wrapper the room's own signature (less `db` and the hidden), so that Litestar and OpenAPI see it."""
    hints = typing.get_type_hints(room, include_extras=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    taken = [inspect.Parameter("request", keyword, annotation=Request)]
    taken += [
        parameter.replace(kind=keyword, annotation=_marked(name, hints[name]))
        for name, parameter in list(inspect.signature(room).parameters.items())[1:]
        if name not in hidden
    ]
    taken += [inspect.Parameter(name, keyword, annotation=of, default=None) for name, of in headers.items()]
    returns = answer if answer is not None else hints.get("return")
    handle.__signature__ = inspect.Signature(taken, return_annotation=returns)
    handle.__annotations__ = {each.name: each.annotation for each in taken} | {"return": returns}
    handle.__name__, handle.__doc__, handle.__module__ = room.__name__, room.__doc__, room.__module__
    return handle


def _marked(name: str, hint: Any) -> Any:
    """Says where a parameter comes from: the body, or the path unless the room says otherwise."""
    if typing.get_origin(hint) is typing.Annotated:
        return hint
    return typing.Annotated[hint, BodyKwarg() if name == "data" else PathParameter()]


def _answer(result: Any, answer: Any) -> Any:
    if not isinstance(result, Base):
        return result
    content = shape(result, answer)
    version = getattr(result, "version", None)
    return Response(content, headers={} if version is None else {"ETag": f'"{version}"'})


def shape(row: Any, answer: type[Answer]) -> Answer:
    """A row -> what the call answers, by the names of the answer's fields."""
    return msgspec.convert(row, answer, from_attributes=True)


def _expected_version(request: Request[Any, Any, Any]) -> int | None:
    header = request.headers.get("if-match", "").strip()
    if not header or header == "*":
        return None
    tag = header.removeprefix("W/").strip('"')
    return int(tag) if tag.isascii() and tag.isdigit() and len(tag) < 10 else -1


def _options(may: May, *statuses: tuple[int, ...]) -> dict[str, Any]:
    listed = {code for group in statuses for code in group} | {400, 503}
    if may.session:
        listed |= {401, 403}
    return {
        "guards": [_stand_guard],
        "opt": {"may": may},
        "responses": {
            code: ResponseSpec(ErrorBody, description=_MEANINGS.get(code, "Refused"), generate_examples=False)
            for code in sorted(listed)
        },
    }


_MEANINGS = {
    400: "Not valid", 401: "Not signed in", 403: "Not allowed", 404: "Unknown or out of reach",
    409: "Changed meanwhile, or in conflict", 413: "Too large", 415: "Wrong content type",
    422: "The Idempotency-Key was used for other content", 429: "Too many", 503: "Busy, or the database is away",
}  # fmt: skip


async def _stand_guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    may: May = handler.opt["may"]
    house: House = connection.app.state.house
    if connection.scope["method"] not in SAFE_METHODS:  # type: ignore[typeddict-item]
        _refuse_cross_site(connection, house.public_url)
    if not may.session:
        return
    who = await house.actor_of(connection)
    if who is None:
        raise NotSignedIn
    if not may.lets(who):
        raise Forbidden
    connection.scope["state"]["actor"] = who


async def _stand_again(db: Db, request: Request[Any, Any, Any], may: May) -> None:
    """Asks once more where the work happens: a body may take minutes, and its sender lose the right meanwhile.

    Whoever takes it away from here on waits for the commit.
    """
    who = await request.app.state.house.actor_within(db, request)
    if who is None:
        raise NotSignedIn
    if not may.lets(who):
        raise Forbidden
    db.info["actor"] = request.scope["state"]["actor"] = who


def _refuse_cross_site(connection: ASGIConnection[Any, Any, Any, Any], public_url: str) -> None:
    """Writes come from our own pages. Judged by Sec-Fetch-Site, then Origin; a program sends neither."""
    refusal = Forbidden("This request came from another site.")
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise refusal
        return
    origin = connection.headers.get("origin")
    if origin is None:
        return
    own = {public_url, f"{urlsplit(public_url).scheme}://{connection.headers.get('host', '')}"}
    if origin not in own:
        raise refusal


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Any exception -> an answer in the one shape. What nobody foresaw is logged and stays private."""
    refusal = _refusal(error)
    if refusal is None:
        logger.error("request failed", exc_info=error, extra={FIELDS: {"path": request.url.path}})
        refusal = Refusal(500, "Something went wrong on our side. Please try again.")
    if refusal.event is not None:
        message, fields = refusal.event
        happened(message, caller(request), **fields)
    return Response(
        refusal.body(), status_code=refusal.status, headers=refusal.headers, media_type="application/json"
    )


def _refusal(error: Exception) -> Refusal | None:
    match error:
        case Refusal():
            return error
        case StaleDataError():
            return Changed()
        case IntegrityError():
            return Conflict("This conflicts with a record that already exists.")
        case PoolTimeout() | OSError():
            return Unavailable()
        case ValidationException():
            return _invalid_request(error)
        case HTTPException():
            sentence = _HTTP_SENTENCES.get(error.status_code, "This request is not valid.")
            return Refusal(error.status_code, sentence, headers=error.headers)  # 405 says what is allowed
        case _:
            return Unavailable() if is_busy_or_away(error) else None


_HTTP_SENTENCES = {
    404: "Not found.",
    405: "This address does not answer that method.",
    413: "The request is too large.",
}


def _invalid_request(error: ValidationException) -> Refusal:
    fields = {
        str(item.get("key", "request")): "This value is not valid"
        for item in (error.extra if isinstance(error.extra, list) else [])
    }
    if not fields or "data" in fields:
        return Refusal(400, "The request body must be a JSON object.")
    return Refusal(400, next(iter(fields.values())), fields)


__all__ = [
    "actor",
    "caller",
    "change",
    "delete",
    "look",
    "patch",
    "post",
    "read",
    "refuse",
    "shape",
]
