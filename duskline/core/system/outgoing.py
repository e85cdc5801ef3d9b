"""One POST over HTTPS to an address that somebody typed.

The name is resolved once for each request, every address that it has must be one of the internet's, and the connection goes to an
address that was checked, under the name of its certificate: a name that changes its mind in between leads nowhere else. Redirects
are not followed, and of an answer no more than its beginning is read.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

import h11

ANSWER_SECONDS = 10.0
"""From looking the name up to the beginning of the answer."""
CONNECT_SECONDS = 4.0
"""Of them for each address of a name."""
MOST_ADDRESSES = 3
"""Of a name, that are tried one after the other."""
LONGEST_URL = 500
LONGEST_BEGINNING = 500
"""Characters of an answer that are kept."""
LONGEST_HEAD = 16_384
MOST_READ = 65_536
"""Bytes that are received at all, however small the parts are that they come in."""
TYPED = re.compile(r"[\x21-\x5b\x5d-\x7e]+")
"""Visible ASCII without the backslash, which some programs read as a slash."""
NEEDS_HTTPS = "Please enter a URL that begins with https://"
NEEDS_PUBLIC = "Please enter a URL that the whole internet can reach"

PUBLIC_V6 = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""How a network without IPv4 reaches the IPv4 address in the last 32 bits."""
SIX_TO_FOUR = ipaddress.ip_network("2002::/16")
NOT_PUBLIC = tuple(
    ipaddress.ip_network(network) for network in ("168.63.129.16/32", "192.0.0.0/24", "3fff::/20")
)
"""Public by their numbers alone: hosts that answer virtual machines, and samples that older tables do not know."""

_names = ThreadPoolExecutor(max_workers=32, thread_name_prefix="names")
"""Apart from all other work, and more than are ever asked for at once: a name server that falls silent holds up nothing else."""


class NotReachable(Exception):
    """Nothing came back that says whether it arrived; the text is a sentence for people."""


class Target(NamedTuple):
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == 443 else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """In the one spelling in which it is kept and compared."""
        return f"https://{self.authority}{self.path}"


class Answered(NamedTuple):
    """`beginning`: the first characters of the answer, without control characters."""

    status: int
    milliseconds: int
    beginning: str


def target_of(url: str) -> Target:
    """What a URL means.

    Raises:
        ValueError: with a sentence for the person who typed it.
    """
    if not TYPED.fullmatch(url):
        raise ValueError(NEEDS_HTTPS)
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise ValueError(NEEDS_HTTPS) from None
    if parts.scheme != "https" or not host or port == 0:
        raise ValueError(NEEDS_HTTPS)
    if "@" in parts.netloc or "%" in parts.netloc:
        raise ValueError("Please enter a URL without a name or password in it")
    if not _may_be_public(host):
        raise ValueError(NEEDS_PUBLIC)
    target = Target(host, port or 443, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    if len(target.url) > LONGEST_URL:
        raise ValueError(NEEDS_HTTPS)
    return target


def _may_be_public(host: str) -> bool:
    """Whether a host, before anybody looked it up, can be one of the internet's."""
    with suppress(ValueError):
        return is_public(host)
    with suppress(OSError):
        socket.inet_aton(host)  # one of the odd spellings of an IPv4 address, such as 127.1
        return False
    return "." in host and not host.endswith((".localhost", ".local", ".internal"))


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's, and so is any IPv4 address inside it; raises ValueError."""
    known = ipaddress.ip_address(address.partition("%")[0])
    if known in NAT64:
        known = ipaddress.IPv4Address(int(known) & 0xFFFF_FFFF)
    if not known.is_global or known.is_multicast or any(known in network for network in NOT_PUBLIC):
        return False
    if isinstance(known, ipaddress.IPv4Address):
        return not known.is_reserved
    return known in PUBLIC_V6 and known not in SIX_TO_FOUR and known.teredo is None


@functools.cache
def _believed() -> ssl.SSLContext:
    return ssl.create_default_context()


class Outgoing:
    """Sends to the internet, and nowhere else. A test says what else counts as the internet, and whose certificates are believed."""

    def __init__(
        self,
        is_allowed: Callable[[str], bool] = is_public,
        believed: Callable[[], ssl.SSLContext] = _believed,
    ) -> None:
        self._is_allowed = is_allowed
        self._believed = believed

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answered:
        """Sends it, and gives what came back. The names of host, length and connection are not among `headers`.

        Raises:
            NotReachable: the URL or its name leads nowhere that is public, nobody answers in time, or it is no web server.
        """
        try:
            target = target_of(url)
        except ValueError as fault:
            raise NotReachable(f"{fault}.") from None
        exchange, begun = _Exchange(target, headers, body), time.monotonic()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await exchange.over(*await self._connected(target))
        except TimeoutError:
            if exchange.status is None:
                raise NotReachable("It did not answer in time.") from None
        except ssl.SSLError as fault:
            raise NotReachable(f"Its certificate is not accepted: {_reason(fault)}.") from None
        except OSError as fault:
            if exchange.status is None:
                raise NotReachable(f"It cannot be reached: {fault.strerror or 'no connection'}.") from None
        except h11.RemoteProtocolError:
            if exchange.status is None:
                raise NotReachable("What answers is no web server.") from None
        if exchange.status is None:
            raise NotReachable("The connection was closed without an answer.")
        return Answered(exchange.status, round((time.monotonic() - begun) * 1000), exchange.beginning)

    async def _connected(self, target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to one of the name's addresses, the first that takes it."""
        *others, last = await self._checked(target)
        for address in others:
            with suppress(OSError, TimeoutError):
                return await self._opened(target, address)
        return await self._opened(target, last)

    async def _opened(
        self, target: Target, address: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with asyncio.timeout(CONNECT_SECONDS):
            return await asyncio.open_connection(
                address, target.port, ssl=self._believed(), server_hostname=target.host
            )

    async def _checked(self, target: Target) -> Sequence[str]:
        """Addresses of the name, all of which are allowed."""
        loop = asyncio.get_running_loop()
        look_up = functools.partial(socket.getaddrinfo, target.host, target.port, type=socket.SOCK_STREAM)
        try:
            found = await loop.run_in_executor(_names, look_up)
        except (OSError, UnicodeError):
            raise NotReachable("There is no such name.") from None
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not addresses or not all(map(self._is_allowed, addresses)):
            raise NotReachable("Its name leads to an address that is not public.")
        return addresses[:MOST_ADDRESSES]


class _Exchange:
    """A request, and what has come back of its answer so far."""

    def __init__(self, target: Target, headers: Mapping[str, str], body: bytes) -> None:
        named = {
            "Host": target.authority, **headers,
            "Content-Length": str(len(body)), "Connection": "close",
        }  # fmt: skip
        self._request = h11.Request(method="POST", target=target.path, headers=list(named.items()))
        self._body = body
        self._received = bytearray()
        self.status: int | None = None

    @property
    def beginning(self) -> str:
        words = self._received.decode("utf-8", "replace")[:LONGEST_BEGINNING]
        return "".join(sign if sign.isprintable() else " " for sign in words).strip()

    async def over(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Says it, and reads until there is enough of an answer."""
        http = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_HEAD)
        said = [self._request, h11.Data(data=self._body), h11.EndOfMessage()]
        try:
            writer.write(b"".join(http.send(each) or b"" for each in said))
            await writer.drain()
            read = 0
            while read < MOST_READ and len(self._received) < LONGEST_BEGINNING:
                match http.next_event():
                    case h11.NEED_DATA:
                        data = await reader.read(8192)
                        if not data and not read:
                            return
                        read += len(data)
                        http.receive_data(data)
                    case h11.Response() as answer:
                        self.status = answer.status_code
                    case h11.Data() as part:
                        self._received += part.data
                    case h11.EndOfMessage() | h11.ConnectionClosed():
                        return
        finally:
            writer.transport.abort()  # nothing more of it is wanted


def _reason(fault: ssl.SSLError) -> str:
    said = getattr(fault, "verify_message", "") or fault.reason or "it does not speak TLS"
    return str(said).replace("_", " ").lower()
