"""Tables as files for spreadsheets, which take some texts for formulas: these are told as text."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime

_FORMULA = re.compile(r"\s*[=+\-@]|[\t\r]")
"""How one begins."""
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
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def _heading(words: str) -> str:
    return _cell(words) if re.search(r'[",\r\n]', words) or _FORMULA.match(words) else words


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
    safe = f"'{words}" if _FORMULA.match(words) else words
    return '"' + safe.replace('"', '""') + '"'
