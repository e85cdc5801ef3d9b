"""How right the edges and feet of a drawing are, on photos of which everything is known (tests/golden/): a few draws of what
`python -m bench.rooflines` draws by the hundred.
"""

from __future__ import annotations

import statistics

import msgspec
import pytest

from bench import rooflines
from duskline.models.pictures import roofline

DRAWS = 24


def share_within(kind: str) -> float:
    """How often the band that is shown holds the truth."""
    drawn = [found for golden in rooflines.goldens() if (found := rooflines.draws(golden, kind, DRAWS))]
    assert len({one.name.split("-")[0] for one in drawn}) >= 2
    return statistics.fmean(one.within for one in drawn)


@pytest.mark.parametrize("kind", rooflines.KINDS)
def test_the_band_that_is_shown_holds_the_truth(kind: str) -> None:
    assert share_within(kind) >= rooflines.WISHED


@pytest.mark.parametrize("kind", ["garage16x7", "door3x6_8"])
def test_a_door_of_another_size_does_not_pass_for_it(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: whoever takes a door for one a sixth larger gets feet that the band does not hold."""
    size = roofline.DOORS[kind]
    assert size.width is not None
    larger = size._replace(width=size.width * 7 / 6, height=size.height * 7 / 6)
    monkeypatch.setitem(roofline.DOORS, kind, larger)
    assert share_within(kind) < rooflines.WISHED


def test_a_photo_knows_its_lens_and_every_door() -> None:
    goldens = rooflines.goldens()
    assert len(goldens) == 12
    for golden in goldens:
        assert golden.feet > 40, golden.name
        assert 0.7 < golden.said["focal"] < 1.2
        for door in golden.said["doors"]:
            size = roofline.DOORS[msgspec.convert(door["kind"], roofline.ReferenceKind)]
            assert (door["width"], door["height"]) == pytest.approx((size.width, size.height), abs=0.01)


@pytest.mark.parametrize(
    ("taps", "jitter", "is_right"), [(3, rooflines.JITTER, True), (1, 3 * rooflines.JITTER, False)]
)
def test_edges_are_traced_where_they_are_by_good_taps_alone(taps: int, jitter: float, is_right: bool) -> None:
    share = rooflines.traced_share(rooflines.edges(taps, jitter))
    assert (share >= rooflines.WISHED_EDGES) == is_right
