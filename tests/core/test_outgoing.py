"""What is sent to addresses that somebody typed goes to the internet, to the address that was checked, once, and believes little."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from duskline.core.system import outgoing
from duskline.core.system.outgoing import Answered, NotReachable, Outgoing, is_public, target_of
from tests.receivers import NAME, OK, Receiver, believed, leading_to, receiving

INSIDE = [
    "127.0.0.1", "127.255.255.254", "10.1.1.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.127.255.255", "0.0.0.0", "0.1.2.3", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:93.184.215.14", "::127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:7f00:1::1", "2001::1",
    "100::1", "5f00::1", "3fff::1",
]  # fmt: skip
OUTSIDE = [
    "93.184.215.14",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "2606:4700::1111",
    "64:ff9b::5db8:d70e",
]


def sender(*, name: str = NAME) -> Outgoing:
    """Takes this machine for the internet, and believes the receiver's own certificate."""
    return Outgoing(lambda _: True, lambda: believed(name))


async def post(receiver: Receiver, **given: Any) -> Answered:
    return await sender(**given).post(receiver.url, {"X-Sample": "yes"}, b'{"a":1}')


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name leads to this machine."""
    monkeypatch.setattr("duskline.core.system.outgoing.socket.getaddrinfo", leading_to("127.0.0.1"))


@pytest.mark.parametrize("address", INSIDE)
def test_what_is_inside(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_control_what_is_outside(address: str) -> None:
    assert is_public(address)


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was connected to; nobody answers there."""
    to: list[tuple[Any, ...]] = []

    async def open_connection(*where: Any, **named: Any) -> Any:
        to.append((*where, named["server_hostname"]))
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("duskline.core.system.outgoing.asyncio.open_connection", open_connection)
    return to


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "fd00::1", "64:ff9b::a00:1"]
)
@pytest.mark.parametrize("first", [True, False])
async def test_a_name_that_leads_inside_is_refused_also_beside_a_public_address(
    address: str, first: bool, monkeypatch: pytest.MonkeyPatch, connected: list[Any]
) -> None:
    both = [address, "93.184.215.14"] if first else ["93.184.215.14", address]
    monkeypatch.setattr("duskline.core.system.outgoing.socket.getaddrinfo", leading_to(*both))
    with pytest.raises(NotReachable, match="not public"):
        await Outgoing().post(f"https://{NAME}/", {}, b"{}")
    assert connected == []


async def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, connected: list[Any]
) -> None:
    """Control: a public one is connected to, by its number, under its name. It is looked up once, whatever it says later."""
    answers = iter([["93.184.215.14", "93.184.215.15"], ["127.0.0.1"]])
    monkeypatch.setattr(
        "duskline.core.system.outgoing.socket.getaddrinfo",
        lambda *a, **b: leading_to(*next(answers))(*a, **b),
    )
    with pytest.raises(NotReachable, match="Connection refused"):
        await Outgoing().post(f"https://{NAME}/", {}, b"{}")
    assert connected == [("93.184.215.14", 443, NAME), ("93.184.215.15", 443, NAME)]
    assert next(answers) == ["127.0.0.1"]


async def test_a_name_that_nobody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr("duskline.core.system.outgoing.socket.getaddrinfo", nobody)
    with pytest.raises(NotReachable, match="There is no such name"):
        await Outgoing().post(f"https://{NAME}/", {}, b"{}")


@pytest.mark.parametrize(
    "url",
    ["http://a.example/", "//a.example", "a.example", "ftp://a.example", "javascript:x", "https:///x", "https://",
     "https://localhost/", "https://intranet/", "https://printer.local/", "https://a.internal", "https://x.localhost/",
     "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://127.1/", "https://0x7f000001/",
     "https://2130706433/", "https://0177.0.0.1/", "https://10.0.0.1./", "https://[fe80::1%25eth0]/",
     "https://u:p@a.example/", "https://a.example@10.0.0.1/", "https://a.example%00.b.example/",
     "https://a.example:99999/", "https://a.example:0/", "https://a.example/\r\nX: y", "https://a.example/ x",
     "https://a.example\\@10.0.0.1/", "https://exämple.com/", "https://a.example/" + "x" * 490],
)  # fmt: skip
def test_a_url_that_leads_nowhere_good_is_refused_when_it_is_typed(url: str) -> None:
    with pytest.raises(ValueError, match="Please enter a URL"):
        target_of(url)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://A.Example", ("a.example", 443, "/")),
        ("HTTPS://a.example:8443/in?x=1#frag", ("a.example", 8443, "/in?x=1")),
        ("https://a.example.", ("a.example", 443, "/")),
        ("https://[2606:4700::1111]/x", ("2606:4700::1111", 443, "/x")),
    ],
)
def test_control_what_other_urls_mean(url: str, target: tuple[str, int, str]) -> None:
    assert target_of(url) == target


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("HTTPS://Example.COM/Lights?Of=A#there", "https://example.com/Lights?Of=A"),
        ("https://example.com:443", "https://example.com/"),
        ("https://example.com.:8443/", "https://example.com:8443/"),
        ("https://[2606:4700::ABCD]:443/x", "https://[2606:4700::abcd]/x"),
        ("https://example.com/%C3%A9//../x", "https://example.com/%C3%A9//../x"),
    ],
)
def test_a_url_has_one_spelling(typed: str, url: str) -> None:
    assert target_of(typed).url == url
    assert target_of(url).url == url


def test_a_url_is_as_long_as_it_is_spelled() -> None:
    longest = "https://a.example/" + "x" * 482
    assert target_of(longest.replace("/x", ":443/x", 1)).url == longest
    with pytest.raises(ValueError, match="Please enter a URL"):
        target_of("https://" + "a" * 490 + ".b")


async def test_it_is_sent_under_the_name_and_the_beginning_of_the_answer_is_kept(here: None) -> None:
    async with receiving() as receiver:
        answered = await post(receiver)
        assert (answered.status, answered.beginning) == (200, "fine")
        (head, _, body) = receiver.got[0].partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        assert lines[0] == "POST /in?a=b HTTP/1.1"
        assert {f"Host: {NAME}:{receiver.port}", "X-Sample: yes", "Connection: close"} <= set(lines)
        assert (body, receiver.name) == (b'{"a":1}', NAME)


@pytest.mark.parametrize(
    ("said", "status", "beginning"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\nContent-Length: 0\r\n\r\n", 302, ""),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK, 200, "fine"),
        (b"HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nno!\r\n0\r\n\r\n", 500, "no!"),
        (
            b"HTTP/1.0 404 Not Found\r\n\r\n<b>no</b>\x00\x1b[31m\xff\r\nred",
            404,
            "<b>no</b>  [31m\ufffd  red",
        ),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 2_000_000, 200, "x" * 500),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", 200, "half"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 200, ""),
    ],
)
async def test_whatever_comes_back_is_read_a_little_and_followed_nowhere(
    said: bytes, status: int, beginning: str, here: None
) -> None:
    async with receiving() as receiver:
        receiver.answer = said
        answered = await post(receiver)
        assert (answered.status, answered.beginning) == (status, beginning)
        assert len(receiver.got) == 1


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (b"", "closed without an answer"),
        (b"220 mail.example ESMTP\r\n", "no web server"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 60_000 + b"\r\n\r\n", "no web server"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000, "without an answer"),
        (b"HTTP/1.1 99999 Odd\r\n\r\n", "no web server"),
    ],
)
async def test_what_is_no_answer(said: bytes, fault: str, here: None) -> None:
    async with receiving() as receiver:
        receiver.answer = said
        with pytest.raises(NotReachable, match=fault):
            await post(receiver)


async def test_who_is_slow_is_left(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much it says in between; of an answer that has begun the status counts."""
    monkeypatch.setattr(outgoing, "ANSWER_SECONDS", 0.5)

    async def drips(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"H" if len(receiver.got) == 1 else b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    async def begins(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 202 Accepted\r\n\r\n")
        await drips(reader, writer)

    async with receiving() as receiver:
        receiver.answer = drips
        with pytest.raises(NotReachable, match="did not answer in time"):
            await post(receiver)
        receiver.answer = begins
        assert (await post(receiver)).status == 202


async def test_a_certificate_of_another_name_is_not_accepted(here: None) -> None:
    async with receiving("somebody.else.example") as receiver:
        with pytest.raises(NotReachable, match="certificate is not accepted: hostname mismatch"):
            await post(receiver, name="somebody.else.example")
        with pytest.raises(NotReachable, match="certificate is not accepted: self-signed certificate"):
            await post(receiver)
        with pytest.raises(NotReachable, match="certificate is not accepted"):
            await Outgoing(lambda _: True).post(receiver.url, {}, b"{}")
    assert receiver.got == []
