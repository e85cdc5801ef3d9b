"""What happens at once: no edit is lost, an administrator always remains, a double click makes one row."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Select, func, select

from duskline.core.data.base import Base
from duskline.core.data.calls import RateLimit
from duskline.core.data.session import Db
from duskline.core.http import authorization, routing
from duskline.models.people.people import User, UserStatus
from duskline.models.records import references
from duskline.models.records.service import WorkOrder
from duskline.panel.people import users
from duskline.policy import Role
from tests.conftest import FULL_COUNTS
from tests.world import PASSWORD, World

CLIENTS, ROUNDS = (8, 40) if FULL_COUNTS else (3, 4)
COUNTED = {
    # a text field that each edit counts up
    "/api/panel/leads/lead-1-2": ("notes", "sales_rep"),
    "/api/panel/clients/client-1-2": ("address", "branch_ops_manager"),
    "/api/panel/work-orders/order-1-2": ("description", "lead_technician"),
    "/api/panel/support-tickets/ticket-1-2": ("description", "support"),
}


async def lost(world: World, path: str) -> int:
    """Everybody adds one to the number in a text, again and again; answers how much is missing."""
    field, who = COUNTED[path]

    async def add() -> None:
        async with world.client(who) as caller:
            for _ in range(ROUNDS):
                while True:
                    seen = await caller.get(path)
                    more = {field: str(int(seen.json()[field]) + 1)}
                    answer = await caller.patch(path, json=more, headers={"if-match": seen.headers["etag"]})
                    if answer.status_code == 200:
                        break
                    assert answer.status_code in (409, 503), answer.text

    async with world.client(who) as caller:
        assert (await caller.patch(path, json={field: "0"})).status_code == 200
        await asyncio.gather(*(add() for _ in range(CLIENTS)))
        return CLIENTS * ROUNDS - int((await caller.get(path)).json()[field])


@pytest.mark.parametrize("path", COUNTED)
async def test_no_edit_is_lost(world: World, path: str) -> None:
    assert await lost(world, path) == 0


async def test_control_with_the_version_check_off_edits_are_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routing, "_expected_version", lambda _request: None)
    assert max([await lost(world, "/api/panel/leads/lead-1-2") for _ in range(4)]) > 0


async def active_admins(world: World) -> set[str]:
    async with world.console() as db:
        found = await db.scalars(select(User.id).where(User.role == Role.ADMIN, User.status == "active"))
        return set(found)


async def two_administrators(world: World) -> None:
    async with world.console() as db:
        for user in await db.scalars(select(User)):
            if user.id in ("admin", "second_admin"):
                user.role, user.status = Role.ADMIN, UserStatus.ACTIVE
            elif user.role == Role.ADMIN:
                user.role = None


async def duel(world: World, body: dict[str, Any]) -> Counter[int]:
    """Two administrators, each takes the other's office at the same moment."""
    async with world.client("admin") as one, world.client("second_admin") as other:
        answers = await asyncio.gather(
            one.patch("/api/panel/users/second_admin", json=body),
            other.patch("/api/panel/users/admin", json=body),
        )
    return Counter(answer.status_code for answer in answers)


async def test_an_administrator_always_remains(world: World) -> None:
    for number in range(200 if FULL_COUNTS else 12):
        await two_administrators(world)
        body = {"role": "support"} if number % 2 or number == 0 else {"role": None}
        ended = await duel(world, body)
        assert len(await active_admins(world)) == 1
        assert ended[200] == 1, ended
        assert set(ended) <= {200, 401, 403, 409}


async def test_handing_on_each_others_work_meets_no_crosswise_wait(world: World) -> None:
    await two_administrators(world)
    for _ in range(6):
        async with world.client("admin") as one, world.client("second_admin") as other:
            answers = await asyncio.gather(
                one.post("/api/panel/users/second_admin/reassign", json={"parts": []}),
                other.post("/api/panel/users/admin/reassign", json={"parts": []}),
            )
        assert [answer.status_code for answer in answers] == [200, 200]


async def test_an_active_administrator_always_remains(world: World) -> None:
    """Deactivation ends the other's session, so each round is fought on a copy of its own."""
    await two_administrators(world)
    ended = await duel(world, {"status": "inactive"})
    assert len(await active_admins(world)) == 1
    assert ended[200] == 1


async def test_the_last_administrator_stays(world: World) -> None:
    await two_administrators(world)
    async with world.console() as db:
        (await db.find_for_update(User, "second_admin")).role = None
    async with world.client("admin") as admin:
        for body in ({"role": None}, {"status": "inactive"}):
            assert (await admin.patch("/api/panel/users/admin", json=body)).status_code == 403
    assert await active_admins(world) == {"admin"}


async def test_control_without_taking_turns_they_wait_for_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What being alone is for: each is held as who acts and wanted as who is changed. SQLite's one writer is alone anyway.

    Another try would hide it.
    """
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    both_act = asyncio.Barrier(2)

    async def together(*given: Any) -> None:
        await stand_again(*given)
        await asyncio.wait_for(both_act.wait(), 30)

    stand_again = authorization.authorize_again
    monkeypatch.setattr(routing, "authorize_again", together)
    monkeypatch.setattr(Db, "advisory_lock", nothing)
    monkeypatch.setattr(routing, "is_deadlock", lambda _: False)
    await two_administrators(world)
    assert await duel(world, {"role": None}) == {200: 1, 503: 1}
    assert len(await active_admins(world)) == 1


async def test_control_without_holding_them_both_may_go(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What holding the administrators, and who acts, is for; SQLite's one writer holds them anyway."""
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")

    both_have_read = asyncio.Barrier(2)

    async def merely_read(db: Any) -> list[str]:
        held = select(User.id).where(User.role == Role.ADMIN, User.status == "active").order_by(User.id)
        found = list(await db.scalars(held))
        await asyncio.wait_for(both_have_read.wait(), 30)
        return found

    monkeypatch.setattr(users, "hold_admins", merely_read)
    monkeypatch.setattr(routing, "authorize_again", nothing)
    monkeypatch.setattr(Db, "advisory_lock", nothing)
    await two_administrators(world)
    await duel(world, {"role": None})
    assert await active_admins(world) == set()


async def nothing(*_: object) -> None: ...


# --- double clicks ---

PAIRS = 100 if FULL_COUNTS else 8


async def rows(world: World, table: str) -> int:
    async with world.database.reads.connect() as connection:
        return int(
            await connection.scalar(select(func.count()).select_from(Base.metadata.tables[table])) or 0
        )


async def forget_limits(world: World) -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(RateLimit.__table__.delete())


async def test_subscribing_twice_makes_one_row(world: World) -> None:
    for number in range(PAIRS):
        await forget_limits(world)
        async with world.client() as visitor:
            spellings = (f"person{number}@v.example", f" Person{number}@V.example")
            answers = await asyncio.gather(
                *(visitor.post("/api/newsletter", json={"email": email}) for email in spellings)
            )
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
    assert await rows(world, "newsletter_subscriptions") == PAIRS


async def test_asking_for_a_quote_twice_makes_one_lead(world: World) -> None:
    before = await rows(world, "leads")
    for number in range(PAIRS):
        await forget_limits(world)
        body = {
            "propertyType": "home", "coverage": "front", "stories": 1, "zip": "10001", "name": "Quinn",
            "email": f"quinn{number}@v.example", "secondsOpen": 30,
        }  # fmt: skip
        async with world.client() as visitor:
            answers = await asyncio.gather(*(visitor.post("/api/quotes", json=body) for _ in range(2)))
        assert {answer.status_code for answer in answers} == {201}
    assert await rows(world, "leads") - before == PAIRS


async def test_taking_an_enquiry_twice_makes_one_record(world: World) -> None:
    takers = (("sales_rep", "lead"), ("support", "ticket"), ("branch_ops_manager", "lead"))
    for number in range(6):
        leads, tickets = await rows(world, "leads"), await rows(world, "support_tickets")

        async def take(who: str, what: str, number: int = number) -> int:
            async with world.client(who) as caller:
                return (
                    await caller.post(f"/api/panel/enquiries/enquiry-{number}/{what}", json={})
                ).status_code

        assert Counter(await asyncio.gather(*(take(*taker) for taker in takers))) == {201: 1, 409: 2}
        made = await rows(world, "leads") - leads + await rows(world, "support_tickets") - tickets
        assert made == 1


HOOK = {"url": "https://partner.example/", "events": ["lead.lost"]}
TOKEN = {"name": "Invoices", "areas": ["leads"], "days": 90, "present": PASSWORD}
REPORT = {"name": "Mine", "report": "sales", "by": "person", "period": "last_week"}
VIEW = {"list": "leads", "name": "Mine", "query": "", "opens": False}
LIMITED = {
    "webhooks": HOOK, "api-tokens": TOKEN, "saved-reports": REPORT, "saved-views": VIEW,
}  # fmt: skip
"""Of what there are so many at most, and one of them."""


@pytest.mark.parametrize("what", LIMITED)
async def test_what_is_counted_before_one_is_added_is_refused_without_its_lock(
    world: World, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once would both find room; a restore adds one as well."""
    admin, path = world.client("admin"), f"/api/panel/{what}"
    answer = await admin.post(path, json=LIMITED[what])
    assert answer.status_code == 201, answer.text
    one = f"{path}/{answer.json()['id']}"
    restores = what != "saved-views"
    if restores:
        assert (await admin.delete(one)).status_code == 204
        assert (await admin.post(f"{one}/restore")).status_code in (200, 204)
        assert (await admin.delete(one)).status_code == 204
    monkeypatch.setattr(Db, "advisory_lock", nothing)
    calls = [admin.post(path, json=LIMITED[what])]
    calls += [admin.post(f"{one}/restore")] if restores else [admin.patch(one, json={"name": "Other"})]
    for call in calls:
        assert (await call).status_code == 500


async def test_the_trail_counts_every_write_once(world: World) -> None:
    """Rows of the audit log are as many as the writes that were answered with success."""
    async with world.client("sales_rep") as rep:
        posts = [
            rep.post("/api/panel/leads", json={"name": f"N{n}", "email": "n@n.example"}) for n in range(10)
        ]
        edits = [rep.patch("/api/panel/leads/lead-1-2", json={"notes": f"note {n}"}) for n in range(10)]
        answers = await asyncio.gather(*posts, *edits)
    done = sum(answer.status_code in (200, 201) for answer in answers)
    assert await rows(world, "audit_logs") == done == 20


async def test_kept_counts_stay_true(world: World) -> None:
    """The dashboard's counts after everything at once are those of the rows."""
    async with world.client("admin") as admin:
        made = await asyncio.gather(
            *(
                admin.post("/api/panel/leads", json={"name": f"N{n}", "email": "n@n.example"})
                for n in range(12)
            )
        )
        paths = [f"/api/panel/leads/{answer.json()['id']}" for answer in made]
        words = ("contacted", "qualified", "won", "new")
        await asyncio.gather(
            *(
                admin.patch(path, json={"status": words[n % 4], "branchId": ("1", "far")[n % 2]})
                for n, path in enumerate(paths)
            ),
            *(admin.delete(path) for path in paths[::3]),
        )
        stats = (await admin.get("/api/panel/dashboard/stats")).json()["leads"]
        listed = (await admin.get("/api/panel/leads?limit=200")).json()
    statuses = Counter(row["status"] for row in listed)
    assert stats == {
        "total": len(listed),
        **{name: statuses[name] for name in ("new", "contacted", "qualified")},
    }


async def test_nothing_is_pointed_at_across_branches(world: World) -> None:
    """A client moves to another branch while an order for it is made, a lead while it becomes a client: one of both waits."""
    rounds = 40 if FULL_COUNTS else 6
    async with world.client("admin") as admin:
        for number in range(rounds):
            for list_, body, target, pointer in POINTED:
                row = (
                    await admin.post(f"/api/panel/{target}", json=MOVING[target] | {"branchId": "1"})
                ).json()
                wanted = body | {pointer: row["id"], "branchId": "1"}
                moved = admin.patch(f"/api/panel/{target}/{row['id']}", json={"branchId": "far"})
                made = admin.post(f"/api/panel/{list_}", json=wanted)
                ended = await asyncio.gather(*((moved, made) if number % 2 else (made, moved)))
                assert sorted(answer.status_code // 100 for answer in ended) == [2, 4], [
                    one.text for one in ended
                ]
    assert await across(world) == 0


MOVING = {
    "leads": {"name": "Moving", "email": "m@m.example"},
    "clients": {"name": "Moving", "email": "m@m.example", "address": "1 Road"},
}
POINTED = (
    ("work-orders", {"title": "Made meanwhile"}, "clients", "clientId"),
    ("clients", MOVING["clients"], "leads", "leadId"),
)


async def across(world: World) -> int:
    """Records that point into another branch."""
    orders, clients, leads = (Base.metadata.tables[name] for name in ("work_orders", "clients", "leads"))
    strays = (
        select(func.count()).select_from(orders.join(clients, orders.c.client_id == clients.c.id)).where(orders.c.branch_id != clients.c.branch_id),
        select(func.count()).select_from(clients.join(leads, clients.c.lead_id == leads.c.id)).where(clients.c.branch_id != leads.c.branch_id),
    )  # fmt: skip
    async with world.database.reads.connect() as connection:
        return sum([await connection.scalar(stray) or 0 for stray in strays])


async def test_control_without_holding_the_client_an_order_points_across(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What holding the row that is pointed at is for; SQLite's one writer holds it anyway."""
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    passed = asyncio.Event()

    async def late(db: Any, row: Any) -> None:
        await check(db, row)
        if isinstance(row, WorkOrder):
            async with world.client("admin") as admin:
                await admin.patch("/api/panel/clients/client-1-2", json={"branchId": "far"})
            passed.set()

    check = references.check
    monkeypatch.setattr(references, "check", late)
    monkeypatch.setattr(Select, "with_for_update", lambda self, **_: self)
    async with world.client("admin") as admin:
        body = {"title": "Made meanwhile", "clientId": "client-1-2", "branchId": "1"}
        assert (await admin.post("/api/panel/work-orders", json=body)).status_code == 201
    assert passed.is_set()
    assert await across(world) == 1
