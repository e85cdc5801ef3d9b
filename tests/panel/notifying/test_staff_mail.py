"""Letters to staff: who gets one, when, and what it says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import func, select, update

from duskline.chores import chores_of
from duskline.core.data.session import reading
from duskline.core.mail.delivery import Outcome
from duskline.core.mail.outbox import MAILS
from duskline.models.notifying.notifications import NOTIFICATIONS
from duskline.models.notifying.staff_mail import home_zone, write_to_staff
from duskline.models.people.people import User
from duskline.models.places.places import Branch, BranchDetails
from duskline.policy import CONSOLE
from tests.instruments import stop_clock
from tests.mailbox import delivered, html_of, text_of
from tests.panel.notifying.test_notifications import MESSAGE, PATH, STEPS, new_lead, shown, step
from tests.panel.people.test_preferences import PATH as PREFERENCES
from tests.panel.people.test_preferences import prefer
from tests.panel.threads import LEADS
from tests.world import BESIDE, FAR, NEAR, PEOPLE, World, email_of

Letters = list[tuple[str, EmailMessage]]
Send = Callable[[datetime], Awaitable[Letters]]
LUNCH = datetime(2026, 3, 2, 17, 30, tzinfo=UTC)
"""12:30 PM in New York, where the branches keep their time until another is set."""
EVENING = datetime(2026, 3, 3, 2, 0, tzinfo=UTC)
"""9:00 PM there."""
MORNING = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
"""7:00 AM there, on the day after."""


@pytest.fixture
def send(world: World, monkeypatch: pytest.MonkeyPatch) -> Send:
    """What leaves when the chore is done at a time, and what waits is sent."""

    async def at(moment: datetime) -> Letters:
        with monkeypatch.context() as patched:
            stop_clock(patched, moment)
            await write_to_staff(world.database)
            return await delivered(world)

    return at


async def happened(world: World, at: datetime) -> None:
    """All that was told until now was told then."""
    async with world.database.writes.begin() as connection:
        await connection.execute(update(NOTIFICATIONS).values(created_at=at))


async def assigned(world: World, at: datetime = LUNCH, who: str = "near_rep", **fields: Any) -> str:
    id = await new_lead(world, assignedTo=who, **fields)
    await happened(world, at)
    return id


def to(letters: Letters, who: str) -> list[EmailMessage]:
    return [letter for recipient, letter in letters if recipient == email_of(who)]


async def waiting(world: World) -> int:
    async with world.database.reads.connect() as connection:
        return await connection.scalar(select(func.count()).select_from(MAILS)) or 0


async def test_one_s_own_is_told_at_once(world: World, send: Send) -> None:
    id = await assigned(world, name="Lena <b>Eaves</b>")
    (letter,) = to(await send(LUNCH), "near_rep")
    assert letter["Subject"] == "Assigned to you"
    assert letter["To"] == "Near Rep <near.rep@duskline.example>"
    link = f"http://127.0.0.1:8000/panel?record=lead.{id}"
    assert text_of(letter).replace("\r", "") == (
        "Hello Near,\n\nHere is what is new for you at Duskline.\n\n"
        f"Assigned to you\n- Lena <b>Eaves</b> (Lead)\n  {link}\n\n"
        "Open the Panel:\nhttp://127.0.0.1:8000/panel\n\n"
        "You choose what you are told, and when: press the bell in the panel, then Preferences.\n\n"
        "-- \nDuskline Lighting\n(555) 555-0142\nMon-Fri 8AM-8PM EST\n"
    )
    html = html_of(letter)
    assert f'href="{link}"' in html
    assert "Lena &lt;b&gt;Eaves&lt;/b&gt;" in html


@pytest.mark.parametrize(
    ("path", "record", "who", "place"),
    [
        ("leads", "lead-1-1", "near_rep", "?record=lead.lead-1-1"),
        ("work-orders", "order-1-1", "near_technician", "/work-orders?id=order-1-1"),
        ("support-tickets", "ticket-1-1", "support", "/tickets?id=ticket-1-1"),
    ],
)
async def test_each_opens_where_its_reader_has_it(
    world: World, send: Send, path: str, record: str, who: str, place: str
) -> None:
    answer = await world.client("admin").patch(f"/api/panel/{path}/{record}", json={"assignedTo": who})
    assert answer.status_code == 200, answer.text
    await happened(world, LUNCH)
    (letter,) = to(await send(LUNCH), who)
    assert f"\n  http://127.0.0.1:8000/panel{place}\n" in text_of(letter).replace("\r", "")


async def test_a_letter_tells_once(world: World, send: Send) -> None:
    await assigned(world)
    assert len(to(await send(LUNCH), "near_rep")) == 1
    assert to(await send(LUNCH + timedelta(minutes=1)), "near_rep") == []
    assert to(await send(MORNING), "near_rep") == []


async def test_however_many_ask_it_is_told_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await assigned(world)
    await step(
        world, date(2026, 3, 3), assigned_to="near_technician", kind="work_order", record_id="order-1-1"
    )
    for moment in (LUNCH, MORNING):
        stop_clock(monkeypatch, moment)
        await asyncio.gather(*(write_to_staff(world.database) for _ in range(4)))
    recipients = [recipient for recipient, _ in await delivered(world)]
    assert {email_of("near_rep"), email_of("near_technician"), email_of("near_manager")} <= set(recipients)
    assert len(recipients) == len(set(recipients))


async def test_what_comes_together_is_told_together(world: World, send: Send) -> None:
    for name in ("First", "Second", "Third"):
        await assigned(world, name=name)
    (letter,) = to(await send(LUNCH), "near_rep")
    assert letter["Subject"] == "3 notifications"
    assert "Assigned to you (3)\n- Third (Lead)\n" in text_of(letter).replace("\r", "")


async def test_many_are_counted_and_not_all_listed(world: World, send: Send) -> None:
    for number in range(12):
        await assigned(world, name=f"Lead {number}")
    (letter,) = to(await send(LUNCH), "near_rep")
    words = text_of(letter)
    assert words.count("?record=lead.") == 10
    assert "Assigned to you (12)" in words
    assert "and 2 more" in words
    assert "and 2 more" in html_of(letter)


async def test_what_is_many_waits_for_the_morning(world: World, send: Send) -> None:
    await new_lead(world, name="Lena Eaves")
    assert (await world.client().post("/api/contact", json=MESSAGE)).status_code == 201
    await happened(world, LUNCH)
    assert await send(LUNCH) == []
    letters = await send(MORNING)
    (letter,) = to(letters, "near_manager")
    assert letter["Subject"] == "Your morning: 2 notifications"
    words = text_of(letter).replace("\r", "")
    assert "New lead\n- Lena Eaves\n" in words
    assert "New message\n- Ivy Porchlight\n  http://127.0.0.1:8000/panel/leads?tab=inbox\n" in words
    (letter,) = to(letters, "support")
    assert letter["Subject"] == "Your morning: 1 notification".replace("1 notification", "New message")
    assert "/panel/tickets?tab=inbox" in text_of(letter)
    assert "Lena Eaves" not in text_of(letter)
    (letter,) = to(letters, "near_rep")
    assert "Ivy Porchlight" not in text_of(letter)
    assert to(letters, "technician") == []


async def test_what_falls_into_quiet_hours_waits_for_the_morning(world: World, send: Send) -> None:
    await assigned(world, EVENING)
    assert await send(EVENING) == []
    (letter,) = to(await send(MORNING), "near_rep")
    assert letter["Subject"] == "Your morning: Assigned to you"


@pytest.mark.parametrize(
    ("minutes", "sent"),
    [((20 * 60 + 1, 7 * 60), 1), ((20 * 60, 7 * 60), 0), ((8 * 60, 8 * 60), 1), ((6 * 60, 22 * 60), 0)],
)
async def test_quiet_hours_are_one_s_own(
    world: World, send: Send, minutes: tuple[int, int], sent: int
) -> None:
    begin, end = minutes
    answer = await world.client("near_rep").patch(PREFERENCES, json={"quietFrom": begin, "quietUntil": end})
    assert answer.status_code == 200
    eight = datetime(2026, 3, 3, 1, 0, tzinfo=UTC)
    await assigned(world, eight)
    assert len(to(await send(eight), "near_rep")) == sent


async def test_a_letter_that_is_late_keeps_quiet_and_tells_it_in_the_morning(
    world: World, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    await assigned(world)
    with monkeypatch.context() as patched:
        stop_clock(patched, LUNCH)
        await write_to_staff(world.database)
    with monkeypatch.context() as patched:
        stop_clock(patched, EVENING)
        assert await delivered(world) == []
    assert await waiting(world) == 0
    assert len(to(await send(MORNING), "near_rep")) == 1


async def test_a_letter_that_did_not_leave_tells_the_same_again(
    world: World, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    await assigned(world, name="Lena Eaves")
    with monkeypatch.context() as patched:
        stop_clock(patched, LUNCH)
        await write_to_staff(world.database)
        ((_, first),) = await delivered(world, Outcome.PUT_OFF)
    await assigned(world, LUNCH + timedelta(minutes=3), name="Second")
    letters = to(await send(LUNCH + timedelta(minutes=10)), "near_rep")
    same = [letter for letter in letters if letter["Message-ID"] == first["Message-ID"]]
    assert ["Lena Eaves" in text_of(letter) for letter in same] == [True]
    assert sum("Second" in text_of(letter) for letter in letters) == 1
    assert len(letters) == 2


async def test_a_lost_answer_is_asked_about_of_nobody(
    world: World, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    await assigned(world)
    stop_clock(monkeypatch, LUNCH)
    await write_to_staff(world.database)
    await delivered(world, Outcome.LOST)
    async with world.database.reads.connect() as connection:
        assert (await connection.scalars(select(MAILS.c.state))).all() == ["waiting"]


@pytest.mark.parametrize(
    "meanwhile", [None, "read", "reach", "role", "inactive", "taken back", "not by mail", "removed"]
)
async def test_what_is_no_longer_so_when_it_leaves_is_not_told(
    world: World, monkeypatch: pytest.MonkeyPatch, meanwhile: str | None
) -> None:
    id = await assigned(world)
    admin, rep = world.client("admin"), world.client("near_rep")
    (row,) = await shown(world, "near_rep")
    with monkeypatch.context() as patched:
        stop_clock(patched, LUNCH)
        await write_to_staff(world.database)
    assert await waiting(world) == 1
    if meanwhile == "read":
        assert (await rep.post(f"{PATH}/{row['id']}/read")).status_code == 200
    elif meanwhile == "reach":
        async with world.console() as db:
            (await db.find(User, "near_rep")).branch_id = BESIDE
    elif meanwhile == "role":
        async with world.console() as db:
            (await db.find(User, "near_rep")).role = "technician"  # type: ignore[assignment]
    elif meanwhile == "inactive":
        edited = await admin.patch("/api/panel/users/near_rep", json={"status": "inactive"})
        assert edited.status_code == 200, edited.text
    elif meanwhile == "taken back":
        assert (await admin.patch(f"{LEADS}/{id}", json={"assignedTo": "sales_rep"})).status_code == 200
    elif meanwhile == "not by mail":
        await prefer(world, "near_rep", "assigned", byMail="never")
    elif meanwhile == "removed":
        assert (await admin.delete(f"{LEADS}/{id}")).status_code == 204
    stop_clock(monkeypatch, LUNCH)
    assert len(to(await delivered(world), "near_rep")) == (meanwhile is None)
    async with world.database.reads.connect() as connection:
        left = await connection.scalar(select(func.count()).where(MAILS.c.state == "waiting"))
    assert left == 0


async def test_nobody_gets_a_letter_about_what_they_did(world: World, send: Send) -> None:
    await prefer(world, "near_rep", "new_lead", byMail="at_once")
    await prefer(world, "sales_rep", "new_lead", byMail="at_once")
    await new_lead(world, "near_rep", assignedTo="near_rep")
    await happened(world, LUNCH)
    assert [recipient for recipient, _ in await send(LUNCH)] == [email_of("sales_rep")]


async def test_what_one_wants_by_mail_alone_is_told_by_mail(world: World, send: Send) -> None:
    await prefer(world, "near_rep", "assigned", inPanel=False)
    await assigned(world)
    assert await shown(world, "near_rep") == []
    assert len(to(await send(LUNCH), "near_rep")) == 1


async def test_the_morning_tells_what_one_promised(world: World, send: Send) -> None:
    today = date(2026, 3, 3)
    words = {
        "lead-1-1": ("Call about the porch", today - timedelta(days=20), None),
        "lead-1-2": ("Send the range", today, 14 * 60 + 5),
        "lead-beside-1": ("Out of reach", today, None),
        "lead-1-3": ("Not due yet", today + timedelta(days=1), None),
    }
    for record, (said, due, minute) in words.items():
        branch = BESIDE if "beside" in record else NEAR
        await step(world, due, minute, words=said, record_id=record, branch_id=branch)
    (letter,) = to(await send(MORNING), "near_rep")
    assert letter["Subject"] == "Your morning: 2 next steps"
    assert (
        "Your next steps (2)\n"
        "- Call about the porch (Lea 1 1, overdue since February 11)\n  http://127.0.0.1:8000/panel?record=lead.lead-1-1\n"
        "- Send the range (Lea 1 2, today at 2:05 PM)\n  http://127.0.0.1:8000/panel?record=lead.lead-1-2\n"
    ) in text_of(letter).replace("\r", "")


async def test_the_morning_tells_what_nobody_has_after_what_one_promised(world: World, send: Send) -> None:
    """To those who may have it; not what is another kind's, or another branch's."""
    today = date(2026, 3, 3)
    await step(world, today, words="Call about the porch")
    await step(
        world, today - timedelta(days=9), words="Send the range", record_id="lead-1-2", assigned_to=None
    )
    await step(
        world, today, words="Bring the ladder", kind="work_order", record_id="order-1-1", assigned_to=None
    )
    (letter,) = to(await send(MORNING), "near_rep")
    said = text_of(letter).replace("\r", "")
    assert letter["Subject"] == "Your morning: 2 next steps"
    assert said.index("Your next step\n- Call about the porch (Lea 1 1, today)") < said.index(
        "Next step that nobody has\n- Send the range (Lea 1 2, overdue since February 22)"
    )
    assert "Bring the ladder" not in said


async def test_the_morning_is_that_of_whoever_gets_the_letter(world: World, send: Send) -> None:
    """7:00 AM of March 3 in Auckland is 1:00 PM of the day before in New York."""
    async with world.console() as db:
        db.store(BranchDetails(id=NEAR, time_zone="Pacific/Auckland"))
    await step(world, date(2026, 3, 2), words="Call about the porch")
    await step(world, date(2026, 3, 3), words="Send the range", record_id="lead-1-2")
    await step(world, date(2026, 3, 4), words="Not due yet", kind="client", record_id="client-1-1")
    (letter,) = to(await send(datetime(2026, 3, 2, 18, 0, tzinfo=UTC)), "near_rep")
    assert "Call about the porch (Lea 1 1, overdue since March 2)" in text_of(letter)
    assert "Send the range (Lea 1 2, today)" in text_of(letter)
    assert "Not due yet" not in text_of(letter)


async def test_the_morning_tells_of_nothing_that_one_s_role_does_not_open(world: World, send: Send) -> None:
    await step(world, date(2026, 3, 3), kind="work_order", record_id="order-1-1")
    assert to(await send(MORNING), "near_rep") == []


@pytest.mark.parametrize(("mode", "letters"), [("morning", 1), ("at_once", 1), ("never", 0)])
async def test_a_step_of_the_day_makes_one_letter_at_most(
    world: World, send: Send, mode: str, letters: int
) -> None:
    await prefer(world, "near_rep", "step_due", byMail=mode)
    await step(world, date(2026, 3, 3))
    found = [
        letter
        for minutes in range(3)
        for letter in to(await send(MORNING + timedelta(minutes=minutes)), "near_rep")
    ]
    assert len(found) == letters


async def test_a_step_with_a_time_is_told_at_once_where_that_is_wanted(world: World, send: Send) -> None:
    await prefer(world, "near_rep", "step_due", byMail="at_once")
    body = {
        "kind": "lead",
        "recordId": "lead-1-1",
        "words": "Call",
        "assignedTo": "near_rep",
        "dueOn": "2026-03-02",
    }
    answer = await world.client("admin").post(STEPS, json=body | {"dueMinute": 12 * 60 + 30})
    assert answer.status_code == 201
    assert to(await send(LUNCH - timedelta(minutes=1)), "near_rep") == []
    (letter,) = to(await send(LUNCH), "near_rep")
    assert letter["Subject"] == "Next step due"


async def test_nothing_to_say_means_no_letter(world: World, send: Send) -> None:
    assert await send(MORNING) == []
    assert await waiting(world) == 0


async def test_the_morning_letter_comes_once_a_day(world: World, send: Send) -> None:
    await step(world, date(2026, 3, 2))
    sent = [
        len(to(await send(MORNING + timedelta(minutes=minutes)), "near_rep")) for minutes in (-1, 0, 1, 240)
    ]
    assert sent == [0, 1, 0, 0]
    sent = [
        len(to(await send(MORNING + timedelta(days=1, minutes=minutes)), "near_rep")) for minutes in (0, 1)
    ]
    assert sent == [1, 0]


async def test_what_happens_after_the_morning_letter_waits_for_the_next(world: World, send: Send) -> None:
    assert await send(MORNING) == []
    await new_lead(world)
    await happened(world, MORNING + timedelta(minutes=5))
    assert await send(MORNING + timedelta(minutes=6)) == []
    assert len(to(await send(MORNING + timedelta(days=1)), "near_rep")) == 1


@pytest.mark.parametrize(("hours", "letters"), [(4.9, 1), (5, 0)])
async def test_a_morning_that_was_missed_is_made_up_for_until_noon(
    world: World, send: Send, hours: float, letters: int
) -> None:
    await step(world, date(2026, 3, 2))
    assert len(await send(MORNING + timedelta(hours=hours))) == letters


async def test_what_happened_long_ago_is_not_sent_to_somebody_who_asks_for_letters_now(
    world: World, send: Send
) -> None:
    await assigned(world, MORNING - timedelta(days=2, minutes=1))
    assert await send(MORNING) == []
    await assigned(world, MORNING - timedelta(days=2) + timedelta(minutes=1))
    assert len(to(await send(MORNING), "near_rep")) == 1


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("America/New_York", datetime(2026, 3, 8, 11, 0, tzinfo=UTC)),  # the hour that is left out
        ("America/New_York", datetime(2026, 11, 1, 12, 0, tzinfo=UTC)),  # the hour that comes twice
        ("America/Phoenix", datetime(2026, 3, 8, 14, 0, tzinfo=UTC)),
        ("Pacific/Honolulu", datetime(2026, 3, 8, 17, 0, tzinfo=UTC)),
    ],
)
async def test_it_is_seven_by_the_clock_of_one_s_branch_also_when_the_clocks_change(
    world: World, send: Send, zone: str, moment: datetime
) -> None:
    async with world.console() as db:
        db.store(BranchDetails(id=NEAR, time_zone=zone))
    await step(world, date(2026, 3, 1))
    for day in (moment - timedelta(days=1), moment):
        await send(day - timedelta(hours=2))
    assert len(to(await send(moment - timedelta(minutes=1)), "near_rep")) <= (zone == "America/New_York")
    found = [
        len(to(await send(moment + timedelta(minutes=minutes)), "near_rep")) for minutes in (0, 1, 59, 61)
    ]
    assert found == [1, 0, 0, 0]


async def test_both_know_the_same_clock_of_everybody(world: World) -> None:
    """`home_zone` for statements, `zone_of` for one who reads."""
    async with world.console() as db:
        db.store(Branch(id="away", region_id="south", name="Away", address="Closed", status="inactive"))
        await db.flush()
        for branch, zone in (
            (NEAR, "America/Phoenix"),
            (BESIDE, "Pacific/Honolulu"),
            (FAR, "America/Chicago"),
            ("away", "America/Anchorage"),
        ):
            db.store(BranchDetails(id=branch, time_zone=zone))
    people = set(PEOPLE) - {"deactivated", "client", "expired", "logged_out", "no_role", "homeless"}
    async with reading(world.database, CONSOLE) as db:
        rows = await db.execute(select(User.id, home_zone()).where(User.id.in_(people)))
        found = {person: zone for person, zone in rows}  # noqa: C416
    for person in sorted(people):
        async with reading(world.database, await world.actor(person)) as db:
            answer = await world.client(person).get("/api/auth/user")
            assert answer.json()["homeTimeZone"] == found[person], person
    assert found["far_manager"] == "America/Chicago"
    assert found["admin"] == "America/Phoenix"


async def test_more_people_than_one_transaction_takes_get_theirs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.models.notifying.staff_mail.BATCH", 2)
    for person in ("near_rep", "sales_rep", "beside_rep", "far_rep", "near_manager"):
        branch = {"beside_rep": BESIDE, "far_rep": FAR}.get(person, NEAR)
        await assigned(world, MORNING, person, branchId=branch)
    await write_to_staff(world.database, MORNING)
    async with world.database.reads.connect() as connection:
        found = (await connection.scalars(select(MAILS.c.recipient))).all()
    assert {
        email_of(name) for name in ("near_rep", "sales_rep", "beside_rep", "far_rep", "near_manager")
    } <= set(found)
    assert len(found) == len(set(found))


async def test_nobody_reads_in_settings_what_staff_are_told(world: World) -> None:
    await assigned(world, name="Lena Eaves")
    await write_to_staff(world.database, LUNCH)
    rows = (await world.client("admin").get("/api/panel/letters")).json()
    assert [(row["kind"], row["subject"], row["recipient"]) for row in rows] == [
        ("news", "What is new for you", email_of("near_rep"))
    ]
    assert (await world.client("near_manager").get("/api/panel/letters")).json() == []


@pytest.mark.parametrize("mails", [True, False])
async def test_where_no_mail_leaves_no_letters_pile_up(
    world: World, mailing_world: World, mails: bool
) -> None:
    given = (mailing_world if mails else world).services
    names = [chore.name for chore in chores_of(given.settings, given.company_file, given.database)]
    assert ("staff_mail" in names) is mails
