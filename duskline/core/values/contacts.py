"""How people are reached: what passes as an email address, the link that writes to it, and what makes two addresses, two
telephone numbers or two places the same.

The browser has the same rule (`npm run types` copies it from the description of the calls) and builds its links the
same way (`web/app/lib/contact.ts`); `tests/vectors/contacts.json` holds both sides to that.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any
from urllib.parse import quote

from duskline.core.values.texts import SOFT_HYPHEN, folded, trimmed

LONGEST_EMAIL = 254
LONGEST_PHONE = 40
_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
EMAIL = rf"^[A-Za-z0-9.!#$%&'*+/=^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+$"
"""As browsers check a field for email (the HTML standard), with two differences: the domain has a dot, and "?" is
refused, because that is where the headers of a `mailto:` link begin."""


def mailto(address: str) -> str:
    """The link that writes to an address and does nothing more, whatever stands in it (RFC 6068)."""
    local, at, domain = address.rpartition("@")
    return f"mailto:{quote(local, safe=_PLAIN)}{at}{quote(domain, safe=_PLAIN)}"


_PLAIN = "!'()*"
"""What `encodeURIComponent` leaves as it is, beyond what `quote` does."""


def as_meant(typed: str) -> str:
    """Returns an address or a number without invisible characters: those at its ends, and soft hyphens, which text brings along."""
    return trimmed(typed).replace(SOFT_HYPHEN, "")


def email_key(email: str) -> str:
    """What makes two addresses the same; some letters fold into several, hence the cut at the column's length."""
    return as_meant(email).casefold()[:LONGEST_EMAIL]


COUNTRY = "US"
"""Numbers without a country's code are read as numbers from here, as ZIP codes and dollars are."""
FEWEST_DIGITS = 3
FEWEST_OF_A_KEY = 7
"""Digits of a number within one area; fewer make nobody the same person."""
LONGEST_IN_COUNTRY = 10
_LOOKS_DIALED = re.compile(r"[\d\s()+./\u2010-\u2015-]+")
_ONE_RUN = re.compile(r"\D*\d[\d\s()+./x\u2010-\u2015-]*\D*")
_VANITY = re.compile(r"\+?(?:1[\s.-]*)?\(?(\d{3})\)?[\s.-]*((?:[A-Z0-9][\s.-]*){7,})")
ROUNDED = re.compile(r"\d[.,]\d+[eE][+-]?\d+|\d[eE][+-]\d+|^\W*\d+[eE]\d+\W*$")
"""A number that a spreadsheet has written with an exponent, mostly without its last digits."""
_DATES = re.compile(
    r"(?<![\d/.+-])(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([/.-])\d{1,2}\2(?:19|20)\d\d|\d{1,2}/\d{1,2}/\d\d)(?![/.-]?\d)"
    r"(?:[T ]+\d{1,2}(?::\d\d)+)?"
    r"|(?<!\d)(?:19|20)\d\d ?[-\u2010-\u2015] ?(?:19|20)\d\d(?![-.]?\d)"
)
_DIALED = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "22233344455566677778889999")
"""The digit of each letter on the keys of a telephone (ITU-T E.161)."""


def phone_key(typed: str | None) -> str | None:
    """Returns a number as it is dialed from anywhere (E.164), else its digits; None where they are no number.

    Words and days beside a number do not change its key, letters within one are dialed. Fewer than seven digits, zeros alone and what a
    spreadsheet has rounded are no key.
    The key is no longer than its column: one character such as ㊿ or ½ is several digits.
    """
    words = _DATES.sub(" ", unicodedata.normalize("NFKC", as_meant(typed or ""))).strip()
    digits = _digits(words)
    if not digits.strip("0") or ROUNDED.search(words):
        return None
    whole = _international(words) or _first_within(words) or _vanity(words)
    # Digits here and there among words and times are no number: "Mon-Fri 9:00-17:00".
    is_number = len(digits) >= FEWEST_OF_A_KEY and _ONE_RUN.fullmatch(words)
    return whole or (digits[:LONGEST_PHONE] if is_number else None)


def phone_wanted(query: str) -> str | None:
    """What to look for in the keys where a query may be a number or a part of one: digits; None where it is none.

    Of a whole number from here the country's code is left out: rows whose number could not be read have none.
    """
    words = unicodedata.normalize("NFKC", as_meant(query))
    digits = _digits(words)
    if len(digits) < FEWEST_DIGITS or not _LOOKS_DIALED.fullmatch(words):
        return None
    whole = _international(words)
    return whole.removeprefix("+1").removeprefix("+") if whole else digits


def _international(typed: str) -> str | None:
    import phonenumbers  # most starts of the server need no number read

    if any(map(str.isalpha, typed)):
        return None  # it would dial the letters of every word
    try:
        return _written(phonenumbers.parse(typed, COUNTRY))
    except phonenumbers.NumberParseException:
        return None


def _written(number: Any) -> str | None:
    """Returns a number as E.164; None where its length is not that of a whole one."""
    import phonenumbers

    if phonenumbers.is_possible_number_with_reason(number) != phonenumbers.ValidationResult.IS_POSSIBLE:
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _first_within(words: str) -> str | None:
    """Returns the first number among words, such as that of "Cell: 614-555-0177"; one without its area as its digits."""
    import phonenumbers

    found = phonenumbers.PhoneNumberMatcher(words, COUNTRY, leniency=phonenumbers.Leniency.POSSIBLE)
    first = next(iter(found), None)
    return None if first is None else _written(first.number) or _digits(first.raw_string)


def _vanity(words: str) -> str | None:
    """Returns the number that the letters of one dial, such as 1-800-HOLIDAYS; letters beyond its length are not dialed."""
    found = _VANITY.fullmatch(words.upper())
    if found is None:
        return None
    local = re.sub(r"[\s.-]", "", found[2])
    return f"+1{found[1]}{local.translate(_DIALED)}"[: len("+1") + LONGEST_IN_COUNTRY]


def _digits(typed: str) -> str:
    return "".join(str(unicodedata.decimal(sign)) for sign in typed if sign.isdecimal())


_AROUND = re.compile(
    rf"(?P<open>[^<>]*<)?\s*(?P<link>mailto:)?(?P<email>{EMAIL.strip('^$')})(?(link)(?:\?[^\s<>]*)?)\s*(?(open)>)[\s;,]*",
    re.IGNORECASE,
)


def bare_email(words: str) -> str:
    """An address without what mail programs write around it, as in "Cy <cy@x.com>;" and "mailto:cy@x.com"."""
    found = _AROUND.fullmatch(as_meant(words))
    return found["email"] if found else words


_FLOAT = re.compile(r"(\d+)(?:\.0+|,00?)|(\d)[.,](\d+)[eE]\+?(\d+)")


def unfloated(words: str) -> str:
    """A number without the point that programs give to whole numbers; with an exponent only where every digit is there."""
    found = _FLOAT.fullmatch(words)
    if found is None:
        return words
    if found[1]:
        return found[1]
    return found[2] + found[3] if len(found[3]) == int(found[4][:3]) else words


_ZIP_DIGITS = re.compile(r"(\d{4,5}|50[1-9]|5[1-9]\d|[6-9]\d\d)(?:[ -]?(\d{4}))?", re.ASCII)
"""One without its first zero, or without two: the lowest is 00501."""


def zip_as_printed(typed: str) -> str | None:
    """Returns a ZIP code as it is printed, None where it is none: spreadsheets take zeros from its start, and write ZIP+4 without the hyphen."""
    found = _ZIP_DIGITS.fullmatch(unfloated(typed))
    if found is None:
        return None
    code = found[1].zfill(len("00000"))
    return f"{code}-{found[2]}" if found[2] else code


LONGEST_PLACE = 200
_ZIP = re.compile(r"\b(\d{5})(?:-\d{4})?\s*$")
_WORD = re.compile(r"[a-z0-9]+")
# As the Postal Service abbreviates them (Publication 28, appendices B and C): the common ones.
_SUFFIXES = {
    "alley": "aly", "avenue": "ave", "boulevard": "blvd", "circle": "cir", "court": "ct", "cove": "cv", "drive": "dr",
    "highway": "hwy", "lane": "ln", "loop": "loop", "parkway": "pkwy", "place": "pl", "plaza": "plz", "road": "rd",
    "row": "row", "square": "sq", "street": "st", "terrace": "ter", "trail": "trl", "way": "way",
}  # fmt: skip
_SHORT = _SUFFIXES | {
    "north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se",
    "southwest": "sw", "apartment": "unit", "apt": "unit", "suite": "unit", "ste": "unit", "building": "bldg", "floor": "fl",
}  # fmt: skip
_ENDINGS = frozenset(_SUFFIXES.values())
_DIRECTIONS = frozenset({"n", "s", "e", "w", "ne", "nw", "se", "sw"})
_UNITS = frozenset({"unit", "bldg", "fl"})


def place_key(address: str | None) -> str | None:
    """What makes two addresses of buildings the same: the ZIP code and the street with its number, however abbreviated.

    None without a number, a street and a ZIP code at the end: a guess would join strangers.
    """
    words = "\n".join(map(folded, (address or "").strip().splitlines()))
    area = _ZIP.search(words)
    if area is None:
        return None
    street = _street(words[: area.start()].replace("#", " unit "))
    if len(street) < 2 or not street[0][0].isdigit():
        return None
    return f"{area[1]} {' '.join(street)}"[:LONGEST_PLACE]


def _street(words: str) -> list[str]:
    """The number, the street and the unit, without what comes after: the city and the state."""
    parts = [[_SHORT.get(word, word) for word in _WORD.findall(part)] for part in re.split(r"[,\n]", words)]
    parts = [part for part in parts if part]
    if not parts:
        return []
    ends = [place for place, word in enumerate(parts[0]) if word in _ENDINGS and place]
    first = parts[0] if len(parts) > 1 or not ends else _through(parts[0], ends[0])
    unit = parts[1] if len(parts) > 2 and parts[1][0] in _UNITS else []
    return first + unit


def _through(words: list[str], suffix: int) -> list[str]:
    """Up to the suffix, and the direction and unit behind it."""
    end = suffix + 1
    if words[end : end + 1] and words[end] in _DIRECTIONS:
        end += 1
    if words[end : end + 1] and words[end] in _UNITS:
        end += 2
    return words[:end]
