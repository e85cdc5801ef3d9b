"""Records lie in a branch of the caller's scope and point at nothing outside it (product.md, rules 5, 11 and 20)."""

from __future__ import annotations

import itertools

from tests.laws.matrix import SEES
from tests.world import BESIDE, BRANCHES, FAR, MISSING, NEAR, World, at, row_of

NEW = {
    "/api/panel/leads": {"name": "New", "email": "n@n.example"},
    "/api/panel/clients": {"name": "New", "email": "n@n.example", "address": "1 Road"},
    "/api/panel/work-orders": {"title": "New", "clientId": "client-{id}-1"},
    "/api/panel/support-tickets": {"subject": "New", "description": "New", "category": "general"},
}
WRITERS = {
    "/api/panel/leads": ("sales_rep", "branch_ops_manager", "regional_ops_manager", "admin"),
    "/api/panel/clients": ("sales_rep", "branch_ops_manager", "regional_ops_manager", "admin"),
    "/api/panel/work-orders": ("lead_technician", "branch_ops_manager", "regional_ops_manager", "admin"),
    "/api/panel/support-tickets": ("support", "branch_ops_manager", "regional_ops_manager", "admin"),
}
POINTERS = {
    "/api/panel/leads": {"assignedTo": "{name}_rep"},
    "/api/panel/clients": {"leadId": "lead-{id}-2"},
    "/api/panel/work-orders": {"clientId": "client-{id}-1", "assignedTo": "{name}_technician"},
    "/api/panel/support-tickets": {"assignedTo": "{name}_manager"},
}


def filled(body: dict[str, str], place: str) -> dict[str, str]:
    return {name: at(place, value) for name, value in body.items()}


def address_of(path: str, place: str) -> str:
    return f"{path}/{row_of(path, place)}"


async def test_new_records_lie_where_the_caller_may_be(world: World) -> None:
    wrong = []
    for path, writers in WRITERS.items():
        for who in writers:
            for branch in (*BRANCHES, MISSING, None, ""):
                body = filled(NEW[path], branch if branch in BRANCHES else NEAR)
                body |= {} if branch is None else {"branchId": branch}
                async with world.client(who) as caller:
                    answer = await caller.post(path, json=body)
                given = answer.json()
                if branch == "" and "work-orders" in path:
                    # The form's own field, with its own message; when absent it is one's own (product.md, rule 11).
                    fine = answer.status_code == 400 and given["fields"] == {"branchId": "Branch is required"}
                elif branch in (None, ""):
                    # One's own branch, else the default one; "no branch" is said by global roles of tickets alone.
                    company = branch == "" and "tickets" in path and who in ("admin", "support")
                    fine = answer.status_code == 201 and given["branchId"] == (None if company else NEAR)
                elif branch in SEES[who]:
                    fine = answer.status_code == 201 and given["branchId"] == branch
                else:
                    fine = answer.status_code == 400 and given["fields"].keys() >= {"branchId"}
                if not fine:
                    wrong.append(
                        f"{who} posts to {path} for branch {branch!r} and is answered {answer.status_code}: {given}"
                    )
    assert wrong == []


async def test_records_point_in_scope_and_agree_in_branch(world: World) -> None:
    """Missing and elsewhere get the same words."""
    wrong = []
    for path, writers in WRITERS.items():
        for who, (field, pattern) in itertools.product(writers, POINTERS[path].items()):
            told = set()
            case = f"{who} sets {field} at {path}"
            for place in (*BRANCHES, "missing"):
                target = MISSING if place == "missing" else at(place, pattern)
                body = filled(NEW[path], NEAR) | {"branchId": NEAR, field: target}
                async with world.client(who) as caller:
                    made = await caller.post(path, json=body)
                    edited = await caller.patch(address_of(path, NEAR), json={field: target})
                fine = {201, 200} if place == NEAR else {400}
                for answer in (made, edited):
                    if answer.status_code not in fine:
                        wrong.append(
                            f"{case} to {target} and is answered {answer.status_code}: {answer.text}"
                        )
                    elif answer.status_code == 400:
                        told.add(answer.content)
            if len(told) != 1:
                wrong.append(f"{case} and can tell missing from elsewhere: {told}")
    assert wrong == []


async def test_people_who_cannot_act_are_not_assigned(world: World) -> None:
    for name in ("client", "deactivated", "no_role", "homeless"):
        async with world.client("admin") as admin:
            for path in ("/api/panel/leads", "/api/panel/work-orders", "/api/panel/support-tickets"):
                answer = await admin.patch(address_of(path, NEAR), json={"assignedTo": name})
                assert (answer.status_code, set(answer.json()["fields"])) == (400, {"assignedTo"}), name


async def test_records_move_in_scope_alone(world: World) -> None:
    wrong = []
    for path, writers in WRITERS.items():
        for who in writers:
            for source, target in itertools.product(BRANCHES, (*BRANCHES, MISSING)):
                address = address_of(path, source)
                body = {"branchId": target}
                if "work-orders" in path and target in BRANCHES:
                    body["clientId"] = f"client-{target}-1"
                async with world.client(who) as caller:
                    answer = await caller.patch(address, json=body)
                if source not in SEES[who]:
                    fine = answer.status_code == 404
                elif target in SEES[who] or (target == NEAR and answer.json().get("branchId") == source):
                    fine = answer.status_code == 200
                else:
                    fine = answer.status_code == 400
                if not fine:
                    wrong.append(
                        f"{who} moves {address} to branch {target} and is answered {answer.status_code}: "
                        f"{answer.text[:200]}"
                    )
                if answer.status_code == 200:
                    back = {
                        "branchId": source,
                        **({"clientId": f"client-{source}-1"} if "clientId" in body else {}),
                    }
                    async with world.client("admin") as admin:
                        assert (await admin.patch(address, json=back)).status_code == 200
    assert wrong == []


async def test_the_default_branch_is_ones_own(world: World) -> None:
    """The interface's literal "1" means their own branch to those whose scope lacks it (product.md, rule 5)."""
    async with world.client("beside_manager") as manager:
        for path, body in NEW.items():
            made = await manager.post(path, json=filled(body, BESIDE) | {"branchId": "1"})
            assert (made.status_code, made.json()["branchId"]) == (201, BESIDE), path
            edited = await manager.patch(f"{path}/{made.json()['id']}", json={"branchId": "1"})
            assert (edited.status_code, edited.json().get("branchId")) == (200, BESIDE), path


async def test_those_of_wider_scope_mean_the_default_branch_itself(world: World) -> None:
    """It is in their scope, even from a branch elsewhere; where it is not, they are refused (product.md, rule 5)."""
    director = await world.hire("admin", branch=FAR)
    admin = await world.sign_in(director.email)
    async with world.client("far_manager") as manager:
        for path, body in NEW.items():
            wanted = filled(body, NEAR) | {"branchId": "1"}
            made = await admin.post(path, json=wanted)
            assert (made.status_code, made.json().get("branchId")) == (201, "1"), (
                f"{path} for an administrator"
            )
            refused = await manager.post(path, json=wanted)
            assert refused.status_code == 400, f"{path} for a regional manager of elsewhere: {refused.text}"
            assert "branchId" in refused.json()["fields"], f"{path} for a regional manager of elsewhere"


async def test_the_author_of_a_ticket_is_the_caller(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        body = {"createdBy": "admin", "subject": "New", "description": "New", "category": "general"}
        made = await manager.post("/api/panel/support-tickets", json=body)
        assert made.json()["createdBy"] == "branch_ops_manager"
        address = f"/api/panel/support-tickets/{made.json()['id']}"
        assert (await manager.patch(address, json={"createdBy": "admin"})).json()[
            "createdBy"
        ] == "branch_ops_manager"
