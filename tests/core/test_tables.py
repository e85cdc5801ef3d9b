"""Files that hold a table, in whatever letters and with whatever between the cells; and files that were made to do harm."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest
from litestar.datastructures import UploadFile

from duskline.core.system.errors import Invalid
from duskline.core.tables import reading, worker
from duskline.core.tables.reading import How, SentTable, opened

DAY = datetime(2026, 3, 1)  # noqa: DTZ001 - a workbook knows no time zones
PEOPLE = [["Name", "Town"], ["José Ñandú", "Köln"], ["Zoë O'Neil", "Dayton, OH"]]


async def numbered(
    content: bytes, separator: str | None = None
) -> tuple[How, list[tuple[int, list[str]]], int]:
    sent = UploadFile("text/csv", "people.csv", file_data=content)
    try:
        async with opened(SentTable(sent), separator) as table:
            how = await table.begin()
            return how, [row async for row in table.rows()], table.width
    finally:
        await sent.close()


async def read(content: bytes) -> tuple[How, list[list[str]]]:
    how, rows, _ = await numbered(content)
    return how, [cells for _, cells in rows]


async def fault(content: bytes) -> str:
    with pytest.raises(Invalid) as refused:
        await read(content)
    return refused.value.sentence


def lines(separator: str, end: str = "\r\n") -> str:
    return "".join(separator.join(f'"{cell}"' for cell in row) + end for row in PEOPLE)


def workbook(rows: list[list[Any]], **parts: str) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    if not parts:
        return out.getvalue()
    packed = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            name = item.filename.rpartition("/")[2].replace(".", "_")
            new.writestr(item.filename, parts.get(name, old.read(item).decode()))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"), ("utf-32", "utf-32"), ("cp1252", "cp1252"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
async def test_letters_and_separators_are_found(encoding: str, said: str, separator: str) -> None:
    how, rows = await read(lines(separator).encode(encoding))
    assert (how.encoding, how.separator, rows) == (said, separator, PEOPLE)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
async def test_lines_end_in_any_way(end: str) -> None:
    assert (await read(lines(",", end).encode()))[1] == PEOPLE


async def test_other_letters_are_found_by_what_they_say() -> None:
    for words, encoding in (
        ("Иван Петров,Москва, улица Ленина", "cp1251"),
        ("山田太郎,東京都千代田区", "shift_jis"),
    ):
        _, (row,) = await read(words.encode(encoding))
        assert row == [cell.strip() for cell in words.split(",")]


async def test_excel_says_what_stands_between_cells() -> None:
    how, rows = await read(b"sep=;\r\nName;Town\r\nAna, the first;Dayton\r\n")
    assert (how.separator, rows) == (";", [["Name", "Town"], ["Ana, the first", "Dayton"]])


async def test_a_separator_that_somebody_chose_counts_whatever_the_file_says() -> None:
    how, rows, _ = await numbered(b"sep=;\r\nName;Nick,Town\r\nAna;Annie,Dayton\r\n", ",")
    assert (how.separator, rows) == (",", [(1, ["Name;Nick", "Town"]), (2, ["Ana;Annie", "Dayton"])])


async def test_empty_cells_beyond_the_headings_say_nothing_against_a_separator() -> None:
    row = "Gable, Ann;ann@home.example;Dayton, OH;Porch;;\n"
    how, rows = await read(f"Name, last first;Email;City, state;Note\n{row * 3}".encode())
    assert (how.separator, rows[-1]) == (";", ["Gable, Ann", "ann@home.example", "Dayton, OH", "Porch"])


async def test_rows_of_nothing_are_left_out_and_the_others_keep_their_numbers() -> None:
    _, rows, width = await numbered(b"Name,Town\n,,\n\nAna,\n   \n,Dayton\n")
    assert rows == [(1, ["Name", "Town"]), (4, ["Ana"]), (6, ["", "Dayton"])]
    assert width == 2


async def test_odd_quotation_marks_are_read_as_well_as_can_be() -> None:
    _, rows = await read(b'Name,Size\nAna "the first" Porch,6"\n"Ben" Gable,1\n"Cy\nRoof","a ""b"""\n')
    assert rows == [
        ["Name", "Size"],
        ['Ana "the first" Porch', '6"'],
        ["Ben Gable", "1"],
        ["Cy\nRoof", 'a "b"'],
    ]


async def test_what_no_database_stores_is_marked() -> None:
    _, rows = await read(
        b"Name,Town\nA\0na,Dayton and whatever more stands here in plain letters, for a while\n"
    )
    assert rows[1][0] == "A\ufffdna"


async def test_a_workbook_is_read_as_people_see_it() -> None:
    rows: list[list[Any]] = [
        ["Name", "Since", "ZIP", "Sum", "Yes"],
        ["Ana", DAY, 45402.0, "=1+1", True],
        [None, None, None, None, None],
        ["Ben", DAY.replace(hour=9, minute=30), 1.5, "#N/A", None],
    ]
    how, read_rows = await read(workbook(rows))
    assert how == How(None, None, "Sheet")
    assert read_rows == [
        ["Name", "Since", "ZIP", "Sum", "Yes"], ["Ana", "2026-03-01", "45402", "", "TRUE"],
        ["Ben", "2026-03-01 09:30", "1.5"],
    ]  # fmt: skip


async def test_merged_cells_say_it_once() -> None:
    book = openpyxl.Workbook()
    for row in (["Name", "Town"], ["Ana", "Dayton"], ["Ben", None]):
        book.active.append(row)
    book.active.merge_cells("B2:B3")
    out = io.BytesIO()
    book.save(out)
    assert (await read(out.getvalue()))[1] == [["Name", "Town"], ["Ana", "Dayton"], ["Ben"]]


async def test_the_first_sheet_that_shows_anything_is_read_and_macros_are_not_run() -> None:
    book = openpyxl.Workbook()
    hidden, empty, people = book.active, book.create_sheet("Empty"), book.create_sheet("People")
    hidden.append(["Not", "this"])
    hidden.sheet_state, empty["A1"] = "hidden", " "
    people.append(["Name", "Town"])
    saved, out = io.BytesIO(), io.BytesIO()
    book.save(saved)
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(out, "w") as new:
        for item in old.infolist():
            new.writestr(item, old.read(item))
        new.writestr("xl/vbaProject.bin", worker.OLD_WORKBOOK + b"Auto_Open")
    how, rows = await read(out.getvalue())
    assert (how.sheet, rows) == ("People", [["Name", "Town"]])


@pytest.mark.parametrize("separator", ['"', "\0", "\r", "a"])
async def test_what_cannot_stand_between_cells_is_no_separator(separator: str) -> None:
    how, rows = await read(
        f"sep={separator}\nName;Town\nAna;Dayton, and whatever more stands here\n".encode()
    )
    assert (how.separator, rows[-1]) == (";", ["Ana", "Dayton, and whatever more stands here"])


BOMB = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
)
ENTITIES = (
    BOMB
    + ']><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&j;</t></is></c></row></sheetData></worksheet>'
)
OUTSIDE = (
    '<!DOCTYPE a [<!ENTITY out SYSTEM "file:///etc/hostname">]><worksheet xmlns="http://schemas.openxmlformats.org/'
    'spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&out;</t></is></c></row></sheetData></worksheet>'
)


FAR_DOWN = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    '<row r="2000000000"><c r="A2000000000" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>'
)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", worker.NOTHING),
        (b"\n\n , ,\n", worker.NOTHING),
        (b"%PDF-1.7\n" + bytes(range(256)) * 40, worker.NO_TABLE),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, worker.NO_TABLE),
        (worker.OLD_WORKBOOK + b"\0" * 600, worker.OLD),
        (b"PK\x03\x04 and no more", worker.DAMAGED),
        (b'Name,Town\nAna,"Dayton\nBen,Troy\n', 'A quotation mark that begins in row 2 is never closed. Add the missing " or remove it.'),
        (b"Name,Town\nAna," + b"x" * 10_000_000, worker.too_long(2)),
        (b"," * 10_000 + b"x", worker.TOO_MANY_COLUMNS),
        (b"a\n" * 50_002, worker.TOO_MANY_ROWS),
        (b"a" + b"\n" * 10_000_000 + b"b", worker.TOO_MANY_ROWS),
        (workbook([["x"]], sheet1_xml=FAR_DOWN), worker.TOO_MANY_ROWS),
        (workbook([["x"]], sheet1_xml=ENTITIES), worker.DAMAGED),
        (workbook([["x"]], sheet1_xml=OUTSIDE), worker.DAMAGED),
        (workbook([["x"]], sheet1_xml="<worksheet>"), worker.DAMAGED),
        (workbook([["x"]], sheet1_xml="<a>" + " " * 201 * 2**20 + "</a>"), worker.UNPACKS),
        (workbook([["x" * 101] * 101]), worker.TOO_MANY_COLUMNS),
    ],
    ids=[
        "nothing", "blanks", "pdf", "png", "old workbook", "torn", "open quotation", "10 MB cell", "columns", "rows",
        "empty lines", "empty rows",
        "entities", "entity outside", "broken sheet", "bomb", "wide sheet",
    ],
)  # fmt: skip
async def test_each_ends_in_a_clear_sentence(content: bytes, says: str) -> None:
    assert await fault(content) == says


async def test_what_takes_too_much_is_stopped(monkeypatch: Any) -> None:
    """The control: a bomb within the bound of its size is ended by the limits of the process."""
    monkeypatch.setattr(reading, "CPU_SECONDS", 1)
    much = workbook(
        [["x"]],
        sheet1_xml="<worksheet><sheetData>"
        + "<row><c><v>1</v></c></row>" * 4_000_000
        + "</sheetData></worksheet>",
    )
    assert await fault(much) == reading.TOO_INTRICATE


async def test_a_file_of_the_largest_size_is_read_in_bounded_memory() -> None:
    _, rows = await read(
        b"Name,Email,Notes\n"
        + b"".join(b"Person,p%d@many.example,%s\n" % (n, b"x" * 300) for n in range(50_000))
    )
    assert len(rows) == 50_001
