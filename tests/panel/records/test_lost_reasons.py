"""Why leads are lost: a list that the organization keeps, in its order, and what becomes of leads when it changes."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from duskline.core.data.session import Db
from duskline.models.places import choices
from tests.world import World

PATH = "/api/panel/lost-reasons"
FIRST = [
    "Price", "Chose another company", "No answer", "Bad timing", "Association said no", "Outside our area",
    "Not our kind of work", "Other",
]  # fmt: skip
LEAD = "/api/panel/leads/lead-1-1/details"


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def kept(caller: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await caller.get(PATH)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()
    return rows


async def offered(caller: httpx.AsyncClient) -> list[str]:
    """In their order, which is counted from one without a gap."""
    rows = [row for row in await kept(caller) if row["place"] is not None]
    assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
    return [row["words"] for row in rows]


async def named(caller: httpx.AsyncClient, words: str) -> dict[str, Any]:
    return next(row for row in await kept(caller) if row["words"] == words)


async def edited(caller: httpx.AsyncClient, which: str, /, **changes: Any) -> httpx.Response:
    """Sent under the version that the list shows."""
    row = await named(caller, which)
    return await caller.patch(
        f"{PATH}/{row['id']}", json=changes, headers={"if-match": f'"{row["version"]}"'}
    )


async def test_a_company_begins_with_eight(world: World) -> None:
    rep = world.client("sales_rep")
    assert await offered(rep) == FIRST
    assert {row["version"] for row in await kept(rep)} == {1}


async def test_they_are_added_reworded_and_put_in_order(admin: httpx.AsyncClient) -> None:
    made = await admin.post(PATH, json={"words": "  Moved away "})
    assert (made.status_code, made.json()["words"], made.json()["place"]) == (201, "Moved away", 9)
    assert (await edited(admin, "Moved away", place=1)).json()["place"] == 1
    assert (await edited(admin, "Price", words="Too expensive")).json()["words"] == "Too expensive"
    assert (await edited(admin, "No answer", place=2)).status_code == 200
    assert (await edited(admin, "Chose another company", place=99)).json()["place"] == 9
    assert await offered(admin) == [
        "Moved away", "No answer", "Too expensive", "Bad timing", "Association said no", "Outside our area",
        "Not our kind of work", "Other", "Chose another company",
    ]  # fmt: skip


async def test_a_retired_one_is_offered_no_more_and_comes_back_to_its_place(
    world: World, admin: httpx.AsyncClient
) -> None:
    assert (await edited(admin, "No answer", place=None)).json()["place"] is None
    assert await offered(admin) == [words for words in FIRST if words != "No answer"]
    assert (await kept(admin))[-1]["words"] == "No answer"
    rep = world.client("sales_rep")
    refused = await rep.patch(LEAD, json={"lostReason": "No answer"})
    assert refused.json()["fields"] == {"lostReason": "Please choose one of the listed reasons"}
    assert (await edited(admin, "No answer", place=3)).status_code == 200
    assert await offered(admin) == FIRST
    assert (await rep.patch(LEAD, json={"lostReason": "No answer"})).status_code == 200


async def test_leads_keep_the_words_they_were_lost_with(world: World, admin: httpx.AsyncClient) -> None:
    rep = world.client("sales_rep")
    other = "/api/panel/leads/lead-1-2/details"
    for at, reason in ((LEAD, "Price"), (other, "Bad timing")):
        assert (await rep.patch(at, json={"lostReason": reason})).status_code == 200
    assert (await edited(admin, "Price", words="Too expensive")).status_code == 200
    assert (await edited(admin, "Bad timing", place=None)).status_code == 200
    rows = (await rep.get("/api/panel/lead-details", params={"ids": "lead-1-1,lead-1-2"})).json()
    assert {row["id"]: row["lostReason"] for row in rows} == {
        "lead-1-1": "Price",
        "lead-1-2": "Bad timing",
    }
    for at, reason in ((LEAD, "Price"), (other, "Bad timing")):
        again = await rep.patch(at, json={"lostReason": reason, "lostNote": "Said so twice"})
        assert (again.status_code, again.json()["lostReason"]) == (200, reason)
    for reason in ("Price", "Bad timing", "too expensive"):
        at = other if reason == "Price" else LEAD
        assert (await rep.patch(at, json={"lostReason": reason})).status_code == 400, reason
    assert (await rep.patch(LEAD, json={"lostReason": "Too expensive"})).status_code == 200


@pytest.mark.parametrize("alike", ["Price", "  PRICE ", "ｐｒｉｃｅ", "no   ANSWER"])
async def test_no_two_are_alike(admin: httpx.AsyncClient, alike: str) -> None:
    already = {"words": "This is on the list already"}
    assert (await admin.post(PATH, json={"words": alike})).json()["fields"] == already
    assert (await edited(admin, "Other", words=alike)).json()["fields"] == already
    assert await offered(admin) == FIRST


async def test_nor_is_one_like_another_that_was_retired(admin: httpx.AsyncClient) -> None:
    assert (await edited(admin, "Other", place=None)).status_code == 200
    retired = await admin.post(PATH, json={"words": "other"})
    assert retired.json()["fields"] == {"words": "This was retired. Bring it back instead"}


async def test_one_may_be_written_otherwise(admin: httpx.AsyncClient) -> None:
    assert (await edited(admin, "Price", words="PRICE")).json()["words"] == "PRICE"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"words": ""}, {"words": "Required"}),
        ({"words": None}, {"words": "Required"}),
        ({"words": "x" * 81}, {"words": "Please use at most 80 characters"}),
        ({"place": 0}, {"place": "Please choose a place from 1 on"}),
        ({"place": "1"}, {"place": "Please choose a place from 1 on"}),
        ({"version": 7}, {"version": "Unknown field"}),
    ],
)
async def test_what_does_not_fit_is_refused(
    admin: httpx.AsyncClient, body: dict[str, Any], fault: dict[str, str]
) -> None:
    assert (await edited(admin, "Price", **body)).json()["fields"] == fault
    assert await offered(admin) == FIRST


async def test_words_that_grow_when_they_are_folded_fit(admin: httpx.AsyncClient) -> None:
    assert (await admin.post(PATH, json={"words": "\ufdfa" * 80})).status_code == 201


@pytest.mark.parametrize(
    ("who", "reads", "keeps"),
    [
        ("sales_rep", 200, 403), ("branch_ops_manager", 200, 403), ("regional_ops_manager", 200, 403),
        ("support", 403, 403), ("technician", 403, 403), ("admin", 200, 200),
    ],
)  # fmt: skip
async def test_those_who_lose_leads_read_and_those_who_edit_the_configuration_write(
    world: World, who: str, reads: int, keeps: int
) -> None:
    caller, row = world.client(who), await named(world.client("admin"), "Other")
    assert (await caller.get(PATH)).status_code == reads
    answer = await caller.patch(f"{PATH}/{row['id']}", json={"words": "Something else"})
    assert answer.status_code == keeps
    assert (await caller.post(PATH, json={"words": "Moved away"})).status_code == (
        201 if keeps == 200 else 403
    )


async def test_a_move_is_one_change_and_touches_no_other(world: World, admin: httpx.AsyncClient) -> None:
    assert (await edited(admin, "Other", place=1)).status_code == 200
    assert (await edited(admin, "Other", place=1)).status_code == 200
    assert (await edited(admin, "Price", words="Too expensive", place=None)).status_code == 200
    rows = {row["words"]: row["version"] for row in await kept(admin)}
    assert rows.pop("Other") == rows.pop("Too expensive") == 2
    assert set(rows.values()) == {1}
    assert [
        (row.user_id, row.action, row.changes)
        for row in await world.audit_log()
        if row.entity_type == "lost_reason"
    ] == [
        ("admin", "update", {"place": [8, 1]}),
        ("admin", "update", {"words": ["Price", "Too expensive"], "place": [2, None]}),
    ]


async def test_what_somebody_else_changed_is_not_overwritten(admin: httpx.AsyncClient) -> None:
    row = await named(admin, "Price")
    seen = {"if-match": f'"{row["version"]}"'}
    at = f"{PATH}/{row['id']}"
    assert (await admin.patch(at, json={"words": "Too expensive"}, headers=seen)).status_code == 200
    for body in ({"words": "Cost"}, {"place": 4}, {"place": None}):
        assert (await admin.patch(at, json=body, headers=seen)).status_code == 409
    assert await offered(admin) == ["Too expensive", *FIRST[1:]]


async def test_what_is_sent_twice_is_done_once(admin: httpx.AsyncClient) -> None:
    key = {"idempotency-key": "moved-away-01"}
    answers = [await admin.post(PATH, json={"words": "Moved away"}, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert await offered(admin) == [*FIRST, "Moved away"]


async def two_left(admin: httpx.AsyncClient) -> list[str]:
    """Retires all but two; gives the addresses of these."""
    for words in FIRST[2:]:
        assert (await edited(admin, words, place=None)).status_code == 200
    return [f"{PATH}/{row['id']}" for row in (await kept(admin))[:2]]


async def retired_at_once(world: World, addresses: list[str]) -> list[int]:
    async with world.client("admin") as one, world.client("second_admin") as other:
        answers = await asyncio.gather(
            *(who.patch(at, json={"place": None}) for who, at in zip((one, other), addresses, strict=True))
        )
    return sorted(answer.status_code for answer in answers)


async def test_at_least_one_stays(world: World, admin: httpx.AsyncClient) -> None:
    addresses = await two_left(admin)
    assert await retired_at_once(world, addresses) == [200, 409]
    (last,) = await offered(admin)
    refused = await edited(admin, last, place=None)
    assert (refused.status_code, refused.json()["error"]) == (409, "At least one must stay on the list.")
    assert (await edited(admin, FIRST[5], place=None)).status_code == 200  # retired already


async def test_control_without_taking_turns_none_may_stay(
    world: World, admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's one writer takes turns anyway."""
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    addresses = await two_left(admin)
    both_counted = asyncio.Barrier(2)

    async def together(*given: Any) -> int:
        number = await counted(*given)
        await asyncio.wait_for(both_counted.wait(), 30)
        return number

    async def nothing(*_: Any) -> None: ...

    counted = choices._offered
    monkeypatch.setattr(choices, "_offered", together)
    monkeypatch.setattr(Db, "advisory_lock", nothing)
    assert await retired_at_once(world, addresses) == [200, 200]
    assert await offered(admin) == []


async def test_moves_at_once_leave_an_order_without_gaps(world: World, admin: httpx.AsyncClient) -> None:
    rows = await kept(admin)
    async with world.client("admin") as one, world.client("second_admin") as other:
        answers = await asyncio.gather(
            *(
                who.patch(f"{PATH}/{row['id']}", json={"place": place})
                for place, row in enumerate(reversed(rows), 1)
                for who in (one, other)
            ),
            *(who.post(PATH, json={"words": "Moved away"}) for who in (one, other)),
        )
    assert sorted(answer.status_code for answer in answers) == [200] * 16 + [201, 400]
    assert set(await offered(admin)) == {*FIRST, "Moved away"}
