"""A short-lived process that reads a table from a file: CSV in whatever encoding and with whatever separator, or a workbook.

Reading is where attacks land, so it happens here, within the limits of `core/system/sandbox.py`. `core/tables/reading.py` starts this
file by its path with the table on standard input, and the separator as an argument where a user chose one; nothing of the product is
imported. Standard output, a line of JSON each: how the file was read, then each row that is not empty as its number in the file and its cells, and in the end how many rows and
columns there are; or why it cannot be read, in a sentence for a person.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, BinaryIO

MOST_ROWS = 50_000
MOST_LINES = 2**20
"""Those of a sheet, empty ones among them."""
MOST_COLUMNS = 100
LONGEST_CELL = 32_767
"""As much as a cell of a spreadsheet holds."""
UNPACKED = 200 * 2**20
SAMPLE = 64 * 1024
SEPARATORS = ",;\t|"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
ENCODINGS = [
    "cp1252",
    "mac_roman",
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "shift_jis",
    "gb18030",
    "big5",
    "euc_kr",
]
"""In which a file may be that is no UTF; how western spreadsheets write comes first."""
SAMPLED_ROWS = 50
"""By which the separator is found."""
MOST_EXACT = 10**15
"""Spreadsheets keep fifteen digits."""
FEWEST_PLACES = 4
"""Digits of a number format that is that of a code, such as a ZIP code."""
ABOUT = 0.05
"""Two readings whose disorder differs by no more are as good as each other."""

Row = tuple[int, list[str]]

NO_TABLE = "This file holds no table. Choose a CSV file or an Excel workbook (.xlsx)."
NOTHING = "This file holds no rows. It needs a row of headings and one row for each record."
TOO_MANY_ROWS = f"This file has more than {MOST_ROWS:,} rows. Split it into several files."
TOO_MANY_COLUMNS = f"This file has more than {MOST_COLUMNS} columns. Delete the columns that you do not need."
OLD = "This workbook is protected by a password or from before 2007. Save it as .xlsx without a password, or as CSV."
DAMAGED = (
    "This workbook is damaged. Open it in your spreadsheet program and save it again as .xlsx, or as CSV."
)
UNPACKS = "This workbook unpacks to more than 200 MB. Copy the rows that you need into a new one."
UNKNOWN_LETTERS = "The letters of this file cannot be read. Save it as CSV UTF-8 and try again."


class Unreadable(Exception):
    """Says why, to a person."""


def main(source: BinaryIO, separator: str | None = None) -> None:
    try:
        told, rows = opened(source, separator)
        width = count = 0
        say(told)
        for number, cells in rows:
            if (count := count + 1) > MOST_ROWS + 1:  # and its headings
                raise Unreadable(TOO_MANY_ROWS)
            width = max(width, len(cells))
            say([number, cells])
        if count == 0:
            raise Unreadable(NOTHING)
        say({"rows": count, "width": width})
    except Unreadable as why:
        say({"fault": str(why)})


def say(what: object) -> None:
    sys.stdout.write(json.dumps(what, ensure_ascii=False) + "\n")


def opened(source: BinaryIO, chosen: str | None) -> tuple[dict[str, str | None], Iterator[Row]]:
    """How the file is read, and its rows; a separator that was chosen counts."""
    head = source.read(4)
    source.seek(0)
    if head == OLD_WORKBOOK:
        raise Unreadable(OLD)
    if head == b"PK\x03\x04":
        sheet, rows = workbook(source)
        return {"encoding": None, "separator": None, "sheet": sheet}, rows
    words, encoding = text(source.read())
    said, words = said_at_the_top(words)
    separator = chosen or said or separator_of(words)
    return {"encoding": encoding, "separator": separator, "sheet": None}, kept(records(words, separator))


def kept(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows that hold anything, within bounds and fit to be stored."""
    for number, cells in rows:
        if number > MOST_LINES:
            raise Unreadable(TOO_MANY_ROWS)
        while cells and not cells[-1].strip():
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise Unreadable(TOO_MANY_COLUMNS)
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise Unreadable(too_long(number))
        if cells:
            yield number, [storable(cell.strip()) for cell in cells]


def too_long(number: int) -> str:
    return f"Row {number:,} has a cell of more than {LONGEST_CELL:,} characters. Shorten it and try again."


def storable(cell: str) -> str:
    """What no database stores becomes a mark of its own, which people see."""
    return re.sub("[\x00\ud800-\udfff]", "\ufffd", cell)


def text(raw: bytes) -> tuple[str, str]:
    """What a file says, and the encoding in which it does."""
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"),
        (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"),
    ):  # fmt: skip
        if raw.startswith(mark):
            return decoded(raw, encoding), encoding.removesuffix("-sig")
    sample = raw[:SAMPLE]
    if by_zeros := wide(sample):
        return decoded(raw, by_zeros), by_zeros
    if sum(byte < 32 and byte not in b"\t\n\r\x0b\x0c" for byte in sample) * 50 > len(sample):
        raise Unreadable(NO_TABLE)
    try:
        return raw.decode(), "utf-8"
    except UnicodeDecodeError:
        encoding = found(raw)
        return decoded(raw, encoding), encoding


def decoded(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        raise Unreadable(UNKNOWN_LETTERS) from None


def wide(sample: bytes) -> str | None:
    """Which of the encodings of two bytes a letter it is, by where the zeros stand; one or two of them are no sign of it."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 4 > len(sample) and min(even, odd) * 20 < max(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


def found(raw: bytes) -> str:
    """By the lines that are not plain English."""
    from charset_normalizer import from_bytes

    telling = itertools.islice((line for line in raw.splitlines() if not line.isascii()), 2_000)
    sample = b"\n".join(telling)[:SAMPLE]
    read = from_bytes(sample, cp_isolation=ENCODINGS, threshold=0.3)
    least = min((match.chaos for match in read), default=0.0)
    fit = {name for match in read if match.chaos <= least + ABOUT for name in match.could_be_from_charset}
    # A few letters fit several: then it is the one that comes first.
    return next((name for name in ENCODINGS if name in fit), "latin-1")


def said_at_the_top(words: str) -> tuple[str | None, str]:
    """The separator that a first line names, as some spreadsheets write it, and the words without that line."""
    said = re.match(rf"sep=([{re.escape(SEPARATORS)}])\r?\n?", words, re.IGNORECASE)
    return (said[1], words[said.end() :]) if said else (None, words)


def separator_of(words: str) -> str:
    """The separator by which the rows fit below a row of headings; rows may lack their last cells and never have more."""
    return max(SEPARATORS, key=lambda separator: fit(words, separator))


def fit(words: str, separator: str) -> tuple[bool, float]:
    """How well a separator fits: whether a row looks like headings, and the share of rows that fit below it, by their number of cells."""
    sample = itertools.islice(sample_of(words, separator), SAMPLED_ROWS)
    rows = [cells for _, cells in sample if any(cell.strip() for cell in cells)]
    several = [place for place, cells in enumerate(rows) if len(cells) > 1]
    if not several:
        return False, 0.0
    top = next((place for place in several if look_like_headings(rows[place])), None)
    width = len(rows[several[0] if top is None else top])
    fitting = sum(
        filled(cells) <= width for cells in rows[several[0] if top is None else top :] if fits(cells, width)
    )
    return top is not None, fitting / len(rows) * width


def fits(cells: list[str], width: int) -> bool:
    """A row of one cell says nothing about a separator, unless it may lack several."""
    return len(cells) > 1 or width > 2


def filled(cells: list[str]) -> int:
    """The number of cells without the empty ones at the end."""
    return max((place for place, cell in enumerate(cells, start=1) if cell.strip()), default=0)


def look_like_headings(cells: list[str]) -> bool:
    """Headings are words: no addresses, no numbers, none missing between others."""
    words = [cell.strip() for cell in cells[: filled(cells)]]
    return len(words) > 1 and all(re.search(r"[^\W\d]", word) and "@" not in word for word in words)


def sample_of(words: str, separator: str) -> Iterator[Row]:
    try:
        yield from numbered(words[:SAMPLE], separator, strict=False)
    except csv.Error:
        return


def records(words: str, separator: str) -> Iterator[Row]:
    """The rows of a CSV file. One whose quotation marks are merely odd is read as well as can be; one never closed is not."""
    number = 0
    strict = True
    try:
        for row in numbered(words, separator, strict=True):
            number = row[0]
    except csv.Error as fault:
        if "unexpected end" in str(fault):
            where = f"A quotation mark that begins in row {number + 1:,} is never closed"
            raise Unreadable(f'{where}. Add the missing " or remove it.') from None
        if "field larger" in str(fault):
            raise Unreadable(too_long(number + 1)) from None
        strict = False
    yield from numbered(words, separator, strict=strict)


def numbered(words: str, separator: str, *, strict: bool) -> Iterator[Row]:
    csv.field_size_limit(LONGEST_CELL + 1)
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=separator, strict=strict)
    return enumerate(reader, start=1)


def workbook(source: BinaryIO) -> tuple[str, Iterator[Row]]:
    """The name and the rows of the first visible sheet that holds anything: values as they were last worked out."""
    import openpyxl  # type: ignore[import-untyped]

    try:
        with zipfile.ZipFile(source) as packed:
            if sum(part.file_size for part in packed.infolist()) > UNPACKED:
                raise Unreadable(UNPACKS)
            if "xl/workbook.xml" not in packed.namelist():
                raise Unreadable(NO_TABLE)
        source.seek(0)
        book = openpyxl.load_workbook(source, read_only=True, data_only=True, keep_links=False)
        sheets = [each for each in book.worksheets if each.sheet_state == "visible"]
    except Unreadable:
        raise
    except Exception:
        raise Unreadable(DAMAGED) from None
    for sheet in sheets:
        rows = kept(cells_of(sheet))
        if (first := next(rows, None)) is not None:
            return storable(sheet.title), itertools.chain((first,), rows)
    raise Unreadable(NOTHING)


def cells_of(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a workbook says of its size need not be so
    try:
        for number, cells in enumerate(sheet.iter_rows(), start=1):
            yield number, [shown_of(cell) for cell in cells]
    except MemoryError:
        raise
    except Exception:
        raise Unreadable(DAMAGED) from None


def shown_of(cell: Any) -> str:
    """A cell as people read it: a number by its format, where that is the format of a code."""
    value = cell.value
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 <= value < MOST_EXACT
        and value % 1 == 0
    ):
        return in_format(int(value), cell.number_format) or str(int(value))
    return shown(value)


def in_format(number: int, pattern: str) -> str | None:
    """A number as a format of digits alone shows it, such as 00000-0000 for ZIP codes; None for formats of amounts and others.

    A format may have one section for short numbers and one for long ones: [<=9999999]###-####;(###) ###-####.
    """
    section, _, other = pattern.partition(";")
    short = re.match(r"\[<=?(\d+)\]", section)
    if short:
        section = section[short.end() :] if number <= int(short[1]) else other
    plain = re.sub(r'\[[^\]]*\]|[_*].|["\\]', "", section)
    places = re.findall(r"[0#]", plain)
    if len(places) < FEWEST_PLACES or not re.fullmatch(r"[0#() +\-]+", plain):
        return None
    digits = str(number).rjust(len(places), " ")
    first, rest = digits[: len(digits) - len(places) + 1], iter(digits[len(digits) - len(places) + 1 :])
    filled_in = iter([first, *rest])
    signs = [
        next(filled_in).replace(" ", "0" if sign == "0" else "") if sign in "0#" else sign for sign in plain
    ]
    return "".join(signs).strip()


def shown(value: Any) -> str:
    """A value as people read it."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return f"{value:.15g}"  # as exact as spreadsheets are: what was worked out ends in 999999
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case date() | time() | timedelta():
            return str(value)
        case str() if value in ("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!"):
            return ""
        case _:
            return str(value)


if __name__ == "__main__":
    main(sys.stdin.buffer, *sys.argv[1:2])
