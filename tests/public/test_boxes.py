"""Boxes that the studio finds, as visitors confirm them: on twelve photos of which everything is known, each made worse in three ways
(bench/boxes.py).
"""

from __future__ import annotations

import random

import pytest

from bench import boxes

DRAWS = 5
PHOTOS, WISHED, HOLDS, WIDEST = 12, 10, 0.9, 0.25


@pytest.fixture(scope="module")
def tapped() -> list[boxes.Tapped]:
    return boxes.tapped()


def share(told: list[boxes.Said]) -> float:
    """Of what is shown, how often it holds the truth."""
    return sum(one.holds for one in told) / sum(one.shown for one in told)


@pytest.mark.parametrize("distortion", boxes.DISTORTIONS)
def test_a_confirmed_box_has_a_figure_that_holds_the_truth(
    tapped: list[boxes.Tapped], distortion: str
) -> None:
    told = [boxes.said(one, DRAWS) for one in tapped if one.distortion == distortion]
    assert len(told) == PHOTOS
    assert sum(one.shown == DRAWS for one in told) >= WISHED
    assert max(one.widest for one in told) <= WIDEST
    assert share(told) >= HOLDS


def test_a_box_that_nobody_looks_at_does_not(tapped: list[boxes.Tapped]) -> None:
    """The control: taken as it was found it would hold the truth in far fewer."""
    assert share([boxes.said(one, 1, ignoring=True) for one in tapped]) < HOLDS


def test_before_it_is_confirmed_there_is_no_figure(tapped: list[boxes.Tapped]) -> None:
    chance = random.Random(1)
    for one in tapped:
        assert boxes.measured_by(one, one.door, None, chance) is None
        assert boxes.measured_by(one, one.door, 15, chance) is not None


def test_a_corner_that_no_hand_has_set_widens_the_range(tapped: list[boxes.Tapped]) -> None:
    for one in tapped:
        widths = []
        for placed in (15, 7, 3, 1, 0):
            found = boxes.measured_by(one, one.door, placed, random.Random(1))
            widths.append(found.sum.high / found.sum.low if found else float("inf"))
        assert widths == sorted(widths), (one.golden.name, one.distortion)
        assert widths[0] < widths[-1]
