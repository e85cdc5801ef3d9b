"""Bytes that are hardly HTTP, sent over a real socket to a served process.

Whatever arrives, nobody gets a 5xx or their own words back, no sender holds the server up, and it answers the next one.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from tests.servers import Server, run, serving

MARK = b"s3cr3t-that-must-not-come-back"
GET = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
JSON = b"POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
FORM = b"POST /api/gallery HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n"
CHUNKED = JSON + b"Transfer-Encoding: chunked\r\n\r\n"
PART = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n' + MARK
SENT: dict[str, bytes] = {
    # lines that are none
    "nothing": b"", "line ends": b"\r\n" * 50, "zeros": b"\0" * 500, "noise": bytes(range(256)) * 8, "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,
    "word": MARK + b"\r\n\r\n", "no version": b"GET /\r\n\r\n", "version 0.9": b"GET / HTTP/0.9\r\n\r\n", "version 1.0": b"GET /healthz HTTP/1.0\r\n\r\n", "version 3": b"GET / HTTP/3.0\r\nHost: a\r\n\r\n",
    "h2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 100, "two spaces": b"GET  /  HTTP/1.1\r\nHost: a\r\n\r\n", "tab": b"GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n",
    "bare newlines": b"GET /healthz HTTP/1.1\nHost: a\n\n", "bare returns": b"GET / HTTP/1.1\rHost: a\r\r", "odd method": MARK + b" / HTTP/1.1\r\nHost: a\r\n\r\n", "small method": b"get / HTTP/1.1\r\nHost: a\r\n\r\n",
    "connect": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", "trace": b"TRACE /api/contact HTTP/1.1\r\nHost: a\r\nX: " + MARK + b"\r\n\r\n", "asterisk": b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    # addresses
    "whole address": b"GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n", "long address": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", "bytes": b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
    "dots": b"GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "written dots": b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "nul": b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", "fragment": b"GET /#" + MARK + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    # headers
    "no host": b"GET /healthz HTTP/1.1\r\n\r\n", "two hosts": GET + b"Host: b\r\n\r\n", "odd host": b"GET /residential/ HTTP/1.1\r\nHost: evil.example/x@\xff\r\n\r\n", "no colon": GET + b"nonsense\r\n\r\n", "no name": GET + b": x\r\n\r\n",
    "space before the colon": GET + b"X : y\r\n\r\n", "folded": GET + b"X: a\r\n b\r\n\r\n", "nul in a header": GET + b"X: a\0b\r\n\r\n", "bytes in a header": GET + b"X: \xff\xfe\r\n\r\n", "return in a header": GET + b"X: a\rb\r\n\r\n",
    "long header": GET + b"X: " + b"y" * 200_000 + b"\r\n\r\n", "many headers": GET + b"".join(b"X%d: y\r\n" % n for n in range(5_000)) + b"\r\n", "long name": GET + b"X" * 90_000 + b": y\r\n\r\n", "odd upgrade": GET + b"Connection: upgrade\r\nUpgrade: h2c, websocket\r\nHTTP2-Settings: x\r\n\r\n",
    "websocket": b"GET /api/panel/leads HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n", "expect": JSON + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", "expect more": JSON + b"Expect: miracles\r\nContent-Length: 2\r\n\r\n{}",
    # lengths
    "negative length": JSON + b"Content-Length: -1\r\n\r\n{}", "length of a word": JSON + b"Content-Length: many\r\n\r\n{}", "signed length": JSON + b"Content-Length: +2\r\n\r\n{}", "huge length": JSON + b"Content-Length: 99999999999999999999999\r\n\r\n{}",
    "two lengths": JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "listed lengths": JSON + b"Content-Length: 2, 2\r\n\r\n{}", "length too long": JSON + b'Content-Length: 500\r\n\r\n{"name":"' + MARK, "length too short": JSON + b'Content-Length: 2\r\n\r\n{}{"name":"' + MARK + b'"}',
    "announced flood": JSON + b"Content-Length: 4000000000\r\n\r\n" + b"x" * 100_000, "flood": JSON + b"Content-Length: 3000000\r\n\r\n" + b"x" * 3_000_000, "no length": JSON + b"\r\n{}",
    # chunks
    "chunk of a word": CHUNKED + b"many\r\n{}\r\n0\r\n\r\n", "chunk too large": CHUNKED + b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n", "negative chunk": CHUNKED + b"-2\r\n{}\r\n0\r\n\r\n", "chunk too short": CHUNKED + b"1\r\n{}\r\n0\r\n\r\n", "no last chunk": CHUNKED + b"2\r\n{}\r\n",
    "long extension": CHUNKED + b"2;" + b"x" * 50_000 + b"\r\n{}\r\n0\r\n\r\n", "many small chunks": CHUNKED + b"1\r\nx\r\n" * 5_000 + b"0\r\n\r\n", "flood in chunks": CHUNKED + b"10000\r\n" + b"x" * 65_536 + b"\r\n" + (b"10000\r\n" + b"x" * 65_536 + b"\r\n") * 20 + b"0\r\n\r\n",
    "trailers": CHUNKED + b"2\r\n{}\r\n0\r\nHost: b\r\nContent-Length: 9\r\n\r\n", "chunks and a length": JSON + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/" + MARK + b" HTTP/1.1\r\nHost: a\r\n\r\n", "chunked twice": JSON + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "odd coding": JSON + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "coding with a tab": JSON + b"Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n", "gzip body": JSON + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
    # forms
    "form cut": FORM + b"Content-Length: 900\r\n\r\n" + PART, "form without an end": FORM + b"Content-Length: %d\r\n\r\n" % len(PART) + PART, "form of nothing": FORM + b"Content-Length: 0\r\n\r\n", "form of boundaries": FORM + b"Content-Length: 500000\r\n\r\n" + b"--x\r\n" * 100_000,
    "endless part head": FORM + b"Content-Length: 400000\r\n\r\n--x\r\n" + b"A: b\r\n" * 60_000 + b"\r\n", "form too large": FORM + b"Content-Length: 9000000\r\n\r\n" + PART + b"x" * 9_000_000, "two requests": GET + b"\r\n" + GET + b"\r\n", "half a request": GET,
    "hundred requests": (GET + b"\r\n") * 100,
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"DATA_DIR": str(tmp_path_factory.mktemp("data"))}
    assert run("migrate", settings=settings).returncode == 0
    with serving(settings=settings) as made:
        yield made


PATIENCE = 0.3
"""Seconds until a silent server is taken to wait for more; the sender then hangs up in one direction."""


def answered(server: Server, content: bytes) -> bytes:
    """What comes back on a connection of its own."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    got = b""
    content = content.replace(b"\r\nHost: a\r\n", f"\r\nHost: {host}\r\n".encode())
    with socket.create_connection((host, int(port)), timeout=20) as line, suppress(OSError):
        line.sendall(content)  # it may be closed before all was said, which is an answer too
        line.settimeout(PATIENCE)
        with suppress(TimeoutError):
            while part := line.recv(65_536):
                got += part
            return got
        line.settimeout(20)
        line.shutdown(socket.SHUT_WR)
        while part := line.recv(65_536):
            got += part
    return got


def test_there_are_enough() -> None:
    assert len(SENT) >= 75


@pytest.mark.parametrize("name", SENT)
def test_what_is_hardly_http(server: Server, name: str) -> None:
    got = answered(server, SENT[name])
    statuses = re.findall(rb"^HTTP/1\.[01] (\d{3})", got, re.MULTILINE)
    assert not [status for status in statuses if status >= b"500"], got[:300]
    assert MARK not in got
    assert httpx.get(f"{server.url}/readyz").status_code == 200


def test_control_a_fault_would_be_seen(server: Server) -> None:
    """The same look at an ordinary request, and at one whose answer says what was sent: a redirect keeps the query."""
    end = b"Connection: close\r\n\r\n"
    assert answered(server, GET + end).startswith(b"HTTP/1.1 200")
    echo = b"GET /Residential?" + MARK + b" HTTP/1.1\r\nHost: a\r\n"
    assert MARK in answered(server, echo + end)


def test_nothing_of_it_breaks_the_log(server: Server) -> None:
    log = server.log.read_text()
    assert "Traceback" not in log
    assert '"trace"' not in log
