"""The outermost middleware: every request enters and every response leaves through here.

It refuses addresses that are no text and hosts that are not ours, ends senders that stall, believes a proxy only when
told to, sends the security headers with every status, turns an escaped exception into the one shape and writes the
access line.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from random import getrandbits
from time import perf_counter
from typing import Protocol
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec

from duskline.core.http.addresses import address_of, network_of
from duskline.core.http.asgi import ASGIApp, ASGIScope, Headers, Message, Receive, Send
from duskline.core.http.responses import NO_CONTENT_POLICY, RETRY_SOON, Served, send_served
from duskline.core.system.errors import Refusal
from duskline.core.system.logs import FIELDS, write_at_once
from duskline.core.values.tokens import without_secrets
from duskline.settings import Network, is_loopback

access = logging.getLogger("duskline.access")
logger = logging.getLogger("duskline.middleware")

STALL_SECONDS = 30.0
"""How long a sender may pause within a body."""
BODY_SECONDS = 300.0
"""How long a body may take in all."""
MOST_ARRIVING = 32
"""Unfinished bodies of one household."""
HEALTH_PATHS = ("/healthz", "/readyz")
CALL_PATHS = ("/api", "/uploads", *HEALTH_PATHS)
PICTURE_PATHS = ("/img/", "/uploads/")
"""What is below them is shown elsewhere too: in a newsletter, read on the page of a mail provider."""

SECURITY: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
]
SHOWN_HERE = (b"cross-origin-resource-policy", b"same-origin")
SHOWN_ELSEWHERE = (b"cross-origin-resource-policy", b"cross-origin")
HSTS = "max-age=63072000"
NO_STORE = (b"cache-control", b"no-store")
SAID = {
    400: "This address is not valid.",
    404: "Page Not Found",
    408: "The request took too long to arrive. Please try again.",
    421: "This site is not at this address.",
    429: "Too many requests at once. Please try again in a moment.",
    500: "Something went wrong. Please try again.",
}
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
HOST = re.compile(rb"[\w.:\[\]-]+", re.ASCII)
PLAIN = re.compile(rb"[\w/.-]*", re.ASCII)


class SenderRefused(Refusal):
    """The body is not waited for any longer: it stalls, or too many others of the same household are under way."""

    def __init__(self, status: int) -> None:
        super().__init__(status, SAID[status])


class Site(Protocol):
    """What answers all that is no call, with a page for every refusal."""

    async def __call__(self, scope: ASGIScope, receive: Receive, send: Send) -> None: ...

    def failure(self, status: int, said: str) -> Served: ...


class EdgeMiddleware:
    """ASGI application around the calls (`calls`) and the site (`pages`)."""

    def __init__(
        self,
        calls: ASGIApp,
        pages: Site,
        *,
        public_url: str,
        hsts_subdomains: bool = False,
        trusted_proxies: Sequence[Network] = (),
        call_paths: Sequence[str] = CALL_PATHS,
        health_paths: Sequence[str] = HEALTH_PATHS,
        stall_seconds: float = STALL_SECONDS,
    ) -> None:
        """Paths equal to or under one of `call_paths` go to the calls, all others to the pages.

        Only requests for the host of `public_url` are answered; `health_paths` are for probes, which know an address.
        """
        self.calls, self.pages = calls, pages
        self.host = urlsplit(public_url).hostname or ""
        self.health_paths = tuple(health_paths)
        self.trusted_proxies = tuple(trusted_proxies)
        self.call_paths = tuple(call_paths)
        self.under_call_paths = tuple(f"{path}/" for path in call_paths)
        self.stall_seconds = stall_seconds
        self.arriving: Counter[str] = Counter()
        self.security = [*SECURITY, *hsts(public_url, hsts_subdomains)]

    async def __call__(self, scope: ASGIScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await Exchange(self, scope, receive, send).run()
        elif scope["type"] == "lifespan":
            await self.calls(scope, receive, send)

    def is_call(self, path: str) -> bool:
        """Whether the path belongs to the calls."""
        return path in self.call_paths or path.startswith(self.under_call_paths)


class Exchange:
    """One request and its response on their way through."""

    __slots__ = (
        "arrived",
        "edge",
        "id",
        "is_call",
        "receive",
        "refused",
        "scope",
        "send",
        "sender",
        "started",
        "status",
        "until",
    )

    def __init__(self, edge: EdgeMiddleware, scope: ASGIScope, receive: Receive, send: Send) -> None:
        self.edge, self.scope, self.receive, self.send = edge, scope, receive, send
        self.id = f"{getrandbits(64):016x}"  # names a request in the log; no secret
        self.is_call = edge.is_call(scope["path"])
        self.started = perf_counter()
        self.status = 0
        self.arrived = False
        self.refused = 0  # the status with which the sender was refused
        self.sender = ""  # the household, while its body arrives
        self.until = 0.0

    async def run(self) -> None:
        """Let the request in, and see to it that some answer leaves."""
        scope = self.scope
        scope["client"] = (address_of(scope, self.edge.trusted_proxies), 0)
        scope.setdefault("state", {})["request_id"] = self.id
        try:
            if fault := fault_of_address(scope):
                await self.answer(400 if self.is_call else fault)
            elif not self.is_ours():
                await self.answer(421)
            else:
                await self.enter()
        except Exception:
            logger.exception(
                "unhandled", extra={FIELDS: {"request": self.id, "path": without_secrets(scope["path"])}}
            )
            if self.status:
                raise
            await self.answer(500)
        finally:
            self.end_arrival()
            self.write_line()

    def is_ours(self) -> bool:
        """Whether the request names the host that this site is served under."""
        if self.scope["path"] in self.edge.health_paths:
            return True
        named = [value for name, value in self.scope["headers"] if name == b"host"]
        return len(named) == 1 and is_host(named[0], self.edge.host)

    async def enter(self) -> None:
        """Run the application behind; a refused sender is told so whatever that made of it."""
        app: ASGIApp = self.edge.calls if self.is_call else self.edge.pages
        receive = self.hurried if has_body(self.scope) else self.receive
        asked = {**self.scope, "method": "GET"} if self.scope["method"] == "HEAD" else self.scope
        with suppress(SenderRefused):
            await app(asked, receive, self.leave)
        if self.refused and not self.status:
            await self.answer(self.refused)

    async def hurried(self) -> Message:
        """The next part of the body, or SenderRefused."""
        if self.arrived:
            return await self.receive()
        now = perf_counter()
        if not self.until:
            self.until = now + BODY_SECONDS
            self.begin_arrival()
        try:
            async with asyncio.timeout(min(self.edge.stall_seconds, self.until - now)):
                message = await self.receive()
        except TimeoutError:
            raise self.refusal(408) from None
        if not message.get("more_body"):
            self.arrived = True
            self.end_arrival()
        return message

    def begin_arrival(self) -> None:
        """Count a body that begins to arrive; raises SenderRefused where the household sends too many at once."""
        household = network_of(self.scope["client"][0])
        if self.edge.arriving[household] >= MOST_ARRIVING:
            raise self.refusal(429)
        self.edge.arriving[household] += 1
        self.sender = household

    def end_arrival(self) -> None:
        if self.sender:
            self.edge.arriving[self.sender] -= 1
            if not self.edge.arriving[self.sender]:
                del self.edge.arriving[self.sender]
            self.sender = ""

    def refusal(self, status: int) -> SenderRefused:
        self.refused = status
        return SenderRefused(status)

    async def leave(self, message: Message) -> None:
        """Send on what the application answers, with our headers; to HEAD, what GET would get without its body."""
        if self.refused:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = self.with_headers(message.get("headers", ()))
        elif self.scope["method"] == "HEAD":
            message = {**message, "body": b""}
        await self.send(message)

    def with_headers(self, headers: Sequence[tuple[bytes, bytes]]) -> Headers:
        """The headers of every answer; what the application set itself stands."""
        names = {name for name, _ in headers}
        shown = SHOWN_ELSEWHERE if self.scope["path"].startswith(PICTURE_PATHS) else SHOWN_HERE
        with_headers = [*headers, *self.edge.security, shown, (b"x-request-id", self.id.encode())]
        if NO_CONTENT_POLICY[0] not in names:
            with_headers.append(NO_CONTENT_POLICY)
        if self.is_call and NO_STORE[0] not in names:
            with_headers.append(NO_STORE)
        return with_headers

    async def answer(self, status: int) -> None:
        """An answer of our own: JSON to a call, a page to a person."""
        self.refused = 0
        served = self.edge.pages.failure(status, SAID[status])
        if self.is_call:
            headers = [RETRY_SOON] if status == 429 else []
            served = Served(
                status,
                "application/json",
                msgspec.json.encode({"error": SAID[status]}),
                headers,
                compressible=False,
            )
        await send_served(served, self.scope, self.leave)

    def write_line(self) -> None:
        """One line per request: the path without its query, no header, no body."""
        scope = self.scope
        fields = {
            "request": self.id,
            "method": scope["method"],
            "path": without_secrets(scope["path"]),
            "status": self.status,
            "ms": round((perf_counter() - self.started) * 1000, 1),
            "client": scope["client"][0],
        }
        if (actor := scope["state"].get("actor")) is not None:
            fields["user"] = actor.id
            if actor.token is not None:
                fields["token"] = actor.token.id
        write_at_once(access, "request", fields)


def has_body(scope: ASGIScope) -> bool:
    """Whether the client announced a body."""
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


def hsts(public_url: str, subdomains: bool) -> Headers:
    """Browsers keep to HTTPS once they came by it, for two years, below the host too where that is wanted."""
    if not public_url.startswith("https://"):
        return []
    return [(b"strict-transport-security", (HSTS + "; includeSubDomains" * subdomains).encode())]


@lru_cache(maxsize=256)
def is_host(header: bytes, host: str) -> bool:
    """Whether a Host header names `host`, at any port; on one's own machine all names for it are one."""
    try:
        named = (HOST.fullmatch(header) and urlsplit(f"//{header.decode()}").hostname) or ""
    except ValueError:
        return False
    return named == host or (is_loopback(host) and is_loopback(named))


def fault_of_address(scope: ASGIScope) -> int | None:
    """None where path and query, percent signs undone, are UTF-8 without control characters (NUL in a query).

    Else the status of a page there: 404 for such a path, where nothing can be, and 400 for such a query.
    """
    path = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogatepass")
    if PLAIN.fullmatch(path) and not scope["query_string"]:
        return None
    plain_path = text_of(path)
    if plain_path is None or CONTROL.search(plain_path):
        return 404
    plain_query = text_of(scope["query_string"])
    return 400 if plain_query is None or "\0" in plain_query else None


def text_of(quoted: bytes) -> str | None:
    try:
        return unquote_to_bytes(quoted).decode()
    except UnicodeDecodeError:
        return None
