"""How people are reached: what passes as an email address, the link that writes to it, and what makes two telephone
numbers the same.

The browser has the same rule (`npm run types` copies it from the description of the calls) and builds its links the
same way (`web/app/lib/contact.ts`); `tests/vectors/contacts.json` holds both sides to that.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

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


COUNTRY = "US"
"""Numbers without a country's code are read as numbers from here, as ZIP codes and dollars are."""
FEWEST_DIGITS = 3
_LOOKS_DIALED = re.compile(r"[\d\s()+./\u2010-\u2015-]+")


def phone_key(typed: str | None) -> str | None:
    """A number as it is dialed from anywhere (E.164) where a whole one can be read, else its digits, if any.

    No longer than what is typed may be: one character such as ㊿ or ½ is several digits.
    """
    return _international(typed or "") or _digits(typed or "")[:LONGEST_PHONE] or None


def phone_wanted(query: str) -> str | None:
    """What to look for in the keys where a query may be a number or a part of one: digits; None where it is none.

    Of a whole number from here the country's code is left out: rows whose number could not be read have none.
    """
    words = unicodedata.normalize("NFKC", query).strip()
    digits = _digits(words)
    if len(digits) < FEWEST_DIGITS or not _LOOKS_DIALED.fullmatch(words):
        return None
    whole = _international(words)
    return whole.removeprefix("+1").removeprefix("+") if whole else digits


def _international(typed: str) -> str | None:
    import phonenumbers  # most starts of the server need no number read

    try:
        number = phonenumbers.parse(typed, COUNTRY)
    except phonenumbers.NumberParseException:
        return None
    if phonenumbers.is_possible_number_with_reason(number) != phonenumbers.ValidationResult.IS_POSSIBLE:
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _digits(typed: str) -> str:
    return "".join(filter(str.isascii, filter(str.isdigit, unicodedata.normalize("NFKC", typed))))
