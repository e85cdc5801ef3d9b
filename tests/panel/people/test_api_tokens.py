"""A token acts as its maker and never as more: not after it ended, nor after its maker changed, nor in a call that is for people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from duskline.account import bearers
from duskline.core.http.rate_limits import Limit
from duskline.models.people import api_tokens, token_actors
from duskline.models.people.people import User
from duskline.models.people.token_actors import actor_of
from tests.instruments import Statements
from tests.laws.routes import CALLS, UNSAFE
from tests.tokens import ALL_AREAS, TOKENS, made, program
from tests.world import BESIDE, COOKIE, FAR, MISSING, NEAR, PASSWORD, World

LEADS, TICKETS, ORDERS = "/api/panel/leads", "/api/panel/support-tickets", "/api/panel/work-orders"
REFUSED = "This API token does not work. It may have ended or run out, or its maker may not use it any more."
LEAD = {"name": "Nell", "email": "nell@home.example"}
CLOSED = "This call is not open to this API token."


async def change_person(world: World, id: str, **fields: Any) -> None:
    async with world.console() as db:
        (await db.find(User, id)).apply(fields)


async def status_of(world: World, token: str, path: str = LEADS) -> int:
    async with program(world, token) as caller:
        return (await caller.get(path)).status_code


async def test_it_is_shown_once_and_kept_as_a_hash(world: World) -> None:
    told = await made(world, "branch_ops_manager")
    assert told["token"].startswith("dusk_")
    assert len(told["token"]) == 48
    assert told["token"] not in str(await world.snapshot())
    (row,) = (await world.client("branch_ops_manager").get(TOKENS)).json()
    assert told["token"] not in str(row)
    known = {name: row[name] for name in ("name", "areas", "mayWrite", "usedAt", "maker", "own")}
    assert known == {
        "name": "Invoices", "areas": ["leads", "tickets", "work_orders"], "mayWrite": True, "usedAt": None,
        "maker": "Branch Ops_Manager", "own": True,
    }  # fmt: skip
    assert (datetime.fromisoformat(row["expiresAt"]) - datetime.now(UTC)).days in (89, 90)


async def test_a_program_acts_in_its_makers_name_and_the_log_names_both(world: World) -> None:
    """From anywhere, without a cookie; and what another site is refused is no hindrance to it."""
    told = await made(world, "branch_ops_manager")
    async with program(
        world, told["token"], sec_fetch_site="cross-site", origin="https://else.example"
    ) as caller:
        made_lead = await caller.post(LEADS, json=LEAD)
    assert (made_lead.status_code, made_lead.json()["branchId"]) == (201, NEAR)
    last = next(row for row in reversed(await world.audit_log()) if row.entity_type == "lead")
    assert (last.user_id, last.token_id) == ("branch_ops_manager", told["id"])
    id = made_lead.json()["id"]
    rep = world.client("sales_rep")
    (event,) = (await rep.get(f"{LEADS}/{id}/history")).json()
    assert (event["who"], event["via"]) == ("Branch Ops_Manager", "Invoices")
    events = (await rep.get(f"{LEADS}/{id}/timeline")).json()["events"]
    (event,) = [each for each in events if each["source"] == "change"]
    assert (event["who"], event["via"]) == ("Branch Ops_Manager", "Invoices")
    assert (await rep.patch(f"{LEADS}/{id}", json={"name": "Nora"})).status_code == 200
    assert [each["via"] for each in (await rep.get(f"{LEADS}/{id}/history")).json()] == [None, "Invoices"]
    (row,) = (await world.client("branch_ops_manager").get(TOKENS)).json()
    assert row["usedAt"] is not None


OPEN = (
    "/api/panel/leads", "/api/panel/lead-details", "/api/panel/work-order-details", "/api/panel/ticket-details", "/api/panel/clients", "/api/panel/properties", "/api/panel/work-orders", "/api/panel/support-tickets",
    "/api/panel/enquiries", "/api/panel/activities", "/api/panel/next-steps", "/api/panel/conversions", "/api/panel/merges",
    "/api/panel/matches", "/api/panel/warranties", "/api/panel/visitor-photos", "/api/panel/drawings", "/api/panel/lost-reasons", "/api/panel/lead-sources", "/api/panel/checklist-items",
    "/api/panel/users", "/api/panel/colleagues", "/api/panel/assignees", "/api/panel/branches", "/api/panel/search",
    "/api/panel/dashboard/stats", "/api/panel/visits", "/api/panel/own-visits", "/api/panel/schedule", "/api/panel/absences",
)  # fmt: skip
FOR_PEOPLE = (
    "DELETE /api/panel/leads/{id:str}", "DELETE /api/panel/clients/{id:str}", "DELETE /api/panel/work-orders/{id:str}",
    "DELETE /api/panel/support-tickets/{id:str}", "POST /api/panel/lost-reasons", "PATCH /api/panel/lost-reasons/{id:str}",
    "POST /api/panel/checklist-items", "PATCH /api/panel/checklist-items/{id:str}",
    "POST /api/panel/lead-sources", "PATCH /api/panel/lead-sources/{id:str}",
)  # fmt: skip
READ_ALONE = ("/api/panel/users", "/api/panel/branches")
"""Of these the list and one branch, as colleagues read them."""
LISTS = {"GET /api/panel/users", "GET /api/panel/branches", "GET /api/panel/branches/{id:str}"}


def is_open(name: str, path: str) -> bool:
    """Which calls a token may reach, written out a second time: what a new call brings is closed until it is named here."""
    if name in FOR_PEOPLE or not path.startswith(OPEN):
        return False
    return not path.startswith(READ_ALONE) or name in LISTS


async def closed_to(world: World, token: str) -> set[str]:
    """The calls of the panel and of accounts that a token is refused."""
    refused = set()
    async with program(world, token) as caller:
        for call in CALLS:
            if call.path.startswith(("/api/panel", "/api/auth")):
                answer = await caller.request(call.method, call.at(*[MISSING] * len(call.parameters)))
                if answer.status_code == 403:
                    assert answer.json() == {"error": CLOSED}, call.name
                    refused.add(call.name)
    return refused


async def test_what_is_for_people_alone_is_closed_to_an_administrators_widest_token(world: World) -> None:
    """Accounts, passwords, tokens, settings, other people, deletion."""
    told = await made(world)
    asked = [call for call in CALLS if call.path.startswith(("/api/panel", "/api/auth"))]
    assert await closed_to(world, told["token"]) == {c.name for c in asked if not is_open(c.name, c.path)}


async def test_a_token_that_reads_writes_nothing(world: World) -> None:
    told = await made(world, mayWrite=False)
    asked = [call for call in CALLS if call.path.startswith(("/api/panel", "/api/auth"))]
    expected = {c.name for c in asked if c.method in UNSAFE or not is_open(c.name, c.path)}
    assert await closed_to(world, told["token"]) == expected
    async with program(world, told["token"]) as caller:
        assert (await caller.post(LEADS, json=LEAD)).status_code == 403


async def test_its_areas_narrow_what_it_finds(world: World) -> None:
    told = await made(world, areas=["tickets"])
    async with program(world, told["token"]) as caller:
        statuses = [
            (await caller.get(path)).status_code for path in (LEADS, ORDERS, "/api/panel/clients", TICKETS)
        ]
        assert statuses == [403, 403, 403, 200]
        kinds = {hit["kind"] for hit in (await caller.get("/api/panel/search?q=porch")).json()}
        assert kinds == {"ticket"}
        assert (await caller.get("/api/panel/dashboard/stats")).json()["leads"]["total"] == 0
        note = {"kind": "lead", "recordId": "lead-1-1", "type": "note", "words": "x"}
        assert (await caller.post("/api/panel/activities", json=note)).status_code in (403, 404)
        people = (await caller.get("/api/panel/users")).json()
        assert all("version" not in person for person in people)


async def test_it_reaches_what_its_maker_reaches_at_that_moment(world: World) -> None:
    told = (await made(world, "regional_ops_manager"))["token"]

    async def reach() -> list[int]:
        return [await status_of(world, told, f"{LEADS}/lead-{branch}-1") for branch in (NEAR, BESIDE, FAR)]

    assert await reach() == [200, 200, 404]
    await change_person(world, "regional_ops_manager", region_id="south")
    assert await reach() == [404, 404, 200]
    await change_person(
        world, "regional_ops_manager", role="branch_ops_manager", branch_id=BESIDE, region_id="north"
    )
    assert await reach() == [404, 200, 404]
    await change_person(world, "regional_ops_manager", role="sales_rep")
    assert await reach() == [401, 401, 401]
    await change_person(world, "regional_ops_manager", role="branch_ops_manager", user_type="client")
    assert await reach() == [401, 401, 401]


async def test_deactivating_its_maker_ends_it_for_good(world: World) -> None:
    told = await made(world, "branch_ops_manager")
    admin = world.client("admin")
    person = "/api/panel/users/branch_ops_manager"
    assert (await admin.patch(person, json={"status": "inactive"})).status_code == 200
    assert await status_of(world, told["token"]) == 401
    assert (await admin.patch(person, json={"status": "active"})).status_code == 200
    assert await status_of(world, told["token"]) == 401
    back = await admin.post(f"{TOKENS}/{told['id']}/restore")
    assert (back.status_code, back.json()["error"]) == (
        409,
        "The time of this token is over. Make a new one.",
    )
    assert await status_of(world, told["token"]) == 401


async def test_it_ends_by_its_maker_by_an_administrator_and_by_time(
    world: World, clock: Callable[..., None]
) -> None:
    told = [await made(world, "branch_ops_manager", name=name, days=1) for name in ("a", "b", "c")]
    manager, admin, other = (world.client(who) for who in ("branch_ops_manager", "admin", "near_manager"))
    assert (await other.get(TOKENS)).json() == []
    assert (await other.delete(f"{TOKENS}/{told[0]['id']}")).status_code == 404
    assert (await manager.delete(f"{TOKENS}/{told[0]['id']}")).status_code == 204
    assert (await other.delete(f"{TOKENS}/{told[1]['id']}")).status_code == 404
    assert (await other.post(f"{TOKENS}/{told[0]['id']}/restore")).status_code == 404
    makers = [row["maker"] for row in (await admin.get(TOKENS)).json()]
    assert makers == ["Branch Ops_Manager", "Branch Ops_Manager", "Admin"]
    assert (await admin.delete(f"{TOKENS}/{told[1]['id']}")).status_code == 204
    assert [await status_of(world, each["token"]) for each in told] == [401, 401, 200]
    clock(minutes=24 * 60 - 1)
    assert await status_of(world, told[2]["token"]) == 200
    clock(minutes=24 * 60 + 1)
    assert await status_of(world, told[2]["token"]) == 401
    (log,) = [
        row for row in await world.audit_log() if row.entity_type == "api_token" and row.user_id == "admin"
    ]
    assert (log.entity_id, log.action, list(log.changes)) == (told[1]["id"], "update", ["ended_at"])


async def test_an_end_is_taken_back_for_ten_minutes(world: World, clock: Callable[..., None]) -> None:
    told = await made(world)
    admin, address = world.client("admin"), f"{TOKENS}/{told['id']}"
    assert (await admin.delete(address)).status_code == 204
    clock(minutes=9)
    assert (await admin.post(f"{address}/restore")).status_code == 204
    assert await status_of(world, told["token"]) == 200
    assert (await admin.delete(address)).status_code == 204
    clock(minutes=20)
    assert (await admin.post(f"{address}/restore")).status_code == 409
    assert await status_of(world, told["token"]) == 401


async def test_one_that_ends_while_a_change_is_under_way_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for again in the transaction; and what was admitted before is not enough."""
    told = await made(world)
    admitted = bearers.admitted

    async def ended_meanwhile(*given: Any) -> Any:
        who = await admitted(*given)
        assert (await world.client("admin").delete(f"{TOKENS}/{told['id']}")).status_code == 204
        return who

    monkeypatch.setattr(bearers, "admitted", ended_meanwhile)
    async with program(world, told["token"]) as caller:
        assert (await caller.post(LEADS, json=LEAD)).status_code == 401
        assert (await caller.post(LEADS, json=LEAD)).status_code == 401
    assert "Nell" not in str(await world.snapshot())


async def test_whoever_ends_one_waits_for_the_change_under_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nothing is changed by it once its end has been answered."""
    told, done = await made(world), []
    within = token_actors.actor_within

    async def slowly(*given: Any) -> Any:
        who = await within(*given)
        await asyncio.sleep(0.5)
        return who

    async def change() -> None:
        async with program(world, told["token"]) as caller:
            assert (await caller.post(LEADS, json=LEAD)).status_code == 201
        done.append("changed")

    async def end() -> None:
        await asyncio.sleep(0.2)
        assert (await world.client("admin").delete(f"{TOKENS}/{told['id']}")).status_code == 204
        done.append("ended")

    monkeypatch.setattr(token_actors, "actor_within", slowly)
    await asyncio.gather(change(), end())
    assert done == ["changed", "ended"]


def wrong(good: str, ended: str) -> list[str]:
    return [
        ended,
        good[:-1],
        good.lower(),
        good + "x",
        "dusk_" + "A" * 43,
        "x",
        "",
        "x" * 5_000,
        f"{good} {good}",
    ]


async def test_wrong_tokens_are_refused_alike_and_cost_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also beside a session's cookie, which does not count then."""
    good, ended = await made(world), await made(world)
    await world.client("admin").delete(f"{TOKENS}/{ended['id']}")
    statements = Statements(world.database, monkeypatch)
    asked: list[tuple[int, Any, list[str]]] = []
    for token in wrong(good["token"], ended["token"]):
        statements.seen.clear()
        cookie = f"{COOKIE}={world.tokens['admin']}"
        async with program(world, token, cookie=cookie) as caller:
            answer = await caller.get(LEADS)
        asked.append((answer.status_code, answer.json(), list(statements.seen)))
        assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert asked == [(401, {"error": REFUSED}, asked[0][2])] * len(asked)
    assert len(asked[0][2]) == 2


async def test_a_probe_with_a_wrong_token_finds_the_server_ready(world: World) -> None:
    for token in ("x", (await made(world))["token"]):
        async with program(world, token) as probe:
            answer = await probe.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


async def test_guessing_is_limited_and_hinders_no_good_token(world: World) -> None:
    good = (await made(world))["token"]
    async with program(world, "dusk_guess") as guesser:
        statuses = [(await guesser.get(LEADS)).status_code for _ in range(31)]
        assert statuses == [401] * 30 + [429]
    assert await status_of(world, good) == 200
    async with program(world, "dusk_guess", address="203.0.113.99") as elsewhere:
        assert (await elsewhere.get(LEADS)).status_code == 401


async def test_calls_count_for_each_token(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, quiet = (await made(world))["token"], (await made(world))["token"]
    monkeypatch.setattr(bearers, "API_CALLS", Limit("api-calls", 3, 1))
    assert [await status_of(world, busy) for _ in range(4)] == [200, 200, 200, 429]
    assert await status_of(world, quiet) == 200


@pytest.mark.parametrize(
    "asked", ["access_token=abc", "q=x&access_token=abc", "q=dusk_abc", "q=x&key=DUSK%5Fabc"]
)
async def test_a_token_in_an_address_is_refused(world: World, asked: str) -> None:
    answer = await world.client("admin").get(f"{LEADS}?{asked}")
    assert answer.status_code == 400
    assert answer.json() == {"error": "A token belongs in the Authorization header, never in an address."}


async def test_other_schemes_are_not_ours(world: World) -> None:
    """A proxy in front may ask for a password of its own; and two tokens are none."""
    async with world.client("admin", authorization="Basic eDp5") as behind_proxy:
        assert (await behind_proxy.get(LEADS)).status_code == 200
    good = (await made(world))["token"]
    twice = [("authorization", f"Bearer {good}"), ("authorization", "Bearer x")]
    async with world.client() as caller:
        assert (await caller.get(LEADS, headers=twice)).status_code == 401
        assert (await caller.get(LEADS, headers={"authorization": f"bearer  {good}"})).status_code == 200


async def test_a_key_belongs_to_the_token_that_sends_it(world: World) -> None:
    tokens = [(await made(world, "branch_ops_manager"))["token"] for _ in range(2)]
    answers: list[httpx.Response] = []
    for token in (*tokens, tokens[0]):
        async with program(world, token, idempotency_key="order-0001") as caller:
            answers.append(await caller.post(LEADS, json=LEAD))
    first, second, again = (answer.json()["id"] for answer in answers)
    assert first == again != second


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"days": 366}, {"days": "A token lasts from 1 to 365 days"}),
        ({"days": 0}, {"days": "A token lasts from 1 to 365 days"}),
        ({"areas": []}, {"areas": "Choose what it may use"}),
        ({"name": " "}, {"name": "Required"}),
        ({"present": "guessed-it"}, {"present": "This is not your current password"}),
    ],
)
async def test_what_is_not_valid_is_refused(
    world: World, given: dict[str, Any], fault: dict[str, str]
) -> None:
    body = {"name": "x", "areas": ALL_AREAS, "days": 1, "present": PASSWORD} | given
    answer = await world.client("admin").post(TOKENS, json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, fault)


async def test_a_person_has_twenty_at_most(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_tokens, "MOST", 1)
    await made(world, "branch_ops_manager")
    body = {"name": "x", "areas": ALL_AREAS, "days": 1, "present": PASSWORD}
    answer = await world.client("branch_ops_manager").post(TOKENS, json=body)
    assert answer.status_code == 409
    assert answer.json()["error"] == "A person may have 1 tokens. End one that is not used any more first."
    await made(world, "second_admin")


async def test_an_end_that_is_taken_back_makes_no_more_than_a_person_may_have(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_tokens, "MOST", 1)
    manager = world.client("branch_ops_manager")
    first = await made(world, "branch_ops_manager")
    assert (await manager.delete(f"{TOKENS}/{first['id']}")).status_code == 204
    second = await made(world, "branch_ops_manager")
    for who in ("branch_ops_manager", "admin"):
        assert (await world.client(who).post(f"{TOKENS}/{first['id']}/restore")).status_code == 409
        assert (await world.client(who).post(f"{TOKENS}/{second['id']}/restore")).status_code == 204, (
            "it stands"
        )
    assert [await status_of(world, each["token"]) for each in (first, second)] == [401, 200]


async def test_two_at_once_make_no_more_than_a_person_may_have(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who counts first has not written yet when the next one comes."""
    counted = api_tokens._require_room

    async def slowly(*given: Any) -> None:
        await counted(*given)
        await asyncio.sleep(0.2)

    monkeypatch.setattr(api_tokens, "MOST", 1)
    monkeypatch.setattr(api_tokens, "_require_room", slowly)
    body = {"name": "x", "areas": ALL_AREAS, "days": 1, "present": PASSWORD}
    manager = world.client("branch_ops_manager")
    answers = await asyncio.gather(*(manager.post(TOKENS, json=body) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_control_nothing_but_the_narrowing_keeps_a_token_from_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Acting as its maker unnarrowed, it opens what is for people."""
    told = (await made(world, mayWrite=False))["token"]
    assert await status_of(world, told, TOKENS) == 403

    async def unnarrowed(*_: Any) -> Any:
        assert await actor_of(world.database, told) is not None
        return await world.actor("admin")

    monkeypatch.setattr(bearers, "admitted", unnarrowed)
    assert await status_of(world, told, TOKENS) == 200
