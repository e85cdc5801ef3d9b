"""Branches are made, changed, deactivated and deleted: by whom, with what effect, and what is in the way."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import delete, select

from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import MAILS
from duskline.models.company import branches as rules
from duskline.models.people.people import User, UserStatus
from duskline.models.places.places import Branch, BranchServiceArea
from duskline.models.records import references
from duskline.models.records.sales import Lead, LeadStatus
from tests.world import BESIDE, FAR, MISSING, NEAR, World

PATH = "/api/panel/branches"
NEW = {"name": "Harbor", "regionId": "north", "address": "1 Harbor Way"}
WEEKDAYS = [{"day": day, "opens": 480, "closes": 1080} for day in range(5)]
QUOTE = {
    "propertyType": "home", "coverage": "whole", "stories": 1, "feet": 100, "zip": "10001", "name": "Ivy Porchlight",
    "email": "ivy@visitor.example", "secondsOpen": 30,
}  # fmt: skip


async def made(world: World, **fields: Any) -> dict[str, Any]:
    answer = await world.client("admin").post(PATH, json=NEW | fields)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def edited(world: World, id: str, who: str = "admin", **fields: Any) -> httpx.Response:
    return await world.client(who).patch(f"{PATH}/{id}", json=fields)


async def hanging(world: World, id: str, who: str = "admin") -> dict[str, Any]:
    answer = await world.client(who).get(f"{PATH}/{id}/hanging")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_branch_is_made_and_shown_to_those_in_reach(world: World) -> None:
    row = await made(
        world,
        phone="(614) 555-0100",
        email="harbor@duskline.example",
        timeZone="America/Chicago",
        openHours=WEEKDAYS,
    )
    assert row == {
        "id": row["id"], "name": "Harbor", "regionId": "north", "regionName": "North", "status": "active",
        "timeZone": "America/Chicago", "address": "1 Harbor Way", "phone": "(614) 555-0100",
        "email": "harbor@duskline.example", "openHours": WEEKDAYS, "openWords": "Mon-Fri 8 AM-6 PM", "holidays": [], "crews": None,
        "version": 1,
    }  # fmt: skip
    for who, seen in (("regional_ops_manager", True), ("branch_ops_manager", False), ("far_manager", False)):
        listed = {each["id"] for each in (await world.client(who).get(PATH)).json()}
        assert (row["id"] in listed) is seen, who
        assert (await world.client(who).get(f"{PATH}/{row['id']}")).status_code == (200 if seen else 404)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"name": " branch NEAR "}, ("name", "There is a branch of this name already")),
        ({"name": ""}, ("name", "Required")),
        ({"address": " "}, ("address", "Required")),
        ({"regionId": "nowhere"}, ("regionId", "Please choose a region from the list")),
        ({"email": "no address"}, ("email", "Please enter a valid email address")),
        ({"timeZone": "Mars/Olympus"}, ("timeZone", "Please choose a time zone from the list")),
        ({"openHours": [{"day": 1, "opens": 600, "closes": 600}]}, ("openHours", "Please let each day close after it opens")),
        ({"openHours": [WEEKDAYS[0], WEEKDAYS[0]]}, ("openHours", "Please name each day once")),
        ({"openHours": [{"day": 7, "opens": 0, "closes": 1}]}, ("openHours.0.day", "Please name a day from 0, a Monday, to 6")),
        ({"openHours": [{"day": 6, "opens": 0, "closes": 1441}]}, ("openHours.0.closes", "Please name a time of the day, in minutes after midnight")),
    ],
)  # fmt: skip
async def test_what_is_not_valid_is_refused(
    world: World, fields: dict[str, Any], fault: tuple[str, str]
) -> None:
    await edited(world, NEAR, name="Branch near")
    for answer in (
        await world.client("admin").post(PATH, json=NEW | fields),
        await edited(world, FAR, **fields),
    ):
        assert (answer.status_code, answer.json()["fields"]) == (400, dict([fault])), answer.text
    assert len((await world.client("admin").get(PATH)).json()) == 3


async def test_its_own_name_is_no_namesake(world: World) -> None:
    assert (await edited(world, NEAR, name="branch 1")).json()["name"] == "branch 1"


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (None, None), ([], None),
        (WEEKDAYS, "Mon-Fri 8 AM-6 PM"),
        ([*WEEKDAYS, {"day": 5, "opens": 570, "closes": 780}], "Mon-Fri 8 AM-6 PM, Sat 9:30 AM-1 PM"),
        ([{"day": 6, "opens": 0, "closes": 1440}], "Sun 12 AM-12 AM"),
        ([WEEKDAYS[4], WEEKDAYS[0]], "Mon 8 AM-6 PM, Fri 8 AM-6 PM"),
        ([{"day": 2, "opens": 720, "closes": 725}], "Wed 12 PM-12:05 PM"),
    ],
)  # fmt: skip
async def test_hours_are_told_in_words(world: World, hours: Any, words: str | None) -> None:
    answer = await edited(world, NEAR, openHours=hours)
    assert (answer.status_code, answer.json()["openWords"]) == (200, words)


FACTS = {
    "name": "By the river",
    "address": "2 River Way",
    "phone": "555-0123",
    "email": "river@duskline.example",
}


@pytest.mark.parametrize(
    ("who", "branch", "status"),
    [
        ("branch_ops_manager", NEAR, 200), ("branch_ops_manager", BESIDE, 404),
        ("regional_ops_manager", BESIDE, 200), ("regional_ops_manager", FAR, 404), ("admin", FAR, 200),
        ("support", NEAR, 403), ("lead_technician", NEAR, 403), ("homeless", NEAR, 404),
    ],
)  # fmt: skip
async def test_facts_are_for_those_who_see_settings(world: World, who: str, branch: str, status: int) -> None:
    answer = await edited(world, branch, who, **FACTS)
    assert answer.status_code == status, answer.text
    named = [
        row["id"] for row in (await world.client("admin").get(PATH)).json() if row["name"] == "By the river"
    ]
    assert named == ([branch] if status == 200 else [])


@pytest.mark.parametrize("who", ["branch_ops_manager", "regional_ops_manager"])
@pytest.mark.parametrize("fields", [{"status": "inactive"}, {"regionId": "south"}])
async def test_who_sees_what_is_for_administrators(world: World, who: str, fields: dict[str, Any]) -> None:
    answer = await edited(world, NEAR, who, **fields)
    assert (answer.status_code, answer.json()["error"]) == (
        403, "Only administrators move, deactivate or activate a branch.",
    )  # fmt: skip
    assert (await edited(world, NEAR, who, status="active", regionId="north")).status_code == 200, "as it is"
    assert (await world.client(who).post(PATH, json=NEW)).status_code == 403
    assert (await world.client(who).delete(f"{PATH}/{NEAR}")).status_code == 403


async def test_two_who_edit_at_once_meet(world: World) -> None:
    """Also where one changes the branch and the other what stands beside it."""
    before = await edited(world, NEAR, phone="555-0101")
    version = before.json()["version"]
    admin, seen = world.client("admin"), {"if-match": f'"{version}"'}
    first = await admin.patch(f"{PATH}/{NEAR}", json={"openHours": WEEKDAYS}, headers=seen)
    assert (first.status_code, first.json()["version"]) == (200, version + 1)
    second = await admin.patch(f"{PATH}/{NEAR}", json={"phone": "555-0102"}, headers=seen)
    assert second.status_code == 409
    third = await admin.patch(f"{PATH}/{NEAR}", json={"email": "a@b.example"}, headers=seen)
    assert third.status_code == 409
    row = (await admin.get(f"{PATH}/{NEAR}")).json()
    assert (row["phone"], row["email"], row["openHours"]) == ("555-0101", None, WEEKDAYS)
    same = await admin.patch(f"{PATH}/{NEAR}", json={"openHours": WEEKDAYS})
    assert same.json()["version"] == version + 1, "nothing changed"


async def test_history_tells_of_both_rows(world: World) -> None:
    await edited(world, NEAR, "branch_ops_manager", phone="555-0101", openHours=WEEKDAYS)
    await edited(world, NEAR, "branch_ops_manager", phone="555-0102", email="near@duskline.example")
    events = (await world.client("branch_ops_manager").get(f"{PATH}/{NEAR}/history")).json()
    changes: dict[str, list[Any]] = {}
    for event in reversed(events):
        changes |= event["changes"]
    assert changes["phone"] == ["555-0101", "555-0102"]
    assert changes["email"] == [None, "near@duskline.example"]
    assert changes["openHours"] == [None, WEEKDAYS]
    assert "name" not in changes, "nobody changed that"
    assert {event["who"] for event in events} == {"Branch Ops_Manager"}
    assert (await world.client("branch_ops_manager").get(f"{PATH}/{BESIDE}/history")).status_code == 404


# --- what the facts change ---


async def letter_after(world: World, zip_code: str, email: str = "ivy@visitor.example") -> Letter:
    async with world.client() as visitor:
        answer = await visitor.post("/api/quotes", json=QUOTE | {"zip": zip_code, "email": email})
    assert answer.status_code == 201, answer.text
    async with world.database.reads.connect() as connection:
        (row,) = await connection.scalars(select(MAILS.c.letter).order_by(MAILS.c.id.desc()).limit(1))
        return msgspec.json.decode(row, type=Letter)


async def test_a_letter_speaks_for_the_branch_that_serves_the_visitor(world: World) -> None:
    await edited(
        world,
        BESIDE,
        address="7 Beside Road",
        phone="(614) 555-0177",
        email="beside@duskline.example",
        openHours=WEEKDAYS,
    )
    letter = await letter_after(world, "10001")
    assert letter.reply_to
    assert letter.reply_to.address == "beside@duskline.example"
    assert "or call (614) 555-0177 (Mon-Fri 8 AM-6 PM)." in letter.text
    footer = letter.text.partition("-- \n")[2]
    assert footer == "Duskline Lighting\n7 Beside Road\n(614) 555-0177\nMon-Fri 8 AM-6 PM\n"
    assert "7 Beside Road" in (letter.html or "")


async def test_elsewhere_and_without_facts_it_speaks_for_the_company(world: World) -> None:
    """Control; and an address that nobody entered is told to nobody."""
    await edited(world, NEAR, address="Not entered yet", phone="(614) 555-0199")
    letter = await letter_after(world, "99999")
    assert "(555) 555-0142 (Mon-Fri 8AM-8PM EST)" in letter.text
    assert "0199" not in letter.text
    async with world.console() as db:
        await db.execute(delete(BranchServiceArea.__table__))
    letter = await letter_after(
        world, "99999", "ann@visitor.example"
    )  # now the default branch serves everybody
    assert "(614) 555-0199 (Mon-Fri 8AM-8PM EST)" in letter.text
    assert "Not entered" not in letter.text
    assert letter.reply_to
    assert letter.reply_to.address == "hello@duskline.example"


# --- deactivating and deleting ---


async def empty(world: World, branch: str, *, people: bool = True) -> None:
    """Hands on what hangs on a branch, as people would."""
    async with world.console() as db:
        for lead in await db.scalars(select(Lead).where(Lead.branch_id == branch)):
            lead.status = LeadStatus.LOST
        for area in await db.scalars(select(BranchServiceArea).where(BranchServiceArea.branch_id == branch)):
            area.branch_id = NEAR
        for user in await db.scalars(select(User).where(User.branch_id == branch)):
            user.status = UserStatus.INACTIVE if people else user.status
    admin = world.client("admin")
    for number in (1, 2):
        for path, status in (("work-orders/order", "completed"), ("support-tickets/ticket", "closed")):
            done = await admin.patch(f"/api/panel/{path}-{branch}-{number}", json={"status": status})
            assert done.status_code == 200, done.text


async def test_what_hangs_on_a_branch_is_told_and_refuses(world: World) -> None:
    assert await hanging(world, BESIDE) == {
        "people": 3, "openLeads": 2, "openWorkOrders": 2, "openTickets": 2, "zipCodes": 1, "clients": 2, "others": True,
    }  # fmt: skip
    answer = await edited(world, BESIDE, status="inactive")
    assert (answer.status_code, answer.json()["error"]) == (
        409, "This branch still has 3 people, 2 open leads, 2 open work orders, 2 open tickets, and 1 ZIP code. Move or close these first.",
    )  # fmt: skip
    assert (await world.client("branch_ops_manager").get(f"{PATH}/{BESIDE}/hanging")).status_code == 404
    assert (await world.client("sales_rep").get(f"{PATH}/{NEAR}/hanging")).status_code == 403


async def test_an_invited_person_waits_there_too(world: World) -> None:
    await empty(world, BESIDE)
    invited = {"email": "new@duskline.example", "role": "sales_rep", "branchId": BESIDE}
    assert (await world.client("admin").post("/api/panel/users/invitations", json=invited)).status_code == 201
    answer = await edited(world, BESIDE, status="inactive")
    assert (answer.status_code, answer.json()["error"]) == (
        409, "This branch still has 1 person. Move or close these first.",
    )  # fmt: skip


async def test_a_branch_on_which_nothing_waits_is_deactivated_and_takes_nothing_new(world: World) -> None:
    await empty(world, BESIDE)
    answer = await edited(world, BESIDE, status="inactive")
    assert (answer.status_code, answer.json()["status"]) == (200, "inactive"), answer.text
    admin = world.client("admin")
    lead = {"name": "Lea Late", "email": "late@visitor.example", "branchId": BESIDE}
    refused = await admin.post("/api/panel/leads", json=lead)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["branchId"])
    moved = await admin.patch("/api/panel/leads/lead-1-2", json={"branchId": BESIDE})
    assert (moved.status_code, list(moved.json()["fields"])) == (400, ["branchId"])
    for person, fields in (("near_rep", {"branchId": BESIDE}), ("beside_rep", {"status": "active"})):
        refused = await admin.patch(f"/api/panel/users/{person}", json=fields)
        assert (refused.status_code, refused.json().get("fields")) == (
            400, {"branchId": "This branch is inactive. Please choose another"},
        ), person  # fmt: skip
    assert (await admin.get("/api/panel/leads/lead-beside-1")).status_code == 200, "what is settled stays"
    assert (await edited(world, BESIDE, status="active")).json()["status"] == "active"
    assert (await admin.post("/api/panel/leads", json=lead)).status_code == 201


async def test_new_records_of_a_region_go_to_an_active_branch(world: World) -> None:
    region = await world.hire("regional_ops_manager", region_id="north")
    caller = await world.sign_in(region.email)
    assert (await caller.get("/api/auth/user")).json()["homeBranchId"] == "1"
    async with world.console() as db:
        for branch in await db.scalars(select(Branch).where(Branch.region_id == "north")):
            branch.region_id = "south"
        db.store(Branch(id="a", region_id="north", name="A", address="A", status="inactive"))
        db.store(Branch(id="b", region_id="north", name="B", address="B"))
    assert (await caller.get("/api/auth/user")).json()["homeBranchId"] == "b"


async def test_the_default_branch_stays(world: World) -> None:
    await empty(world, NEAR, people=False)
    admin = world.client("admin")
    says = "Requests from outside every branch's ZIP codes come here, so this branch stays."
    for answer in (await edited(world, NEAR, status="inactive"), await admin.delete(f"{PATH}/{NEAR}")):
        assert (answer.status_code, answer.json()["error"]) == (409, says)


async def test_nothing_new_slips_in_while_a_branch_is_deactivated(world: World) -> None:
    """Whichever is first: either the lead is there and keeps the branch open, or it is refused."""
    id = (await made(world))["id"]
    admin, lead = world.client("admin"), {"name": "Lea Late", "email": "late@visitor.example", "branchId": id}
    for _ in range(6):
        closing, coming = await asyncio.gather(
            edited(world, id, status="inactive"), admin.post("/api/panel/leads", json=lead)
        )
        assert {closing.status_code, coming.status_code} in ({200, 400}, {409, 201}), (
            closing.text,
            coming.text,
        )
        if coming.status_code == 201:
            assert (await admin.delete(f"/api/panel/leads/{coming.json()['id']}")).status_code == 204
        else:
            assert (await edited(world, id, status="active")).status_code == 200


async def test_nor_does_a_visitor_s_request(world: World) -> None:
    """It may go there or elsewhere, but does not lie in a branch where nobody is."""
    id = (await made(world))["id"]
    admin = world.client("admin")
    for number in range(4):
        assert (await admin.post(f"{PATH}/{id}/zip-codes", json={"text": "20002"})).status_code == 200
        _, asked = await asyncio.gather(closed(world, id), requested(world, number))
        assert asked.status_code == 201, asked.text
        row = (await admin.get(f"{PATH}/{id}")).json()
        assert (row["status"] == "inactive") is ((await hanging(world, id))["openLeads"] == 0)
        async with world.console() as db:
            for lead in await db.scalars(select(Lead).where(Lead.branch_id == id)):
                lead.status = LeadStatus.LOST
        assert (await edited(world, id, status="active")).status_code == 200


async def closed(world: World, id: str) -> None:
    gone = await world.client("admin").post(f"{PATH}/{id}/zip-codes/remove", json={"zips": ["20002"]})
    assert gone.status_code == 200
    await edited(world, id, status="inactive")


async def requested(world: World, number: int) -> httpx.Response:
    person = {"zip": "20002", "email": f"ivy{number}@visitor.example"}
    async with world.client(address=f"203.0.113.{number}") as visitor:
        return await visitor.post("/api/quotes", json=QUOTE | person)


async def test_control_without_the_look_at_its_status_it_would(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def any_branch(db: Any, row: Any) -> bool:
        return await db.scalar(select(Branch.id).where(Branch.id == row.branch_id)) is not None

    field, sentence, _ = references.REFERENCES["branch_id"]
    monkeypatch.setitem(references.REFERENCES, "branch_id", (field, sentence, any_branch))
    id = (await made(world))["id"]
    await edited(world, id, status="inactive")
    lead = {"name": "Lea Late", "email": "late@visitor.example", "branchId": id}
    assert (await world.client("admin").post("/api/panel/leads", json=lead)).status_code == 201


async def test_a_branch_of_which_nothing_tells_is_deleted(world: World) -> None:
    id = (await made(world, timeZone="America/Chicago"))["id"]
    assert await hanging(world, id) == {
        "people": 0, "openLeads": 0, "openWorkOrders": 0, "openTickets": 0, "zipCodes": 0, "clients": 0, "others": False,
    }  # fmt: skip
    admin = world.client("admin")
    assert (await admin.delete(f"{PATH}/{id}")).status_code == 204
    assert (await admin.get(f"{PATH}/{id}")).status_code == 404
    assert (await admin.delete(f"{PATH}/{MISSING}")).status_code == 404
    actions = [row.action for row in await world.audit_log() if row.entity_type == "branch"]
    assert actions == ["create", "delete"]


@pytest.mark.parametrize("what", ["person", "lead", "zip"])
async def test_any_row_that_names_it_keeps_it(world: World, what: str) -> None:
    id = (await made(world))["id"]
    async with world.console() as db:
        match what:
            case "person":
                db.store(
                    User(id="gone", email="gone@x.example", password="", status="inactive", branch_id=id)
                )
            case "lead":
                db.store(Lead(name="Lea", email="lea@x.example", branch_id=id, status="lost"))
            case "zip":
                db.store(BranchServiceArea(zip="20002", branch_id=id))
    admin = world.client("admin")
    answer = await admin.delete(f"{PATH}/{id}")
    assert (answer.status_code, answer.json()["error"]) == (
        409, "Records refer to this branch, so it stays. Deactivate it instead.",
    )  # fmt: skip
    assert (await admin.get(f"{PATH}/{id}")).status_code == 200


async def test_control_without_that_look_the_database_alone_refuses(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(_db: Any, _id: str) -> bool:
        return False

    monkeypatch.setattr(rules, "_is_pointed_at", nothing)
    answer = await world.client("admin").delete(f"{PATH}/{FAR}")
    assert answer.status_code == 409
    assert "Records refer" not in answer.json()["error"]


CHRISTMAS = {"day": "2026-12-25", "name": "Christmas Day", "yearly": True}
INVENTORY = {"day": "2026-12-31", "name": "Inventory", "yearly": False}


async def test_holidays_are_kept_in_order_and_told_by_the_history(world: World) -> None:
    answer = await edited(world, NEAR, "branch_ops_manager", holidays=[INVENTORY, CHRISTMAS])
    assert (answer.status_code, answer.json()["holidays"]) == (200, [CHRISTMAS, INVENTORY])
    history = (await world.client("admin").get(f"{PATH}/{NEAR}/history")).json()
    assert history[0]["changes"]["holidays"] == [None, [CHRISTMAS, INVENTORY]]
    assert (await edited(world, NEAR, holidays=[])).json()["holidays"] == []
    for wrong, said in (
        ([CHRISTMAS, CHRISTMAS | {"name": "Once more"}], {"holidays": "Please name each day once"}),
        ([CHRISTMAS | {"name": " "}], {"holidays.0.name": "Required"}),
    ):
        refused = await edited(world, NEAR, holidays=wrong)
        assert (refused.status_code, refused.json()["fields"]) == (400, said)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("2026-12-25T04:30:00+00:00", "closed Dec 25 (Christmas Day)"),  # still the 24th there
        ("2026-12-25T06:00:00+00:00", "closed Dec 25 (Christmas Day), Dec 31 (Inventory)"),
        ("2027-12-25T06:00:00+00:00", "closed Dec 25 (Christmas Day)"),
        ("2026-12-26T06:00:00+00:00", "closed Dec 31 (Inventory)"),
        ("2027-12-26T06:00:00+00:00", None),
        ("2026-12-18T04:00:00+00:00", None),
    ],
)
async def test_a_letter_tells_when_its_branch_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch, at: str, told: str | None
) -> None:
    """By the branch's own calendar, for the week in which the letter is read."""
    kept = await edited(
        world, BESIDE, holidays=[CHRISTMAS, INVENTORY], timeZone="America/New_York", openHours=WEEKDAYS
    )
    assert kept.status_code == 200
    monkeypatch.setattr(rules, "now", lambda: datetime.fromisoformat(at))
    assert (await world.client().post("/api/quotes", json=QUOTE)).status_code == 201
    async with world.database.reads.connect() as connection:
        (words,) = await connection.scalars(select(MAILS.c.letter).where(MAILS.c.key.like("confirmation:%")))
    hours = "Mon-Fri 8 AM-6 PM" + (f"; {told}" if told else "")
    assert f"{hours}\n" in msgspec.json.decode(words, type=Letter).text
