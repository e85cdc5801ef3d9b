"""A drawing of lights: what it may say, and the feet it comes to, as the browser computes them
(web/app/studio/geometry/front.test.ts reads the same file).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from duskline.company import CompanyFile
from duskline.core.system.errors import Refusal
from duskline.models.pictures.roofline import LARGEST_PLAN, Length, bulbs, measured, read_plan, shown
from duskline.models.records.sales import estimate_of_drawn
from duskline.public.quotes import NewQuote
from duskline.settings import ROOT

SHARED: dict[str, Any] = json.loads(Path("tests/vectors/rooflines.json").read_text("utf-8"))
FRONT = msgspec.convert(
    {
        "propertyType": "home",
        "coverage": "front",
        "stories": 1,
        "zip": "10001",
        "name": "Quinn Asker",
        "email": "q@a.example",
    },
    NewQuote,
)


def raw(plan: object) -> bytes:
    return json.dumps(plan).encode()


@pytest.mark.parametrize("case", SHARED["plans"], ids=lambda case: case["what"])
def test_browser_and_server_measure_the_same(case: dict[str, Any]) -> None:
    found = measured(read_plan(raw(case["plan"])))
    said = case["measured"]
    if found is None or said is None:
        assert found is said
        return
    assert [list(run) for run in found.runs] == [pytest.approx(run, abs=1e-3) for run in said["runs"]]
    assert list(found.sum) == pytest.approx(said["sum"], abs=1e-3)
    found_range = shown(found.sum)
    assert (found_range and list(found_range)) == said["shown"]
    assert [bulbs(run.feet, case["plan"]["d"]) for run in found.runs] == said["bulbs"]
    company = CompanyFile(ROOT / "company.toml").company
    assert (found_range and list(estimate_of_drawn(FRONT, found_range, company))) == said["dollars"]


@pytest.mark.parametrize("feet", [0.2, 0.9, 1, 2, 3.8, 5, 9.9, 20, 60, 99.9, 100, 102, 130, 240, 1000])
@pytest.mark.parametrize("band", [(0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.23, 0.23)])
def test_no_range_is_wider_than_a_quarter_either_way(feet: float, band: tuple[float, float]) -> None:
    low, high = feet * (1 - band[0]), feet * (1 + band[1])
    said = shown(Length(feet, low, high))
    if said is None:
        assert feet < 60  # control: what is long has a range
        return
    assert 0 < said[0] <= low <= high <= said[1]
    assert said[1] - said[0] <= 0.25 * (said[0] + said[1])


@pytest.mark.parametrize("case", SHARED["bulbs"])
def test_bulbs_of_a_run(case: dict[str, Any]) -> None:
    assert bulbs(case["feet"], case["spacing"]) == case["bulbs"]


@pytest.mark.parametrize("case", SHARED["accepted"], ids=lambda case: case["what"])
def test_a_drawing_comes_back_as_it_was_sent(case: dict[str, Any]) -> None:
    kept = json.loads(msgspec.json.encode(read_plan(raw(case["plan"]))))
    again = json.loads(msgspec.json.encode(read_plan(msgspec.json.encode(kept))))
    assert again == kept
    assert {name: kept[name] for name in case["plan"] if name != "r"} == {
        name: said for name, said in case["plan"].items() if name != "r"
    }
    assert kept["r"] == (case["plan"].get("r") and {"n": None, "h": None, "u": None} | case["plan"]["r"])


def test_what_is_drawn_twice_hangs_once() -> None:
    plan = SHARED["accepted"][1]["plan"]
    eave, gable = [500, 1500, 2600, 1500], [2600, 1500, 3000, 1000]
    assert read_plan(raw(plan | {"l": [gable, eave, gable, eave]})).lines == [gable, eave]


@pytest.mark.parametrize("case", SHARED["refused"], ids=lambda case: case["what"])
def test_a_drawing_says_nothing_else(case: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="reload the page and draw it again"):
        read_plan(raw(case["plan"]))


@pytest.mark.parametrize(
    "sent", [b"", b"{", b"\xff", b"NaN", b"[" * 4000, json.dumps(SHARED["accepted"][0]["plan"]).encode()[:-1]]
)
def test_what_is_no_drawing_is_refused(sent: bytes) -> None:
    with pytest.raises(Refusal, match="reload the page and draw it again"):
        read_plan(sent)


def test_a_drawing_has_at_most_4096_bytes() -> None:
    plan = raw(SHARED["accepted"][0]["plan"])
    assert read_plan(plan.ljust(LARGEST_PLAN)).version == 1
    with pytest.raises(Refusal, match="remove some of its lines or windows"):
        read_plan(plan.ljust(LARGEST_PLAN + 1))
