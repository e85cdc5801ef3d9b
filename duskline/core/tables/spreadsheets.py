"""Tables as files for spreadsheets, which take some texts for formulas: these are told as text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime

_SIGNS = "=+-@\N{MINUS SIGN}"
"""How a formula begins, in whatever width it is written."""
_UNSEEN = ("Z", "C", "M")
"""Categories of characters that a reader does not see, and a spreadsheet may pass over: spaces, controls, marks of direction, and
marks on letters, such as variation selectors, where no letter is before them."""
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and signs without a look."""
BYTE_ORDER_MARK = "\ufeff"
"""By which spreadsheets know that a file is UTF-8."""


def csv_of(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV file; all but digits is quoted."""
    return ",".join(map(_heading, heading)) + "\r\n" + "".join(map(_line, rows))


async def csv_streamed(
    heading: Sequence[str], batches: AsyncIterator[Iterable[Sequence[object]]]
) -> AsyncIterator[bytes]:
    """The same in pieces, so that no more than a batch is held at a time."""
    yield (BYTE_ORDER_MARK + csv_of(heading, ())).encode()
    async for rows in batches:
        yield "".join(map(_line, rows)).encode()


def as_typed(cell: str) -> str:
    """What a cell of such a file says: without the mark that keeps a text from being taken for a formula."""
    return cell[1:] if cell.startswith("'") and _may_be_formula(cell[1:]) else cell


def _may_be_formula(words: str) -> bool:
    """Whether a spreadsheet may take the words for a formula, also where signs are of full width or unseen characters come first."""
    if words.startswith(("\t", "\r")):
        return True
    first = next((each for each in words if not _is_unseen(each)), "")
    return unicodedata.normalize("NFKC", first)[:1] in tuple(_SIGNS)


def _is_unseen(character: str) -> bool:
    return character in _FILLERS or unicodedata.category(character).startswith(_UNSEEN)


def _heading(words: str) -> str:
    return _cell(words) if re.search(r'[",\r\n]', words) or _may_be_formula(words) else words


def _line(row: Sequence[object]) -> str:
    return ",".join(_cell(_in_words(value)) for value in row) + "\r\n"


def _in_words(value: object) -> str:
    """Nothing is empty; times are those of UTC, to the minute."""
    if value is None:
        return ""
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value)


def _cell(words: str) -> str:
    if words.isascii() and words.isdigit():
        return words
    safe = f"'{words}" if _may_be_formula(words) else words
    return '"' + safe.replace('"', '""') + '"'
