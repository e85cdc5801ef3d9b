"""No cell of a file is taken for a formula, in whatever width its sign is written and whatever unseen characters come first."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from duskline.core import spreadsheets
from duskline.core.spreadsheets import as_typed, csv_of

SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−")
UNSEEN = [
    character
    for character in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc", "Cf")
    or character in "\u115f\u2800\u3164\uffa0"
]
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


def test_control_with_the_plain_signs_alone_wide_ones_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        spreadsheets, "_may_be_formula", lambda words: words.lstrip().startswith(("=", "+", "-", "@"))
    )
    assert not told("＝SUM(A1)")
    assert not told("\u200b=SUM(A1)")
