"""Text as people type and paste it: which characters show something, how it is trimmed, and which texts are alike.

The browser trims by the same rule (`web/app/lib/text.ts`); `tests/vectors/texts.json` holds both sides to it.
"""

from __future__ import annotations

import re
import unicodedata


def _between(*spans: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in spans for code in range(first, last + 1))


_IGNORABLE = _between(
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180E, 0x180E), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
)  # fmt: skip
"""Characters that show nothing (Unicode's Default_Ignorable_Code_Point), and the blank Braille pattern."""
_OF_A_SIGN = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff"
"""Ignorable characters that say how the sign before them looks, as the red of a heart."""
_WHITE = "".join(
    chr(code) for code in range(0x3001) if chr(code).isspace() or unicodedata.category(chr(code)) == "Cc"
)
_BLANK = _WHITE + _IGNORABLE
_SOMETHING = re.compile(f"[^{re.escape(_BLANK)}{_OF_A_SIGN}]")
SOFT_HYPHEN = "\u00ad"


def trimmed(text: str) -> str:
    """Removes blank and invisible characters from both ends; text that shows nothing becomes empty."""
    text = text.strip(_BLANK)
    return text if _SOMETHING.search(text) else ""


def normalized(text: str) -> str:
    """Returns a text without differences of case, width and spaces: names that differ in no other way are the same."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


_ACCENTS = re.compile(f"[\u0300-\u036f{_IGNORABLE}{_OF_A_SIGN}]")
_ALIKE = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bb\u02bc\u0060\u00b4\uff07", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\uff02", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d", "-")
    | {"\u00f8": "o", "\u00d8": "o", "\u0142": "l", "\u0141": "l", "\u0111": "d", "\u0110": "d", "\u0131": "i"}
    | {"\u00e6": "ae", "\u00c6": "ae", "\u0153": "oe", "\u0152": "oe"}
)  # fmt: skip
"""Quotation marks and dashes as a keyboard has them, and letters with a stroke, which are no accents to Unicode."""


def folded(text: str) -> str:
    """Returns a text as people look for it: without differences of case, width, spaces, accents, quotation marks and dashes."""
    plain = unicodedata.normalize("NFKD", text.translate(_ALIKE)).casefold()
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))
    return " ".join(unicodedata.normalize("NFC", plain).split())
