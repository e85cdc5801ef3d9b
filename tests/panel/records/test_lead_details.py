"""What stands beside leads: next steps as filters and counts, whether a value is a guess, why a lead was lost."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from duskline.core.data import lists
from duskline.panel.records import leads as sales
from tests.instruments import stop_clock
from tests.world import World

PATH = "/api/panel/leads"
TODAY, YESTERDAY, TOMORROW = "2026-11-22", "2026-11-21", "2026-11-23"
STEPS = {"lead-1-1": (YESTERDAY, "sales_rep"), "lead-1-2": (TODAY, "near_rep")}


@pytest.fixture
async def rep(world: World, monkeypatch: pytest.MonkeyPatch) -> httpx.AsyncClient:
    """Two leads with a step, one of them the caller's, and three open ones without; it is noon of `TODAY` in New York."""
    stop_clock(monkeypatch, datetime(2026, 11, 22, 17, tzinfo=UTC))
    caller = world.client("sales_rep")
    for id, (due, who) in STEPS.items():
        step = {"kind": "lead", "recordId": id, "words": f"Call {id}", "dueOn": due, "assignedTo": who}
        assert (await caller.post("/api/panel/next-steps", json=step)).status_code == 201
    for name, status in (("New", "new"), ("Talked", "contacted"), ("Won", "won"), ("Lost", "lost")):
        body = {"name": name, "email": f"{name}@v.example", "status": status}
        assert (await caller.post(PATH, json=body)).status_code == 201
    return caller


async def narrowed(caller: httpx.AsyncClient, **query: str) -> tuple[set[str], str]:
    answer = await caller.get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return {row["name"] for row in answer.json()}, answer.headers["x-total-count"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"stepOf": "me"}, {"Lea 1 1"}),
        ({"stepOf": "near_rep"}, {"Lea 1 2"}),
        ({"stepOn": TODAY}, {"Lea 1 2"}),
        ({"stepBy": TODAY}, {"Lea 1 1", "Lea 1 2"}),
        ({"stepBy": YESTERDAY}, {"Lea 1 1"}),
        ({"stepOn": TOMORROW}, set()),
        ({"stepOn": "today"}, {"Lea 1 2"}),
        ({"stepOn": "yesterday"}, {"Lea 1 1"}),
        ({"stepBy": "today"}, {"Lea 1 1", "Lea 1 2"}),
        ({"stepBy": "yesterday"}, {"Lea 1 1"}),
        ({"step": "none"}, {"New", "Talked"}),
        ({"step": "none", "status": "contacted"}, {"Talked"}),
    ],
)
async def test_the_list_narrows_by_next_steps(
    rep: httpx.AsyncClient, query: dict[str, str], names: set[str]
) -> None:
    assert await narrowed(rep, **query) == (names, str(len(names)))


async def test_what_is_due_first_comes_first_page_by_page(rep: httpx.AsyncClient) -> None:
    timed = {"Noon": (TODAY, 720), "Nine": (TODAY, 540), "Any time": (TODAY, None), "Tomorrow": (TOMORROW, 0)}
    for name, (due, minute) in timed.items():
        lead = (await rep.post(PATH, json={"name": name, "email": "due@v.example"})).json()
        step = {"kind": "lead", "recordId": lead["id"], "words": "Call", "dueOn": due, "dueMinute": minute}
        assert (
            await rep.post("/api/panel/next-steps", json=step | {"assignedTo": "sales_rep"})
        ).status_code == 201
    address, names = f"{PATH}?stepOf=me&sort=due&limit=2", []
    while address:
        answer = await rep.get(address)
        assert answer.headers["x-total-count"] == "5"
        names += [row["name"] for row in answer.json()]
        address = answer.links.get("next", {}).get("url", "")
    assert names == ["Lea 1 1", "Nine", "Noon", "Any time", "Tomorrow"]
    alone = await rep.get(PATH, params={"sort": "due"})
    assert alone.json()["fields"] == {"sort": "Please choose stepOf or stepOn or stepBy too for this order"}


@pytest.mark.parametrize("query", [{"stepOn": "soon"}, {"stepBy": "2026-02-30"}, {"step": "some"}])
async def test_what_is_no_day_is_refused(rep: httpx.AsyncClient, query: dict[str, str]) -> None:
    assert (await rep.get(PATH, params=query)).status_code == 400


async def test_counts_open_what_they_count(rep: httpx.AsyncClient, world: World) -> None:
    counts = (await rep.get(f"{PATH}/step-counts")).json()
    assert counts == {"mine": 1, "overdue": 1, "today": 1, "none": 2, "countedTo": 10_000}
    await rep.post(f"/api/panel/next-steps/{(await beside(rep, 'lead-1-1'))['nextStep']['id']}/done")
    counts = (await rep.get(f"{PATH}/step-counts")).json()
    assert counts == {"mine": 0, "overdue": 0, "today": 1, "none": 3, "countedTo": 10_000}
    far = (await world.client("far_rep").get(f"{PATH}/step-counts")).json()
    assert far == {"mine": 0, "overdue": 0, "today": 0, "none": 2, "countedTo": 10_000}


CHOICES = {
    "mine": {"stepOf": "me"},
    "overdue": {"stepBy": YESTERDAY},
    "today": {"stepOn": TODAY},
    "none": {"step": "none"},
}


@pytest.mark.parametrize(
    ("query", "counts"),
    [
        ({}, {"mine": 1, "overdue": 1, "today": 2, "none": 2}),
        ({"status": "won"}, {"mine": 0, "overdue": 0, "today": 1, "none": 0}),
        ({"status": "contacted"}, {"mine": 0, "overdue": 0, "today": 0, "none": 1}),
        ({"branchId": "1"}, {"mine": 1, "overdue": 1, "today": 2, "none": 2}),
        ({"branchId": "far"}, {"mine": 0, "overdue": 0, "today": 0, "none": 0}),
        ({"assignedTo": "near_rep"}, {"mine": 0, "overdue": 0, "today": 1, "none": 0}),
        ({"q": "lea 1 1"}, {"mine": 1, "overdue": 1, "today": 0, "none": 0}),
        ({"q": "lea", "status": "new"}, {"mine": 1, "overdue": 1, "today": 1, "none": 0}),
        ({"q": "nobody is called so"}, {"mine": 0, "overdue": 0, "today": 0, "none": 0}),
    ],
)
async def test_a_choice_says_how_many_leads_it_leaves(
    rep: httpx.AsyncClient, query: dict[str, str], counts: dict[str, int]
) -> None:
    """Beside the other filters, won leads included: a promise stands until it is done."""
    won = {"name": "Won", "email": "w@w.example", "status": "won", "assignedTo": "near_rep"}
    id = (await rep.post(PATH, json=won)).json()["id"]
    step = {"kind": "lead", "recordId": id, "words": "Call", "dueOn": TODAY, "assignedTo": "near_rep"}
    assert (await rep.post("/api/panel/next-steps", json=step)).status_code == 201
    told = (await rep.get(f"{PATH}/step-counts", params=query)).json()
    assert told == counts | {"countedTo": 500 if "q" in query else 10_000}
    for choice, number in counts.items():
        pressed = await rep.get(PATH, params=query | CHOICES[choice])
        assert (len(pressed.json()), pressed.headers["x-total-count"]) == (number, str(number))


@pytest.mark.parametrize(
    ("few", "none", "mine"),
    [(5_000, 2, 1), (3, 2, 1), (0, 2, 1)],
)
async def test_beside_words_many_are_told_as_more(
    rep: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, few: int, none: int, mine: int
) -> None:
    """Whether an index finds all hits or they are met one by one, and without a number beyond the limit."""
    monkeypatch.setattr(lists, "FEW", few)
    words = {"q": "example"}
    assert (await rep.get(f"{PATH}/step-counts", params=words)).json()["none"] == none
    for limit, told in ((2, 2), (1, 2), (0, 1)):
        monkeypatch.setattr(sales, "BESIDE_WORDS", limit)
        counts = (await rep.get(f"{PATH}/step-counts", params=words)).json()
        assert counts == {"mine": min(mine, limit + 1), "overdue": min(1, limit + 1), "today": min(1, limit + 1)} | {
            "none": told, "countedTo": limit
        }  # fmt: skip
        without = (await rep.get(f"{PATH}/step-counts")).json()
        assert (without["none"], without["countedTo"]) == (2, 10_000)


async def test_a_next_step_is_no_edit_of_its_lead(rep: httpx.AsyncClient) -> None:
    """Whoever has the lead's form open meanwhile is not told of a conflict."""
    before = await rep.get(f"{PATH}/lead-1-1")
    step = (await beside(rep, "lead-1-1"))["nextStep"]
    assert (await rep.post(f"/api/panel/next-steps/{step['id']}/done")).status_code == 200
    assert {row["id"] for row in (await rep.get(PATH, params={"step": "none"})).json()} >= {"lead-1-1"}
    after = await rep.get(f"{PATH}/lead-1-1")
    assert (after.json(), after.headers["etag"]) == (before.json(), before.headers["etag"])


async def test_a_change_and_its_repeat_name_the_version_that_they_made(rep: httpx.AsyncClient) -> None:
    """By it a change after a lost answer goes on; the answer is no row, but one of several that it shows."""
    key, said = {"Idempotency-Key": "an-answer-was-lost-0"}, {"valueKind": "guess"}
    first, again = [await rep.patch(f"{PATH}/lead-1-1/details", json=said, headers=key) for _ in range(2)]
    assert (first.status_code, first.json()) == (200, again.json())
    assert first.headers["etag"] == again.headers["etag"] == f'"{first.json()["version"]}"'


async def beside(caller: httpx.AsyncClient, id: str) -> dict[str, Any]:
    (row,) = (await caller.get("/api/panel/lead-details", params={"ids": id})).json()
    return dict(row)


async def test_each_lead_of_a_page_has_its_details(rep: httpx.AsyncClient, world: World) -> None:
    rows = (
        await rep.get("/api/panel/lead-details", params={"ids": "lead-1-1,lead-1-2,lead-far-1,nobody"})
    ).json()
    assert {row["id"]: row["nextStep"]["words"] for row in rows} == {
        "lead-1-1": "Call lead-1-1", "lead-1-2": "Call lead-1-2",
    }  # fmt: skip
    assert {row["id"]: row["clientId"] for row in rows} == {"lead-1-1": "client-1-1", "lead-1-2": None}
    assert (await world.client("technician").get("/api/panel/lead-details")).status_code == 403


async def test_a_guess_and_a_quoted_value_are_told_apart(rep: httpx.AsyncClient, world: World) -> None:
    asked = {
        "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "name": "Vera Porch",
        "email": "vera@visitor.example",
    }  # fmt: skip
    assert (await world.client().post("/api/quotes", json=asked)).status_code == 201
    (lead,) = (await rep.get(PATH, params={"q": "vera@visitor.example"})).json()
    at = f"{PATH}/{lead['id']}"
    assert (await beside(rep, lead["id"]))["valueKind"] == "guess"
    assert (await rep.patch(at, json={"notes": "Bronze"})).status_code == 200
    assert (await beside(rep, lead["id"]))["valueKind"] == "guess"
    assert (await rep.patch(at, json={"estimatedValue": 4_800})).status_code == 200
    assert (await beside(rep, lead["id"]))["valueKind"] == "quoted"
    assert (await rep.patch(f"{at}/details", json={"valueKind": "guess"})).json()["valueKind"] == "guess"


async def test_a_lost_lead_says_why(rep: httpx.AsyncClient, world: World) -> None:
    at = f"{PATH}/lead-1-1/details"
    said = {"lostReason": "Price", "lostNote": "A neighbor does it for less"}
    row = (await rep.patch(at, json=said)).json()
    assert {name: row[name] for name in said} == said
    odd = await rep.patch(at, json={"lostReason": "Because"})
    assert odd.json()["fields"] == {"lostReason": "Please choose one of the listed reasons"}
    assert (await world.client("support").patch(at, json=said)).status_code == 403
    assert (await world.client("far_rep").patch(at, json=said)).status_code == 404
