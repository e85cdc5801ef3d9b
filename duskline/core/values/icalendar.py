"""iCalendar (RFC 5545): events as the bytes of a file that calendar programs subscribe to or open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple

OCTETS = 75
"""Of a line at most; the rest goes on in the next, behind a space."""
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029]")
SPECIAL = re.compile(r"([\\;,])")


class Event(NamedTuple):
    """Something on a day, wherever one is; or from one moment to another, for which one is taken."""

    uid: str
    when: date | tuple[datetime, datetime]
    title: str
    place: str
    address: str
    """Where it can be opened."""
    changed: datetime
    sequence: int
    """Grows with each change."""
    status: str
    """CONFIRMED, TENTATIVE or CANCELLED."""


def calendar(name: str, events: Iterable[Event]) -> bytes:
    """A whole calendar. The same events make the same bytes."""
    return b"".join(folded(line) for line in _lines(name, events))


def _lines(name: str, events: Iterable[Event]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Duskline//Work orders//EN", "CALSCALE:GREGORIAN")
    yield from ("METHOD:PUBLISH", f"X-WR-CALNAME:{text(name)}", f"NAME:{text(name)}")
    yield from ("REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H")
    for event in events:
        changed = _moment(event.changed)
        yield from (
            "BEGIN:VEVENT",
            f"UID:{text(event.uid)}",
            f"DTSTAMP:{changed}",
            f"LAST-MODIFIED:{changed}",
        )
        yield f"SEQUENCE:{event.sequence}"
        yield from _when(event.when)
        yield from (f"SUMMARY:{text(event.title)}", f"LOCATION:{text(event.place)}", f"URL:{event.address}")
        yield from (f"STATUS:{event.status}", "CLASS:PRIVATE", "END:VEVENT")
    yield "END:VCALENDAR"


def _when(when: date | tuple[datetime, datetime]) -> tuple[str, ...]:
    if isinstance(when, date):
        return f"DTSTART;VALUE=DATE:{when:%Y%m%d}", "TRANSP:TRANSPARENT"
    return f"DTSTART:{_moment(when[0])}", f"DTEND:{_moment(when[1])}", "TRANSP:OPAQUE"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def text(words: str) -> str:
    """A value of type TEXT: what means something in the format is escaped, what cannot be said in it is left out."""
    plain = CONTROL.sub("", LINE_ENDS.sub("\n", words))
    return SPECIAL.sub(r"\\\1", plain).replace("\n", "\\n")


def folded(line: str) -> bytes:
    """A line with its end, in parts of at most 75 octets that never cut a character."""
    left = line.encode()
    parts: list[bytes] = []
    while len(left) > OCTETS - bool(parts):
        cut = OCTETS - bool(parts)
        while left[cut] & 0b1100_0000 == 0b1000_0000:
            cut -= 1
        parts.append(left[:cut])
        left = left[cut:]
    return b"\r\n ".join([*parts, left]) + b"\r\n"
