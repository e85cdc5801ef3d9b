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
from duskline.core.errors import Refusal
from duskline.models.roofline import LARGEST_PLAN, bulbs, measured, read_plan, shown
from duskline.models.sales import estimate_of_drawn
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
    assert list(shown(found.sum)) == said["shown"]
    assert [bulbs(run.feet, case["plan"]["d"]) for run in found.runs] == said["bulbs"]
    company = CompanyFile(ROOT / "company.toml").company
    assert list(estimate_of_drawn(FRONT, shown(found.sum), company)) == said["dollars"]


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
    assert kept["r"] == (case["plan"].get("r") and {"n": None, "h": None} | case["plan"]["r"])


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
