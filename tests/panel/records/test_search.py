"""The palette's search finds what the lists would show, and nothing else."""

from typing import Any

import pytest

from tests.world import NEAR, NOBODIES, ROLES, World

pytestmark = pytest.mark.both
PATH = "/api/panel/search"
LISTS = {
    "lead": "/api/panel/leads", "client": "/api/panel/clients", "work_order": "/api/panel/work-orders",
    "ticket": "/api/panel/support-tickets", "user": "/api/panel/users",
}  # fmt: skip
FINDS = {
    "support": {"lead", "client", "work_order", "ticket", "user"},
    "sales_rep": {"lead", "client"},
    "technician": {"client", "work_order"},
    "lead_technician": {"client", "work_order"},
    "branch_ops_manager": {"lead", "client", "work_order", "ticket", "user"},
    "regional_ops_manager": {"lead", "client", "work_order", "ticket", "user"},
    "admin": {"lead", "client", "work_order", "ticket", "user"},
}
WORDS = {"lead": "lea", "client": "cleo", "work_order": "porch", "ticket": "dark porch", "user": "duskline"}


async def found(world: World, name: str, words: str) -> list[dict[str, Any]]:
    answer = await world.client(name).get(PATH, params={"q": words})
    assert answer.status_code == 200, answer.text
    return list(answer.json())


@pytest.mark.parametrize("role", ROLES)
async def test_each_kind_agrees_with_its_list(shared_world: World, role: str) -> None:
    for kind, words in WORDS.items():
        hits = [hit for hit in await found(shared_world, role, words) if hit["kind"] == kind]
        assert bool(hits) is (kind in FINDS[role]), (kind, hits)
        if hits:
            rows = (
                await shared_world.client(role).get(LISTS[kind], params={"q": words, "limit": "8"})
            ).json()
            assert [hit["id"] for hit in hits] == [row["id"] for row in rows]


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        ("admin", ["lead", "client", "work_order", "ticket", "user"]),
        ("branch_ops_manager", ["lead", "client", "work_order", "ticket", "user"]),
        ("sales_rep", ["lead", "client"]),
        ("support", ["client", "lead", "work_order", "ticket", "user"]),
        ("technician", ["work_order", "client"]),
    ],
)
async def test_what_a_role_opens_most_comes_first(world: World, role: str, kinds: list[str]) -> None:
    """Everything else stays in one order."""
    manager = world.client("branch_ops_manager")
    person = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": "1 Row"}
    client = (await manager.post(LISTS["client"], json=person)).json()
    order = {"clientId": client["id"], "title": "Iris Eaves: porch"}
    ticket = {"subject": "Iris Eaves: dark", "description": "The porch", "category": "general"}
    for kind, body in (("lead", person), ("work_order", order), ("ticket", ticket)):
        assert (await manager.post(LISTS[kind], json=body)).status_code == 201
    await world.hire("technician", branch=NEAR, email="iris.eaves@duskline.example", first_name="Iris Eaves")
    assert [hit["kind"] for hit in await found(world, role, "iris eaves")] == kinds


async def test_a_hit_says_what_it_is(shared_world: World) -> None:
    (lead,) = [hit for hit in await found(shared_world, "admin", "LEA FAR 1") if hit["kind"] == "lead"]
    assert lead == {
        "kind": "lead", "id": "lead-far-1", "title": "Lea far 1", "detail": "lea1@far.example", "status": "new",
    }  # fmt: skip
    (person,) = await found(shared_world, "admin", "near.technician")
    assert (person["kind"], person["title"]) == ("user", "Near Technician")


@pytest.mark.parametrize(
    ("names", "title"),
    [
        ({"first_name": "Odalys"}, "Odalys"),
        ({"last_name": "Odalys"}, "Odalys"),
        ({}, "odalys@duskline.example"),
    ],
)
async def test_a_person_is_called_by_the_names_there_are(
    world: World, names: dict[str, str], title: str
) -> None:
    await world.hire("technician", branch=NEAR, email="odalys@duskline.example", **names)
    (person,) = await found(world, "admin", "odalys")
    assert person["title"] == title


@pytest.mark.parametrize(
    ("path", "words", "rows"),
    [
        ("leads", "Lea far 2", ["lead-far-2"]),
        ("leads", "lea2@far.example", ["lead-far-2"]),
        ("clients", "Cleo far 2", ["client-far-2"]),
        ("clients", "cleo2@far.example", ["client-far-2"]),
        ("clients", "2 far Road", ["client-far-2"]),
        ("work-orders", "Porch far 2", ["order-far-2"]),
        ("support-tickets", "Dark porch far 2", ["ticket-far-2"]),
        ("support-tickets", "All", ["ticket-nowhere"]),
        ("users", "far.technician@", ["far_technician"]),
    ],
)
async def test_a_list_is_searched_by_all_that_its_rows_say(
    shared_world: World, path: str, words: str, rows: list[str]
) -> None:
    found_rows = await shared_world.client("admin").get(f"/api/panel/{path}", params={"q": words})
    assert [row["id"] for row in found_rows.json()] == rows


async def test_elsewhere_is_not_found(shared_world: World) -> None:
    assert await found(shared_world, "sales_rep", "lea far") == []
    assert await found(shared_world, "branch_ops_manager", "beside") == []
    assert {hit["id"] for hit in await found(shared_world, "branch_ops_manager", "whole company")} == set()


async def test_at_most_eight_of_a_kind_and_two_letters_at_least(world: World) -> None:
    rep = world.client("sales_rep")
    for number in range(9):
        await rep.post(
            "/api/panel/leads", json={"name": f"Many {number}", "email": f"m{number}@many.example"}
        )
    hits = await found(world, "sales_rep", "many")
    assert [hit["title"] for hit in hits] == [f"Many {number}" for number in range(8, 0, -1)]
    for short in ("", " ", "m", " m ", "\u200b"):
        assert await found(world, "sales_rep", short) == []
    assert await found(world, "sales_rep", "%a%") == []
    assert (await rep.get(PATH)).json() == []


@pytest.mark.parametrize("name", NOBODIES)
async def test_nobody_finds_anything(shared_world: World, name: str) -> None:
    answer = await shared_world.client(name).get(PATH, params={"q": "lea"})
    assert answer.status_code in (401, 403)


async def test_someone_without_a_branch_finds_nothing_of_a_branch(shared_world: World) -> None:
    assert await found(shared_world, "homeless", "porch") == []
