"""A short run asks PostgreSQL a part of the tests, which is what it says."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.servers import ROOT
from tests.twins import DAYS, left_out


async def plain(world: Any) -> None:
    await world.client()


async def at_once(world: Any) -> None:
    await several(world)


async def several(world: Any) -> None:
    async def each() -> None:
        await asyncio.gather(world.client())

    await each()


def twins(name: str, function: Callable[..., Any] = plain, *, both: bool = False) -> list[Any]:
    """Cases as pytest collects them."""
    return [
        SimpleNamespace(
            nodeid=f"{name}[{engine}]",
            callspec=SimpleNamespace(params={"engine": engine}),
            function=function,
            get_closest_marker=lambda _name: both or None,
        )
        for engine in ("sqlite", "postgres")
    ]


MANY = [case for number in range(600) for case in twins(f"tests/panel/records/test_leads.py::test_{number}")]


def test_a_third_each_day_and_all_in_three() -> None:
    days = [
        {case.nodeid for case in MANY} - {case.nodeid for case in left_out(MANY, seed)}
        for seed in range(DAYS)
    ]
    asked = [{name for name in day if "postgres" in name} for day in days]
    assert all(150 < len(each) < 250 for each in asked), list(map(len, asked))
    assert sum(map(len, asked)) == len(set.union(*asked)) == len(MANY) / 2
    assert all({name for name in day if "sqlite" in name} == {c.nodeid for c in MANY[::2]} for day in days)
    assert left_out(MANY, 5) == left_out(MANY, 5) == left_out(MANY, 5 + DAYS)


@pytest.mark.parametrize(
    "cases",
    [
        twins("tests/core/test_listing.py::test_pages"),
        twins("tests/laws/test_matrix.py::test_rows"),
        twins("tests/panel/records/test_leads.py::test_marked", both=True),
        twins("tests/panel/records/test_leads.py::test_at_once", at_once),
        twins("tests/panel/records/test_leads.py::test_alone")[1:],
    ],
    ids=["core", "laws", "marked", "several at once", "on PostgreSQL alone"],
)
def test_these_are_asked_of_both_every_day(cases: list[Any]) -> None:
    assert [left_out(cases, seed) for seed in range(DAYS)] == [[]] * DAYS


def test_control_any_other_is_left_out_on_two_days_of_three() -> None:
    cases = twins("tests/panel/records/test_leads.py::test_alike")
    assert sorted(len(left_out(cases, seed)) for seed in range(DAYS)) == [0, 1, 1]


@pytest.mark.parametrize(
    ("proof", "said"), [("", "a part, chosen by DUSKLINE_TEST_SEED=7"), ("1", "all")], ids=["part", "proof"]
)
def test_a_run_says_what_it_asks(proof: str, said: str) -> None:
    environment = {**os.environ, "DUSKLINE_TEST_SEED": "7", "DUSKLINE_TEST_PROOF": proof}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "--postgres=part",
        "tests/panel/records/test_tickets.py",
    ]
    told = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert f"tests on PostgreSQL: {said}\n" in told
    assert (told.count("[postgres") < told.count("[sqlite")) == (said != "all")
