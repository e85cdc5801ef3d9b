"""Letters: what leaves is what was meant, whatever somebody typed."""

from __future__ import annotations

import sys
from email import message_from_bytes, policy
from email.header import decode_header
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import getaddresses
from itertools import product
from typing import Any

import pytest

from duskline.core.mail.letters import Letter, UnsafeLetter, check_headers, compose, header_words
from duskline.settings import Mailbox

OURS = Mailbox("hello@duskline.example", "Duskline")
HOSTILE = [
    before + bait + after
    for before, bait, after in product(
        ("", "Ann ", "Ünï ", "'\"<>, ", "x" * 70 + " ", "=", "x" * 70 + "=", "夜" * 30, "a@b.c ", "\\", "(", "=\r\n", "\x7f"),
        (
            "=?utf-8?q?x=0d=0aBcc:_z@y.example?=", "=?utf-8?b?eA0KQmNjOiB6QHkuZXhhbXBsZQ==?=", "\r\nBcc: z@y.example",
            "\nBcc: z@y.example\n\n", "\x00\x0b\x0c\x85\u2028\u2029Bcc: z@y.example", "=?utf-8?q?=0d=0a?=Bcc: z@y.example",
            "=?UTF-8?Q?x?=\t=?utf-8?q?=0aBcc:z@y.example?=", "\ud800=?utf-8?q?x?=", "=\u200b?utf-8?q?=0aBcc:?=",
            "==?utf-8?q?=0aBcc:z@y.example?==?utf-8?q?=0d=0aBcc:?=",
        ),
        ("", " Lee", " =?utf-8?q?=0aTo:_z@y.example?=", "é" * 120, "\r\n\r\nHello", "?=", "=", "\t"),
    )
]  # fmt: skip


def composed(**given: Any) -> bytes:
    whole = Letter(
        **{"to": Mailbox("ann@home.example", "Ann"), "subject": "Hello", "text": "Good evening"} | given
    )
    return compose(whole, sender=OURS, message_id="0190@duskline.example")


def head_of(raw: bytes) -> list[bytes]:
    return raw.partition(b"\r\n\r\n")[0].split(b"\r\n")


def names_in(raw: bytes) -> list[bytes]:
    return [line.partition(b":")[0] for line in head_of(raw) if line[:1] not in b" \t"]


def test_what_people_type_adds_no_header() -> None:
    for typed in HOSTILE:
        subject = header_words(f"A message from {typed}")
        raw = composed(
            to=Mailbox("ann@home.example", typed), subject=subject, reply_to=Mailbox("b@c.example", typed)
        )
        assert sorted(names_in(raw)) == [
            b"Auto-Submitted", b"Content-Transfer-Encoding", b"Content-Type", b"Date", b"From", b"MIME-Version",
            b"Message-ID", b"Reply-To", b"Subject", b"To",
        ], typed  # fmt: skip
        assert not set(b"\r\n") & set(raw.replace(b"\r\n", b"")), typed


LONG = (
    "x" * 70 + ", Bcc <z@y.example>",
    "x" * 80 + '"; Lee',
    "(" + "x" * 80,
    "\\" + "x" * 70 + '"',
    "é" * 90 + ", Lee",
)


def test_a_name_is_told_whole_and_is_no_recipient() -> None:
    for typed in (*HOSTILE, *LONG):
        subject = header_words(typed)
        raw = composed(
            to=Mailbox("ann@home.example", typed), subject=subject, reply_to=Mailbox("b@c.example", typed)
        )
        assert max(map(len, head_of(raw))) <= 500
        message = message_from_bytes(raw)
        assert decoded(message["Subject"]) == subject, typed
        for header, address in (("To", "ann@home.example"), ("Reply-To", "b@c.example")):
            ((name, found),) = getaddresses([message[header].replace("\r\n", "")])
            assert (decoded(name), found) == (header_words(typed, 100), address), typed


def decoded(header: str) -> str:
    parts = decode_header(header)
    return "".join(part if isinstance(part, str) else part.decode(name or "ascii") for part, name in parts)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="later versions keep the quotes")
def test_control_the_library_alone_makes_one_of_a_long_name() -> None:
    message = EmailMessage(policy=policy.SMTP)
    message["To"] = Address(LONG[0], "ann", "home.example")
    (line,) = [line for line in message.as_bytes().split(b"\r\n") if b"z@y.example" in line]
    assert b'"' not in line


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="later versions refuse it themselves")
def test_control_the_library_alone_adds_one() -> None:
    message = EmailMessage(policy=policy.SMTP)
    message["Subject"] = "=?utf-8?q?x=0d=0aBcc:_z@y.example?="
    message.set_content("Good evening")
    assert b"Bcc" in names_in(message.as_bytes())
    with pytest.raises(UnsafeLetter, match="bcc"):
        check_headers(message.as_bytes())


@pytest.mark.parametrize(
    "given",
    [
        {"subject": "=?utf-8?q?x?="},
        {"subject": "One\r\nBcc: z@y.example"},
        {"to": Mailbox("ann@home.example>\r\nRCPT TO:<z@y.example")},
        {"to": Mailbox("ann")},
        {"thread": ("a b>\r\nBcc: <z@y.example",)},
        {"unsubscribe": "https://duskline.example/\u00e9"},
        {"unsubscribe": "https://duskline.example/" + "t" * 1000},
        {"text": "half a letter: \ud800"},
    ],
)
def test_what_nobody_cleaned_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UnsafeLetter):
        composed(**given)


def test_long_threads_and_links_stand_on_one_plain_line() -> None:
    ids = [f"0193ffff-0000-7000-8000-{number:012}@duskline.example" for number in range(15)]
    link = "https://www.duskline.example/newsletter#" + "t" * 300
    head = head_of(composed(thread=ids, unsubscribe=link))
    assert f"In-Reply-To: <{ids[-1]}>".encode() in head
    assert f"References: <{'> <'.join(ids)}>".encode() in head
    assert f"List-Unsubscribe: <{link}>".encode() in head
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in head


def test_names_and_words_in_every_script_arrive() -> None:
    raw = composed(
        to=Mailbox("ann@home.example", "Łucja Ñandú"), subject="Ihr Haus, bei Nacht: 夜", text="\n.dot\nÿ\n"
    )
    message: Any = message_from_bytes(raw, policy=policy.default)
    assert message["To"].addresses[0].display_name == "Łucja Ñandú"
    assert message["Subject"] == "Ihr Haus, bei Nacht: 夜"
    assert message.get_content().replace("\r\n", "\n") == "\n.dot\nÿ\n"
