"""Roles are given and taken by those whom the rules name (product.md, rule 22)."""

from __future__ import annotations

import itertools

from sqlalchemy import select

from duskline.core.data.session import reading
from duskline.models.people.people import User
from duskline.policy import CONSOLE, Role
from tests.laws.matrix import GRANTS, SEES, part
from tests.world import PEOPLE, ROLES, World


def role_changes(engine: str) -> list[tuple[str, str | None, str | None]]:
    """Seven actors, every present role, every new role."""
    roles = [*ROLES, None]
    return part(itertools.product(ROLES, roles, roles), engine, every=3)


async def test_role_grants(world: World, engine: str) -> None:
    """A role changes exactly where it may be granted (product.md, rule 22)."""
    wrong = []
    for who, present, wanted in role_changes(engine):
        async with world.console() as db:
            target = await db.find(User, "near_rep")
            target.role = Role(present) if present else None
        async with world.client(who) as caller:
            answer = await caller.patch("/api/panel/users/near_rep", json={"role": wanted})
        allowed = who in GRANTS and present in GRANTS[who] and wanted in GRANTS[who]
        if answer.status_code != (200 if allowed else 403):
            wrong.append(
                f"{who} makes a {present} a {wanted} and is answered {answer.status_code}: {answer.text}"
            )
        if (role := await role_of(world, "near_rep")) != (wanted if allowed else present):
            wrong.append(f"{who} makes a {present} a {wanted}, who is now a {role}")
    assert wrong == []


async def role_of(world: World, name: str) -> str | None:
    async with reading(world.database, CONSOLE) as db:
        return (await db.scalars(select(User.role).where(User.id == name))).one()


async def test_nobody_changes_themselves(world: World) -> None:
    for who in GRANTS:
        async with world.client(who) as caller:
            for body in ({"role": "admin"}, {"role": None}, {"status": "inactive"}, {"status": "active"}, {}):
                answer = await caller.patch(f"/api/panel/users/{who}", json=body)
                assert answer.status_code in (
                    (403,) if who == "admin" or who == "branch_ops_manager" else (403, 404)
                )
        assert await role_of(world, who) == who


async def test_a_client_gets_no_role(world: World) -> None:
    async with world.client("admin") as admin:
        answer = await admin.patch("/api/panel/users/client", json={"role": "admin"})
    assert answer.status_code == 400
    assert await role_of(world, "client") is None


async def test_managers_cannot_touch_those_above_them(world: World) -> None:
    for who, target in (
        ("branch_ops_manager", "branch_ops_manager"), ("branch_ops_manager", "no_role"),
        ("regional_ops_manager", "beside_manager"), ("regional_ops_manager", "far_rep"),
        ("branch_ops_manager", "beside_rep"), ("branch_ops_manager", "admin"), ("regional_ops_manager", "admin"),
        ("regional_ops_manager", "far_manager"), ("branch_ops_manager", "regional_ops_manager"),
    ):  # fmt: skip
        async with world.client(who) as caller:
            answer = await caller.patch(f"/api/panel/users/{target}", json={"status": "inactive"})
        visible = PEOPLE[target].get("branch_id") in SEES[who] or target == "regional_ops_manager" == who
        granted = PEOPLE[target]["role"] in GRANTS[who] and target != who
        assert answer.status_code == (200 if visible and granted else 403 if visible else 404), (who, target)
