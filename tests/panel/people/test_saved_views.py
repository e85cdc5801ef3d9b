"""Saved views: what the address of a list says, under a name of one's own, and how one sees a list without any."""

from __future__ import annotations

from typing import Any

import pytest

from duskline.models.people import saved_views
from tests.world import World

PATH = "/api/panel/saved-views"
LOOKS = "/api/panel/list-looks"
NEW = {"list": "leads", "name": "Hot in May", "query": "status=qualified&sort=-value&columns=name%2Cvalue"}


async def kept(world: World, who: str, of: str = "leads") -> dict[str, Any]:
    """What somebody keeps of a list."""
    answer = await world.client(who).get(PATH)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    looks = {look.pop("list"): look for look in found["looks"]}
    return {
        "views": [view for view in found["views"] if view["list"] == of],
        "look": looks.get(of, {"layout": None, "columns": None}),
    }


async def save(world: World, who: str, **fields: Any) -> dict[str, Any]:
    answer = await world.client(who).post(PATH, json=NEW | fields)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def test_a_view_is_kept_for_one_person_and_one_list(world: World) -> None:
    made = await save(world, "sales_rep")
    assert made == {"id": made["id"], **NEW, "opens": False, "version": 1}
    assert (await kept(world, "sales_rep"))["views"] == [made]
    assert (await kept(world, "sales_rep", "clients"))["views"] == []
    assert (await kept(world, "branch_ops_manager"))["views"] == []


async def test_views_come_by_name_and_one_of_them_opens_the_list(world: World) -> None:
    first = await save(world, "sales_rep", name="zebra", opens=True)
    await save(world, "sales_rep", name="Apple", opens=True)
    assert [(view["name"], view["opens"]) for view in (await kept(world, "sales_rep"))["views"]] == [
        ("Apple", True), ("zebra", False),
    ]  # fmt: skip
    client = world.client("sales_rep")
    changed = await client.patch(f"{PATH}/{first['id']}", json={"opens": True, "name": "Zulu", "query": ""})
    assert changed.status_code == 200, changed.text
    views = (await kept(world, "sales_rep"))["views"]
    assert [(view["name"], view["opens"], view["query"]) for view in views] == [
        ("Apple", False, NEW["query"]), ("Zulu", True, ""),
    ]  # fmt: skip
    assert (await client.delete(f"{PATH}/{first['id']}")).status_code == 204
    assert [view["name"] for view in (await kept(world, "sales_rep"))["views"]] == ["Apple"]


async def test_a_name_is_one_s_own_once(world: World) -> None:
    await save(world, "sales_rep")
    other = await save(world, "sales_rep", name="Cold")
    client = world.client("sales_rep")
    for answer in (
        await client.post(PATH, json=NEW | {"name": " HOT  in may"}),
        await client.patch(f"{PATH}/{other['id']}", json={"name": "hot in May"}),
    ):
        assert (answer.status_code, answer.json()["fields"]) == (400, {"name": saved_views.TAKEN})
    await save(world, "sales_rep", list="clients")
    await save(world, "branch_ops_manager")


async def test_a_name_may_stand_for_many_letters(world: World) -> None:
    assert (await save(world, "sales_rep", name="\ufdfa" * 60))["name"] == "\ufdfa" * 60


async def test_nobody_keeps_more_than_fit_a_menu(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_views, "MOST", 2)
    for name in ("One", "Two"):
        made = await save(world, "sales_rep", name=name)
    client = world.client("sales_rep")
    refused = await client.post(PATH, json=NEW)
    assert (refused.status_code, refused.json()["error"]) == (409, saved_views.TOO_MANY)
    assert (await client.patch(f"{PATH}/{made['id']}", json={"name": "Three"})).status_code == 200


async def test_a_view_of_others_does_not_exist(world: World) -> None:
    """Not for administrators either."""
    made = await save(world, "sales_rep")
    for who in ("admin", "branch_ops_manager"):
        client = world.client(who)
        assert (await client.patch(f"{PATH}/{made['id']}", json={"name": "Mine"})).status_code == 404
        assert (await client.delete(f"{PATH}/{made['id']}")).status_code == 404
    assert (await kept(world, "sales_rep"))["views"] == [made]


async def test_one_who_was_first_is_not_overwritten(world: World) -> None:
    made = await save(world, "sales_rep")
    at = f"{PATH}/{made['id']}"
    seen = {"If-Match": '"1"'}
    client = world.client("sales_rep")
    assert (await client.patch(at, json={"query": "q=porch"}, headers=seen)).status_code == 200
    assert (await client.patch(at, json={"query": "q=roof"}, headers=seen)).status_code == 409


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"query": "x" * 2_001}, "query"),
        ({"query": "<script>"}, "query"),
        ({"list": "sessions"}, "list"),
    ],
)
async def test_nonsense_is_refused(shared_world: World, wrong: dict[str, Any], field: str) -> None:
    answer = await shared_world.client("sales_rep").post(PATH, json=NEW | wrong)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


async def test_how_one_sees_a_list_is_kept_for_each(world: World) -> None:
    nothing = {"layout": None, "columns": None}
    assert (await kept(world, "sales_rep"))["look"] == nothing
    client = world.client("sales_rep")
    assert (await client.patch(LOOKS, json={"list": "leads", "layout": "table"})).status_code == 200
    changed = await client.patch(LOOKS, json={"list": "leads", "columns": ["phone", "email"]})
    look = {"layout": "table", "columns": ["phone", "email"]}
    assert changed.json() == {"list": "leads", **look}
    assert (await client.patch(LOOKS, json={"list": "leads"})).json() == changed.json()
    assert (await kept(world, "sales_rep"))["look"] == look
    assert (await kept(world, "sales_rep", "clients"))["look"] == nothing
    assert (await kept(world, "admin"))["look"] == nothing
    back = await client.patch(LOOKS, json={"list": "leads", "columns": None})
    assert back.json() == {"list": "leads", "layout": "table", "columns": None}
    for wrong in (
        {"layout": "heap"},
        {"columns": ["no spaces"]},
        {"columns": ["x"] * 41},
        {"list": "sessions"},
    ):
        assert (await client.patch(LOOKS, json={"list": "leads"} | wrong)).status_code == 400, wrong
