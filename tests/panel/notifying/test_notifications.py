"""The bell: who is told of what, by the transaction that it happened in, and what is shown to whom."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event, false, insert, select, text, update

from duskline.core.data.base import now
from duskline.core.data.counts import RecordCount
from duskline.models.notifying import notifications, reminders
from duskline.models.notifying.notifications import NOTIFICATIONS, ToldOf
from duskline.models.notifying.notifications import told as row_telling
from duskline.models.notifying.reminders import remind_of_answers, remind_of_steps
from duskline.models.people.people import User
from duskline.models.people.preferences import Happening
from duskline.models.people.sessions import SignIn
from duskline.models.places.places import Branch, BranchDetails
from duskline.models.records.activities import NextStep
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import Lead
from duskline.models.records.service import SupportTicket
from duskline.models.site.content import GallerySubmission
from tests.panel.threads import LEADS, made
from tests.world import BESIDE, FAR, NEAR, World

PATH = "/api/panel/notifications"
MESSAGE = {"name": "Ivy Porchlight", "email": "ivy@visitor.example", "message": "Does it light a flat roof?"}
NEAR_SELLERS = {"sales_rep", "near_rep", "branch_ops_manager", "near_manager"}
OVER_NEAR = {"regional_ops_manager"}
EVERYWHERE = {"admin", "second_admin", "expired", "logged_out"}
DAY = timedelta(hours=24)
OF_LEAD = {"kind": "lead", "record_id": "lead-1-1", "branch_id": NEAR}
STEPS = "/api/panel/next-steps"
EASTERN = ZoneInfo("America/New_York")


async def told(world: World) -> set[tuple[str, str, str]]:
    """Who was told of what, about which record."""
    table = NOTIFICATIONS.c
    async with world.database.reads.connect() as connection:
        rows = await connection.execute(select(table.user_id, table.what, table.record_id))
        return {(row.user_id, row.what, row.record_id) for row in rows}


async def people_told(world: World, what: str) -> set[str]:
    return {person for person, happening, _ in await told(world) if happening == what}


async def bell(world: World, who: str) -> Any:
    answer = await world.client(who).get("/api/panel/bell")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def shown(world: World, who: str, **query: str) -> list[Any]:
    answer = await world.client(who).get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    rows: list[Any] = answer.json()
    return rows


async def new_lead(world: World, who: str = "admin", **fields: Any) -> str:
    body = {"name": "Lena Eaves", "email": "lena@visitor.example", "branchId": NEAR} | fields
    answer = await world.client(who).post("/api/panel/leads", json=body)
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


async def test_a_new_lead_is_told_to_those_who_manage_leads_in_reach(world: World) -> None:
    quote = {
        "propertyType": "home", "coverage": "whole", "stories": 1, "feet": 100, "zip": "99999", "name": "Quinn Eaves",
        "email": "quinn@visitor.example",
    }  # fmt: skip
    assert (await world.client().post("/api/quotes", json=quote)).status_code == 201
    assert await people_told(world, "new_lead") == NEAR_SELLERS | OVER_NEAR | EVERYWHERE
    (row,) = await shown(world, "near_rep")
    assert (row["what"], row["kind"], row["title"], row["readAt"]) == (
        "new_lead",
        "lead",
        "Quinn Eaves",
        None,
    )
    assert await shown(world, "beside_rep") == []
    assert await shown(world, "technician") == []


async def test_nobody_is_told_of_what_they_did(world: World) -> None:
    await new_lead(world, "near_rep", assignedTo="near_rep")
    assert await people_told(world, "new_lead") == (NEAR_SELLERS | OVER_NEAR | EVERYWHERE) - {"near_rep"}
    assert await people_told(world, "assigned") == set()


async def test_whoever_is_given_a_record_is_told_that_and_not_also_that_it_is_new(world: World) -> None:
    id = await new_lead(world, assignedTo="near_rep")
    assert {what for person, what, _ in await told(world) if person == "near_rep"} == {"assigned"}
    edited = await world.client("admin").patch(f"/api/panel/leads/{id}", json={"assignedTo": "sales_rep"})
    assert edited.status_code == 200
    noted = await world.client("admin").patch(f"/api/panel/leads/{id}", json={"notes": "Something else"})
    assert noted.status_code == 200
    rows = await shown(world, "sales_rep")
    assert [(row["what"], row["recordId"]) for row in rows] == [("assigned", id), ("new_lead", id)]
    assert await people_told(world, "assigned") == {"sales_rep"}


@pytest.mark.parametrize(
    ("path", "record", "person"),
    [
        ("leads", "lead-1-1", "near_rep"),
        ("work-orders", "order-1-1", "near_technician"),
        ("support-tickets", "ticket-1-1", "near_manager"),
    ],
)
async def test_every_kind_of_record_tells_whom_it_is_given_to(
    world: World, path: str, record: str, person: str
) -> None:
    answer = await world.client("admin").patch(f"/api/panel/{path}/{record}", json={"assignedTo": person})
    assert answer.status_code == 200, answer.text
    assert await told(world) == {(person, "assigned", record)}
    (row,) = await shown(world, person)
    assert row["title"] is not None


async def test_whoever_has_a_work_order_is_told_that_its_day_moved(world: World) -> None:
    admin, order = world.client("admin"), "/api/panel/work-orders/order-1-1"

    async def edited(**fields: Any) -> set[tuple[str, str, str]]:
        answer = await admin.patch(order, json=fields)
        assert answer.status_code == 200, answer.text
        return await told(world)

    technician, given, moved = "near_technician", "assigned", "rescheduled"
    assert await edited(scheduledDate="2027-03-09") == set(), "nobody has it yet"
    both = {"assignedTo": technician, "scheduledDate": "2027-03-10"}
    assert await edited(**both) == {(technician, given, "order-1-1")}
    two = {(technician, given, "order-1-1"), (technician, moved, "order-1-1")}
    assert await edited(scheduledDate="2027-03-11") == two
    assert await edited(scheduledDate=None) == two, "once, however often it moves"
    assert await edited(notes="Bring the long ladder") == two
    assert await edited(assignedTo="lead_technician") == {("lead_technician", given, "order-1-1")}
    assert await edited(scheduledDate="2027-03-12") == {
        ("lead_technician", given, "order-1-1"), ("lead_technician", moved, "order-1-1"),
    }  # fmt: skip
    assert await edited(status="completed") == {("lead_technician", given, "order-1-1")}
    assert await edited(scheduledDate="2027-03-13") == {("lead_technician", given, "order-1-1")}


async def test_who_moves_their_own_day_knows_it(world: World) -> None:
    order = "/api/panel/work-orders/order-1-1"
    await world.client("admin").patch(order, json={"assignedTo": "near_technician"})
    answer = await world.client("near_technician").patch(order, json={"scheduledDate": "2027-03-11"})
    assert answer.status_code == 200, answer.text
    assert await told(world) == {("near_technician", "assigned", "order-1-1")}


async def test_handing_work_on_tells_whoever_gets_it(world: World) -> None:
    await world.client("admin").patch("/api/panel/leads/lead-1-1", json={"assignedTo": "near_rep"})
    parts = [{"kind": "lead", "branchId": NEAR, "assignedTo": "sales_rep"}]
    answer = await world.client("admin").post("/api/panel/users/near_rep/reassign", json={"parts": parts})
    assert answer.json() == {"count": 1}
    assert ("sales_rep", "assigned", "lead-1-1") in await told(world)


async def test_a_message_is_told_to_those_who_see_the_inbox(world: World) -> None:
    assert (await world.client().post("/api/contact", json=MESSAGE)).status_code == 201
    people = await people_told(world, "new_message")
    assert people >= {"near_rep", "beside_rep", "far_rep", "support", "admin", "far_manager"}
    assert not people & {"technician", "lead_technician", "no_role", "client", "deactivated"}
    (row,) = await shown(world, "far_rep")
    assert (row["kind"], row["title"]) == ("enquiry", "Ivy Porchlight")


async def test_what_looks_like_a_robot_s_is_told_to_nobody(world: World) -> None:
    assert (await world.client().post("/api/contact", json=MESSAGE | {"website": "x"})).status_code == 201
    assert await told(world) == set()


async def test_what_is_undone_was_never_told(world: World) -> None:
    async with world.acting(await world.actor("admin")) as db:
        db.store(Lead(branch_id=NEAR, name="Nobody", email="n@n.example"))
        await db.flush()
        await db.rollback()
    assert await told(world) == set()


async def test_a_command_tells_nobody(world: World) -> None:
    async with world.console() as db:
        db.store(Lead(branch_id=NEAR, name="Imported", email="i@i.example", assigned_to="near_rep"))
    assert await told(world) == set()


async def test_somebody_who_comes_back_begins_nothing(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS, assignedTo="near_rep")
    before = [one for one in await told(world) if one[2] == gone]
    assert {what for _, what, _ in before} == {"new_lead", "assigned"}  # control
    merged = (await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})).json()["mergeId"]
    assert (await rep.post(f"/api/panel/merges/{merged}/undo")).status_code == 204
    assert (await rep.get(f"{LEADS}/{gone}")).json()["assignedTo"] == "near_rep"
    assert [one for one in await told(world) if one[2] == gone] == before  # that, and no more


async def test_whoever_a_record_is_no_longer_given_to_is_told_so_no_more(world: World) -> None:
    admin = world.client("admin")
    for record, reads in (("lead-1-1", False), ("lead-1-2", True)):
        for person in ("near_rep", "sales_rep"):
            answer = await admin.patch(f"{LEADS}/{record}", json={"assignedTo": person})
            assert answer.status_code == 200, answer.text
            if reads:  # control: what was read stays
                (row,) = await shown(world, "near_rep")
                await world.client("near_rep").post(f"{PATH}/{row['id']}/read")
    assert {one for one in await told(world) if one[2] == "lead-1-1"} == {
        ("sales_rep", "assigned", "lead-1-1")
    }
    assert [row["recordId"] for row in await shown(world, "near_rep")] == ["lead-1-2"]


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        (None, 0),
        ({"dueOn": "2026-03-09"}, 0),
        ({"dueMinute": 900}, 0),
        ({"assignedTo": "sales_rep"}, 0),
        ({"words": "Call twice"}, 1),
    ],
)
async def test_a_step_that_is_done_put_off_or_handed_on_is_not_due_any_more(
    world: World, edit: dict[str, Any] | None, left: int
) -> None:
    id = await step(world, date(2026, 3, 2))
    await remind_of_steps(world.database, datetime(2026, 3, 2, 15, tzinfo=UTC))
    assert await people_told(world, "step_due") == {"near_rep"}
    admin = world.client("admin")
    answer = (
        await admin.post(f"{STEPS}/{id}/done")
        if edit is None
        else await admin.patch(f"{STEPS}/{id}", json=edit)
    )
    assert answer.status_code == 200, answer.text
    assert len(await people_told(world, "step_due")) == left


async def test_a_message_that_somebody_dealt_with_is_not_new_any_more(world: World) -> None:
    sent = (await world.client().post("/api/contact", json=MESSAGE)).status_code
    await remind_of_answers(world.database, DAY, now() + timedelta(hours=20))
    everything = await shown(world, "far_rep")
    (new,) = [row["recordId"] for row in everything if row["what"] == "new_message"]
    assert (sent, len(everything)) == (201, 7)
    for id in (new, "enquiry-0"):
        assert (await world.client("admin").post(f"/api/panel/enquiries/{id}/archive")).status_code == 200
    left = await shown(world, "far_rep", read="no")
    assert {row["recordId"] for row in left} == {f"enquiry-{number}" for number in range(1, 5)}
    assert len(await shown(world, "far_rep")) == 7


async def test_what_leaves_one_s_reach_is_shown_no_more(world: World) -> None:
    id = await new_lead(world)
    assert (len(await shown(world, "near_rep")), (await bell(world, "near_rep"))["unread"]) == (1, 1)
    moved = await world.client("admin").patch(f"/api/panel/leads/{id}", json={"branchId": FAR})
    assert moved.status_code == 200, moved.text
    assert (await shown(world, "near_rep"), (await bell(world, "near_rep"))["unread"]) == ([], 0)
    assert [row["recordId"] for row in await shown(world, "regional_ops_manager")] == []
    assert [row["recordId"] for row in await shown(world, "second_admin")] == [id]


async def test_what_one_s_role_opens_no_more_is_shown_no_more(world: World) -> None:
    await new_lead(world)
    async with world.console() as db:
        (await db.find(User, "near_rep")).role = "technician"  # type: ignore[assignment]
    assert (await shown(world, "near_rep"), (await bell(world, "near_rep"))["unread"]) == ([], 0)


async def test_what_is_deleted_takes_its_notifications_along(world: World) -> None:
    id = await new_lead(world)
    assert (await world.client("admin").delete(f"/api/panel/leads/{id}")).status_code == 204
    assert await told(world) == set()


async def test_one_is_read_and_stays_read(world: World) -> None:
    await new_lead(world)
    rep = world.client("near_rep")
    (row,) = await shown(world, "near_rep")
    first = (await rep.post(f"{PATH}/{row['id']}/read")).json()
    again = (await rep.post(f"{PATH}/{row['id']}/read")).json()
    assert first["readAt"] == again["readAt"] is not None
    assert first["title"] == "Lena Eaves"
    assert ((await bell(world, "near_rep"))["unread"], (await bell(world, "sales_rep"))["unread"]) == (0, 1)
    assert await shown(world, "near_rep", read="no") == []


async def test_nobody_reads_what_somebody_else_is_told(world: World) -> None:
    await new_lead(world)
    (row,) = await shown(world, "near_rep")
    for who in ("sales_rep", "admin"):
        assert (await world.client(who).post(f"{PATH}/{row['id']}/read")).status_code == 404
    assert (await bell(world, "near_rep"))["unread"] == 1


async def test_all_that_was_seen_is_read_and_nothing_that_came_since(world: World) -> None:
    await new_lead(world)
    await new_lead(world, name="Second")
    seen = await shown(world, "near_rep")
    await asyncio.sleep(0.01)
    await new_lead(world, name="Third")
    assert (
        await world.client("near_rep").post(f"{PATH}/read", json={"until": seen[0]["id"]})
    ).status_code == 204
    assert [row["title"] for row in await shown(world, "near_rep", read="no")] == ["Third"]
    assert (await bell(world, "sales_rep"))["unread"] == 3


async def test_what_was_not_shown_is_not_read(world: World) -> None:
    ids = [await new_lead(world, name=name) for name in ("First", "Second")]
    rep = world.client("near_rep")
    seen = {"until": (await shown(world, "near_rep"))[0]["id"]}

    async def move(branch: str) -> None:
        moved = await world.client("admin").patch(f"{LEADS}/{ids[0]}", json={"branchId": branch})
        assert moved.status_code == 200, moved.text

    async def becomes(role: str) -> None:
        async with world.console() as db:
            (await db.find(User, "near_rep")).role = role  # type: ignore[assignment]

    await becomes("technician")
    assert (await rep.post(f"{PATH}/read", json=seen)).status_code == 204
    await becomes("sales_rep")
    assert len(await shown(world, "near_rep", read="no")) == 2
    await move(FAR)
    assert (await rep.post(f"{PATH}/read", json=seen)).status_code == 204
    await move(NEAR)
    assert [row["title"] for row in await shown(world, "near_rep", read="no")] == ["First"]


async def test_no_repeat_tells_what_a_record_out_of_reach_is_called(world: World) -> None:
    id = await new_lead(world)
    (row,) = await shown(world, "near_rep")
    key = {"Idempotency-Key": "pressed-once-at-the-bell"}
    read = f"{PATH}/{row['id']}/read"
    rep = world.client("near_rep")
    assert (await rep.post(read, headers=key)).json()["title"] == "Lena Eaves"
    await world.client("admin").patch(f"{LEADS}/{id}", json={"branchId": FAR})
    assert (await rep.post(read, headers=key)).status_code == 404


async def test_the_bell_counts_no_further_than_it_shows(world: World) -> None:
    told_often = [
        row_telling("near_rep", Happening.ASSIGNED, ToldOf.LEAD, "lead-1-1", NEAR) for _ in range(101)
    ]
    async with world.database.writes.begin() as connection:
        await connection.execute(insert(NOTIFICATIONS), told_often[:99])
    assert (await bell(world, "near_rep"))["unread"] == 99
    async with world.database.writes.begin() as connection:
        await connection.execute(insert(NOTIFICATIONS), told_often[99:])
    async with world.console() as db:
        for number in range(96):
            handling, words = EnquiryHandling(), "x" * 10
            db.store(
                ContactSubmission(name=f"Ivy {number}", email="i@v.example", message=words, handling=handling)
            )
    counted = await bell(world, "near_rep")
    assert (counted["unread"], counted["inbox"]) == (100, 100)


async def test_the_bell_counts_tickets_by_the_kept_figures(world: World) -> None:
    kept = RecordCount.__table__.c
    near = (kept.kind == SupportTicket.count_kind) & (kept.value == "open") & (kept.branch_id == NEAR)
    async with world.database.writes.begin() as connection:
        await connection.execute(update(RecordCount.__table__).where(near).values(number=kept.number + 1000))
    assert (await bell(world, "branch_ops_manager"))["tickets"] == 1002


async def test_the_bell_keeps_nobody_signed_in(world: World) -> None:
    table = SignIn.__table__.c
    soon = now() + timedelta(minutes=10)
    mine = select(table.expire).where(table.user_id == "near_rep")
    async with world.database.writes.begin() as connection:
        used = {"expire": soon, "seen_at": now() - timedelta(minutes=2)}
        await connection.execute(update(SignIn.__table__).where(table.user_id == "near_rep").values(used))
    await bell(world, "near_rep")
    async with world.database.reads.connect() as connection:
        assert await connection.scalar(mine) == soon
    await shown(world, "near_rep")  # control: what a person opens does
    async with world.database.reads.connect() as connection:
        renewed = await connection.scalar(mine)
    assert renewed is not None
    assert renewed > soon


@pytest.mark.parametrize(
    ("who", "waits"),
    [
        ("admin", (5, 7, 1)),
        ("support", (5, 7, None)),
        ("branch_ops_manager", (5, 2, 1)),
        ("sales_rep", (5, None, None)),
        ("technician", (None, None, None)),
    ],
)
async def test_the_bell_counts_what_waits_where_one_may_act(
    shared_world: World, who: str, waits: tuple[int | None, ...]
) -> None:
    counted = await bell(shared_world, who)
    assert (counted["inbox"], counted["tickets"], counted["gallery"]) == waits


async def step(world: World, due_on: date, minute: int | None = None, **fields: Any) -> str:
    async with world.console() as db:
        made = db.store(
            NextStep(
                due_on=due_on,
                due_minute=minute,
                **({"words": "Call", "assigned_to": "near_rep"} | OF_LEAD | fields),
            )
        )
        await db.flush()
        return made.id


async def test_a_step_is_told_when_it_is_due_by_the_clock_of_its_branch(world: World) -> None:
    await step(world, date(2026, 3, 2), 9 * 60 + 30)
    for moment, people in (
        (datetime(2026, 3, 2, 14, 29, tzinfo=UTC), set()),
        (datetime(2026, 3, 2, 14, 30, tzinfo=UTC), {"near_rep"}),
    ):
        await remind_of_steps(world.database, moment)
        assert await people_told(world, "step_due") == people
    async with world.console() as db:
        db.store(BranchDetails(id=NEAR, time_zone="America/Los_Angeles"))
        (await db.scalars(select(NextStep))).one().due_minute = 9 * 60
    await remind_of_steps(world.database, datetime(2026, 3, 2, 16, 59, tzinfo=UTC))
    assert await shown(world, "near_rep") == []
    await remind_of_steps(world.database, datetime(2026, 3, 2, 17, 0, tzinfo=UTC))
    assert len(await shown(world, "near_rep")) == 1


async def test_a_step_for_any_time_of_a_day_is_told_in_the_morning(world: World) -> None:
    await step(world, date(2026, 3, 2))
    await remind_of_steps(world.database, datetime(2026, 3, 2, 11, 59, tzinfo=UTC))
    assert await told(world) == set()
    await remind_of_steps(world.database, datetime(2026, 3, 2, 12, 0, tzinfo=UTC))
    assert await told(world) == {("near_rep", "step_due", "lead-1-1")}


async def test_a_step_is_told_once_however_many_ask(world: World) -> None:
    await step(world, date(2026, 3, 2))
    moment = datetime(2026, 3, 2, 15, tzinfo=UTC)
    await asyncio.gather(*(remind_of_steps(world.database, moment) for _ in range(6)))
    await remind_of_steps(world.database, moment + timedelta(hours=3))
    assert len(await shown(world, "near_rep")) == 1


async def test_what_was_missed_is_told_up_to_a_day_later(world: World) -> None:
    await step(world, date(2026, 3, 2), 9 * 60)
    await remind_of_steps(world.database, datetime(2026, 3, 3, 14, 30, tzinfo=UTC))
    assert await told(world) == set()
    await remind_of_steps(world.database, datetime(2026, 3, 3, 13, 30, tzinfo=UTC))
    assert await people_told(world, "step_due") == {"near_rep"}


async def test_a_step_that_is_done_is_told_to_nobody(world: World) -> None:
    await step(world, date(2026, 3, 2), done_at=now())
    await remind_of_steps(world.database, AFTERNOON)
    assert await told(world) == set()


AFTERNOON = datetime(2026, 3, 2, 15, tzinfo=UTC)
LEAVING: list[dict[str, Any]] = [
    {"status": "inactive"}, {"role": "technician"}, {"role": None}, {"branch_id": FAR}, {"branch_id": BESIDE},
]  # fmt: skip


@pytest.mark.parametrize("change", LEAVING, ids=lambda change: "-".join(map(str, *change.items())))
async def test_a_step_that_is_left_is_told_to_all_who_may_have_it(
    world: World, change: dict[str, Any]
) -> None:
    """Whatever the person lost by it; also where a command changed the account and nobody was asked."""
    await step(world, date(2026, 3, 2))
    async with world.console() as db:
        (await db.find(User, "near_rep")).apply(change)
    await remind_of_steps(world.database, AFTERNOON)
    everybody = (NEAR_SELLERS | OVER_NEAR | EVERYWHERE) - {"near_rep"}
    assert await told(world) == {(person, "step_due", "lead-1-1") for person in everybody}
    await remind_of_steps(world.database, AFTERNOON + timedelta(hours=1))
    assert len(await shown(world, "sales_rep")) == 1
    assert await shown(world, "far_rep") == []


async def test_a_step_that_was_somebody_s_or_nobody_s_and_of_another_kind_is_left_to_that_kind_s_people(
    world: World,
) -> None:
    await step(
        world, date(2026, 3, 2), kind="work_order", record_id="order-1-1", assigned_to=None, words="Call"
    )
    await remind_of_steps(world.database, AFTERNOON)
    found = await people_told(world, "step_due")
    assert {"technician", "near_technician", "branch_ops_manager", "admin"} <= found
    assert not found & {"sales_rep", "near_rep", "support", "beside_technician", "far_manager"}


async def test_control_a_step_that_nobody_knows_to_be_left_is_told_to_whoever_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "is_left", false)
    await step(world, date(2026, 3, 2))
    async with world.console() as db:
        (await db.find(User, "near_rep")).apply({"status": "inactive"})
    await remind_of_steps(world.database, AFTERNOON)
    assert await people_told(world, "step_due") == {"near_rep"}


async def test_who_gets_a_step_of_somebody_else_s_is_told_once(world: World) -> None:
    id = await step(world, date(2026, 3, 2))
    admin, path = world.client("admin"), f"{STEPS}/{id}"

    async def given(path: str, person: str) -> set[str]:
        answer = await admin.patch(path, json={"assignedTo": person})
        assert answer.status_code == 200, answer.text
        return await people_told(world, "assigned")

    assert await given(path, "sales_rep") == {"sales_rep"}
    assert [row["what"] for row in await shown(world, "sales_rep")] == ["assigned"]
    assert await given(path, "near_manager") == {"near_manager"}, "what is no longer so is not told"
    assert await given(f"{LEADS}/lead-1-1", "sales_rep") == {"sales_rep"}, "the lead with its step"
    assert await given(path, "near_rep") == {"sales_rep", "near_rep"}, "the lead stays theirs"
    assert await given(path, "sales_rep") == {"sales_rep"}
    assert len(await shown(world, "sales_rep")) == 1


async def test_a_step_of_the_whole_company_s_is_told_where_no_branch_keeps_its_time(world: World) -> None:
    async with world.console() as db:
        for branch in list(await db.scalars(select(Branch.id))):
            db.store(BranchDetails(id=branch, time_zone="America/Los_Angeles"))
    of_ticket: dict[str, Any] = {
        "kind": "ticket",
        "record_id": "ticket-1-1",
        "branch_id": None,
        "assigned_to": "support",
    }
    await step(world, date(2026, 3, 2), **of_ticket)
    await remind_of_steps(world.database, datetime(2026, 3, 2, 11, 59, tzinfo=UTC))
    assert await told(world) == set()
    await remind_of_steps(world.database, datetime(2026, 3, 2, 12, 0, tzinfo=UTC))
    assert await told(world) == {("support", "step_due", "ticket-1-1")}


@pytest.mark.parametrize(
    ("who", "minutes", "people"),
    [("near_rep", -60, set()), ("near_rep", 60, {"near_rep"}), ("admin", -60, {"near_rep"})],
)
async def test_nobody_is_told_of_a_step_that_they_set_when_it_was_due_already(
    world: World, who: str, minutes: int, people: set[str]
) -> None:
    due = now().astimezone(EASTERN) + timedelta(minutes=minutes)
    body = {
        "kind": "lead", "recordId": "lead-1-1", "words": "Call", "assignedTo": "near_rep",
        "dueOn": due.date().isoformat(), "dueMinute": due.hour * 60 + due.minute,
    }  # fmt: skip
    answer = await world.client(who).post(STEPS, json=body)
    assert answer.status_code == 201, answer.text
    await remind_of_steps(world.database, max(due, now()))
    assert await people_told(world, "step_due") == people


@pytest.mark.parametrize("indexed", [True, False])
async def test_the_open_steps_of_a_day_are_found_by_an_index(world: World, indexed: bool) -> None:
    first = date(2026, 3, 2)
    async with world.console() as db:
        for number in range(300):
            others = {"kind": "ticket", "record_id": f"ticket-{number}-of-many", "branch_id": NEAR}
            due = first + timedelta(days=number)
            db.store(NextStep(words="Call", due_on=due, assigned_to="near_rep", **others))
    async with world.database.writes.begin() as connection:
        if not indexed:
            await connection.execute(text("DROP INDEX ix_next_steps_open_by_day"))
        await connection.execute(text("ANALYZE"))
    asked: list[tuple[str, Any]] = []
    engine = world.database.reads.sync_engine

    def note(_connection: Any, _cursor: Any, sql: str, values: Any, *_: Any) -> None:
        if "due_on" in sql:
            asked.append((sql, values))

    event.listen(engine, "before_cursor_execute", note)
    await remind_of_steps(world.database, datetime(2026, 6, 2, 15, tzinfo=UTC))
    event.remove(engine, "before_cursor_execute", note)
    explain = "EXPLAIN QUERY PLAN" if world.database.is_sqlite else "EXPLAIN"
    async with world.database.reads.connect() as connection:
        plan = (await connection.exec_driver_sql(f"{explain} {asked[0][0]}", asked[0][1])).all()
    assert ("ix_next_steps_open_by_day" in str(plan)) == indexed, plan


async def test_a_message_is_told_when_a_quarter_of_the_promised_time_is_left(world: World) -> None:
    arrived = datetime(2026, 3, 2, 12, tzinfo=UTC)
    async with world.console() as db:
        for id, handling in (("asked", EnquiryHandling()), ("robot", EnquiryHandling(suspected=True))):
            db.store(
                ContactSubmission(
                    id=id, name="Ivy", email="ivy@v.example", message="x" * 10, created_at=arrived,
                    handling=handling,
                )
            )  # fmt: skip
    promised = world.services.company.answers.time
    assert promised == DAY
    await remind_of_answers(world.database, promised, arrived + timedelta(hours=17, minutes=59))
    assert await told(world) == set()
    for _ in range(2):
        await remind_of_answers(world.database, promised, arrived + timedelta(hours=18))
    found = await told(world)
    assert {(what, id) for _, what, id in found} == {("answer_due", "asked")}
    assert await people_told(world, "answer_due") >= {"near_rep", "far_rep", "support", "admin"}
    assert len(await shown(world, "near_rep")) == 1


async def test_who_writes_waits_for_one_message_at_most_and_for_none_that_was_told(world: World) -> None:
    done: list[object] = []
    engine = world.database.writes.sync_engine
    note = done.append
    event.listen(engine, "commit", note)
    for transactions in (5, 5):
        await remind_of_answers(world.database, DAY, now() + timedelta(hours=20))
        assert len(done) == transactions
    event.remove(engine, "commit", note)
    assert len({id for _, _, id in await told(world)}) == 5


async def test_a_message_that_somebody_took_is_told_to_nobody(world: World) -> None:
    async with world.console() as db:
        handling = EnquiryHandling(state="taken")
        db.store(
            ContactSubmission(
                id="asked", name="Ivy", email="i@v.example", message="x" * 10, handling=handling
            )
        )
    await remind_of_answers(world.database, DAY, now() + timedelta(hours=20))
    assert {id for _, _, id in await told(world)} == {f"enquiry-{number}" for number in range(5)}


async def test_what_was_told_sixty_days_ago_is_forgotten(world: World) -> None:
    await new_lead(world)
    await new_lead(world, name="Second")
    newest = max([row["id"] for row in await shown(world, "near_rep")])
    async with world.database.writes.begin() as connection:
        old = (NOTIFICATIONS.c.user_id == "near_rep") & (NOTIFICATIONS.c.id != newest)
        await connection.execute(
            update(NOTIFICATIONS).where(old).values(created_at=now() - timedelta(days=61))
        )
    await notifications.sweep(world.database, timedelta(days=60))
    assert [row["title"] for row in await shown(world, "near_rep")] == ["Second"]


async def test_the_inbox_and_tickets_list_the_oldest_first_where_asked(world: World) -> None:
    async with world.console() as db:
        for number, hours in (("enquiry-3", 30), ("enquiry-1", 20)):
            (await db.find(ContactSubmission, number)).created_at = now() - timedelta(hours=hours)
        (await db.find(GallerySubmission, "photo-0")).created_at = now() - timedelta(days=3)
    inbox = (await world.client("support").get("/api/panel/enquiries?state=open&sort=oldest")).json()
    assert [row["id"] for row in inbox][:2] == ["enquiry-3", "enquiry-1"]
    tickets = (await world.client("admin").get("/api/panel/support-tickets?status=open&sort=oldest")).json()
    assert [row["createdAt"] for row in tickets] == sorted(row["createdAt"] for row in tickets)
    photos = (await world.client("admin").get("/api/panel/gallery?approved=0&sort=oldest")).json()
    assert [row["id"] for row in photos] == ["photo-0"]


async def test_what_is_told_lies_where_its_record_is_by_then(world: World) -> None:
    """A chore reads which steps are due, and the record moves before it has told of them."""
    rows = [
        row_telling("near_rep", Happening.STEP_DUE, ToldOf.LEAD, id, NEAR, f"step:{id}")
        for id in ("lead-1-1", "lead-1-2", "gone")
    ]
    async with world.acting(await world.actor("admin")) as db:
        (await db.find(Lead, "lead-1-1")).branch_id = FAR
        await db.flush()
        telling = asyncio.create_task(notifications.tell_once(world.database, rows))
        await asyncio.sleep(0.3)
        assert not telling.done(), "it waits for the move"
    await telling
    async with world.database.reads.connect() as connection:
        table = NOTIFICATIONS.c
        found = await connection.execute(
            select(table.record_id, table.branch_id).where(table.user_id == "near_rep")
        )
        assert dict(found.all()) == {"lead-1-1": FAR, "lead-1-2": NEAR}
