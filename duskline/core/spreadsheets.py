"""Tables as files for spreadsheets, which take some texts for formulas: these are told as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_FORMULA = re.compile(r"\s*[=+\-@]|[\t\r]")
"""How one begins."""


def csv_of(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A CSV file; all but digits is quoted."""
    lines = [",".join(heading), *(",".join(map(_cell, row)) for row in rows)]
    return "\r\n".join(lines) + "\r\n"


def _cell(words: str) -> str:
    if words.isascii() and words.isdigit():
        return words
    safe = f"'{words}" if _FORMULA.match(words) else words
    return '"' + safe.replace('"', '""') + '"'
