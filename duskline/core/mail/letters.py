"""A letter, and the bytes that leave: only headers from a list, and none that says more than it was meant to.

Python 3.11's own library writes a real `Bcc:` line for `Subject: =?utf-8?q?x=0d=0aBcc:...?=`, and a visitor's name
reaches headers. It takes the quotes off a long name, so that one with a comma or a bracket becomes one more recipient; and it
writes long `References` and `List-Unsubscribe` as encoded words, which break threads and the one press that unsubscribes. So
the head is written here: no value holds a control character or an encoded word of somebody else's, and what was composed
is read again as raw bytes. The library writes what follows the head.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

from duskline.core.data.base import now
from duskline.core.values.contacts import EMAIL, LONGEST_EMAIL
from duskline.settings import Mailbox

LONGEST_SUBJECT = 200
LONGEST_NAME = 100
ALLOWED = frozenset({
    "from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted",
    "list-unsubscribe", "list-unsubscribe-post", "mime-version", "content-type", "content-transfer-encoding",
})  # fmt: skip
ONCE = frozenset({"subject", "from", "to", "date", "message-id", "reply-to"})
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_ENCODED = re.compile(r"=(?=\?)")
_PRINTABLE = re.compile(r"[\x21-\x7e]+(?: [\x21-\x7e]+)*")
_QUOTED = re.compile(r"[\"\\]")
LONGEST_LINE = 998
"""Bytes, of RFC 5322."""
LONGEST_HEADER = len("List-Unsubscribe: ")
ENCODED_BYTES = 39
"""Of an encoded word: with the longest name of a header they fill the 76 characters of its line."""


class UnsafeLetter(ValueError):
    """A letter that must not leave as it is."""


class Attachment(msgspec.Struct, frozen=True):
    """A file of text that goes with a letter."""

    name: str
    media_type: str
    content: str


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """What is written to one person. `thread` names the message ids before this one, oldest first."""

    to: Mailbox
    subject: str
    text: str
    html: str | None = None
    reply_to: Mailbox | None = None
    thread: Sequence[str] = ()
    attachment: Attachment | None = None
    unsubscribe: str | None = None
    """The address where one press ends the subscription (RFC 8058)."""


def header_words(typed: str, longest: int = LONGEST_SUBJECT) -> str:
    """What people typed, made fit for a header: one line that says nothing but its words."""
    words = " ".join(_CONTROLS.sub(" ", typed).split())
    return _ENCODED.sub("= ", words)[:longest].strip()


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
    content = EmailMessage(policy=SMTP)
    content.set_content(letter.text, cte="quoted-printable")
    if letter.html is not None:
        content.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    if (file := letter.attachment) is not None:
        maintype, _, subtype = file.media_type.partition("/")
        content.add_attachment(file.content.encode(), maintype=maintype, subtype=subtype, filename=file.name)
    head = "".join(f"{name}: {value}\r\n" for name, value in _headers(letter, sender, message_id))
    return head.encode("ascii") + content.as_bytes()


def _headers(letter: Letter, sender: Mailbox, message_id: str) -> list[tuple[str, str]]:
    """As they stand in the message."""
    found = [
        ("From", _address(sender)),
        ("To", _address(letter.to)),
        ("Subject", _words(letter.subject)),
        ("Date", format_datetime(now())),
        ("Message-ID", _plain(f"<{message_id}>")),
        ("Auto-Submitted", "auto-generated"),
    ]
    if letter.reply_to:
        found.append(("Reply-To", _address(letter.reply_to)))
    if letter.thread:
        ids = [f"<{id}>" for id in letter.thread]
        found += [("In-Reply-To", _plain(ids[-1])), ("References", _plain(" ".join(ids)))]
    if letter.unsubscribe:
        found += [
            ("List-Unsubscribe", _plain(f"<{letter.unsubscribe}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ]
    return found


def _address(mailbox: Mailbox) -> str:
    """A name of plain characters between quotes, and the address."""
    if not re.fullmatch(EMAIL, mailbox.address) or len(mailbox.address) > LONGEST_EMAIL:
        raise UnsafeLetter("An address is not one that mail can go to.")
    name = header_words(mailbox.name, LONGEST_NAME)
    if not name:
        return mailbox.address
    if not name.isascii():
        return f"{_words(name)}\r\n <{mailbox.address}>"
    return f'"{_QUOTED.sub(_escaped, name)}" <{mailbox.address}>'


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


def _words(words: str) -> str:
    """Text for people; what is not ASCII as encoded words (RFC 2047), a line for each."""
    if _CONTROLS.search(words) or _ENCODED.search(words):
        raise UnsafeLetter("A header holds characters that would say more than its words.")
    if words.isascii():
        return words
    encoded = (base64.b64encode(part.encode()).decode() for part in _parts(words))
    return "\r\n ".join(f"=?utf-8?b?{part}?=" for part in encoded)


def _parts(words: str) -> Iterator[str]:
    """Of ENCODED_BYTES at most, none with half a letter."""
    part = ""
    for letter in words:
        if len(f"{part}{letter}".encode()) > ENCODED_BYTES:
            yield part
            part = ""
        part += letter
    yield part


def _plain(value: str) -> str:
    """What programs read: on one line, whatever its length."""
    if not (_PRINTABLE.fullmatch(value) and len(value) < LONGEST_LINE - LONGEST_HEADER):
        raise UnsafeLetter("A header is not plain, or too long for one line.")
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
        if b"\n" in line or b"\r" in line or len(line) > LONGEST_LINE:
            raise UnsafeLetter(f"{word} breaks its line.")
        seen.add(word)
