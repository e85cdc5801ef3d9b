"""Work orders: planned dates, materials, who may handle what, and references that agree in branch."""

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from sqlalchemy import text

from tests.world import World

PATH = "/api/panel/work-orders"
CLIENT = "client-1-1"


@pytest.fixture
def lead_technician(world: World) -> httpx.AsyncClient:
    return world.client("lead_technician")


@pytest.fixture
def technician(world: World) -> httpx.AsyncClient:
    return world.client("technician")


async def made(caller: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    new = {"branchId": "1", "clientId": CLIENT, "title": "Roofline"} | fields
    answer = await caller.post(PATH, json=new)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def whoami(caller: httpx.AsyncClient) -> str:
    return str((await caller.get("/api/auth/user")).json()["id"])


async def test_an_order_has_the_listed_fields(lead_technician: httpx.AsyncClient) -> None:
    order = await made(
        lead_technician, assignedTo="", description="", scheduledDate="2026-12-01", notes="Ladder"
    )
    assert set(order) == {
        "id", "branchId", "clientId", "assignedTo", "title", "description", "status", "priority", "scheduledDate",
        "completedDate", "notes", "images", "materialsUsed", "createdAt", "updatedAt", "version",
    }  # fmt: skip
    assert (order["status"], order["priority"], order["scheduledDate"]) == ("pending", "medium", "2026-12-01")
    assert (order["images"], order["materialsUsed"], order["assignedTo"]) == ([], [], None)
    assert (await made(lead_technician, scheduledDate=""))["scheduledDate"] is None


async def test_the_messages_of_the_form(lead_technician: httpx.AsyncClient) -> None:
    answer = await lead_technician.post(
        PATH, json={"title": "", "scheduledDate": "tomorrow", "completedDate": "x"}
    )
    assert answer.json()["fields"] == {
        "completedDate": "Unknown field", "clientId": "Client is required", "title": "Title is required",
        "scheduledDate": "Please enter a date as year-month-day",
    }  # fmt: skip
    one = await lead_technician.patch(f"{PATH}/any", json={"branchId": ""})
    assert one.json()["fields"] == {"branchId": "Branch is required"}


async def test_completing_sets_the_time_and_reopening_clears_it(lead_technician: httpx.AsyncClient) -> None:
    at = f"{PATH}/{(await made(lead_technician))['id']}"
    assert (await lead_technician.patch(at, json={"status": "completed"})).json()["completedDate"] is not None
    assert (await lead_technician.patch(at, json={"status": "pending"})).json()["completedDate"] is None


async def test_materials_are_checked_one_by_one(lead_technician: httpx.AsyncClient) -> None:
    at = f"{PATH}/{(await made(lead_technician))['id']}"
    used = [{"name": "Channel", "quantity": 12, "unit": "ft"}, {"name": "Clips", "quantity": 2.5, "unit": ""}]
    kept = (await lead_technician.patch(at, json={"materialsUsed": used})).json()["materialsUsed"]
    assert kept == [used[0], used[1] | {"unit": None}]
    assert (await lead_technician.get(PATH)).json()[0]["materialsUsed"] == kept
    faulty = [
        {"name": "", "quantity": "many"},
        {"name": "Wire", "quantity": -1, "price": 3},
        "screws",
    ]
    answer = await lead_technician.patch(at, json={"materialsUsed": faulty})
    assert answer.json()["fields"] == {
        "materialsUsed.0.name": "Required", "materialsUsed.0.quantity": "Please enter a quantity from 0 to 1,000,000",
        "materialsUsed.1.price": "Unknown field", "materialsUsed.1.quantity": "Please enter a quantity from 0 to 1,000,000",
        "materialsUsed.2": "Expected an object",
    }  # fmt: skip
    many = await lead_technician.patch(at, json={"materialsUsed": [used[0]] * 101})
    assert many.json()["fields"] == {"materialsUsed": "Please use at most 100 entries"}


async def test_photos_come_by_upload_alone(lead_technician: httpx.AsyncClient) -> None:
    at = f"{PATH}/{(await made(lead_technician, images=[]))['id']}"
    foreign = {"id": "x", "url": f"{PATH}/y/photos/x", "takenAt": "2026-01-01T00:00:00Z", "by": "me"}
    answer = await lead_technician.patch(at, json={"images": [foreign]})
    assert answer.json()["fields"] == {"images.0.id": "Please add photos by uploading them"}


async def test_a_technician_handles_own_and_free_orders(
    lead_technician: httpx.AsyncClient, technician: httpx.AsyncClient
) -> None:
    me, boss = await whoami(technician), await whoami(lead_technician)
    free = await made(lead_technician)
    theirs = await made(lead_technician, assignedTo=boss)
    assert (await technician.patch(f"{PATH}/{theirs['id']}", json={"notes": "Done"})).status_code == 403
    assert (await technician.patch(f"{PATH}/{free['id']}", json={"assignedTo": boss})).status_code == 403
    assert (
        await technician.post(PATH, json={"clientId": CLIENT, "title": "x", "assignedTo": boss})
    ).status_code == 403
    taken = await technician.patch(f"{PATH}/{free['id']}", json={"assignedTo": me, "status": "in_progress"})
    assert taken.json()["assignedTo"] == me
    assert (await technician.patch(f"{PATH}/{free['id']}", json={"assignedTo": None})).status_code == 200
    assert (await lead_technician.patch(f"{PATH}/{free['id']}", json={"assignedTo": me})).status_code == 200
    unchanged = (await lead_technician.get(f"{PATH}/{theirs['id']}")).json()
    assert (unchanged["notes"], unchanged["version"]) == (None, theirs["version"])


async def test_references_agree_in_branch(world: World, lead_technician: httpx.AsyncClient) -> None:
    far = await world.hire("technician", branch="far")
    idle = await world.hire("technician", branch="1", status="inactive")
    new = {"clientId": CLIENT, "title": "Roofline"}
    refused = [
        await lead_technician.post(PATH, json=new | {"assignedTo": id}) for id in (far.id, idle.id, "nobody")
    ]
    assert {answer.status_code for answer in refused} == {400}
    assert len({answer.content for answer in refused}) == 1
    admin = world.client("admin")
    answer = await admin.post(PATH, json=new | {"branchId": "far"})
    assert answer.json()["fields"].keys() == {"clientId"}
    nowhere = await admin.post(PATH, json={"clientId": "nobody", "title": "x", "branchId": "far"})
    assert nowhere.content == answer.content


async def test_the_list_narrows_and_belongs_to_the_branch(
    world: World, lead_technician: httpx.AsyncClient
) -> None:
    order = await made(lead_technician, title="Narrow gate", priority="low")
    for narrow in ({"q": "narrow"}, {"priority": "low", "clientId": CLIENT, "status": "pending"}):
        found = (await lead_technician.get(PATH, params=narrow)).json()
        assert [row["id"] for row in found] == [order["id"]]
    far = world.client("far_technician")
    assert {row["branchId"] for row in (await far.get(PATH)).json()} == {"far"}
    missing = await far.get(f"{PATH}/nobody")
    assert (await far.get(f"{PATH}/{order['id']}")).content == missing.content
    events = (await lead_technician.get(f"{PATH}/{order['id']}/history")).json()
    assert [event["action"] for event in events] == ["create"]
    assert events[0]["changes"]["scheduledDate" if order["scheduledDate"] else "title"] == [
        None,
        "Narrow gate",
    ]


async def planned(caller: httpx.AsyncClient, **narrow: str) -> list[str]:
    """Titles of all pages of one's own orders, by schedule."""
    titles: list[str] = []
    at = f"{PATH}?{urlencode({'assignedTo': 'me', 'sort': 'schedule', 'limit': '2'} | narrow)}"
    while at:
        answer = await caller.get(at)
        assert answer.status_code == 200, answer.text
        titles += [row["title"] for row in answer.json()]
        at = answer.links.get("next", {}).get("url", "")
    return titles


async def test_by_schedule_open_orders_come_first(technician: httpx.AsyncClient) -> None:
    mine = {"assignedTo": await whoami(technician)}
    for title, day, status in (
        ("done early", "2026-01-01", "completed"), ("later", "2026-12-24", "pending"),
        ("unplanned", "", "pending"), ("soon", "2026-11-25", "in_progress"), ("done unplanned", "", "completed"),
        ("overdue", "2026-10-01", "pending"), ("also soon", "2026-11-25", "pending"),
        ("done last", "2025-12-31", "completed"),
    ):  # fmt: skip
        await made(technician, title=title, scheduledDate=day, status=status, **mine)
    await made(technician, title="nobody's", scheduledDate="2026-10-01")
    expected = [
        *("overdue", "also soon", "soon", "later", "unplanned"),
        *("done last", "done unplanned", "done early"),  # as they were completed, the last one first
    ]
    assert await planned(technician) == expected
    assert await planned(technician, status="pending") == ["overdue", "also soon", "later", "unplanned"]
    assert await planned(technician, q="soon") == ["also soon", "soon"]
    assert await planned(technician, q="o") == [title for title in expected if "o" in title]
    newest = [row["title"] for row in (await technician.get(PATH, params={"assignedTo": "me"})).json()]
    assert newest[:2] == ["done last", "also soon"]  # without a sort the newest come first, as ever


@pytest.mark.parametrize(
    "query", ["sort=schedule", "sort=price&assignedTo=me", "sort=schedule&assignedTo=me&cursor=Mg"]
)
async def test_an_order_that_would_sort_everything_is_refused(
    technician: httpx.AsyncClient, query: str
) -> None:
    assert (await technician.get(f"{PATH}?{query}")).status_code == 400


async def test_a_cursor_of_another_order_is_refused(technician: httpx.AsyncClient) -> None:
    mine = {"assignedTo": await whoami(technician)}
    for number in range(3):
        await made(technician, title=f"Order {number}", **mine)
    answer = await technician.get(PATH, params={"assignedTo": "me", "limit": "1"})
    cursor = parse_qs(urlsplit(answer.links["next"]["url"]).query)["cursor"][0]
    other = {"assignedTo": "me", "sort": "schedule", "cursor": cursor}
    assert (await technician.get(PATH, params=other)).json()["fields"] == {
        "cursor": "This page address is not valid"
    }


@pytest.mark.parametrize("indexed", [True, False])
async def test_the_schedule_is_read_from_its_index(world: World, indexed: bool) -> None:
    """And without the index it is sorted, which this would notice."""
    async with world.database.writes.begin() as connection:
        if not indexed:
            await connection.execute(text("DROP INDEX ix_work_orders_by_schedule"))
    seen: list[tuple[str, Any]] = []
    rows = world.database.rows

    async def noted(*queries: Any) -> Any:
        seen.extend((query.sql, query.arguments(values)) for query, values in queries)
        return await rows(*queries)

    world.database.rows = noted  # type: ignore[method-assign]
    async with world.client("technician") as technician:
        await planned(technician)
    sql, arguments = next(one for one in seen if "9999-12-30" in one[0])
    async with world.database.writes.connect() as connection:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        if world.database.is_sqlite:
            plan = [tuple(row) for row in await raw.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", arguments)]
        else:
            await raw.execute("SET enable_seqscan = off; SET enable_sort = off")
            plan = [tuple(row) for row in await raw.fetch(f"EXPLAIN {sql}", *arguments)]
    told = str(plan)
    assert ("ix_work_orders_by_schedule" in told) == indexed, told
    if indexed and world.database.is_sqlite:
        assert "TEMP B-TREE" not in told, told


JOB = {"kind": "service", "feet": 140, "stories": 2, "hours": 6, "crewSize": 3}


async def test_an_order_is_made_with_its_kind_place_and_size(
    world: World, lead_technician: httpx.AsyncClient
) -> None:
    rep = world.client("sales_rep")
    house = {"address": "2 Lake Road", "name": "Lake house"}
    place = (await rep.post(f"/api/panel/clients/{CLIENT}/properties", json=house)).json()["id"]
    order = await made(lead_technician, **JOB, propertyId=place)
    beside = (await lead_technician.get(f"{PATH}/{order['id']}/details")).json()
    assert {name: beside[name] for name in JOB} == JOB
    assert beside["property"]["name"] == "Lake house"
    plain = (await lead_technician.get(f"{PATH}/{(await made(lead_technician))['id']}/details")).json()
    assert (plain["kind"], plain["property"]["id"], plain["feet"]) == ("installation", CLIENT, None)


async def test_an_order_s_place_is_the_client_s(world: World, lead_technician: httpx.AsyncClient) -> None:
    for place in ("client-1-2", "client-far-1", "nowhere"):
        body = {"clientId": CLIENT, "title": "Roofline", "propertyId": place}
        answer = await lead_technician.post(PATH, json=body)
        assert (answer.status_code, answer.json()["fields"]) == (
            400, {"propertyId": "Please choose a property of this client from the list"},
        )  # fmt: skip
    sizes = {"feet": 0, "stories": 21, "hours": 0, "crewSize": 0}
    answer = await lead_technician.post(PATH, json={"clientId": CLIENT, "title": "Roofline"} | sizes)
    assert answer.json()["fields"] == {
        "feet": "Please enter feet, from 1 to 10,000", "stories": "Choose 1 to 20 stories",
        "hours": "Please enter hours, from 1 to 1,000", "crewSize": "Choose a crew of 1 to 20",
    }  # fmt: skip
    assert (await lead_technician.get(PATH, params={"q": "Roofline"})).json() == []


async def test_a_completed_visit_that_is_entered_afterwards_has_no_warranty(
    world: World, lead_technician: httpx.AsyncClient
) -> None:
    visit = await made(lead_technician, kind="service", status="completed")
    installation = await made(lead_technician, status="completed")
    for order, count in ((visit, 0), (installation, 1)):
        query = {"workOrderId": order["id"]}
        assert len((await lead_technician.get("/api/panel/warranties", params=query)).json()) == count
