"""What an ASGI answer is made of: bytes kept in every encoding, and the few ways to send them."""

import base64
import gzip
import hashlib
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import brotli

from duskline.core.http.asgi import ASGIScope, Headers, Send

HTML = "text/html; charset=utf-8"
RETRY_SOON = (b"retry-after", b"10")
NO_CONTENT_POLICY = (
    b"content-security-policy",
    b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)
WORKER_POLICY = (
    b"content-security-policy",
    b"default-src 'none'; script-src 'self'; connect-src 'self'",
)
"""A service worker stands under the policy of its own script: it fetches, and nothing else."""
TAG_ENDINGS = {"br": b"-br", "gzip": b"-gz", "": b""}
CONDITIONS = frozenset((b"accept-encoding", b"if-none-match", b"if-range", b"range"))


@dataclass(slots=True)
class Served:
    """One thing the site can answer with: its bytes in each encoding, ready to send."""

    status: int
    content_type: str
    source: bytes | Path
    headers: Headers
    compressible: bool
    made: dict[str, tuple[bytes, Headers]] = field(default_factory=dict)

    def encoded(self, encoding: str) -> tuple[bytes, Headers]:
        """Bytes and headers in an encoding, kept from the first demand on; quickly made until `precompress` came."""
        if encoding not in self.made:
            self.keep(encoding, compress(self.body(), encoding, best=False) if encoding else self.body())
        return self.made[encoding]

    def precompress(self) -> None:
        """Compress as well as can be; slow, hence for a thread of its own."""
        for encoding in ("br", "gzip") if self.compressible else ():
            self.keep(encoding, compress(self.body(), encoding, best=True))

    def body(self) -> bytes:
        """The plain bytes; a file is read when first asked for."""
        if isinstance(self.source, Path):
            self.source = self.source.read_bytes()
        return self.source

    def keep(self, encoding: str, body: bytes) -> None:
        """Keep the bytes of one encoding with their headers; the first three are type, length and tag."""
        tag = base64.urlsafe_b64encode(hashlib.sha256(body).digest()[:15])
        headers = [
            (b"content-type", self.content_type.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"etag", b'"' + tag + TAG_ENDINGS[encoding] + b'"'),
            *self.headers,
        ]
        if self.compressible:
            headers.append((b"vary", b"Accept-Encoding"))
        if encoding:
            headers.append((b"content-encoding", encoding.encode()))
        self.made[encoding] = (body, headers)


@lru_cache(maxsize=256)
def compress(body: bytes, encoding: str, *, best: bool) -> bytes:
    """A page that did not change is not compressed twice."""
    if encoding == "br":
        # The mode for fonts often packs a page with its styles closer than the one for texts.
        modes = (brotli.MODE_TEXT, brotli.MODE_FONT) if best else (brotli.MODE_TEXT,)
        packed: list[bytes] = [brotli.compress(body, mode=mode, quality=11 if best else 5) for mode in modes]
        return min(packed, key=len)
    return gzip.compress(body, 9 if best else 6, mtime=0)


async def send_served(served: Served, scope: ASGIScope, send: Send) -> None:
    """Send what was found in the encoding the client takes, or as little of it as it needs."""
    asked = {name: value for name, value in scope["headers"] if name in CONDITIONS}
    span = asked.get(b"range") if served.status == 200 else None
    encoding = "" if span or not served.compressible else preferred(asked.get(b"accept-encoding", b""))
    body, headers = served.encoded(encoding)
    status = served.status
    if status == 200 and etag_matches(asked.get(b"if-none-match"), headers[2][1]):
        status, body = 304, b""
        headers = [header for header in headers[2:] if header[0] != b"content-encoding"]
    elif span and asked.get(b"if-range", headers[2][1]) == headers[2][1]:
        status, body, headers = part_of(body, headers, span)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(maxsize=256)
def preferred(accepted: bytes) -> str:
    """The best encoding of an Accept-Encoding header: br, gzip, or none."""
    weights = {}
    for word in accepted.decode("latin-1").lower().split(","):
        name, _, rest = word.strip().partition(";")
        weight = rest.strip().removeprefix("q=")
        weights[name.strip()] = not re.fullmatch(r"0(\.0*)?", weight)
    return next((name for name in ("br", "gzip") if weights.get(name, weights.get("*", False))), "")


def etag_matches(asked: bytes | None, tag: bytes) -> bool:
    """Whether an If-None-Match header names the tag."""
    if asked is None:
        return False
    words = [word.strip().removeprefix(b"W/") for word in asked.split(b",")]
    return tag in words or b"*" in words


def part_of(body: bytes, headers: Headers, span: bytes) -> tuple[int, bytes, Headers]:
    """One range of the bytes; several ranges or an unknown unit get everything, as the standard allows."""
    found = re.fullmatch(rb"bytes=(\d*)-(\d*)", span.strip())
    if not found or not (found[1] or found[2]) or len(span) > 60:
        return 200, body, headers
    if found[1] and found[2] and int(found[2]) < int(found[1]):
        return 200, body, headers
    size = len(body)
    first = int(found[1]) if found[1] else max(0, size - int(found[2]))
    last = min(size - 1, int(found[2])) if found[1] and found[2] else size - 1
    rest = [header for header in headers if header[0] != b"content-length"]
    if first > last:
        return 416, b"", [*rest, (b"content-range", f"bytes */{size}".encode()), (b"content-length", b"0")]
    part = body[first : last + 1]
    return (
        206,
        part,
        [
            *rest,
            (b"content-range", f"bytes {first}-{last}/{size}".encode()),
            (b"content-length", str(len(part)).encode()),
        ],
    )


async def redirect(path: str, query: bytes, send: Send) -> None:
    """One hop to a page of ours; `path` comes from the list of pages, never from the request."""
    if query and re.fullmatch(rb"[\x21-\x7e]*", query):
        path = f"{path}?{query.decode('ascii')}"
    headers = [
        (b"location", path.encode()),
        (b"content-length", b"0"),
        (b"cache-control", b"public, max-age=86400"),
    ]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def refuse_method(send: Send) -> None:
    body = b"This address can only be read."
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"allow", b"GET, HEAD"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 405, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def plain_page(status: int, said: str) -> Served:
    """A page of plain words, for when the build has none."""
    text = f'<!doctype html><html lang="en-US"><title>{said}</title><h1>{said}</h1><p><a href="/">Back to Home</a></p>'
    headers = [(b"cache-control", b"no-store"), NO_CONTENT_POLICY, (b"x-robots-tag", b"noindex")]
    headers += [RETRY_SOON] if status in (429, 503) else []
    return Served(status, HTML, text.encode(), headers, compressible=False)
