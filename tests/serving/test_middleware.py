"""What the outermost middleware does for every request, each time beside what happens without it."""

import asyncio
import json
import logging
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from duskline.core.http.asgi import ASGIApp, ASGIScope, Message, Receive, Send
from duskline.core.http.middleware import MOST_ARRIVING, EdgeMiddleware
from duskline.core.pages.serving import Pages, read_build
from tests.serving.small_site import FACTS

URL = "https://www.example.com"
PROMISED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=63072000",
}


async def calls(scope: ASGIScope, receive: Receive, send: Send) -> None:
    """An application behind it: answers with what it was told, or misbehaves when asked to."""
    if scope["path"] == "/api/broken":
        raise RuntimeError("secret inside")
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    told = {"client": scope["client"][0], "body": body.decode()}
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]}
    )
    if scope["path"] == "/api/broken-late":
        raise RuntimeError("after the start")
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


async def swallowing(scope: ASGIScope, receive: Receive, send: Send) -> None:
    """An application that turns every fault into a 500 of its own, as frameworks do."""
    try:
        await calls(scope, receive, send)
    except Exception:
        await send({"type": "http.response.start", "status": 500, "headers": []})
        await send({"type": "http.response.body", "body": b"framework"})


@pytest.fixture
def pages(site: Path) -> Pages:
    return Pages(read_build(site), FACTS, URL)


def client(app: ASGIApp, peer: str = "203.0.113.9") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(peer, 1))
    return httpx.AsyncClient(transport=transport, base_url=URL)


async def raw(
    app: ASGIApp,
    path: bytes,
    query: bytes = b"",
    parts: Sequence[bytes] = (),
    hosts: Sequence[bytes] = (b"www.example.com",),
) -> list[Message]:
    """Send a request as bytes; after the parts of its body the sender stalls."""
    waiting = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        if not waiting:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": waiting.pop(0), "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST" if parts else "GET",
        "path": path.decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": query,
        "headers": [(b"host", host) for host in hosts] + [(b"transfer-encoding", b"chunked")] * bool(parts),
        "client": ("203.0.113.9", 1),
    }
    await asyncio.wait_for(app(scope, receive, send), 20)
    return sent


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/nope", 404),
        ("/About", 308),
        ("/img/a.avif", 200),
        ("/api/x", 200),
        ("/api/img/x", 200),
        ("/api/broken", 500),
    ],
)
async def test_every_status_has_the_security_headers(pages: Pages, path: str, status: int) -> None:
    answer = await client(EdgeMiddleware(calls, pages, public_url=URL)).get(path)
    assert answer.status_code == status
    # A picture is also shown in a newsletter, on the page of whoever reads mail for somebody.
    elsewhere = {"cross-origin-resource-policy": "cross-origin"} if path.startswith("/img/") else {}
    for name, value in (PROMISED | elsewhere).items():
        assert answer.headers.get_list(name) == [value]
    assert len(answer.headers.get_list("content-security-policy")) == 1
    assert answer.headers["permissions-policy"]
    assert answer.headers["x-request-id"]


async def test_the_headers_come_from_the_guard(pages: Pages) -> None:
    """Control: without it they are missing; without HTTPS there is no HSTS."""
    assert not set(PROMISED) & set((await client(pages).get("/")).headers)
    local = EdgeMiddleware(calls, pages, public_url="http://localhost:8000")
    answer = await client(local).get("/", headers={"host": "localhost:8000"})
    assert (answer.status_code, "strict-transport-security" in answer.headers) == (200, False)


@pytest.mark.parametrize(("wanted", "ending"), [(False, ""), (True, "; includeSubDomains")])
async def test_hosts_below_are_bound_to_https_where_that_is_wanted(
    pages: Pages, wanted: bool, ending: str
) -> None:
    answer = await client(EdgeMiddleware(calls, pages, public_url=URL, hsts_subdomains=wanted)).get("/")
    assert answer.headers["strict-transport-security"] == f"max-age=63072000{ending}"


LOCAL = "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("public_url", "host", "ours"),
    [
        (URL, "www.example.com", True),
        (URL, "WWW.Example.com:443", True),
        (URL, "www.example.com:8443", True),
        (URL, "example.com", False),
        (URL, "evil.example", False),
        (URL, "www.example.com.evil.example", False),
        (URL, "evil.example/www.example.com", False),
        (URL, "evil@www.example.com", False),
        (URL, "[www.example.com", False),
        (URL, "127.0.0.1", False),
        (URL, "", False),
        (LOCAL, "localhost:5173", True),
        (LOCAL, "127.0.0.1", True),
        (LOCAL, "[::1]:8000", True),
        ("http://localhost:8000", "127.0.0.1:8000", True),
        (LOCAL, "evil.example", False),
        (LOCAL, "localhost.evil.example", False),
    ],
)
async def test_only_the_public_address_is_answered(
    pages: Pages, public_url: str, host: str, ours: bool
) -> None:
    """The control stands in the probes' paths: without the check every host would be answered like theirs."""
    browser = client(EdgeMiddleware(calls, pages, public_url=public_url))
    named = {"host": host, "x-forwarded-host": "www.example.com"}
    for path in ("/about", "/api/x", "/nope"):
        answer = await browser.get(path, headers=named)
        assert (answer.status_code == 421) is not ours
        if not ours:
            assert "This site is not at this address." in answer.text
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["content-type"].startswith(
                "application/json" if "/api" in path else "text/html"
            )
    for path in ("/healthz", "/readyz"):
        assert (await browser.get(path, headers=named)).status_code == 200


async def test_two_hosts_or_none_are_nobodys(pages: Pages) -> None:
    edge = EdgeMiddleware(calls, pages, public_url=URL)
    twice = [("host", "www.example.com"), ("host", "evil.example")]
    assert (await client(edge).get("/about", headers=twice)).status_code == 421
    assert (await raw(edge, b"/about", hosts=()))[0]["status"] == 421
    assert (await raw(edge, b"/about"))[0]["status"] == 200


async def test_calls_are_never_stored(pages: Pages) -> None:
    browser = client(EdgeMiddleware(calls, pages, public_url=URL))
    assert (await browser.get("/api/x")).headers["cache-control"] == "no-store"
    assert (await browser.get("/about")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        (b"/%ff", b"", 404),
        (b"/%E4", b"", 404),
        (b"/a%00b", b"", 404),
        (b"/%ed%a0%80", b"", 404),
        (b"/about", b"q=%ff", 400),
        (b"/about", b"q=%00", 400),
        (b"/%0a", b"", 404),
    ],
)
async def test_addresses_that_are_no_text_are_no_page(
    pages: Pages, path: bytes, query: bytes, status: int
) -> None:
    edge = EdgeMiddleware(calls, pages, public_url=URL)
    start, body = await raw(edge, path, query)
    assert start["status"] == status
    assert (b"Page Not Found" if status == 404 else b"This address is not valid.") in body["body"]
    start, body = await raw(edge, b"/api" + path, query)
    assert start["status"] == 400
    assert (b"content-type", b"application/json") in start["headers"]
    assert b"This address is not valid." in body["body"]


async def test_the_400_comes_from_the_guard(pages: Pages) -> None:
    """Control: the site itself would answer such an address."""
    assert (await raw(pages, b"/about", b"q=%ff"))[0]["status"] == 200


@pytest.mark.parametrize("app", [calls, swallowing])
async def test_a_stalled_sender_gets_408(pages: Pages, app: ASGIApp) -> None:
    start, body = await raw(
        EdgeMiddleware(app, pages, public_url=URL, stall_seconds=0.05), b"/api/x", parts=[b"half"]
    )
    assert start["status"] == 408
    assert json.loads(body["body"]) == {"error": "The request took too long to arrive. Please try again."}


async def test_one_household_has_its_share_of_unfinished_bodies(pages: Pages) -> None:
    """Its next one is refused while they arrive; others are not, and it may send again when they are done."""
    edge = EdgeMiddleware(calls, pages, public_url=URL, stall_seconds=1.0)
    stalled = [asyncio.create_task(raw(edge, b"/api/x", parts=[b"half"])) for _ in range(MOST_ARRIVING)]
    while edge.arriving.total() < MOST_ARRIVING:  # noqa: ASYNC110
        await asyncio.sleep(0)
    said = await client(edge).post("/api/x", content=b"whole")
    assert (said.status_code, said.headers["retry-after"]) == (429, "10")
    assert said.json() == {"error": "Too many requests at once. Please try again in a moment."}
    assert (await client(edge, "203.0.113.10").post("/api/x", content=b"whole")).status_code == 200
    assert (await client(edge).get("/api/x")).status_code == 200
    assert {(await task)[0]["status"] for task in stalled} == {408}
    assert (await client(edge).post("/api/x", content=b"whole")).status_code == 200
    assert not edge.arriving


async def test_a_sender_may_wait_for_a_slow_answer(pages: Pages) -> None:
    """Control: only the body is hurried, not the wait for the answer after it."""

    async def slow(scope: ASGIScope, receive: Receive, send: Send) -> None:
        await receive()
        waiting = asyncio.ensure_future(receive())
        await asyncio.sleep(0.2)
        waiting.cancel()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    answer = await client(EdgeMiddleware(slow, pages, public_url=URL, stall_seconds=0.05)).post(
        "/api/x", content=b"whole"
    )
    assert answer.status_code == 200


async def test_an_escaped_exception_is_one_shape(pages: Pages, caplog: pytest.LogCaptureFixture) -> None:
    browser = client(EdgeMiddleware(calls, pages, public_url=URL))
    answer = await browser.get("/api/broken")
    assert answer.json() == {"error": "Something went wrong. Please try again."}
    assert "secret" not in answer.text
    unhandled = next(record for record in caplog.records if record.message == "unhandled")
    assert unhandled.fields["request"] == answer.headers["x-request-id"]  # type: ignore[attr-defined]
    broken_page = EdgeMiddleware(calls, pages, public_url=URL, call_paths=())
    pages.answer = None  # type: ignore[method-assign,assignment]
    answer = await client(broken_page).get("/")
    assert (answer.status_code, "Something went wrong" in answer.text) == (500, True)
    assert answer.headers["content-type"].startswith("text/html")


async def test_an_answer_already_begun_is_broken_off(pages: Pages) -> None:
    """The server behind us then closes the connection, so that nobody takes half an answer for a whole one."""
    transport = httpx.ASGITransport(EdgeMiddleware(calls, pages, public_url=URL))
    with pytest.raises(RuntimeError, match="after the start"):
        await httpx.AsyncClient(transport=transport, base_url=URL).get("/api/broken-late")


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "address"),
    [
        ((), "10.0.0.1", "198.51.100.7", "10.0.0.1"),
        (("10.0.0.0/8",), "203.0.113.9", "198.51.100.7", "203.0.113.9"),
        (("10.0.0.0/8",), "10.0.0.1", "198.51.100.7", "198.51.100.7"),
        (("10.0.0.0/8",), "10.0.0.1", "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (("10.0.0.0/8",), "::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"),
        (("10.0.0.0/8",), "10.0.0.1", "nonsense", "10.0.0.1"),
        (("10.0.0.0/8",), "10.0.0.1", "198.51.100.7, nonsense", "10.0.0.1"),
        (("10.0.0.0/8",), "10.0.0.1", "", "10.0.0.1"),
    ],
)
async def test_only_a_trusted_proxy_is_believed(
    pages: Pages, trusted: tuple[str, ...], peer: str, forwarded: str, address: str
) -> None:
    edge = EdgeMiddleware(
        calls, pages, public_url=URL, trusted_proxies=[ip_network(word) for word in trusted]
    )
    answer = await client(edge, peer).get("/api/x", headers={"x-forwarded-for": forwarded})
    assert answer.json()["client"] == address


async def test_the_access_line_holds_no_secret(
    pages: Pages, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO, "duskline.access")
    await client(EdgeMiddleware(calls, pages, public_url=URL)).post(
        "/api/x?token=hidden1",
        json={"password": "hidden2"},
        headers={"cookie": "s=hidden3", "authorization": "hidden4"},
    )
    line = capfd.readouterr().err.splitlines()[-1]
    assert "hidden" not in line
    fields = json.loads(line)
    assert (fields["method"], fields["path"], fields["status"]) == ("POST", "/api/x", 200)
    assert fields["client"] == "203.0.113.9"
    assert [fields[name] for name in ("level", "log", "message")] == ["info", "duskline.access", "request"]
