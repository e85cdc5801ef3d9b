"""The door: how a handler becomes a route. Flag, session, strict body, answer, commit, errors.

`read` and `change` take who may pass (`may`, no default: forgetting it is an error at import) and open a
session for the caller. The handler returns a row or an answer; the door shapes it, commits before the answer
leaves, and sets the `ETag`. Lists have their own way through the same door (`core/listing.py`).
"""

from __future__ import annotations

import inspect
import logging
import typing
from collections.abc import Awaitable, Callable
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
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm.exc import StaleDataError

from duskline.access import WEBSITE, Actor, May
from duskline.core import wire
from duskline.core.audit import Caller
from duskline.core.db import Base, Database, Reader, is_busy_or_away
from duskline.core.errors import (
    Changed,
    Conflict,
    ErrorBody,
    Forbidden,
    NotSignedIn,
    Refusal,
    Unavailable,
)
from duskline.core.files import Files
from duskline.core.forms import operation_of
from duskline.core.logs import FIELDS
from duskline.core.security import happened
from duskline.core.wire import Answer, Body

logger = logging.getLogger("duskline.door")

STALE_TRIES = 3
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
Room = Callable[..., Awaitable[Any]]


class House(Protocol):
    """What the door needs from the composition root, kept at `app.state.house`."""

    database: Database
    files: Files
    public_url: str

    async def actor_of(self, request: Any) -> Actor | None: ...

    async def show_content(self) -> None: ...


def read(
    path: str, *, may: May, answer: Any = None, statuses: tuple[int, ...] = (), media_type: str | None = None
) -> Callable[[Room], HTTPRouteHandler]:
    """A GET on `reads`: nothing can be written behind it. `answer` shapes a returned row."""

    def route(room: Room) -> HTTPRouteHandler:
        async def handle(request: Request[Any, Any, Any], **given: Any) -> Any:
            async with request.app.state.house.database.reading(actor(request)) as db:
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
    body_limit: int = wire.MAX_BODY,
    form: type[Body] | None = None,
) -> Callable[[Room], HTTPRouteHandler]:
    """A `post`, `patch` or `delete` in one transaction on `writes`, committed before the answer leaves.

    `statuses` documents refusals beyond those of the door itself; `form` documents the texts that come with an image; the room receives both by `images.received`.
    """

    def route(room: Room) -> HTTPRouteHandler:
        async def handle(request: Request[Any, Any, Any], **given: Any) -> Any:
            expects = _expected_version(request)
            for last in [*[False] * (STALE_TRIES - 1), True]:
                try:
                    return await attempt(request, given, expects)
                except StaleDataError:
                    # Without If-Match the last write wins per field: read again and apply again.
                    if last or expects is not None:
                        raise Changed from None
            raise AssertionError

        async def attempt(request: Request[Any, Any, Any], given: dict[str, Any], expects: int | None) -> Any:
            async with request.app.state.house.database.changing(actor(request), expects) as db:
                db.info["caller"] = caller(request)
                result = await call(db, request, given)
                await db.flush()
                shaped = _answer(result, answer)
                await db.commit()
                if db.info.get("content_changed"):
                    await request.app.state.house.show_content()
                return shaped

        call = _caller_of(room)
        takes_body = form is not None or "data" in inspect.signature(room).parameters
        options = _options(
            may, (*statuses, 403, 409), (404,) if "{" in path else (), (413, 415) if takes_body else ()
        )
        if form is not None:
            options["operation_class"] = operation_of(form)
        code = {} if status is None else {"status_code": status}
        decorated: HTTPRouteHandler = method(path, request_max_body_size=body_limit, **code, **options)(
            _dress(handle, room, answer)
        )
        return decorated

    return route


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


def _caller_of(room: Room) -> Callable[[Any, Request[Any, Any, Any], dict[str, Any]], Awaitable[Any]]:
    if "request" in inspect.signature(room).parameters:
        return lambda db, request, given: room(db, request=request, **given)
    return lambda db, _request, given: room(db, **given)


def _dress(handle: Any, room: Room, answer: Any) -> Any:
    """Gives the wrapper the room's own signature (less `db`), so that Litestar and OpenAPI see it."""
    hints = typing.get_type_hints(room, include_extras=True)
    parameters = list(inspect.signature(room).parameters.values())[1:]
    kept = [p.replace(annotation=_marked(p.name, hints[p.name])) for p in parameters if p.name != "request"]
    first = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)
    returns = answer if answer is not None else hints.get("return")
    handle.__signature__ = inspect.Signature(
        [first, *[p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in kept]], return_annotation=returns
    )
    handle.__annotations__ = {"request": Request, **{p.name: p.annotation for p in kept}, "return": returns}
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
    429: "Too many", 503: "Busy, or the database is away",
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
