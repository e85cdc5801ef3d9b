"""How two numbers compare, in words and as good or bad news: the same wherever it is told (product.md, rule 161)."""

from __future__ import annotations

from typing import Any

import pytest

from duskline.models.reporting.answers import Better, ColumnShown, Tone, Unit
from duskline.models.reporting.comparing import Told, compared

COUNT, SHARE, TOOK = Unit.COUNT, Unit.PERCENT, Unit.MINUTES


def said(unit: Unit, now: Any, before: Any, better: Better | None = None) -> tuple[str, Tone] | None:
    """A number alone, or with the percent by which it may be off."""
    numbers = [each if isinstance(each, tuple) else (each, None) for each in (now, before)]
    told = [Told(value, 100, 100, 100, error) for value, error in numbers]
    change = compared(ColumnShown("id", "Title", unit, None, better), *told)
    return None if change is None else (change.words, change.tone)


@pytest.mark.parametrize(
    ("unit", "now", "before", "words"),
    [
        (COUNT, 7, 7, "as many as before"), (TOOK, 7, 7, "as before"),
        (COUNT, 2, 1, "1 more than before"), (COUNT, 30, 19, "11 more than before"), (COUNT, 0, 19, "19 fewer than before"),
        (COUNT, 21, 20, "5% more than before"), (COUNT, 15, 20, "25% fewer than before"), (TOOK, 15, 20, "25% less than before"),
        (COUNT, 59, 20, "195% more than before"), (COUNT, 60, 20, "3 times as many as before"), (TOOK, 5, 1, "5 times as much as before"),
        (COUNT, 1001, 1000, "about the same as before"), (TOOK, 5, 0, "more than before"),
        (SHARE, 41.2, 40, "1 point more than before"), (SHARE, 37.5, 40, "2 points less than before"),
        (SHARE, 40.4, 40, "about the same as before"),
    ],
)  # fmt: skip
def test_the_words(unit: Unit, now: float, before: float, words: str) -> None:
    assert said(unit, now, before) == (words, Tone.SAME)


def test_what_is_not_known_is_not_compared() -> None:
    assert said(TOOK, None, 5) is None
    assert said(TOOK, 5, None) is None
    assert said(TOOK, 0, 0) == ("as before", Tone.SAME)


def test_what_lies_within_the_error_of_both_is_about_the_same_and_no_news() -> None:
    same = ("about the same as before", Tone.SAME)
    assert said(TOOK, (141, 20), (100, 20), Better.DOWN) == same
    assert said(TOOK, (100, 20), (141, 20), Better.DOWN) == same
    assert said(TOOK, (100, 20), (100, 20), Better.DOWN) == same
    assert said(TOOK, (152, 20), (100, 20), Better.DOWN) == ("52% more than before", Tone.BAD)
    assert said(TOOK, (141, 20), 100, Better.DOWN) == ("41% more than before", Tone.BAD)
    assert said(TOOK, 110, (100, 20), Better.DOWN) == same


@pytest.mark.parametrize(
    ("better", "more", "fewer"),
    [(Better.UP, Tone.GOOD, Tone.BAD), (Better.DOWN, Tone.BAD, Tone.GOOD), (None, Tone.SAME, Tone.SAME)],
)
def test_more_is_good_news_of_some_and_bad_news_of_others(
    better: Better | None, more: Tone, fewer: Tone
) -> None:
    assert said(COUNT, 5, 3, better) == ("2 more than before", more)
    assert said(COUNT, 3, 5, better) == ("2 fewer than before", fewer)
