"""Regions are made, renamed and deleted; a branch moves between them, and it is told who sees it then."""

from __future__ import annotations

from typing import Any

import pytest

from duskline.models.people.people import User
from duskline.models.records.service import WorkOrder
from duskline.panel.company import branches
from tests.world import BESIDE, NEAR, World

PATH = "/api/panel/regions"


async def listed(world: World, who: str = "admin") -> dict[str, dict[str, Any]]:
    answer = await world.client(who).get(PATH)
    assert answer.status_code == 200, answer.text
    return {row["name"]: row for row in answer.json()}


async def made(world: World, name: str = "West", code: str = "W") -> str:
    answer = await world.client("admin").post(PATH, json={"name": name, "code": code})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_region_is_made_renamed_and_deleted(world: World) -> None:
    id = await made(world)
    rows = await listed(world)
    assert {name: (row["code"], row["branches"], row["managers"]) for name, row in rows.items()} == {
        "North": ("N", 2, 1), "South": ("S", 1, 1), "West": ("W", 0, 0),
    }  # fmt: skip
    admin = world.client("admin")
    seen = {"if-match": f'"{rows["West"]["version"]}"'}
    assert (await admin.patch(f"{PATH}/{id}", json={"name": "Far West"}, headers=seen)).json()[
        "name"
    ] == "Far West"
    assert (await admin.patch(f"{PATH}/{id}", json={"name": "Wild West"}, headers=seen)).status_code == 409
    assert (await admin.delete(f"{PATH}/{id}")).status_code == 204
    assert list(await listed(world)) == ["North", "South"]
    history = [row.action for row in await world.audit_log() if row.entity_type == "region"]
    assert history == ["create", "update", "delete"]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"name": " north "}, {"name": "There is a region of this name already"}),
        ({"code": "n"}, {"code": "There is a region with this code already"}),
        ({"name": ""}, {"name": "Required"}),
        ({"code": "x" * 21}, {"code": "Please use at most 20 characters"}),
    ],
)
async def test_what_is_not_valid_is_refused(
    world: World, fields: dict[str, str], fault: dict[str, str]
) -> None:
    id = await made(world)
    admin = world.client("admin")
    for answer in (
        await admin.post(PATH, json={"name": "East", "code": "E"} | fields),
        await admin.patch(f"{PATH}/{id}", json=fields),
    ):
        assert (answer.status_code, answer.json()["fields"]) == (400, fault)


@pytest.mark.parametrize(
    ("who", "names"),
    [
        ("admin", ["North", "South"]), ("regional_ops_manager", ["North"]), ("far_manager", ["South"]),
        ("branch_ops_manager", ["North"]), ("homeless", []),
    ],
)  # fmt: skip
async def test_each_reads_those_in_reach_and_administrators_keep_them(
    world: World, who: str, names: list[str]
) -> None:
    assert list(await listed(world, who)) == names
    if who != "admin":
        caller = world.client(who)
        assert (await caller.post(PATH, json={"name": "East", "code": "E"})).status_code == 403
        assert (await caller.patch(f"{PATH}/north", json={"name": "East"})).status_code == 403
        assert (await caller.delete(f"{PATH}/north")).status_code == 403
        assert (
            await caller.get(f"/api/panel/branches/{NEAR}/sight", params={"regionId": "south"})
        ).status_code == 403
    assert (await world.client("support").get(PATH)).status_code == 403


async def test_a_region_with_branches_or_people_stays(world: World) -> None:
    admin = world.client("admin")
    answer = await admin.delete(f"{PATH}/north")
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "2 branches lie in this region. Move them first.",
    )
    id = await made(world)
    await world.hire("regional_ops_manager", region_id=id)
    answer = await admin.delete(f"{PATH}/{id}")
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "1 person is attached to this region. Move them first.",
    )


async def test_a_region_without_branches_can_be_managed(world: World) -> None:
    id = await made(world)
    invited = {"email": "west@duskline.example", "role": "regional_ops_manager", "regionId": id}
    answer = await world.client("admin").post("/api/panel/users/invitations", json=invited)
    assert (answer.status_code, answer.json()["regionId"]) == (201, id), answer.text


async def test_moving_a_branch_tells_who_gains_and_loses_sight(world: World) -> None:
    async with world.console() as db:
        for order in ("order-beside-1", "order-beside-2"):
            (await db.find(WorkOrder, order)).assigned_to = "regional_ops_manager"
    admin = world.client("admin")
    told = await admin.get(f"/api/panel/branches/{BESIDE}/sight", params={"regionId": "south"})
    assert told.json() == {
        "gains": [{"id": "far_manager", "name": "Far Manager", "open": 0}],
        "loses": [{"id": "regional_ops_manager", "name": "Regional Ops_Manager", "open": 2}],
    }
    same = await admin.get(f"/api/panel/branches/{BESIDE}/sight", params={"regionId": "north"})
    assert same.json() == {"gains": [], "loses": []}
    await seen_by(world, {"regional_ops_manager": True, "far_manager": False})
    answer = await admin.patch(f"/api/panel/branches/{BESIDE}", json={"regionId": "south"})
    assert (answer.status_code, answer.json()["regionName"]) == (200, "South")
    await seen_by(world, {"regional_ops_manager": False, "far_manager": True})


async def test_who_is_invited_to_manage_gains_sight_too(world: World) -> None:
    invited = {"email": "nell@duskline.example", "role": "regional_ops_manager", "regionId": "south"}
    answer = await world.client("admin").post("/api/panel/users/invitations", json=invited)
    assert answer.status_code == 201, answer.text
    path = f"/api/panel/branches/{BESIDE}/sight"
    told = (await world.client("admin").get(path, params={"regionId": "south"})).json()
    assert [each["name"] for each in told["gains"]] == ["Far Manager", "nell@duskline.example"]


async def seen_by(world: World, expected: dict[str, bool]) -> None:
    for who, sees in expected.items():
        answer = await world.client(who).get("/api/panel/leads/lead-beside-1")
        assert answer.status_code == (200 if sees else 404), who


async def attach(world: World, person: str, region: str) -> None:
    async with world.console() as db:
        user = await db.find(User, person)
        user.branch_id, user.region_id = BESIDE, region


async def test_who_works_in_a_branch_goes_along(world: World) -> None:
    await attach(world, "beside_rep", "north")
    move = {"regionId": "south"}
    assert (await world.client("admin").patch(f"/api/panel/branches/{BESIDE}", json=move)).status_code == 200
    assert (await world.person("beside_rep")).region_id == "south"
    assert (await world.person("beside_manager")).region_id is None


async def test_a_manager_of_the_region_who_works_there_is_in_the_way(world: World) -> None:
    await attach(world, "regional_ops_manager", "north")
    answer = await world.client("admin").patch(f"/api/panel/branches/{BESIDE}", json={"regionId": "south"})
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "Regional Ops_Manager manages the present region and works in this branch. Change one of the two first.",
    )
    assert (await listed(world))["North"]["branches"] == 2


async def test_control_without_following_a_person_would_be_in_two_regions(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: object) -> None:
        return None

    monkeypatch.setattr(branches, "follow_branch", nobody)
    await attach(world, "beside_rep", "north")
    await world.client("admin").patch(f"/api/panel/branches/{BESIDE}", json={"regionId": "south"})
    again = await world.client("admin").patch(
        "/api/panel/users/beside_rep", json={"branchId": BESIDE, "regionId": "north"}
    )
    assert again.json()["fields"] == {"regionId": "The branch lies in another region"}
