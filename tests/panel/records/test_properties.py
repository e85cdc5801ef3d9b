"""A client's properties: how one gets in, what can hurt, and who reads and writes that."""

from __future__ import annotations

import pytest

from tests.panel.threads import faults_of
from tests.world import World

PROPERTIES = "/api/panel/clients/client-1-1/properties"
JOB = "/api/panel/work-orders/order-1-1/details"


async def test_a_client_has_several_properties(world: World) -> None:
    rep, technician = world.client("sales_rep"), world.client("technician")
    said = {
        "name": "Lake house",
        "address": "2 Lake Road",
        "feet": 300,
        "stories": 2,
        "access": "Key at the office",
    }
    made = (await rep.post(PROPERTIES, json=said)).json()
    assert {name: made[name] for name in said} == said
    noted = await technician.patch(
        f"/api/panel/properties/{made['id']}", json={"hazards": "Wire over the porch"}
    )
    assert (noted.json()["hazards"], noted.json()["version"]) == ("Wire over the porch", 2)
    assert [row["id"] for row in (await technician.get(PROPERTIES)).json()] == ["client-1-1", made["id"]]


async def test_the_own_address_stands_with_the_client(world: World) -> None:
    rep, own = world.client("sales_rep"), "/api/panel/properties/client-1-1"
    said = "This is the client's own address. Change it with the client."
    assert faults_of(await rep.patch(own, json={"address": "1 Else"})) == (400, {"address": said})
    gone = await rep.delete(own)
    assert (gone.status_code, gone.json()["error"]) == (409, said)
    assert (await rep.patch(own, json={"access": "Gate 4711"})).json()["access"] == "Gate 4711"


async def test_a_property_with_a_job_stays(world: World) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    ids = [(await rep.post(PROPERTIES, json={"address": f"{n} Row"})).json()["id"] for n in (1, 2)]
    assert (await manager.patch(JOB, json={"propertyId": ids[0]})).status_code == 200
    gone = [await rep.delete(f"/api/panel/properties/{id}") for id in ids]
    assert [answer.status_code for answer in gone] == [409, 204]
    assert gone[0].json()["error"] == "This property still has 1 work order, so it stays."


@pytest.mark.parametrize(
    ("who", "read", "written"),
    [("support", 200, 403), ("no_role", 403, 403), ("far_rep", 404, 404), ("lead_technician", 200, 201)],
)
async def test_who_reads_and_writes_them(world: World, who: str, read: int, written: int) -> None:
    caller = world.client(who)
    assert (await caller.get(PROPERTIES)).status_code == read
    assert (await caller.post(PROPERTIES, json={"address": "1 Row"})).status_code == written
