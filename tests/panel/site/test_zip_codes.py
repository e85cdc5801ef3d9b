"""Which branch serves which ZIP code: given, moved, imported, exported, and what nobody serves."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest

from duskline.models.company import territories
from duskline.models.places.places import Branch, BranchServiceArea, PlaceStatus
from duskline.panel.company import territories as calls
from tests.instruments import Statements
from tests.world import BESIDE, FAR, NEAR, World

PATH = "/api/panel/zip-codes"
QUOTE = {
    "propertyType": "home", "coverage": "whole", "stories": 1, "feet": 100, "name": "Ivy Porchlight", "secondsOpen": 30,
}  # fmt: skip
NOTHING: dict[str, Any] = {
    "added": [],
    "moved": [],
    "unchanged": [],
    "taken": {},
    "refused": [],
    "refusedCount": 0,
}


async def sent(
    world: World, branch: str, text: str, *, who: str = "admin", call: str = "", **more: Any
) -> httpx.Response:
    path = f"/api/panel/branches/{branch}/zip-codes{call}"
    return await world.client(who).post(path, json={"text": text, **more})


async def given(world: World, branch: str, text: str, **more: Any) -> dict[str, Any]:
    answer = await sent(world, branch, text, **more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def served(world: World, who: str = "admin", **query: str) -> dict[str, str]:
    answer = await world.client(who).get(PATH, params={"limit": "200", **query})
    assert answer.status_code == 200, answer.text
    return {row["zip"]: row["branchId"] for row in answer.json()}


async def ask(world: World, zip_code: str, number: int = 0, **more: Any) -> dict[str, Any]:
    person = {"zip": zip_code, "email": f"ivy{number}@visitor.example", **more}
    async with world.client(address=f"198.51.100.{number + 10}") as visitor:
        answer = await visitor.post("/api/quotes", json=QUOTE | person)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def test_a_zip_code_sends_its_requests_to_its_branch(world: World) -> None:
    assert (await ask(world, "20002"))["served"] is False
    assert await given(world, FAR, "20002") == NOTHING | {"added": ["20002"]}
    assert (await ask(world, "20002-1234", 1))["served"] is True
    leads = (await world.client("far_rep").get("/api/panel/leads", params={"q": "ivy1"})).json()
    assert [lead["branchId"] for lead in leads] == [FAR]
    assert await given(world, FAR, "20002") == NOTHING | {"unchanged": ["20002"]}


@pytest.mark.parametrize(
    ("text", "zips"),
    [
        ("20001 20002,20003;20004\n20005\t20006", ["20001", "20002", "20003", "20004", "20005", "20006"]),
        ("ZIP code,Branch\r\n20001,Columbus\r\n20002,\"Dayton, Ohio\"\r\n", ["20001", "20002"]),
        ("20001,Blacklick,14120", ["20001"]),
        ("\ufeff20001-1234\n200021234\n20001", ["20001", "20002"]),
        ("'20001\n\"20002\"\n\n , \n", ["20001", "20002"]),
        ("501\n2134\n501.0\n544,Holtsville,5000\n2135,20003\n21361234\n", ["00501", "02134", "00544", "02135", "20003", "02136"]),
        ("20001,1200\n", ["20001"]),
    ],
)  # fmt: skip
async def test_lists_are_read_as_people_write_them(world: World, text: str, zips: list[str]) -> None:
    assert await given(world, NEAR, text) == NOTHING | {"added": zips}
    assert await served(world, branchId=NEAR) == dict.fromkeys(zips, NEAR)


NO_ZIP = "No ZIP code. Write five digits."


async def test_what_is_refused_is_told_by_line(world: World) -> None:
    text = (
        'zip\n20001\n=HYPERLINK("http://spam.example")\n500\n\n<b>20003</b>\n２０００４\n10001\n\ufffd\ufffd'
    )
    report = await given(world, NEAR, text)
    assert report["added"] == ["20001"]
    assert [(each["line"], each["reason"], each["zip"]) for each in report["refused"]] == [
        (3, NO_ZIP, None),
        (4, NO_ZIP, None),
        (6, NO_ZIP, None), (7, NO_ZIP, None),
        (8, "Branch beside serves it.", "10001"),
        (9, NO_ZIP, None),
    ]  # fmt: skip
    assert report["taken"] == {BESIDE: ["10001"]}
    assert await served(world) == {"10001": BESIDE, "20001": NEAR}


@pytest.mark.parametrize("line", ["2134,1200", "501, 2134"])
async def test_short_numbers_side_by_side_are_asked_about(world: World, line: str) -> None:
    """The second may be a ZIP code too, or how many people live there."""
    (refused,) = (await given(world, NEAR, line))["refused"]
    assert (
        refused["reason"]
        == "Spreadsheets drop zeros at the beginning. Write all five digits, or each ZIP code in a line of its own."
    )


async def test_a_preview_changes_nothing(world: World) -> None:
    text = "20001\n10001\nno"
    told = await given(world, NEAR, text, call="/check")
    assert (told["added"], told["taken"], told["refusedCount"]) == (["20001"], {BESIDE: ["10001"]}, 2)
    assert await served(world) == {"10001": BESIDE}
    assert await given(world, NEAR, text) == told, "what was told is what is done"


async def test_moving_is_a_step_of_its_own_and_can_be_put_back(world: World) -> None:
    told = await given(world, NEAR, "10001", move=True, call="/check")
    assert (told["moved"], told["refused"]) == (["10001"], [])
    assert await served(world) == {"10001": BESIDE}
    assert await given(world, NEAR, "10001", move=True) == NOTHING | {
        "moved": ["10001"],
        "taken": {BESIDE: ["10001"]},
    }
    assert await served(world) == {"10001": NEAR}
    await given(world, BESIDE, "10001", move=True)
    assert await served(world) == {"10001": BESIDE}


@pytest.mark.parametrize(
    ("who", "branch", "status"),
    [
        ("branch_ops_manager", NEAR, 200), ("branch_ops_manager", BESIDE, 404), ("regional_ops_manager", BESIDE, 200),
        ("regional_ops_manager", FAR, 404), ("admin", FAR, 200), ("sales_rep", NEAR, 403), ("support", NEAR, 403),
        ("homeless", NEAR, 404),
    ],
)  # fmt: skip
async def test_each_keeps_those_of_the_branches_in_reach(
    world: World, who: str, branch: str, status: int
) -> None:
    for call in ("/check", ""):
        answer = await sent(world, branch, "20001", who=who, call=call)
        assert answer.status_code == status, answer.text
    gone = await world.client(who).post(
        f"/api/panel/branches/{branch}/zip-codes/remove", json={"zips": ["20001"]}
    )
    assert gone.status_code == status
    if status == 200:
        assert gone.json() == {"zips": ["20001"]}
    assert await served(world) == {"10001": BESIDE}


async def test_what_lies_elsewhere_is_neither_seen_nor_named_nor_moved(world: World) -> None:
    await given(world, FAR, "30003")
    manager = "regional_ops_manager"
    assert await served(world, manager) == {"10001": BESIDE}
    assert await served(world, "branch_ops_manager") == {}
    report = await given(world, NEAR, "30003", who=manager, move=True)
    assert report["refused"] == [
        {"line": 1, "text": "30003", "reason": "Another branch serves it. Ask an administrator to move it.", "zip": None}
    ]  # fmt: skip
    assert (report["moved"], report["taken"]) == ([], {})
    path = f"/api/panel/branches/{NEAR}/zip-codes/remove"
    assert (await world.client(manager).post(path, json={"zips": ["30003"]})).json() == {"zips": []}
    assert await served(world) == {"10001": BESIDE, "30003": FAR}
    file = (await world.client(manager).get(f"{PATH}/export")).text
    assert "30003" not in file
    assert (await world.client("sales_rep").get(f"{PATH}/export")).status_code == 403


async def test_control_unscoped_areas_would_show_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world.acting(await world.actor("branch_ops_manager")) as db:
        areas = BranchServiceArea.__table__
        assert [row.zip for row in await db.execute(areas.select())] == ["10001"], (
            "past the session it is there"
        )


async def test_a_list_is_searched_and_paged(world: World) -> None:
    await given(world, NEAR, "\n".join(f"2{number:04}" for number in range(250)))
    admin, found, query = world.client("admin"), [], {"zip": "2", "branchId": NEAR, "limit": "100"}
    path: str | None = PATH
    while path:
        answer = await admin.get(path, params=query if path == PATH else None)
        assert answer.headers["x-total-count"] == "250"
        found += [row["zip"] for row in answer.json()]
        path = answer.links["next"]["url"] if "next" in answer.links else None
    assert found == [f"2{number:04}" for number in range(250)]
    assert list(await served(world, zip="2024")) == [f"2024{digit}" for digit in range(10)]
    for nothing in ("x", "%", "2_", "20250"):
        assert await served(world, zip=nothing) == {}, nothing
    assert (await admin.get(PATH, params={"cursor": "a%00b"})).status_code == 400


async def test_an_inactive_branch_takes_none(world: World) -> None:
    async with world.console() as db:
        (await db.find(Branch, FAR)).status = PlaceStatus.INACTIVE
    answer = await sent(world, FAR, "20001")
    assert (answer.status_code, answer.json()["error"]) == (
        409, "This branch is inactive. Activate it before you give it ZIP codes.",
    )  # fmt: skip


async def test_too_much_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = await sent(world, NEAR, "2" * 1_000_001)
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"text": "Please use at most 1,000,000 characters"},
    )
    assert (await sent(world, NEAR, "2" * 4_100_000)).status_code == 413
    assert (await sent(world, NEAR, "20001\x00")).status_code == 400
    monkeypatch.setattr(territories, "MOST", 2)
    report = await given(world, NEAR, "20001\n20002\n20003\n20002")
    assert report["added"] == ["20001", "20002"]
    assert [(each["line"], each["reason"]) for each in report["refused"]] == [
        (3, "Too many at once. Import the rest in another file.")
    ]


async def test_of_many_refused_lines_the_first_are_told_and_all_counted(world: World) -> None:
    report = await given(world, NEAR, "\n".join(["x1"] * 250))
    assert (len(report["refused"]), report["refusedCount"], report["refused"][-1]["line"]) == (200, 250, 200)


async def test_of_many_refused_lines_those_are_told_first_that_no_move_would_take(world: World) -> None:
    taken = "\n".join(f"2{number:04}" for number in range(250))
    await given(world, BESIDE, taken)
    report = await given(world, NEAR, f"{taken}\n99\n500", call="/check")
    assert (len(report["refused"]), report["refusedCount"], len(report["taken"][BESIDE])) == (200, 252, 250)
    assert [each["line"] for each in report["refused"]] == [*range(1, 199), 251, 252]


async def test_many_are_written_by_few_statements(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else writes meanwhile."""
    zips = [f"2{number:04}" for number in range(1_000)]
    counted = Statements(world.database, monkeypatch)
    await given(world, NEAR, " ".join(zips))
    await given(world, BESIDE, " ".join(zips), move=True)
    path = f"/api/panel/branches/{BESIDE}/zip-codes/remove"
    assert (await world.client("admin").post(path, json={"zips": zips})).json() == {"zips": zips}
    assert len(counted.seen) < 60


async def test_a_long_list_keeps_nobody_else_waiting(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read in a thread: another request is answered meanwhile."""
    answered = threading.Event()

    def read(_: str) -> territories.Listed:
        return territories.Listed({} if answered.wait(10) else {"20001": 1}, [], 0)

    monkeypatch.setattr(calls, "listed_in", read)
    for call in ("/check", ""):
        answered.clear()
        reading = asyncio.create_task(given(world, NEAR, "20001", call=call))
        await asyncio.sleep(0.05)
        assert (await world.client().get("/healthz")).status_code == 200
        answered.set()
        assert await reading == NOTHING


async def test_an_export_holds_no_formula_and_comes_back_as_it_left(world: World) -> None:
    await world.client("admin").patch(f"/api/panel/branches/{NEAR}", json={"name": '=HYPERLINK("x")'})
    await given(world, NEAR, "02134 20001")
    answer = await world.client("admin").get(f"{PATH}/export")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="zip-codes.csv"'
    assert answer.text == (
        "\ufeffZIP code,Branch\r\n02134,\"'=HYPERLINK(\"\"x\"\")\"\r\n10001,\"Branch beside\"\r\n20001,\"'=HYPERLINK(\"\"x\"\")\"\r\n"
    )  # fmt: skip
    report = await given(world, NEAR, answer.text, call="/check")
    assert (report["unchanged"], report["taken"]) == (["02134", "20001"], {BESIDE: ["10001"]})
    own = await world.client("admin").get(f"{PATH}/export", params={"branchId": BESIDE})
    assert own.text == '\ufeffZIP code,Branch\r\n10001,"Branch beside"\r\n'


async def test_each_change_is_one_line_of_the_branch_s_history(world: World) -> None:
    await given(world, NEAR, "20001 20002", who="branch_ops_manager")
    await given(world, NEAR, "20001", who="branch_ops_manager")
    await given(world, NEAR, "10001", who="regional_ops_manager", move=True)
    removal = {"zips": ["20002", "29999"]}
    await world.client("branch_ops_manager").post(
        f"/api/panel/branches/{NEAR}/zip-codes/remove", json=removal
    )
    told = [(row.entity_id, row.changes) for row in await world.audit_log() if row.entity_type == "branch"]
    assert sorted(told[1:3], key=str) == [
        (NEAR, {"zip_codes": [None, ["10001"]]}), (BESIDE, {"zip_codes": [["10001"], None]}),
    ]  # fmt: skip
    assert [told[0], *told[3:]] == [
        (NEAR, {"zip_codes": [None, ["20001", "20002"]]}), (NEAR, {"zip_codes": [["20002"], None]}),
    ]  # fmt: skip


async def test_what_nobody_serves_is_counted_from_requests_and_leads(world: World) -> None:
    for number, zip_code in enumerate(("20002", "20002-1234", "30003", "10001")):
        await ask(world, zip_code, number)
    lead = {"name": "Lea Late", "email": "late@visitor.example", "address": "5 Elm Street, Dayton, OH 40004"}
    assert (await world.client("sales_rep").post("/api/panel/leads", json=lead)).status_code == 201
    found = (await world.client("admin").get(f"{PATH}/uncovered")).json()
    assert [(each["zip"], each["count"]) for each in found] == [("40004", 1), ("30003", 1), ("20002", 2)]
    near = (await world.client("branch_ops_manager").get(f"{PATH}/uncovered")).json()
    assert near == found, "they all came to the default branch"
    assert (await world.client("far_manager").get(f"{PATH}/uncovered")).json() == []
    assert (await world.client("sales_rep").get(f"{PATH}/uncovered")).status_code == 403
    await given(world, NEAR, "20002")
    left = (await world.client("admin").get(f"{PATH}/uncovered")).json()
    assert [each["zip"] for each in left] == ["40004", "30003"]


async def test_a_request_with_a_street_counts_once_and_the_newest_of_all_counts(world: World) -> None:
    lead = {"name": "Lea Late", "email": "late@visitor.example", "address": "5 Elm Street, Dayton, OH 20002"}
    assert (await world.client("sales_rep").post("/api/panel/leads", json=lead)).status_code == 201
    await ask(world, "30003", 1)
    await ask(world, "20002", 2, street="7 Elm Street")
    found = (await world.client("admin").get(f"{PATH}/uncovered")).json()
    assert [(each["zip"], each["count"]) for each in found] == [("20002", 2), ("30003", 1)]


async def test_a_company_that_lists_no_zip_codes_serves_them_all(world: World) -> None:
    await ask(world, "20002")
    admin = world.client("admin")
    assert len((await admin.get(f"{PATH}/uncovered")).json()) == 1
    await admin.post(f"/api/panel/branches/{BESIDE}/zip-codes/remove", json={"zips": ["10001"]})
    assert (await admin.get(f"{PATH}/uncovered")).json() == []
