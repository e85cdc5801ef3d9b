"""What the dashboard says is to be done: each number is that of the list behind it, and stays within role and scope."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import false, update

from duskline.core.data.base import now
from duskline.core.data.database import Reader
from duskline.models.records.enquiries import ContactSubmission
from duskline.models.records.sales import Lead
from duskline.models.records.service import SupportTicket
from duskline.models.reporting import agenda as reporting_agenda
from duskline.models.reporting.this_month import this_month
from duskline.policy import Actor, Role, Scope
from tests.instruments import Statements
from tests.world import BESIDE, FAR, NEAR, World

PATH = "/api/panel/dashboard/agenda"
ORDERS, LEADS, STEPS, VISITS = (
    f"/api/panel/{name}" for name in ("work-orders", "leads", "next-steps", "visits")
)
BEHIND: dict[str, tuple[str, dict[str, str]]] = {
    "messages": ("/api/panel/enquiries", {"state": "open"}),
    "tickets": ("/api/panel/support-tickets", {"status": "open"}),
    "leads": (LEADS, {"step": "none"}),
    "unassigned": (ORDERS, {"status": "pending", "unassigned": "yes"}),
    "undated": (ORDERS, {"status": "pending", "undated": "yes"}),
}
"""The list that each number opens, and how it is narrowed."""


async def agenda(caller: httpx.AsyncClient) -> Any:
    answer = await caller.get(PATH)
    assert answer.status_code == 200, answer.text
    return answer.json()


def number(told: Any) -> Any:
    return told["count"] if isinstance(told, dict) else told


@pytest.mark.parametrize(
    ("who", "may"),
    [
        ("admin", set(BEHIND)),
        ("regional_ops_manager", set(BEHIND)),
        ("branch_ops_manager", set(BEHIND)),
        ("lead_technician", {"unassigned", "undated"}),
        ("technician", set()),
        ("support", {"messages", "tickets"}),
        ("sales_rep", {"messages", "leads"}),
        ("no_role", set()),
        ("homeless", set(BEHIND)),
    ],
)
async def test_each_number_is_that_of_the_list_behind_it(world: World, who: str, may: set[str]) -> None:
    async with world.client("admin") as admin:
        for branch, person in ((NEAR, "technician"), (BESIDE, "beside_technician"), (FAR, "far_technician")):
            changed = {"assignedTo": person, "scheduledDate": "2027-05-12"}
            assert (await admin.patch(f"{ORDERS}/order-{branch}-1", json=changed)).status_code == 200
    async with world.client(who) as caller:
        waiting = (await agenda(caller))["waiting"]
        assert {name for name in BEHIND if waiting[name] is not None} == may
        for name in may:
            path, narrowed = BEHIND[name]
            rows = await caller.get(path, params=narrowed)
            assert str(number(waiting[name])) == rows.headers["x-total-count"], name
            assert rows.headers["x-total-count"] != "0" or who == "homeless", name


async def test_an_answer_is_near_its_limit_and_then_late(world: World) -> None:
    """A day is promised: after three quarters of it an answer is near, after all of it late."""
    ages = {f"enquiry-{n}": timedelta(hours=hours) for n, hours in enumerate((1, 17, 19, 30, 50))}
    async with world.console() as db:
        for id, age in ages.items():
            await db.execute(
                update(ContactSubmission).where(ContactSubmission.id == id).values(created_at=now() - age)
            )
        tickets: Any = SupportTicket.__table__
        old = update(tickets).where(tickets.c.id == "ticket-1-1")
        await db.execute(old.values(created_at=now() - timedelta(days=9)))
    async with world.client("branch_ops_manager") as manager:
        waiting = (await agenda(manager))["waiting"]
        messages, late = waiting["messages"], waiting["tickets"]
        assert (messages["count"], messages["near"], messages["late"]) == (5, 3, 2), (
            "what is suspected waits for nobody"
        )
        longest = now() - timedelta(hours=50)
        assert messages["oldest"][:13] == longest.isoformat()[:13]
        assert (late["near"], late["late"]) == (1, 1)
        await manager.post("/api/panel/enquiries/enquiry-4/archive")
        await manager.patch("/api/panel/support-tickets/ticket-1-1", json={"status": "in_progress"})
        waiting = (await agenda(manager))["waiting"]
        assert (waiting["messages"]["late"], waiting["tickets"]["late"]) == (1, 0)


async def test_ones_own_day_is_what_is_left_and_what_is_due(world: World) -> None:
    async with world.client("branch_ops_manager") as manager, world.client("technician") as technician:
        today = date.fromisoformat((await agenda(technician))["today"])
        for job, day in (("order-1-1", today), ("order-1-2", today - timedelta(days=3))):
            changed = {"assignedTo": "technician", "scheduledDate": day.isoformat()}
            assert (await manager.patch(f"{ORDERS}/{job}", json=changed)).status_code == 200
        shown = await agenda(technician)
        assert [visit["recordId"] for visit in shown["visits"]] == ["order-1-2", "order-1-1"]
        assert shown["visitCount"] == 2
        assert [visit["title"] for visit in shown["visits"]] == ["Porch 1 2", "Porch 1 1"]
        assert (await agenda(manager))["visits"] == [], "nobody else's"
        assert (await agenda(manager))["waiting"]["untold"] == 1
        assert (await manager.patch(f"{ORDERS}/order-1-2", json={"status": "completed"})).status_code == 200
        assert [visit["recordId"] for visit in (await agenda(technician))["visits"]] == ["order-1-1"]
        assert (await agenda(manager))["waiting"]["untold"] == 0


async def test_ones_own_next_steps_are_due_until_they_are_done(world: World) -> None:
    async with world.client("sales_rep") as rep:
        today = date.fromisoformat((await agenda(rep))["today"])
        made = {}
        for lead, day, whose in (
            ("lead-1-1", today - timedelta(days=1), "sales_rep"),
            ("lead-1-2", today, "near_rep"),
        ):
            step = {
                "kind": "lead",
                "recordId": lead,
                "words": "Call",
                "dueOn": day.isoformat(),
                "assignedTo": whose,
            }
            answer = await rep.post(STEPS, json=step)
            assert answer.status_code == 201, answer.text
            made[lead] = answer.json()["id"]
        shown = await agenda(rep)
        assert [(step["recordId"], step["title"], step["words"]) for step in shown["steps"]] == [
            ("lead-1-1", "Lea 1 1", "Call")
        ]
        assert shown["stepCount"] == 1
        later = {"dueOn": (today + timedelta(days=1)).isoformat()}
        assert (await rep.patch(f"{STEPS}/{made['lead-1-1']}", json=later)).status_code == 200
        assert (await agenda(rep))["stepCount"] == 0, "due tomorrow"
        assert (
            await rep.patch(f"{STEPS}/{made['lead-1-1']}", json={"dueOn": today.isoformat()})
        ).status_code == 200
        assert (await agenda(rep))["stepCount"] == 1
        assert (await rep.post(f"{STEPS}/{made['lead-1-1']}/done")).status_code == 200
        assert (await agenda(rep))["steps"] == []


@pytest.mark.parametrize(
    "change", [{"status": "inactive"}, {"role": "technician"}, {"branchId": FAR}], ids=str
)
async def test_what_is_due_and_left_is_on_the_agenda_of_all_who_may_have_it(
    world: World, change: dict[str, str]
) -> None:
    async with world.client("admin") as admin:
        today = date.fromisoformat((await agenda(admin))["today"])
        for record, day in (
            ("lead-1-1", today - timedelta(days=30)),
            ("lead-1-2", today + timedelta(days=1)),
        ):
            step = {"kind": "lead", "recordId": record, "words": "Call", "dueOn": day.isoformat()}
            answer = await admin.post(STEPS, json=step | {"assignedTo": "near_rep"})
            assert answer.status_code == 201, answer.text
        assert (await agenda(admin))["leftCount"] == 0, "it is somebody's"
        assert (await admin.patch("/api/panel/users/near_rep", json=change)).status_code == 200
        for who in ("admin", "regional_ops_manager", "branch_ops_manager", "sales_rep"):
            shown = await agenda(world.client(who))
            assert [(step["recordId"], step["assignedTo"]) for step in shown["leftSteps"]] == [
                ("lead-1-1", "near_rep")
            ], who
            assert (shown["leftCount"], shown["steps"]) == (1, [])
        for who in ("beside_rep", "far_manager", "technician", "support", "no_role"):
            assert (await agenda(world.client(who)))["leftCount"] == 0, who
        id = shown["leftSteps"][0]["id"]
        taken = await world.client("sales_rep").patch(f"{STEPS}/{id}", json={"assignedTo": "sales_rep"})
        assert taken.status_code == 200, taken.text
        assert (await agenda(admin))["leftCount"] == 0
    shown = await agenda(world.client("sales_rep"))
    assert ([step["recordId"] for step in shown["steps"]], shown["leftCount"]) == (["lead-1-1"], 0)


async def test_control_what_nobody_knows_to_be_left_is_on_nobody_s_agenda(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting_agenda, "is_left", false)
    today = date.fromisoformat((await agenda(world.client("admin")))["today"])
    body = {"kind": "lead", "recordId": "lead-1-1", "words": "Call", "dueOn": today.isoformat()}
    assert (await world.client("admin").post(STEPS, json=body)).status_code == 201
    world.database._prepared.clear()
    assert (await agenda(world.client("admin")))["leftSteps"] == []


async def test_somebody_of_another_branch_is_told_of_theirs_alone(world: World) -> None:
    async with world.client("admin") as admin:
        before = {who: (await _waiting(world, who)) for who in ("branch_ops_manager", "far_manager")}
        for lack in ("unassigned", "undated"):
            rows = (await admin.get(ORDERS, params={"branchId": FAR, lack: "yes"})).json()
            assert {row["branchId"] for row in rows} == {FAR}
        fields = {"assignedTo": "far_technician", "scheduledDate": "2027-05-12"}
        assert (await admin.patch(f"{ORDERS}/order-far-1", json=fields)).status_code == 200
        after = {who: (await _waiting(world, who)) for who in before}
    assert after["branch_ops_manager"] == before["branch_ops_manager"]
    assert after["far_manager"]["unassigned"] == before["far_manager"]["unassigned"] - 1
    assert after["far_manager"]["undated"] == before["far_manager"]["undated"] - 1


async def _waiting(world: World, who: str) -> Any:
    async with world.client(who) as caller:
        return (await agenda(caller))["waiting"]


async def test_the_week_is_that_of_ones_branch(world: World) -> None:
    async with world.client("branch_ops_manager") as manager, world.client("far_manager") as far:
        today = date.fromisoformat((await agenda(manager))["today"])
        day = today + timedelta(days=2)
        changed = {"scheduledDate": day.isoformat()}
        assert (await manager.patch(f"{ORDERS}/order-1-1", json=changed)).status_code == 200
        closed = {
            "branchId": NEAR,
            "day": (today + timedelta(days=3)).isoformat(),
            "crews": 0,
            "note": "Training",
        }
        assert (await manager.post("/api/panel/schedule/days", json=closed)).status_code == 200
        shown = await agenda(manager)
        assert shown["branchId"] == NEAR
        assert [row["visits"] for row in shown["week"]] == [0, 0, 1, 0, 0, 0, 0]
        assert shown["week"][0]["day"] == today.isoformat()
        assert shown["week"][3]["closed"] == "Training"
        elsewhere = await agenda(far)
        assert (elsewhere["branchId"], {row["visits"] for row in elsewhere["week"]}) == (FAR, {0})
    assert [row["visits"] for row in (await agenda(world.client("technician")))["week"]][2] == 1
    for who in ("sales_rep", "homeless", "no_role"):
        assert (await agenda(world.client(who)))["week"] == [], who


@pytest.mark.parametrize(
    ("who", "shown"),
    [
        ("admin", ["leads", "won", "quoted", "completed", "resolved"]),
        ("branch_ops_manager", ["leads", "won", "quoted", "completed", "resolved"]),
        ("far_manager", ["leads", "won", "quoted", "completed", "resolved"]),
        ("lead_technician", ["completed"]),
        ("support", ["leads", "won", "completed", "resolved"]),
        ("sales_rep", []),
        ("technician", []),
        ("no_role", []),
    ],
)
async def test_the_month_says_what_the_reports_say(world: World, who: str, shown: list[str]) -> None:
    async with world.client("admin") as admin:
        body = {
            "branchId": NEAR,
            "name": "N",
            "email": "n@n.example",
            "status": "won",
            "estimatedValue": 4200,
        }
        id = (await admin.post(LEADS, json=body)).json()["id"]
        assert (await admin.patch(f"{LEADS}/{id}/details", json={"valueKind": "quoted"})).status_code == 200
    async with world.client(who) as caller:
        told = await agenda(caller)
        month = {each["column"]["id"]: each for each in told["month"]}
        assert list(month) == shown
        today = date.fromisoformat(told["today"])
        for id, each in month.items():
            asked = {"measures": id, "from": today.replace(day=1).isoformat(), "to": today.isoformat()}
            answer = (await caller.get("/api/panel/reports/custom", params=asked)).json()
            number = answer["totals"][id]
            assert each["number"] | {"before": None} == number | {"before": None}
            assert sum(each["days"]) == (number["value"] or 0)
            listed = each["number"]["list"]
            rows = await caller.get(listed["path"], params=listed["query"] | {"limit": "1"})
            assert rows.headers["X-Total-Count"] == str(listed["count"])


async def test_the_month_is_compared_with_as_many_days_of_the_one_before(world: World) -> None:
    """On March 30 with all of February, on March 3 with its first three days."""
    days = [
        date(2027, 2, 2),
        date(2027, 2, 3),
        date(2027, 2, 4),
        date(2027, 2, 28),
        date(2027, 3, 1),
        date(2027, 3, 31),
    ]
    async with world.console() as db:
        for day in days:
            at = datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
            db.store(Lead(branch_id=NEAR, name="N", email="n@n.example", created_at=at))
    admin = Actor(id="admin", role=Role.ADMIN, scope=Scope(branches=None))
    for today, then in ((date(2027, 3, 3), 2), (date(2027, 3, 30), 4), (date(2027, 3, 31), 4)):
        made, *_ = await this_month(Reader(world.database, admin), today)
        assert (made.number.value, made.number.before) == (2 if today.day == 31 else 1, then)
        assert (len(made.days), len(made.days_before)) == (today.day, 28)
        assert [day for day, number in enumerate(made.days_before, 1) if number] == [2, 3, 4, 28]


async def test_it_takes_nine_statements_at_most(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for who in ("admin", "branch_ops_manager", "technician", "sales_rep"):
        async with world.client(who) as caller:
            await agenda(caller)
            statements = Statements(world.database, monkeypatch)
            await agenda(caller)
        assert len(statements.seen) <= 9, (who, statements.seen)
