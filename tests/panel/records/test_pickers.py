"""Pickers and defaults: who is offered for what, whose names are known, and the branch that new records go to."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import true

from duskline.models.people.people import Colleague
from duskline.models.places import places
from duskline.policy import Role
from tests.world import BESIDE, FAR, NEAR, ROLES, World

ASSIGNEES = "/api/panel/assignees"
HANDLE = {
    "lead": {"sales_rep", "branch_ops_manager", "regional_ops_manager", "admin"},
    "work_order": {"technician", "lead_technician", "branch_ops_manager", "regional_ops_manager", "admin"},
    "ticket": {"support", "branch_ops_manager", "regional_ops_manager", "admin"},
}
"""Who may take care of what: whoever manages that kind (product.md, rule 20)."""
NEW: dict[str, tuple[str, dict[str, Any]]] = {
    "lead": ("/api/panel/leads", {"name": "New", "email": "n@n.example"}),
    "work_order": ("/api/panel/work-orders", {"title": "New", "clientId": "client-1-1"}),
    "ticket": ("/api/panel/support-tickets", {"subject": "New", "description": "New", "category": "general"}),
}
ROWS = {"lead": "lead-1-2", "work_order": "order-1-2", "ticket": "ticket-1-2"}


async def people(
    caller: httpx.AsyncClient, path: str = ASSIGNEES, **narrow: str
) -> dict[str, dict[str, Any]]:
    answer = await caller.get(path, params={"limit": "200"} | narrow)
    assert answer.status_code == 200, answer.text
    return {row["id"]: row for row in answer.json()}


@pytest.mark.parametrize("kind", HANDLE)
async def test_only_those_who_can_handle_a_record_are_offered_and_taken(world: World, kind: str) -> None:
    async with world.client("admin") as admin:
        offered = await people(admin, branchId=NEAR, **{"for": kind})
        everybody = await people(admin, branchId=NEAR)
        assert {row["role"] for row in offered.values()} == HANDLE[kind]
        assert offered == {id: row for id, row in everybody.items() if row["role"] in HANDLE[kind]}
        path, new = NEW[kind]
        for id, row in everybody.items():
            answer = await admin.post(path, json=new | {"branchId": NEAR, "assignedTo": id})
            if row["role"] in HANDLE[kind]:
                assert answer.status_code == 201, (row, answer.text)
            else:
                assert answer.json()["fields"] == {
                    "assignedTo": "Please choose an active staff member of this branch from the list"
                }, row
        assert (await admin.get(ASSIGNEES, params={"for": "sandwich"})).status_code == 400


async def test_for_what_belongs_to_no_branch_only_those_are_offered_who_see_it(world: World) -> None:
    """Everybody else would be refused when the ticket is saved."""
    path, new = NEW["ticket"]
    async with world.client("admin") as admin:
        offered = await people(admin, branchId="none", **{"for": "ticket"})
        assert {row["role"] for row in offered.values()} == {"support", "admin"}
        for id in await people(admin, **{"for": "ticket"}):
            answer = await admin.post(path, json=new | {"branchId": None, "assignedTo": id})
            assert answer.status_code == (201 if id in offered else 400), answer.text


async def test_control_without_the_rule_a_technician_is_given_leads(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Colleague, "holding", lambda _flag: true())
    async with world.client("admin") as admin:
        edit = await admin.patch("/api/panel/leads/lead-1-2", json={"assignedTo": "technician"})
        assert edit.status_code == 200


@pytest.mark.parametrize("kind", HANDLE)
async def test_a_record_whose_assignee_is_offered_no_more_can_still_be_changed(
    world: World, kind: str
) -> None:
    at = f"{NEW[kind][0]}/{ROWS[kind]}"
    leaver = await world.hire("branch_ops_manager", branch=NEAR)
    async with world.client("admin") as admin:
        assert (await admin.patch(at, json={"assignedTo": leaver.id})).status_code == 200
        assert (
            await admin.patch(f"/api/panel/users/{leaver.id}", json={"status": "inactive"})
        ).status_code == 200
        assert leaver.id not in await people(admin, **{"for": kind})
        edit = await admin.patch(
            at,
            json={
                "assignedTo": leaver.id,
                "branchId": NEAR,
                "status": "in_progress" if kind != "lead" else "lost",
            },
        )
        assert (edit.status_code, edit.json()["assignedTo"]) == (200, leaver.id)


async def test_the_names_of_those_who_left_stay_known(world: World) -> None:
    leaver = await world.hire("sales_rep", branch=NEAR, status="inactive", first_name="Lena")
    elsewhere = await world.hire("sales_rep", branch=FAR, status="inactive")
    for who in ("branch_ops_manager", "sales_rep", "regional_ops_manager", "admin"):
        async with world.client(who) as caller:
            known = await people(caller, "/api/panel/colleagues")
            assert (known[leaver.id]["firstName"], known[leaver.id]["status"]) == ("Lena", "inactive")
            assert (elsewhere.id in known) == (who == "admin")
            assert known.keys() >= (await people(caller)).keys()
            assert {
                "admin",
                "support",
            } <= known.keys()  # a manager too names those whom nobody of the branch manages
    assert (await world.client("no_role").get("/api/panel/colleagues")).status_code == 403


async def test_who_is_known_is_who_works_where_one_does(world: World) -> None:
    """The staff of one's branches, the managers of one's own region, and those who work everywhere."""
    known = {
        who: {
            id
            for id in (
                "near_rep",
                "beside_rep",
                "far_rep",
                "regional_ops_manager",
                "far_manager",
                "second_admin",
            )
            if id in await people(world.client(who), "/api/panel/colleagues")
        }
        for who in ("sales_rep", "regional_ops_manager", "far_rep")
    }
    assert known == {
        "sales_rep": {"near_rep", "regional_ops_manager", "second_admin"},
        "regional_ops_manager": {"near_rep", "beside_rep", "regional_ops_manager", "second_admin"},
        "far_rep": {"far_rep", "far_manager", "second_admin"},
    }


async def test_who_is_offered_for_a_branch_works_there(world: World) -> None:
    offered = await people(world.client("admin"), branchId=NEAR)
    assert offered.keys() >= {"near_rep", "regional_ops_manager", "support"}
    assert offered.keys().isdisjoint({"beside_rep", "far_rep", "far_manager", "client", "deactivated"})


# --- the branch of new records ---

HOMES = {
    **dict.fromkeys(("admin", "support", "regional_ops_manager", "branch_ops_manager", "sales_rep"), NEAR),
    "beside_manager": BESIDE, "far_rep": FAR, "far_manager": FAR, "homeless": None, "no_role": None,
}  # fmt: skip


@pytest.mark.parametrize(("who", "home"), HOMES.items())
async def test_everybody_is_told_where_new_records_go(
    shared_world: World, who: str, home: str | None
) -> None:
    async with shared_world.client(who) as caller:
        assert (await caller.get("/api/auth/user")).json()["homeBranchId"] == home


async def makes(caller: httpx.AsyncClient, **fields: Any) -> dict[str, httpx.Response]:
    """Everything that one who manages all can make."""
    calls: dict[str, dict[str, Any]] = {path: new for path, new in NEW.values() if "clientId" not in new}
    calls["/api/panel/clients"] = {"name": "New", "email": "n@n.example", "address": "1 Road"}
    calls["/api/panel/enquiries/enquiry-0/lead"] = {}
    calls["/api/panel/enquiries/enquiry-1/ticket"] = {}
    return {path: await caller.post(path, json=new | fields) for path, new in calls.items()}


async def test_a_regional_manager_elsewhere_makes_records_in_the_own_region(world: World) -> None:
    async with world.client("far_manager") as caller:
        for path, answer in (await makes(caller)).items():
            assert (answer.status_code, answer.json().get("branchId")) == (201, FAR), (path, answer.text)


async def test_control_with_the_company_s_default_they_could_make_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "home_branch", lambda actor: actor.branch_id or places.DEFAULT_BRANCH)
    async with world.client("far_manager") as caller:
        assert {answer.status_code for answer in (await makes(caller)).values()} == {400}


@pytest.mark.parametrize("given", [{}, {"branchId": NEAR}, {"branchId": ""}])
async def test_without_a_branch_the_refusal_says_why(world: World, given: dict[str, str]) -> None:
    lost = await world.hire(Role.REGIONAL_OPS_MANAGER)
    for caller, why in (
        (world.client("homeless"), "Your account has no branch yet. Ask an administrator to assign one."),
        (
            await world.sign_in(lost.email),
            "Your account has no region yet. Ask an administrator to assign one.",
        ),
    ):
        for path, answer in (await makes(caller, **given)).items():
            told = (answer.status_code, answer.json().get("fields"))
            assert told == (400, {"branchId": why}), path


@pytest.mark.parametrize(
    ("who", "ids"),
    [
        ("admin", [NEAR, BESIDE, FAR]),
        ("regional_ops_manager", [NEAR, BESIDE]),
        ("sales_rep", [NEAR]),
        ("homeless", []),
    ],
)
async def test_branches_are_offered_with_their_regions(shared_world: World, who: str, ids: list[str]) -> None:
    rows = (await shared_world.client(who).get("/api/panel/branches")).json()
    regions = {"1": ("north", "North"), "beside": ("north", "North"), "far": ("south", "South")}
    assert sorted(rows, key=lambda row: ids.index(row["id"])) == [
        {
            "id": id, "name": f"Branch {id}", "regionId": regions[id][0], "regionName": regions[id][1],
            "status": "active", "timeZone": "America/New_York", "address": f"{id} Street", "phone": None, "email": None,
            "openHours": None, "openWords": None, "holidays": [], "crews": None, "version": 1,
        }
        for id in ids
    ]  # fmt: skip


async def test_colleagues_are_those_who_can_act_in_one_s_scope(shared_world: World) -> None:
    """The own region's manager and the global roles among them; the next region's is a stranger."""
    known = await people(shared_world.client("branch_ops_manager"), "/api/panel/colleagues")
    assert {"regional_ops_manager", "admin", "support", "technician"} <= known.keys()
    assert known.keys().isdisjoint({"far_manager", "far_rep", "beside_rep", "client", "homeless"})


async def test_a_region_without_branches_is_told_apart(world: World) -> None:
    async with world.console() as db:
        db.store(places.Region(id="empty", organization_id="company", name="Empty", code="EMPTY"))
    regional = await world.hire(Role.REGIONAL_OPS_MANAGER, region_id="empty")
    caller = await world.sign_in(regional.email)
    for path, answer in (await makes(caller)).items():
        said = "Your region has no branches yet. Ask an administrator to add one."
        assert (answer.status_code, answer.json().get("fields")) == (400, {"branchId": said}), path


# --- roles to give and take ---


@pytest.mark.parametrize("who", ["branch_ops_manager", "regional_ops_manager", "admin"])
async def test_the_roles_that_are_offered_are_those_that_can_be_given(world: World, who: str) -> None:
    async with world.client(who) as caller:
        offered = (await caller.get("/api/panel/users/grants")).json()["roles"]
        for role in (*ROLES, None):
            present = await world.hire(role, branch=NEAR, region_id="north")
            newcomer = await world.hire(branch=NEAR, region_id="north")
            given = await caller.patch(f"/api/panel/users/{newcomer.id}", json={"role": role})
            taken = await caller.patch(f"/api/panel/users/{present.id}", json={"role": None})
            expected = 200 if role in offered else 403
            assert (given.status_code, taken.status_code) == (expected, expected), (
                role,
                given.text,
                taken.text,
            )


async def test_nobody_else_asks_what_may_be_granted(world: World) -> None:
    for who in ("support", "sales_rep", "lead_technician", "no_role"):
        assert (await world.client(who).get("/api/panel/users/grants")).status_code == 403
