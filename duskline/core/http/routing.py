"""How a handler becomes a route: authorization, session, strict body, commit, response model.

`read` and `change` take who may pass (`may`, no default: forgetting it is an error at import) and open a
session for the caller. The handler returns a row or a response; a row is shaped by `returns`, the transaction is
committed before the response leaves, and the `ETag` is set. A change asks who acts twice: before the body is received,
and in the transaction. Lists have a route of their own (`core/http/listing.py`).
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Awaitable, Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Protocol

import msgspec
from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler, delete, get, patch, post
from litestar.openapi import ResponseSpec
from litestar.params import BodyKwarg, PathParameter
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm.exc import StaleDataError

from duskline.core.data.base import Base
from duskline.core.data.calls import Operation
from duskline.core.data.database import Reader
from duskline.core.data.faults import is_deadlock
from duskline.core.data.session import Db, changing, reading
from duskline.core.http import idempotency
from duskline.core.http.authorization import authorize, authorize_again
from duskline.core.http.context import actor, caller, services_of
from duskline.core.http.forms import operation_of
from duskline.core.http.idempotency import InProgress, KeyedRequest
from duskline.core.http.parameters import refuse_unknown
from duskline.core.http.rate_limits import Limit, spend_within
from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import (
    Changed,
    ErrorBody,
    NotFound,
)
from duskline.core.values import bodies
from duskline.core.values.bodies import Body, ResponseModel
from duskline.policy import May, Scoped

TRIES = 3
Handler = Callable[..., Awaitable[Any]]


class Form(Protocol):
    """A body of several parts: what the OpenAPI document says of it, and how it is received."""

    @property
    def fields(self) -> type[Body]: ...

    @property
    def file(self) -> str: ...

    @property
    def optional(self) -> bool: ...

    async def received(self, request: StrictRequest) -> dict[str, Any]: ...


def read(
    path: str, *, may: May, returns: Any = None, statuses: tuple[int, ...] = (), media_type: str | None = None
) -> Callable[[Handler], HTTPRouteHandler]:
    """A GET on `reads`: nothing can be written behind it. `returns` shapes a returned row."""

    def route(handler: Handler) -> HTTPRouteHandler:
        async def handle(request: StrictRequest, **given: Any) -> Any:
            async with reading(services_of(request).database, actor(request)) as db:
                return _respond(await call(db, request, given), returns)

        call = _caller_of(handler)
        options = route_options(may, statuses, (404,) if "{" in path else ())
        return get(path, media_type=media_type, **options)(_with_signature(handle, handler, returns))

    return route


def read_rows(
    path: str,
    *,
    may: May,
    renews: bool = True,
    statuses: tuple[int, ...] = (),
    media_type: str | None = None,
) -> Callable[[Handler], HTTPRouteHandler]:
    """A GET that runs prepared statements alone: its handler gets a `Reader`, and no session is opened.

    `renews`: whether asking counts as using the panel; not where the panel asks by itself.
    """

    def route(handler: Handler) -> HTTPRouteHandler:
        async def handle(request: StrictRequest, **given: Any) -> Any:
            return await call(Reader(services_of(request).database, actor(request)), request, given)

        call = _caller_of(handler)
        options = route_options(may, statuses, (404,) if "{" in path else ())
        options["opt"]["renews"] = renews
        return get(path, media_type=media_type, **options)(_with_signature(handle, handler, None))

    return route


def change(
    method: Callable[..., Any],
    path: str,
    *,
    may: May,
    returns: Any = None,
    status: int | None = None,
    statuses: tuple[int, ...] = (),
    body_limit: int = bodies.MAX_BODY,
    form: Form | None = None,
    prepare: Handler | None = None,
    limit: Limit | None = None,
    limited: Callable[..., str] | None = None,
    lock: str | None = None,
    repeatable: bool = True,
    media_type: str | None = None,
    from_anywhere: bool = False,
    shows: type[Scoped] | None = None,
    shown: Callable[..., str | None] | None = None,
) -> Callable[[Handler], HTTPRouteHandler]:
    """A `post`, `patch` or `delete`: what is slow first, then one transaction on `writes`, committed before the response leaves.

    `statuses` documents refusals beyond those of every change. `form` reads a body that is no JSON, into `data` and
    whatever else it brings. `prepare` does slow work before the transaction (SQLite has one writer) with the request and
    whatever of the path and content it names; the handler gets what it returns as `prepared`. `limit` counts the calls that
    succeed, for the caller's address or for what `limited` makes of the same and of `prepared`. `lock` names an advisory lock that is taken before all others.
    `repeatable`: an `Idempotency-Key` is taken and the response kept; not where a response holds a secret,
    or the name of what may be out of reach by the time of a repeat. `from_anywhere`: also from other sites, as the
    caller proves by a secret what may be done, and no cookie counts. `shows`: what the answer is about where the handler returns
    no row of it, by the path's id, else by the answer's, or by what `shown` makes of the content.
    """

    def route(handler: Handler) -> HTTPRouteHandler:
        async def handle(request: StrictRequest, **given: Any) -> Any:
            return await change_handler.run(request, given)

        takes_body = form is not None or "data" in inspect.signature(handler).parameters
        options = route_options(
            may,
            (*statuses, 403, 409),
            (404,) if "{" in path else (),
            (413, 415) if takes_body else (),
            (422,) if repeatable else (),
            (429,) if limit else (),
        )
        if form is not None:
            options["operation_class"] = operation_of(form.fields, form.file, optional=form.optional)
        options["opt"]["from_anywhere"] = from_anywhere
        code = {} if status is None else {"status_code": status}
        hidden = {"request", "prepared", *(("data",) if form else ())}
        signed = _with_signature(
            handle, handler, returns, hidden, {"key": idempotency.Header} if repeatable else {}
        )
        made: HTTPRouteHandler = method(
            path, request_max_body_size=body_limit, media_type=media_type, **code, **options
        )(signed)
        change_handler = ChangeHandler(
            handler=handler, name=f"{method.__name__} {path}", may=may, returns=returns, status=made.status_code,
            form=form, prepare=prepare, limit=limit, limited=limited, lock=lock, shows=shows, shown=shown,
        )  # fmt: skip
        made.opt["change"] = change_handler
        return made

    return route


class ChangeHandler(msgspec.Struct, frozen=True, kw_only=True):
    """How a request goes through a changing call, as `change` declares it."""

    handler: Handler
    name: str
    may: May
    returns: Any
    status: int
    form: Form | None
    prepare: Handler | None
    limit: Limit | None
    limited: Callable[..., str] | None
    lock: str | None
    shows: type[Scoped] | None
    shown: Callable[..., str | None] | None

    async def run(self, request: StrictRequest, given: dict[str, Any]) -> Any:
        key = given.pop("key", None)
        if self.form is not None:
            given |= await self.form.received(request)
        return await self.once(request, given, key, _expected_version(request))

    async def once(
        self, request: StrictRequest, given: dict[str, Any], key: str | None, expects: int | None
    ) -> Any:
        """Done once under a key, however often it is sent; `expects` is the version that the caller saw."""
        if key is None:
            return await self._work(request, given, None, expects)
        asked = idempotency.asked(key, actor(request), self.name, given)
        async with services_of(request).repeats.turn(asked):
            return await self._work(request, given, asked, expects)

    async def tried(self, request: StrictRequest, given: dict[str, Any], expects: int | None) -> Any:
        """What would be answered; nothing of it stays."""
        return await self._work(request, given, None, expects, stays=False)

    async def _work(
        self,
        request: StrictRequest,
        given: dict[str, Any],
        asked: KeyedRequest | None,
        expects: int | None,
        *,
        stays: bool = True,
    ) -> Any:
        if self.prepare is not None and not await self._is_done(request, asked):
            given["prepared"] = await self.prepare(**_named(self.prepare, {"request": request, **given}))
        for last in [*[False] * (TRIES - 1), True]:
            try:
                return await self._attempt(request, given, asked, expects, stays)
            except StaleDataError:
                # Without If-Match the last write wins per field: read again and apply again.
                if last or expects is not None:
                    raise Changed from None
            except DBAPIError as fault:
                # The actor is held too, so two who edit each other, or one person twice, may wait for one another.
                if last or not is_deadlock(fault):
                    raise
        raise AssertionError

    async def _is_done(self, request: StrictRequest, asked: KeyedRequest | None) -> bool:
        return asked is not None and await idempotency.is_kept(services_of(request).database, asked)

    async def _attempt(
        self,
        request: StrictRequest,
        given: dict[str, Any],
        asked: KeyedRequest | None,
        expects: int | None,
        stays: bool,
    ) -> Any:
        """One transaction, which is rolled back unless it `stays`. Locks in this order: `lock`, who acts, the key, the limit, then what the handler finds."""
        services = services_of(request)
        async with changing(services.database, actor(request), expects) as db:
            db.info["caller"] = caller(request)
            if self.lock is not None:
                await db.advisory_lock(self.lock)
            if self.may.session:
                await authorize_again(db, request, self.may)
            if asked is not None and (kept := await idempotency.claim(db, asked)) is not None:
                return await self._again(db, kept)
            if self.prepare is not None and "prepared" not in given:
                raise InProgress  # what was kept a moment ago has just expired
            if self.limit is not None:
                await spend_within(await db.connection(), (self.limit, self._counted(request, given)))
            result = await self.handler(db, **_named(self.handler, {"request": request, **given}))
            await db.flush()
            shaped = _respond(result, self.returns)
            if not stays:
                return shaped
            if asked is not None:
                shaped = await self._keep(db, asked, self._shown(result, given), shaped)
            await db.commit()
            if db.info.get("content_changed"):
                await services.show_content()
            return shaped

    def _counted(self, request: StrictRequest, given: dict[str, Any]) -> str:
        """For whom the call counts."""
        if self.limited is None:
            return caller(request).address
        return self.limited(**_named(self.limited, {"request": request, **given}))

    async def _keep(self, db: Db, asked: KeyedRequest, record: str | None, shaped: Any) -> Response[Any]:
        etag = shaped.headers.get("ETag") if isinstance(shaped, Response) else None
        content = shaped.content if isinstance(shaped, Response) else shaped
        return await idempotency.keep(db, asked, content, self.status, etag, record)

    def _shown(self, result: Any, given: dict[str, Any]) -> str | None:
        """The record in whose scope the answer lies, or of which a visitor is shown something."""
        if self.shown is not None:
            return self.shown(**_named(self.shown, given))
        if self.shows is not None:
            return str(given["id"] if "id" in given else result.id)  # noqa: SIM401 not every answer has an id
        return result.id if isinstance(result, Scoped) else None  # type: ignore[attr-defined]

    async def _again(self, db: Db, kept: Operation) -> Response[Any]:
        """Returns the kept answer, while the record that it shows is still there in the caller's scope.

        Where it shows a row that was changed since, `Version-Now` is the row's version by now.
        """
        answer = idempotency.answered(kept.status or self.status, kept.answer, kept.etag)
        entity: Any = self.shows or typing.get_type_hints(self.handler)["return"]
        # A visitor sees no records: what lets them in is what they sent.
        if kept.record_id is None or not issubclass(entity, Scoped):
            return answer
        is_versioned = self.shows is None and kept.etag is not None
        asked = entity.version if is_versioned else entity.id
        found = await db.scalar(select(asked).where(entity.id == kept.record_id))
        if found is None:
            raise NotFound
        if is_versioned and _tag(found) != kept.etag:
            answer.headers["Version-Now"] = _tag(found)
        return answer


def _named(function: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """What a function's signature names of what there is."""
    return {name: given[name] for name in _names(function) if name in given}


@functools.cache
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _caller_of(handler: Handler) -> Callable[[Any, StrictRequest, dict[str, Any]], Awaitable[Any]]:
    if "request" in inspect.signature(handler).parameters:
        return lambda db, request, given: handler(db, request=request, **given)
    return lambda db, _request, given: handler(db, **given)


def _with_signature(
    handle: Any,
    handler: Handler,
    returns: Any,
    hidden: Collection[str] = ("request",),
    headers: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Gives the wrapper the handler's own signature (less `db` and the hidden), so that Litestar and OpenAPI see it."""
    hints = typing.get_type_hints(handler, include_extras=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    taken = [inspect.Parameter("request", keyword, annotation=Request)]
    taken += [
        parameter.replace(kind=keyword, annotation=_marked(name, hints[name]))
        for name, parameter in list(inspect.signature(handler).parameters.items())[1:]
        if name not in hidden
    ]
    taken += [inspect.Parameter(name, keyword, annotation=of, default=None) for name, of in headers.items()]
    returns = returns if returns is not None else hints.get("return")
    handle.__signature__ = inspect.Signature(taken, return_annotation=returns)
    handle.__annotations__ = {each.name: each.annotation for each in taken} | {"return": returns}
    handle.__name__, handle.__doc__, handle.__module__ = handler.__name__, handler.__doc__, handler.__module__
    return handle


def _marked(name: str, hint: Any) -> Any:
    """Says where a parameter comes from: the body, or the path unless the handler says otherwise."""
    if typing.get_origin(hint) is typing.Annotated:
        return hint
    return typing.Annotated[hint, BodyKwarg() if name == "data" else PathParameter()]


def _respond(result: Any, returns: Any) -> Any:
    """Returns the answer: a row in the shape of the call, and with each version its `ETag`, so that the next change can go on from it."""
    version = getattr(result, "version", None)
    content = shape(result, returns) if isinstance(result, Base) else result
    return content if version is None else Response(content, headers={"ETag": _tag(version)})


def _tag(version: int) -> str:
    """Returns a row's version as an entity tag."""
    return f'"{version}"'


def shape(row: Any, model: type[ResponseModel]) -> ResponseModel:
    """A row -> what the call answers, by the names of the answer's fields."""
    return msgspec.convert(row, model, from_attributes=True)


def _expected_version(request: StrictRequest) -> int | None:
    header = request.headers.get("if-match", "").strip()
    if not header or header == "*":
        return None
    tag = header.removeprefix("W/").strip('"')
    return int(tag) if tag.isascii() and tag.isdigit() and len(tag) < 10 else -1


def route_options(may: May, *statuses: tuple[int, ...]) -> dict[str, Any]:
    """What a route says of itself: who may pass, and the refusals that it documents."""
    listed = {code for group in statuses for code in group} | {400, 503}
    if may.session:
        listed |= {401, 403, 412}
    return {
        "guards": [authorize, refuse_unknown],
        "opt": {"may": may},
        "responses": {
            code: ResponseSpec(ErrorBody, description=_MEANINGS.get(code, "Refused"), generate_examples=False)
            for code in sorted(listed)
        },
    }


_MEANINGS = {
    400: "Not valid", 401: "Not signed in", 403: "Not allowed", 404: "Unknown or out of scope",
    409: "Changed meanwhile, or in conflict", 412: "The session is not of the person whom X-Person names",
    413: "Too large", 415: "Wrong content type",
    422: "The Idempotency-Key was used for other content", 429: "Too many", 503: "Busy, or the database is away",
}  # fmt: skip


__all__ = [
    "change",
    "delete",
    "patch",
    "post",
    "read",
    "read_rows",
    "route_options",
    "shape",
]
