"""Checklists: kept in Settings, ticked on site, and due with the last visit of a job."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from tests.panel.schedule.test_on_site import EARLIER, job, operated, when
from tests.panel.schedule.test_visits import asked, planned, visits
from tests.pictures import photo
from tests.world import World

PATH = "/api/panel/checklist-items"
INSTALLATION = [
    "Take a photo of the roofline before the work", "Check the power outlet and its breaker",
    "Light every section in white and in color", "Show the client the app", "Leave gutters and ground clean",
    "Take a photo of the finished roofline",
]  # fmt: skip


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def kept(caller: httpx.AsyncClient, kind: str = "installation") -> list[dict[str, Any]]:
    return [row for row in await asked(await caller.get(PATH)) if row["kind"] == kind]


async def words(caller: httpx.AsyncClient, kind: str = "installation") -> list[str]:
    """Those that are asked; their places are counted from one without a gap."""
    rows = [row for row in await kept(caller, kind) if row["place"] is not None]
    assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
    return [row["words"] for row in rows]


async def edited(caller: httpx.AsyncClient, which: str, code: int = 200, /, **fields: Any) -> Any:
    row = next(row for row in await kept(caller) if row["words"] == which)
    tag = {"if-match": f'"{row["version"]}"'}
    return await asked(await caller.patch(f"{PATH}/{row['id']}", json=fields, headers=tag), code)


async def test_lists_are_kept_kind_by_kind(world: World, admin: httpx.AsyncClient) -> None:
    assert await words(world.client("technician")) == INSTALLATION
    new = {"kind": "installation", "words": " Label the controller ", "required": True, "photo": "after"}
    made = await asked(await admin.post(PATH, json=new), 201)
    assert (made["words"], made["place"], made["required"], made["photo"]) == (
        "Label the controller", 7, True, "after",
    )  # fmt: skip
    await edited(admin, "Label the controller", place=1, photo=None, required=False)
    await edited(admin, "Show the client the app", words="Show the client how it works")
    await edited(admin, "Leave gutters and ground clean", place=None)
    assert await words(admin) == [
        "Label the controller", *INSTALLATION[:3], "Show the client how it works", INSTALLATION[5],
    ]  # fmt: skip
    assert len(await words(admin, "service")) == 4, "the other lists stay as they are"
    again = await asked(await admin.post(PATH, json=new | {"words": "label the CONTROLLER"}), 400)
    assert again["fields"] == {"words": "This is on the list already"}
    await edited(admin, INSTALLATION[0], 400, words="Label the controller")
    await asked(await admin.post(PATH, json=new | {"kind": "service"}), 201)
    assert (await edited(admin, "Leave gutters and ground clean", place=99))["place"] == 7
    for caller, code in (("branch_ops_manager", 403), ("technician", 403), (None, 401)):
        assert (await world.client(caller).post(PATH, json=new)).status_code == code


async def test_a_list_has_an_end(admin: httpx.AsyncClient) -> None:
    for number in range(6, 40):
        await asked(await admin.post(PATH, json={"kind": "installation", "words": f"Line {number}"}), 201)
    full = await asked(await admin.post(PATH, json={"kind": "installation", "words": "One more"}), 400)
    assert list(full["fields"]) == ["words"]


async def test_a_list_that_is_put_in_order_by_two_at_once_has_no_gap(world: World) -> None:
    callers = [world.client("admin"), world.client("second_admin")]
    rows = await kept(callers[0])
    moves = [(rows[0], 6), (rows[5], 1), (rows[2], None), (rows[3], 2)]
    answers = await asyncio.gather(
        *(
            callers[place % 2].patch(f"{PATH}/{row['id']}", json={"place": to})
            for place, (row, to) in enumerate(moves)
        )
    )
    assert {answer.status_code for answer in answers} == {200}
    assert len(await words(callers[0])) == 5


def line(visit: dict[str, Any], said: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in visit["checklist"] if each["words"] == said)
    return found


async def test_what_is_required_is_due_with_the_last_visit(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician", asks=True, kind="installation")
    second = (await planned(manager, id, day="2027-03-11", crew=["technician"]))["id"]
    shown = (await operated(technician, visit))["visit"]
    assert [each["words"] for each in shown["checklist"]] == INSTALLATION
    assert not any(each["done"] for each in shown["checklist"])
    assert shown["lastOpen"] is False
    first = await operated(technician, visit, status="done")
    assert first["visit"]["status"] == "done", "another day is still to come"
    today = (await operated(technician, second))["visit"]
    assert today["lastOpen"] is True
    refused = await operated(technician, second, 409, status="done", notes={"base": None, "text": "Dog"})
    required = [each["words"] for each in today["checklist"] if each["required"]]
    assert refused["fields"] == {"missing": "; ".join(required)}
    assert refused["error"].startswith("Still to do: Take a photo of the roofline")
    assert (await operated(technician, second))["visit"]["notes"] is None, "refused whole"
    for kind in ("before", "after"):
        image = {"image": ("a.jpg", photo(40, 30), "image/jpeg")}
        path = f"/api/panel/work-orders/{id}/photos"
        await asked(await technician.post(path, files=image, data={"kind": kind}), 201)
    checks = [{"item": each["id"], "done": True} for each in today["checklist"] if not each["photo"]]
    done = await operated(technician, second, status="done", checks=checks)
    assert done["visit"]["status"] == "done"
    assert all(each["done"] for each in done["visit"]["checklist"])
    (last,) = [event for event in await world.audit_log() if "checks" in event.changes]
    assert last.changes["checks"][1]["Leave gutters and ground clean"] is True


async def test_what_is_missing_may_be_left_out_by_saying_why(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician", "near_technician", asks=True)
    why = {"missing": "The client wants to clean up"}
    done = await operated(technician, visit, status="done", closing=why, completesJob=True)
    assert (done["visit"]["missing"], done["visit"]["jobStatus"]) == (why["missing"], "completed")
    (row,) = await visits(manager, id)
    assert row["missing"] == why["missing"]
    other = await operated(world.client("near_technician"), visit, closing={"missing": "Something else"})
    assert [(each["field"], each["kept"]) for each in other["told"]] == [("missing", why["missing"])]
    right = await operated(technician, visit, closing={"missing": "No water"}, reason="I was wrong")
    assert right["visit"]["missing"] == "No water"
    await operated(technician, visit, status="started", reason="Pressed by mistake")
    id, visit = await job(world, "technician", asks=True)
    await operated(technician, visit, status="started", closing=why)
    done = await operated(technician, visit, status="done")
    assert done["visit"]["missing"] == why["missing"], "said before, and asked no more"


async def test_of_a_line_counts_what_was_pressed_last(world: World) -> None:
    one, two = world.client("technician"), world.client("near_technician")
    _, visit = await job(world, "technician", "near_technician", asks=True)
    item = line((await operated(one, visit))["visit"], "Show the client the app")["id"]
    await operated(two, visit, checks=[{"item": item}], at=when(EARLIER))
    late = await operated(one, visit, checks=[{"item": item, "done": False}], at=when(2 * EARLIER))
    assert line(late["visit"], "Show the client the app")["done"] is True
    assert [(each["field"], each["mine"], each["kept"]) for each in late["told"]] == [
        ("checks", "Not done", "Done")
    ]
    now_not = await operated(one, visit, checks=[{"item": item, "done": False}], at=when(timedelta()))
    assert line(now_not["visit"], "Show the client the app")["done"] is False
    unknown = await operated(one, visit, 400, checks=[{"item": item}, {"item": "nothing"}])
    assert unknown["fields"] == {"checks.1.item": "This is not on the checklist"}


async def test_own_visits_have_their_lists(world: World, admin: httpx.AsyncClient) -> None:
    technician = world.client("technician")
    _, visit = await job(world, "technician", asks=True, kind="service", scheduledDate="2020-01-01")
    item = (await kept(admin, "service"))[1]["id"]
    await operated(technician, visit, checks=[{"item": item}])
    _, other = await job(world, "technician", asks=True, kind="inspection", scheduledDate="2020-01-02")
    own = await asked(await technician.get("/api/panel/own-visits"))
    assert [row["id"] for row in own] == [visit, other]
    assert [each["done"] for each in own[0]["checklist"]] == [False, True, False, False]
    assert [each["done"] for each in own[1]["checklist"]] == [False] * 3
    assert [row["lastOpen"] for row in own] == [True, True]
    await edited_item(admin, item, place=None)
    own = await asked(await technician.get("/api/panel/own-visits"))
    assert len(own[0]["checklist"]) == 3, "what is retired is asked no more"


async def edited_item(caller: httpx.AsyncClient, id: str, **fields: Any) -> None:
    await asked(await caller.patch(f"{PATH}/{id}", json=fields))
