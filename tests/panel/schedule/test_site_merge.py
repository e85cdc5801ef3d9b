"""How two people's words about one day on site become one: whatever either side added is in the outcome."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duskline.models.schedule.site_merge import (
    FACTS,
    LineChange,
    merged_line,
    merged_lines,
    merged_text,
    numbered,
    recognized,
)
from tests.conftest import FULL_COUNTS

EXAMPLES = 20_000 if FULL_COUNTS else 400

LINES = st.lists(
    st.sampled_from(["Gate sticks", "Dog", "Two ladders", "", "Soffit is rotten", "Dog "]), max_size=6
)
TEXTS = LINES.map("\n".join)
MATERIALS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["Channel", "Clips"]),
        "quantity": st.integers(0, 3),
        "unit": st.sampled_from(["ft", None]),
    }
)
IDS = ("a", "b", "c")
STORED = st.dictionaries(st.sampled_from(IDS), MATERIALS)


def added(text: str | None, base: str | None) -> Counter[str]:
    lines = Counter((text or "").splitlines()) - Counter((base or "").splitlines())
    del lines[""]
    return lines


@settings(max_examples=EXAMPLES, deadline=None, database=None)
@given(TEXTS, TEXTS, TEXTS)
def test_no_line_that_either_side_added_is_lost(base: str, theirs: str, mine: str) -> None:
    found = merged_text(base, theirs, mine)
    lines = Counter((found.text or "").splitlines())
    assert added(mine, base) <= lines
    assert added(theirs, base) <= lines
    if theirs != base and mine != base:
        assert (found.text or "").startswith(theirs), "what was there first stays as it was written"
    if not found.told:
        assert (found.text or "") in (theirs, mine)


@settings(max_examples=EXAMPLES, deadline=None, database=None)
@given(TEXTS, LINES, LINES)
def test_what_both_wrote_below_is_joined_once(base: str, theirs: list[str], mine: list[str]) -> None:
    below = "\n".join([base, *theirs])
    once = merged_text(base, below, "\n".join([base, *mine]))
    again = merged_text(base, once.text, "\n".join([base, *mine]))
    assert again.text == once.text


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "text", "told"),
    [
        (None, None, "Gate sticks", "Gate sticks", False),
        ("Dog", "Dog", None, None, False),
        ("Dog", "Dog\nGate", "Dog", "Dog\nGate", False),
        ("Dog", "Dog\nGate", "Dog\nGate", "Dog\nGate", False),
        ("Dog", "Dog\nGate", "Dog\nSoffit", "Dog\nGate\nSoffit", True),
        ("Dog", "Dog\nGate", "Dog bites", "Dog\nGate\nDog bites", True),
        ("Dog", "Dog\nGate", "Dog\nDog", "Dog\nGate\nDog", True),
        ("Dog", "Dog\nGate", None, "Dog\nGate", True),
        ("Dog", None, "Dog\nSoffit", "Soffit", True),
        (None, "Dog", "Cat", "Dog\nCat", True),
    ],
)
def test_one_side_changed_counts_and_two_are_told(
    base: str | None, theirs: str | None, mine: str | None, text: str | None, told: bool
) -> None:
    assert merged_text(base, theirs, mine) == (text, told)


@settings(max_examples=EXAMPLES, deadline=None, database=None)
@given(STORED, STORED, STORED)
def test_no_line_of_materials_is_lost(
    base: dict[str, Any], theirs: dict[str, Any], mine: dict[str, Any]
) -> None:
    present = [{"id": id, **line} for id, line in theirs.items()]
    changes = [LineChange(id, mine.get(id), base.get(id)) for id in IDS if mine.get(id) != base.get(id)]
    lines, told = merged_lines(present, changes)
    found = {line["id"]: {name: line[name] for name in FACTS} for line in lines}
    for id in IDS:
        was, there, wanted = base.get(id), theirs.get(id), mine.get(id)
        if wanted == was:
            assert found.get(id) == there
        elif there == was:
            assert found.get(id) == wanted
        elif wanted is not None:
            assert id in found, "what one of them changed stays, though another took it away"
        if there is not None and there != was:
            assert id in found
        if id in found and there and was and wanted:
            assert all(found[id][name] in (there[name], wanted[name]) for name in FACTS)
            clash = any(there[n] != was[n] and wanted[n] != was[n] and there[n] != wanted[n] for n in FACTS)
            assert clash == any(each.mine == wanted and each.kept == found[id] for each in told if clash)


LINE = {"name": "Channel", "quantity": 2, "unit": "ft"}


def test_a_line_is_merged_by_field() -> None:
    more, meters = LINE | {"quantity": 5}, LINE | {"unit": "m"}
    assert merged_line(more, LineChange("a", meters, LINE)) == (
        {"name": "Channel", "quantity": 5, "unit": "m"},
        False,
    )
    assert merged_line(more, LineChange("a", LINE | {"quantity": 7}, LINE)) == (more, True)
    assert merged_line(more, LineChange("a", LINE | {"quantity": 7}, blind=True)) == (
        LINE | {"quantity": 7},
        False,
    )
    assert merged_line(more, LineChange("a", None, LINE)) == (more, True)
    assert merged_line(LINE, LineChange("a", None, LINE)) == (None, False)
    assert merged_line(more, LineChange("a", None, blind=True)) == (None, False)
    assert merged_line(None, LineChange("a", more, LINE)) == (more, True)
    assert merged_line(None, LineChange("a", LINE, None)) == (LINE, False)
    assert merged_line(None, LineChange("a", LINE, LINE)) == (None, False)


def test_lines_keep_their_ids_through_a_whole_new_list() -> None:
    clips = {"name": "Clips", "quantity": 9, "unit": None}
    old = numbered([LINE, clips])
    assert [line["id"] for line in old] == ["line-0", "line-1"]
    sent = [clips | {"id": None}, LINE | {"quantity": 8}, {"name": "Tape", "quantity": 1, "unit": None}]
    assert [line["id"] for line in recognized(sent, old, lambda: "new")] == ["line-1", "line-0", "new"]
    twice = [clips | {"id": "line-1"}, clips | {"id": "line-1"}]
    assert [line["id"] for line in recognized(twice, old, lambda: "new")] == ["line-1", "new"]
    foreign = [clips | {"id": "of-another-order", "name": "Tape"}]
    assert [line["id"] for line in recognized(foreign, old, lambda: "new")] == ["new"]
