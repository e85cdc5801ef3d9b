"""The board's columns: each status with its number, and guessed dollars apart from quoted ones, by the list's filters."""

from __future__ import annotations

import httpx
import pytest

from duskline.core.data import scoping
from duskline.panel.records import leads
from tests.world import World

PATH = "/api/panel/leads"
BOARD = f"{PATH}/board"
STATUSES = ["new", "contacted", "qualified", "proposal", "negotiation", "won", "lost"]
NONE = {"count": 0, "guess": 0, "quoted": 0}


@pytest.fixture
async def rep(world: World) -> httpx.AsyncClient:
    """Beside the two of every branch: five leads of one branch, two of them worth what the website guessed."""
    caller = world.client("sales_rep")
    for name, status, value, kind in (
        ("Ann Porch", "contacted", 4_000, "guess"),
        ("Bob Porch", "contacted", 6_000, None),
        ("Cleo Eave", "contacted", None, None),
        ("Dina Eave", "won", 2_147_483_647, "quoted"),
        ("Eli Eave", "won", 2_147_483_647, "guess"),
    ):
        lead = {"name": name, "email": "x@v.example", "status": status, "estimatedValue": value}
        made = await caller.post(PATH, json=lead)
        assert made.status_code == 201
        if kind:
            at = f"{PATH}/{made.json()['id']}/details"
            assert (await caller.patch(at, json={"valueKind": kind})).status_code == 200
    return caller


async def columns(caller: httpx.AsyncClient, **query: str) -> dict[str, dict[str, int]]:
    """What the board says of each status that has leads."""
    answer = await caller.get(BOARD, params=query)
    assert answer.status_code == 200, answer.text
    rows = answer.json()
    assert [row["status"] for row in rows] == STATUSES
    return {row.pop("status"): row for row in rows if row["count"]}


CONTACTED = {"count": 3, "guess": 4_000, "quoted": 6_000}
WON = {"count": 2, "guess": 2_147_483_647, "quoted": 2_147_483_647}
TWO = {"count": 2, "guess": 0, "quoted": 9_000}


async def test_each_status_is_counted_and_summed(rep: httpx.AsyncClient) -> None:
    assert await columns(rep) == {"new": TWO, "contacted": CONTACTED, "won": WON}
    assert (await rep.get(BOARD)).json()[2] == {"status": "qualified"} | NONE


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status": "won"}, {"won": WON}),
        ({"q": "porch"}, {"contacted": {"count": 2, "guess": 4_000, "quoted": 6_000}}),
        ({"q": "porch", "status": "won"}, {}),
        ({"assignedTo": "me"}, {}),
        ({"branchId": "far"}, {}),
        ({"stepOf": "me"}, {"contacted": {"count": 1, "guess": 0, "quoted": 6_000}}),
        ({"stepOn": "2026-11-22"}, {"contacted": {"count": 1, "guess": 0, "quoted": 6_000}}),
        ({"stepBy": "2026-11-21"}, {}),
        ({"step": "none", "status": "contacted"}, {"contacted": {"count": 2, "guess": 4_000, "quoted": 0}}),
    ],
)
async def test_the_filters_of_the_list_narrow_it(
    rep: httpx.AsyncClient, query: dict[str, str], found: dict[str, dict[str, int]]
) -> None:
    (bob,) = (await rep.get(PATH, params={"q": "bob porch"})).json()
    step = {"kind": "lead", "recordId": bob["id"], "words": "Call", "dueOn": "2026-11-22"}
    made = await rep.post("/api/panel/next-steps", json=step | {"assignedTo": "sales_rep"})
    assert made.status_code == 201
    assert await columns(rep, **query) == found


async def test_more_than_can_be_added_up_at_once_is_not_told(
    rep: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By words and next steps to the bound; what is kept, of any number."""
    porch = {"contacted": {"count": 2, "guess": 4_000, "quoted": 6_000}}
    monkeypatch.setattr(leads, "COUNT_BOUND", 2)
    assert await columns(rep, q="porch") == porch
    monkeypatch.setattr(leads, "COUNT_BOUND", 1)
    for query in ({"q": "porch"}, {"step": "none"}):
        assert (await rep.get(BOARD, params=query)).json() == [
            {"status": status} | dict.fromkeys(NONE) for status in STATUSES
        ]
    assert await columns(rep, status="contacted") == {"contacted": CONTACTED}


async def test_what_is_kept_follows_a_guess_that_becomes_a_quote(rep: httpx.AsyncClient) -> None:
    (ann,) = (await rep.get(PATH, params={"q": "ann porch"})).json()
    assert (await rep.patch(f"{PATH}/{ann['id']}/details", json={"valueKind": None})).status_code == 200
    assert (await columns(rep))["contacted"] == {"count": 3, "guess": 0, "quoted": 10_000}
    assert (await rep.patch(f"{PATH}/{ann['id']}", json={"estimatedValue": 100})).status_code == 200
    assert (await columns(rep))["contacted"] == {"count": 3, "guess": 0, "quoted": 6_100}


@pytest.mark.parametrize("query", [{"status": "sold"}, {"stepOn": "soon"}])
async def test_what_the_list_refuses_the_board_refuses(rep: httpx.AsyncClient, query: dict[str, str]) -> None:
    answers = [await rep.get(path, params=query) for path in (BOARD, PATH)]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert answers[0].json() == answers[1].json()


async def test_nobody_counts_what_they_do_not_see(rep: httpx.AsyncClient, world: World) -> None:
    assert await columns(world.client("far_rep")) == {"new": TWO}
    assert (await columns(world.client("support")))["contacted"] == CONTACTED
    assert (await world.client("technician").get(BOARD)).status_code == 403
    assert (await world.client().get(BOARD)).status_code == 401


async def test_control_without_the_reach_everybody_counts_everything(
    rep: httpx.AsyncClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoping, "scope_options", lambda _size: ())
    assert (await columns(world.client("far_rep")))["contacted"] == CONTACTED
