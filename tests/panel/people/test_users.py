"""Users: who sees whom, whose role is whose to give, and that one administrator always remains."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.core.system.errors import Invalid
from duskline.models.people.people import User
from tests.world import World, email_of

PATH = "/api/panel/users"
ROUNDS = 10


@pytest.fixture
def manager(world: World) -> httpx.AsyncClient:
    return world.client("branch_ops_manager")


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def ids(caller: httpx.AsyncClient, **narrow: str) -> set[str]:
    answer = await caller.get(PATH, params={"limit": "200"} | narrow)
    assert answer.status_code == 200, answer.text
    return {row["id"] for row in answer.json()}


async def put(caller: httpx.AsyncClient, id: str, **fields: Any) -> int:
    return (await caller.patch(f"{PATH}/{id}", json=fields)).status_code


async def test_a_manager_sees_whole_rows_of_the_branch(world: World, manager: httpx.AsyncClient) -> None:
    near = await world.hire("technician", branch="1")
    client = await world.hire(branch="1", user_type="client")
    beside, far = await world.hire("technician", branch="beside"), await world.hire("admin")
    row = next(row for row in (await manager.get(PATH)).json() if row["id"] == near.id)
    assert set(row) == {
        "id", "email", "userType", "firstName", "lastName", "role", "branchId", "regionId", "organizationId",
        "status", "profileImageUrl", "phone", "createdAt", "updatedAt", "invitedUntil", "version",
    }  # fmt: skip
    seen = await ids(manager)
    assert {near.id, client.id} <= seen
    assert not {beside.id, far.id} & seen
    missing = await manager.patch(f"{PATH}/nobody", json={"role": None})
    for elsewhere in (beside.id, far.id):
        answer = await manager.patch(f"{PATH}/{elsewhere}", json={"role": None})
        assert (answer.status_code, answer.content) == (404, missing.content)
        assert (await manager.get(f"{PATH}/{elsewhere}/history")).content == missing.content


async def test_other_staff_see_colleagues_in_short(world: World) -> None:
    technician = world.client("technician")
    client = await world.hire(branch="1", user_type="client")
    far = await world.hire("technician", branch="far")
    rows = (await technician.get(PATH, params={"limit": "200"})).json()
    short = {"id", "firstName", "lastName", "email", "role", "branchId", "status", "profileImageUrl", "phone"}
    assert all(set(row) == short for row in rows)
    assert not {client.id, far.id} & {row["id"] for row in rows}
    assert await put(technician, client.id, status="inactive") == 403
    assert (await technician.get(f"{PATH}/stats")).status_code == 403
    assert (await world.client("no_role").get(PATH)).status_code == 403


async def test_the_list_narrows(world: World, manager: httpx.AsyncClient) -> None:
    newcomer = await world.hire(branch="1", email="new.comer@example.com")
    client = await world.hire(branch="1", user_type="client")
    idle = await world.hire("sales_rep", branch="1", status="inactive")
    assert newcomer.id in await ids(manager, role="none")
    assert client.id not in await ids(manager, role="none")
    assert idle.id in await ids(manager, role="sales_rep", status="inactive")
    assert await ids(manager, q="NEW.comer") == {newcomer.id}
    assert await ids(manager, userType="client") >= {client.id}
    assert (await manager.get(PATH, params={"role": "queen"})).status_code == 400


async def test_the_cards_count_whom_one_manages(world: World, manager: httpx.AsyncClient) -> None:
    before = (await manager.get(f"{PATH}/stats")).json()
    assert before["total"] == len(await ids(manager))
    await world.hire(branch="1")
    await world.hire(branch="1", user_type="client")
    await world.hire("technician", branch="1", status="inactive")
    await world.hire("technician", branch="far")
    after = (await manager.get(f"{PATH}/stats")).json()
    assert {name: after[name] - before[name] for name in after} == {"total": 3, "active": 2, "noRole": 1}


async def test_a_branch_manager_gives_crew_roles_alone(world: World, manager: httpx.AsyncClient) -> None:
    newcomer = await world.hire(branch="1")
    assert await put(manager, newcomer.id, role="technician") == 200
    assert await put(manager, newcomer.id, role="branch_ops_manager") == 403
    assert await put(manager, newcomer.id, role="admin") == 403
    peer = await world.hire("branch_ops_manager", branch="1")
    above = await world.hire("admin", branch="1")
    for other in (peer, above):
        assert await put(manager, other.id, role="technician") == 403
        assert await put(manager, other.id, status="inactive") == 403
    me = (await manager.get("/api/auth/user")).json()["id"]
    assert await put(manager, me, status="active") == 403
    client = await world.hire(branch="1", user_type="client")
    answer = await manager.patch(f"{PATH}/{client.id}", json={"role": "technician"})
    assert (answer.status_code, answer.json()["fields"].keys()) == (400, {"role"})
    assert await put(manager, newcomer.id, role="none") == 400
    assert await put(manager, newcomer.id, email="x@example.com") == 400
    assert await put(manager, newcomer.id, role=None) == 200


async def test_a_regional_manager_also_gives_branch_managers(world: World) -> None:
    regional = world.client("regional_ops_manager")
    beside = await world.hire("technician", branch="beside")
    assert await put(regional, beside.id, role="branch_ops_manager") == 200
    assert await put(regional, beside.id, role="regional_ops_manager") == 403
    far = await world.hire("technician", branch="far")
    assert await put(regional, far.id, role=None) == 404


async def test_deactivation_ends_sessions_at_once(world: World, admin: httpx.AsyncClient) -> None:
    user = await world.hire("sales_rep", branch="1")
    session = await world.sign_in(user.email)
    assert (await session.get("/api/auth/user")).status_code == 200
    assert await put(admin, user.id, status="inactive") == 200
    assert (await session.get("/api/auth/user")).status_code == 401
    assert await put(admin, user.id, status="active") == 200
    assert (await session.get("/api/auth/user")).status_code == 401
    events = (await admin.get(f"{PATH}/{user.id}/history")).json()
    assert [event["changes"] for event in events] == [
        {"status": ["inactive", "active"]},
        {"status": ["active", "inactive"]},
    ]


async def test_a_stale_edit_is_refused(world: World, admin: httpx.AsyncClient) -> None:
    user = await world.hire("sales_rep", branch="1")
    seen = await admin.get(f"{PATH}/{user.id}")
    assert await put(admin, user.id, role="technician") == 200
    late = await admin.patch(
        f"{PATH}/{user.id}", json={"role": None}, headers={"If-Match": seen.headers["etag"]}
    )
    assert late.status_code == 409


async def test_two_administrators_never_remove_each_other(world: World) -> None:
    names = ("admin", "second_admin")
    await leave_administrators(world, *names)
    for turn in range(ROUNDS):
        sessions = [await world.sign_in(email_of(name)) for name in names]
        removal: dict[str, Any] = {"status": "inactive"} if turn % 2 else {"role": "support"}
        codes = await asyncio.gather(
            put(sessions[0], names[1], **removal), put(sessions[1], names[0], **removal)
        )
        assert codes.count(200) == 1, codes
        assert set(codes) <= {200, 401, 403, 409}
        winner = codes.index(200)
        assert await put(sessions[winner], names[1 - winner], role="admin", status="active") == 200


async def leave_administrators(world: World, *names: str) -> None:
    """All others are something else from now on."""
    async with world.console() as db:
        for person in await db.scalars(select(User).where(User.role == "admin")):
            if person.id not in names:
                person.apply({"role": "support"})


async def test_a_role_is_given_where_it_can_work(world: World, admin: httpx.AsyncClient) -> None:
    homeless = await world.hire()
    for role, need in (("technician", "branch"), ("regional_ops_manager", "region")):
        answer = await admin.patch(f"{PATH}/{homeless.id}", json={"role": role})
        assert (answer.status_code, answer.json()["fields"]) == (
            400,
            {f"{need}Id": f"This role needs a {need}"},
        )
    assert await put(admin, homeless.id, role="support") == 200
    torn = await world.hire(branch="1", region_id="south")
    assert await put(admin, torn.id, role="technician") == 400
    near = await world.hire("branch_ops_manager", branch="1")
    assert await put(admin, near.id, role="regional_ops_manager") == 200
    assert (await admin.get(f"{PATH}/{near.id}")).json()["regionId"] == "north"


async def test_who_gets_a_region_to_manage_leaves_the_branch(world: World, admin: httpx.AsyncClient) -> None:
    near = await world.hire("technician", branch="1")
    assert await put(admin, near.id, regionId="south") == 400, "where a branch is needed, it stays"
    assert await put(admin, near.id, role="regional_ops_manager", regionId="south", branchId="1") == 400
    assert await put(admin, near.id, role="regional_ops_manager", regionId="south") == 200
    row = (await admin.get(f"{PATH}/{near.id}")).json()
    assert (row["branchId"], row["regionId"]) == (None, "south")


async def test_who_works_nowhere_can_still_be_deactivated(world: World, admin: httpx.AsyncClient) -> None:
    """Only a role newly given asks for a place."""
    homeless = await world.hire("technician")
    assert await put(admin, homeless.id, role="technician", status="inactive") == 200


async def test_a_branch_out_of_scope_gives_no_role(world: World) -> None:
    """A person of one's region whose branch lies elsewhere."""
    regional = world.client("regional_ops_manager")
    torn = await world.hire(branch="far", region_id="north")
    assert await put(regional, torn.id, role="technician") == 400
    assert await put(regional, torn.id, status="inactive") == 200


async def test_control_without_the_rule_a_role_works_nowhere(
    world: World, admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None: ...

    monkeypatch.setattr(User, "place_by_role", nothing)
    homeless = await world.hire()
    assert await put(admin, homeless.id, role="technician") == 200
    session = await world.sign_in(homeless.email)
    assert (await session.get("/api/panel/work-orders")).json() == []


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"role": "technician"}, {"branchId": "This role needs a branch"}),
        ({"role": "technician", "branch_id": "gone"}, {"branchId": "There is no such branch"}),
        ({"role": "regional_ops_manager"}, {"regionId": "This role needs a region"}),
        ({"role": "admin", "region_id": "gone"}, {"regionId": "There is no such region"}),
        ({"branch_id": "1", "region_id": "south"}, {"regionId": "The branch lies in another region"}),
        ({"role": "admin", "user_type": "client"}, {"role": "A client cannot have a staff role"}),
    ],
)
async def test_a_role_has_its_place(world: World, fields: dict[str, str], fault: dict[str, str]) -> None:
    person = User(email="p@p.example", password="", **{"user_type": "staff"} | fields)
    async with world.console() as db:
        with pytest.raises(Invalid) as refused:
            await person.place_by_role(db)
    assert refused.value.fields == fault


async def test_a_regional_role_takes_the_region_of_the_branch(world: World) -> None:
    person = User(
        email="p@p.example", password="", user_type="staff", role="regional_ops_manager", branch_id="far"
    )
    async with world.console() as db:
        await person.place_by_role(db)
    assert person.region_id == "south"


@pytest.mark.parametrize(
    ("role", "region"), [("regional_ops_manager", "south"), ("admin", "south"), (None, "north")]
)
async def test_a_region_alone_is_place_enough(world: World, role: str | None, region: str) -> None:
    person = User(email="p@p.example", password="", user_type="staff", role=role, region_id=region)
    async with world.console() as db:
        await person.place_by_role(db)
    assert (person.branch_id, person.region_id) == (None, region)


async def test_people_are_renamed_and_moved_within_reach(world: World, admin: httpx.AsyncClient) -> None:
    rep = await world.hire("sales_rep", branch="1", region_id="north")
    moved = await admin.patch(
        f"{PATH}/{rep.id}", json={"branchId": "far", "firstName": "Nell", "lastName": None}
    )
    assert moved.status_code == 200, moved.text
    row = moved.json()
    assert (row["branchId"], row["regionId"], row["firstName"], row["lastName"]) == (
        "far",
        None,
        "Nell",
        None,
    )
    regional = world.client("regional_ops_manager")
    near = await world.hire("technician", branch="1")
    assert await put(regional, near.id, branchId="beside") == 200
    assert await put(regional, near.id, branchId="far") == 400
    manager = world.client("branch_ops_manager")
    own = await world.hire("technician", branch="1")
    for elsewhere in ("beside", "nowhere", None):
        assert await put(manager, own.id, branchId=elsewhere) == 400, elsewhere
    assert await put(manager, own.id, firstName="Ned") == 200
    peer = await world.hire("branch_ops_manager", branch="1")
    assert await put(manager, peer.id, firstName="Ned") == 403
    me = (await manager.get("/api/auth/user")).json()["id"]
    assert await put(manager, me, branchId="1") == 403


async def test_what_hangs_on_somebody_stays_and_is_told(world: World, admin: httpx.AsyncClient) -> None:
    rep = await world.hire("sales_rep", branch="1")
    assert (await admin.patch("/api/panel/leads/lead-1-2", json={"assignedTo": rep.id})).status_code == 200
    assert await put(admin, rep.id, branchId="beside") == 200
    (left,) = (await admin.get(f"{PATH}/{rep.id}/open-work")).json()
    assert (left["kind"], left["branchId"], left["count"], left["mayKeep"]) == ("lead", "1", 1, False)
