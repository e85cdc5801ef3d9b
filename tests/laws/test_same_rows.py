"""List, record, count, dashboard, search and picker show the same rows to everybody."""

from __future__ import annotations

import pytest

from duskline.core.http.parameters import known_to
from tests.laws.matrix import GRANTS, SEES
from tests.laws.routes import CALLS
from tests.world import BESIDE, FAR, NEAR, PEOPLE, ROLES, World

LISTS = {
    "/api/panel/leads": "leads",
    "/api/panel/clients": "clients",
    "/api/panel/work-orders": "workOrders",
    "/api/panel/support-tickets": "tickets",
}
"""What the dashboard calls the rows of each list."""


@pytest.mark.parametrize("who", [*ROLES, "homeless", "no_role"])
async def test_list_record_count_and_dashboard_agree(shared_world: World, who: str) -> None:
    async with shared_world.client("admin") as admin, shared_world.client(who) as caller:
        stats = (await caller.get("/api/panel/dashboard/stats")).json()
        for path, card in LISTS.items():
            everything = {row["id"]: row for row in (await admin.get(f"{path}?limit=200")).json()}
            answer = await caller.get(f"{path}?limit=200")
            if answer.status_code == 403:
                assert set(stats[card].values()) == {0}
                listed = set()
            else:
                listed = {row["id"] for row in answer.json()}
                assert answer.headers["x-total-count"] == str(len(listed)) == str(stats[card]["total"])
                visible = SEES.get(who, set()) | ({None} if who in ("admin", "support") else set())
                assert listed == {id for id, row in everything.items() if row["branchId"] in visible}
            for id in everything:
                status = (await caller.get(f"{path}/{id}")).status_code
                assert status == (403 if answer.status_code == 403 else 200 if id in listed else 404)


@pytest.mark.parametrize("who", [*ROLES, "homeless"])
async def test_filters_and_search_show_nothing_more(shared_world: World, who: str) -> None:
    async with shared_world.client(who) as caller:
        for path in LISTS:
            own = await caller.get(f"{path}?limit=200")
            if own.status_code == 403:
                continue
            listed = {row["id"] for row in own.json()}
            for query in (
                "q=far",
                "branchId=far",
                "branchId=beside",
                "assignedTo=far_rep",
                "q=porch",
                "q=example",
            ):
                if query.partition("=")[0] not in KNOWN[path]:
                    continue
                found = await caller.get(f"{path}?{query}")
                assert {row["id"] for row in found.json()} <= listed, query
                assert int(found.headers["x-total-count"]) <= len(listed), query


KNOWN = {call.path: known_to(call.handler) for call in CALLS if call.method == "GET"}
SEARCHED = {
    "lead": "/api/panel/leads",
    "client": "/api/panel/clients",
    "work_order": "/api/panel/work-orders",
    "ticket": "/api/panel/support-tickets",
    "user": "/api/panel/users",
}


@pytest.mark.parametrize("who", [*ROLES, "homeless"])
async def test_the_panel_search_shows_what_the_lists_show(shared_world: World, who: str) -> None:
    async with shared_world.client(who) as caller:
        for words in ("far", "beside", "porch", "lea", "cleo", "duskline", "example", "rep"):
            for hit in (await caller.get("/api/panel/search", params={"q": words})).json():
                listed = await caller.get(f"{SEARCHED[hit['kind']]}?limit=200")
                assert listed.status_code == 200, (words, hit)
                assert hit["id"] in {row["id"] for row in listed.json()}, (words, hit)


@pytest.mark.parametrize("who", ROLES)
async def test_pickers_stay_in_scope(shared_world: World, who: str) -> None:
    async with shared_world.client(who) as caller:
        branches = {row["id"] for row in (await caller.get("/api/panel/branches")).json()}
        assert branches == SEES[who]
        people = {row["id"] for row in (await caller.get("/api/panel/assignees?limit=200")).json()}
        for name in people:
            given = PEOPLE[name]
            assert given.get("status", "active") == "active"
            home = given.get("branch_id")
            region = {"north": {NEAR, BESIDE}, "south": {FAR}}.get(str(given.get("region_id")), set())
            everywhere = given["role"] in ("admin", "support")
            assert everywhere or ({home} | region) & SEES[who] or (who in ("admin", "support")), name
        for row in (await caller.get("/api/panel/users?limit=200")).json():
            full = who in GRANTS
            assert ("createdAt" in row) == full
            assert "password" not in row
