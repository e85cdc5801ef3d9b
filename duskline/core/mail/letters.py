"""A letter, and the bytes that leave: only headers from a list, and none that carries another one.

Python 3.11's own library writes a real `Bcc:` line for `Subject: =?utf-8?q?x=0d=0aBcc:...?=`, and a visitor's name
reaches headers. So no header value holds an encoded word or a control character, and what was composed is read
again as raw bytes. It also writes long `References` and `List-Unsubscribe` as encoded words, which break threads and
the one press that unsubscribes: these stand as they are, on one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.headerregistry import Address, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime
from typing import Any, cast

import msgspec

from duskline.core.contacts import EMAIL, LONGEST_EMAIL
from duskline.core.data.base import now
from duskline.settings import Mailbox

LONGEST_SUBJECT = 200
LONGEST_NAME = 100
ALLOWED = frozenset({
    "from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted",
    "list-unsubscribe", "list-unsubscribe-post", "mime-version", "content-type", "content-transfer-encoding",
})  # fmt: skip
ONCE = frozenset({"subject", "from", "to", "date", "message-id", "reply-to"})
AS_THEY_ARE = ("In-Reply-To", "References", "List-Unsubscribe", "List-Unsubscribe-Post")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_ENCODED = re.compile(r"=(?=\?)")
_PRINTABLE = re.compile(r"[\x21-\x7e]+(?: [\x21-\x7e]+)*")
_LONGEST_LINE = 998
"""Bytes, of RFC 5322."""


class UnsafeLetter(ValueError):
    """A letter that must not leave as it is."""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """What is written to one person. `thread` names the message ids before this one, oldest first."""

    to: Mailbox
    subject: str
    text: str
    html: str | None = None
    reply_to: Mailbox | None = None
    thread: Sequence[str] = ()
    unsubscribe: str | None = None
    """The address where one press ends the subscription (RFC 8058)."""


def header_words(typed: str, longest: int = LONGEST_SUBJECT) -> str:
    """What people typed, made fit for a header: one line that says nothing but its words."""
    words = " ".join(_CONTROLS.sub(" ", typed).split())
    return _ENCODED.sub("= ", words)[:longest].strip()


class _Unfolded(UnstructuredHeader):
    """A header that is written as it is."""

    def fold(self, *, policy: EmailPolicy) -> str:
        return f"{self.name}: {self}{policy.linesep}"  # type: ignore[attr-defined]


def _registry() -> HeaderRegistry:
    registry: Any = HeaderRegistry()  # typeshed asks for a BaseHeader, which the registry adds itself
    for name in AS_THEY_ARE:
        registry.map_to_type(name, _Unfolded)
    return cast(HeaderRegistry, registry)


POLICY = SMTP.clone(header_factory=_registry())


def compose(letter: Letter, *, sender: Mailbox, message_id: str) -> bytes:
    """The whole message, with CRLF between its lines; `message_id` without its angle brackets.

    Raises:
        UnsafeLetter: a header would say more than was meant, or an address is none.
    """
    try:
        raw = _composed(letter, sender, message_id)
    except UnicodeError as fault:
        raise UnsafeLetter("A letter holds what is no text.") from fault
    check_headers(raw)
    return raw


def _composed(letter: Letter, sender: Mailbox, message_id: str) -> bytes:
    message = EmailMessage(policy=POLICY)
    for name, value in _headers(letter, sender, message_id):
        message[name] = _checked(name, value)
    message.set_content(letter.text, cte="quoted-printable")
    if letter.html is not None:
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    return message.as_bytes()


def _headers(letter: Letter, sender: Mailbox, message_id: str) -> list[tuple[str, str | Address]]:
    found: list[tuple[str, str | Address]] = [
        ("From", _address(sender)),
        ("To", _address(letter.to)),
        ("Subject", letter.subject),
        ("Date", format_datetime(now())),
        ("Message-ID", f"<{message_id}>"),
        ("Auto-Submitted", "auto-generated"),
    ]
    if letter.reply_to:
        found.append(("Reply-To", _address(letter.reply_to)))
    if letter.thread:
        ids = [f"<{id}>" for id in letter.thread]
        found += [("In-Reply-To", ids[-1]), ("References", " ".join(ids))]
    if letter.unsubscribe:
        found += [
            ("List-Unsubscribe", f"<{letter.unsubscribe}>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ]
    return found


def _address(mailbox: Mailbox) -> Address:
    if not re.fullmatch(EMAIL, mailbox.address) or len(mailbox.address) > LONGEST_EMAIL:
        raise UnsafeLetter("An address is not one that mail can go to.")
    local, _, domain = mailbox.address.rpartition("@")
    return Address(header_words(mailbox.name, LONGEST_NAME), local, domain)


def _checked(name: str, value: str | Address) -> str | Address:
    words = value.display_name if isinstance(value, Address) else value
    if _CONTROLS.search(words) or _ENCODED.search(words):
        raise UnsafeLetter(f"{name} holds characters that would say more than its words.")
    if name in AS_THEY_ARE and not (
        _PRINTABLE.fullmatch(words) and len(words) < _LONGEST_LINE - len(name) - 2
    ):
        raise UnsafeLetter(f"{name} is not plain, or too long for one line.")
    return value


def check_headers(raw: bytes) -> None:
    """Reads the head of a message as those do that pass it on.

    Raises:
        UnsafeLetter: a header that is not on the list, one that stands twice, or a line that is none.
    """
    head = raw.partition(b"\r\n\r\n")[0]
    seen: set[str] = set()
    for line in head.split(b"\r\n"):
        if line[:1] in (b" ", b"\t") and seen:
            continue
        name, colon, _ = line.partition(b":")
        word = name.decode("ascii", "replace").lower()
        if not colon or word not in ALLOWED or word in seen:
            raise UnsafeLetter(f"The head of a message holds a line that nobody meant: {word[:40]}.")
        if b"\n" in line or b"\r" in line or len(line) > _LONGEST_LINE:
            raise UnsafeLetter(f"{word} breaks its line.")
        seen.add(word)
