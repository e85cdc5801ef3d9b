"""Personal data: what a table says that it holds about people, and how a person's traces are known in any text.

A table is declared once (`models/privacy/personal_data.py`). Whatever looks for somebody, gives out what is known or takes it away
goes by these declarations alone; a law test holds every column of text to one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import msgspec
from sqlalchemy import ColumnElement, String, cast, func, or_

from duskline.core.values.contacts import email_key, phone_key

ERASED = "[erased]"
"""What stands in a text in place of what was said about somebody."""
NAMELESS = "Erased"
"""The name of whom nothing is known any more."""
NO_ADDRESS = "@erased.invalid"
"""How the address of nobody ends; before it stands whose it was, so that no two are the same."""
SHORTEST_NAME = 5
"""Letters; a shorter name, or one of a single word, stands in too many texts that mean somebody else."""
FEWEST_DIGITS = 7
SHORTEST_PASSAGE = 30
"""Letters; others may have written a shorter text too."""
WIDE = 60
"""Letters of a passage by which rows that may hold it are found: a pattern with more would be slow."""
AHEAD = r"(?:(?<!\w)|(?<=%[0-9a-f]{2}))"
"""Where a word begins, also behind a sign that an address of the web writes in hexadecimal."""
BETWEEN = r"(?:[^\w%]|%[0-9a-f]{2}){0,3}"
"""What may stand between two digits of a number."""


class Fate(StrEnum):
    """What becomes of a row that is about the person."""

    ERASE = "erase"
    ANONYMISE = "anonymise"
    """The row stays, for figures and for what others point at; what it says about the person goes."""
    KEEP = "keep"


class Part(StrEnum):
    """What a column holds."""

    NAME = "name"
    EMAIL = "email"
    PHONE = "phone"
    PLACE = "place"
    TITLE = "title"
    WORDS = "words"
    DATA = "data"
    """JSON."""
    BYTES = "bytes"
    """JSON, encoded."""
    MENTION = "mention"
    """What is about something else and may name somebody in passing: that alone goes."""


class Whose(StrEnum):
    """The person whom a row with an address or number of its own is about."""

    OWN = "own"
    """A person of its own, who has the address: it is not looked for as another person's."""
    ADDRESS = "address"
    """The person who has the address. No row points at this one, so it keeps the address for nobody."""
    RECORD = "record"
    """The person of the record that the row names. That person may have another address by now."""


class Personal(msgspec.Struct, frozen=True, kw_only=True):
    """What a table holds about people."""

    says: str
    """What people call its rows."""
    fate: Fate
    parts: Mapping[str, Part]
    """What it may hold, by column."""
    of: tuple[str, ...] = ()
    """Columns that name a row of the person's by its id: then this one is about that person too."""
    also: tuple[str, ...] = ()
    """Columns whose rows are about the person where this one is."""
    ended: str | None = None
    """The column that says when that ended: from then on the row is about all whom it names, and those are not one person."""
    shown_in: tuple[str, ...] = ()
    """Columns of JSON that show records with their ids: the row is about each person of whose records one is shown."""
    wrote: tuple[str, ...] = ()
    """Columns of its parts with what the person wrote: copies of it stand in records of others, such as a ticket that was made of a message."""
    withheld: tuple[str, ...] = ()
    """Columns of its parts that record how something was, or show several records: what they hold may be about other people. A copy leaves
    them out."""
    own: tuple[str, ...] = ()
    """Columns of its parts by which a person is found: whose address or number it is."""
    whose: Whose | None = None
    """Of a table with such columns."""
    sent: bool = False
    """Whether visitors sent its rows. A row that another person sent is not about the person of the record that it was attached to or became."""
    about: Callable[[Sequence[str]], ColumnElement[bool]] | None = None
    """Which rows are about the person whose records have these ids, where that is more than a column that names one."""
    free: tuple[str, ...] = ()
    """Columns of text that never hold anything about people."""
    chosen: tuple[str, ...] = ()
    """Those of them that hold what the person chose or was given: a copy says it."""
    why: str | None = None
    """Why it is kept: what the law says. Of what is kept only as long as `kept` says, too."""
    kept: Callable[[Any], bool] | None = None
    """Whether a row is kept all the same; None: by its fate."""
    files: Callable[[Any], Sequence[str]] | None = None
    """Where the files of a row lie, without their sizes."""
    blanks: Mapping[str, Any] = MappingProxyType({})
    """Values to which an erasure sets further columns of a row that it makes anonymous; a function returns the value of each row."""
    mentions: Fate = Fate.ANONYMISE
    """What becomes of a row that is about somebody else and names the person: the words go, or the row does."""


class Traces(msgspec.Struct, frozen=True):
    """By what a person is known in a text."""

    emails: frozenset[str]
    """Their keys."""
    phones: frozenset[str]
    """Their digits, without the code of the country."""
    names: frozenset[str] = frozenset()
    passages: frozenset[str] = frozenset()
    """Whole texts that the person wrote."""

    @classmethod
    def of(cls, emails: Iterable[str], phones: Iterable[str], names: Iterable[str] = ()) -> Traces:
        digits = {(phone_key(phone) or "").removeprefix("+1").removeprefix("+") for phone in phones}
        said = {" ".join(name.split()) for name in names}
        return cls(
            # An erasure writes a mark in place of an address: the mark belongs to no person.
            frozenset(
                key
                for key in map(email_key, emails)
                if key not in ("", ERASED) and not key.endswith(NO_ADDRESS)
            ),
            frozenset(each for each in digits if len(each) >= FEWEST_DIGITS),
            frozenset(name for name in said if len(name) >= SHORTEST_NAME and " " in name),
        )

    def joined(self, other: Traces) -> Traces:
        return Traces(self.emails | other.emails, self.phones | other.phones, self.names | other.names)

    def without(self, other: Traces) -> Traces:
        return Traces(self.emails - other.emails, self.phones - other.phones, self.names - other.names)

    def singly(self) -> Iterator[Traces]:
        """Each address and number alone."""
        for email in sorted(self.emails):
            yield Traces(frozenset({email}), frozenset())
        for phone in sorted(self.phones):
            yield Traces(frozenset(), frozenset({phone}))

    @property
    def pattern(self) -> re.Pattern[str]:
        """Finds each of them as people write them, and none in the midst of another."""
        found = [rf"{AHEAD}(?<![.+%-]){_written(each)}(?![\w-]|\.\w)" for each in sorted(self.emails)]
        for digits in sorted(self.phones):
            found.append(rf"(?:(?<!\d)|(?<=%2[8B]))(?:\+?1{BETWEEN})?\(?{BETWEEN.join(digits)}(?!\d)")
        for name in sorted(self.names):
            found.append(AHEAD + r"(?:\s|\+|%20)+".join(map(_written, name.split())) + r"(?!\w)")
        for passage in sorted(self.passages):
            found.append(r"(?:\s|\\[nrt])+".join(map(_quoted, passage.split())))
        return re.compile("|".join(found) or r"(?!)", re.IGNORECASE)

    def may_hold(self, column: Any) -> ColumnElement[bool]:
        """Whether a column may hold one of them: a wide net that an index-less look over a table can cast; `pattern` decides."""
        text = func.lower(cast(column, String))
        likes = [
            _wide(each) for each in (*self.emails, *self.names, *(each[:WIDE] for each in self.passages))
        ]
        likes += ["%" + "%".join(each) + "%" for each in self.phones]
        return or_(*(text.like(like, escape="!") for like in sorted(likes)))


def _written(words: str) -> str:
    """A pattern of words, as they are or as an address of the web writes them: saved views keep such."""
    return "".join(
        each
        if each.isascii() and each.isalnum()
        else f"(?:{re.escape(each)}|{re.escape(quote(each, safe=''))})"
        for each in words
    )


def _quoted(word: str) -> str:
    """A pattern of a word, as it is or as JSON writes it."""
    return re.escape(word).replace('"', '\\\\?"')


def _wide(words: str) -> str:
    """A LIKE pattern: what is written otherwise in JSON or in an address, or has another case beyond ASCII, may be anything."""
    plain = [each if each.isascii() and (each.isalnum() or each in ".-") else "%" for each in words.lower()]
    return "%" + "".join(plain) + "%"


def scrubbed(value: Any, pattern: re.Pattern[str]) -> Any:
    """Returns a text, or plain JSON, decoded or as bytes, with a mark in place of what the pattern finds in its texts."""
    match value:
        case str():
            return pattern.sub(ERASED, value)
        case bytes():
            return msgspec.json.encode(scrubbed(msgspec.json.decode(value), pattern))
        case dict():
            return {name: scrubbed(each, pattern) for name, each in value.items()}
        case list():
            return [scrubbed(each, pattern) for each in value]
        case _:
            return value


def holds(value: Any, pattern: re.Pattern[str]) -> bool:
    """Returns whether the pattern finds something in a text, or in one within plain JSON, decoded or as bytes."""
    match value:
        case str():
            return pattern.search(value) is not None
        case bytes():
            return holds(msgspec.json.decode(value), pattern)
        case dict():
            return any(holds(each, pattern) for each in value.values())
        case list():
            return any(holds(each, pattern) for each in value)
        case _:
            return False
