"""No cell of a file is taken for a formula, in whatever width its sign is written and whatever unseen characters come first."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from duskline.core.tables import spreadsheets
from duskline.core.tables.spreadsheets import as_typed, csv_of

SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−")
IGNORED = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Ranges that Unicode lets every program pass over where it cannot show them (`Default_Ignorable_Code_Point`)."""
BLANK = {"\u2800", "\U0001d159"}
"""A pattern without dots and a note without a head."""
UNSEEN = sorted(
    {chr(code) for first, last in IGNORED for code in range(first, last + 1)}
    | BLANK
    | {
        each for each in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(each) in ("Zs", "Zl", "Zp", "Cc", "Cf", "Mn", "Me")
    }
)  # fmt: skip
"""What stands before a sign without being seen, marks among it: alone they have nothing to stand on."""
PLAIN = ("Ann", "12 - 14 Elm St", "a=b", "(+1) 555", "Zoë", "李", "#1", "’=1", "", "100 % + more")


def cell(words: str) -> str:
    """As it stands in the file."""
    return csv_of(("Name",), [(words,)]).partition("\r\n")[2].removesuffix("\r\n")


def told(words: str) -> bool:
    """Whether it is told as text."""
    return cell(words).startswith("\"'")


@pytest.mark.parametrize("sign", SIGNS)
def test_what_may_be_a_formula_is_told_as_text_and_read_as_it_was(sign: str) -> None:
    for before in ("", *UNSEEN, " \u200b\ufeff"):
        words = f"{before}{sign}SUM(A1)"
        assert told(words), ascii(words)
        assert as_typed(f"'{words}") == words


@pytest.mark.parametrize("words", PLAIN)
def test_other_words_stay_as_they_are(words: str) -> None:
    assert cell(words) == f'"{words}"'
    assert as_typed(f"'{words}") == f"'{words}"


def test_a_tab_alone_is_told_as_text() -> None:
    assert told("\tAnn")


def test_control_without_marks_a_variation_selector_hides_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "_UNSEEN", ("Z", "C"))
    assert not told("\ufe0f=SUM(A1)")
    assert not told("\u180b=SUM(A1)")


def test_control_with_the_plain_signs_alone_wide_ones_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        spreadsheets, "_may_be_formula", lambda words: words.lstrip().startswith(("=", "+", "-", "@"))
    )
    assert not told("＝SUM(A1)")
    assert not told("\u200b=SUM(A1)")
