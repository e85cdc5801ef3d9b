"""Privacy over HTTP: who may look, what a copy holds, what stands in the way, what visitors ask for, and what is kept no longer."""

from __future__ import annotations

import asyncio
import io
import json
import random
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from email.message import EmailMessage
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from sqlalchemy import func, select, text, update

from duskline.chores import chores_of
from duskline.core.data import base
from duskline.core.http.rate_limits import spend
from duskline.core.mail.delivery import Outcome
from duskline.core.mail.outbox import Mail, MailState
from duskline.limits import EXPORTS
from duskline.models.notifying.notifications import Notification
from duskline.models.people.saved_views import ListLook, SavedView
from duskline.models.people.sessions import SignIn
from duskline.models.privacy import erasing, previewing, rows
from duskline.models.privacy.privacy import Erasure, ErasureState, PrivacyRequest, RequestState
from duskline.models.records.enquiries import (
    ContactSubmission,
    EnquiryHandling,
    EnquiryState,
    NewsletterSubscription,
)
from duskline.models.records.sales import Lead, LeadStatus
from duskline.models.records.service import SupportTicket
from duskline.models.records.warranties import Warranty, WarrantyStatus
from duskline.models.reporting.saved_reports import ReportLetter, SavedReport
from duskline.models.site.newsletters import SubscriptionEnd
from duskline.panel.privacy import privacy
from tests.mailbox import delivered, text_of
from tests.panel.company.test_audit import acts, done, refused, written
from tests.panel.privacy.persons import invented, leave_traces
from tests.world import World, email_of

PATH = "/api/panel/privacy"
ASK = "/api/privacy-requests"


async def looked(caller: httpx.AsyncClient, code: str = "200", **whom: str) -> Any:
    answer = await caller.post(f"{PATH}/preview", json=whom)
    assert answer.status_code == int(code), answer.text
    return answer.json()


async def chore(world: World, name: str) -> None:
    """Once."""
    (found,) = [
        each
        for each in chores_of(world.settings, world.services.company_file, world.database)
        if each.name == name
    ]
    await found.work()


async def test_administrators_alone_look(world: World) -> None:
    for who in ("support", "regional_ops_manager", "branch_ops_manager", "sales_rep", "client", None):
        caller = world.client(who)
        for path in ("preview", "copy", "erasures"):
            body = {"email": "lea1@1.example", "confirm": "lea1@1.example"}
            assert (await caller.post(f"{PATH}/{path}", json=body)).status_code in (401, 403)
        for path in ("erasures", "requests"):
            assert (await caller.get(f"{PATH}/{path}")).status_code in (401, 403)


async def test_a_person_is_found_by_address_and_by_number_in_any_notation(world: World) -> None:
    admin = world.client("admin")
    made = {"name": "Ada Eaves", "email": "ada@eaves.example", "phone": "(614) 555-0177", "branchId": "1"}
    assert (await admin.post("/api/panel/leads", json=made)).status_code == 201
    for whom in ({"email": " ADA@eaves.example"}, {"phone": "+1 614.555.0177"}, {"phone": "6145550177"}):
        found = await looked(admin, **whom)
        assert found["names"] == ["Ada Eaves"]
        assert {line["says"]: line["rows"] for line in found["lines"]}["Leads"] == 1
    assert (await looked(admin, email="nobody@eaves.example"))["lines"] == []
    assert (await looked(admin, "400"))["fields"] == {"email": privacy.WHOM}
    assert (await looked(admin, "400", phone="555"))["fields"] == {"phone": privacy.SHORT}


async def test_an_address_within_another_is_somebody_else_s(world: World) -> None:
    """And two who share a telephone are two."""
    admin = world.client("admin")
    for name, email in (("Jane Roof", "jane@roof.example"), ("Mary Roof", "mary.jane@roof.example")):
        new = {
            "name": name,
            "email": email,
            "phone": "6145550178",
            "branchId": "1",
            "notes": f"Write to {email}",
        }
        assert (await admin.post("/api/panel/leads", json=new)).status_code == 201
    await begun(world, email="jane@roof.example")
    (left,) = (await admin.get("/api/panel/leads", params={"q": "mary.jane@roof.example"})).json()
    assert (left["name"], left["notes"], left["phone"]) == (
        "Mary Roof",
        "Write to mary.jane@roof.example",
        "6145550178",
    )


async def test_a_record_that_had_an_address_by_mistake_is_left_alone_and_told(world: World) -> None:
    """Whoever it is about now is not erased with whoever the address belongs to; a record that is gone is nobody else's."""
    admin = world.client("admin")
    for email in ("ada@eaves.example", "bo@eaves.example"):
        assert (await admin.patch("/api/panel/leads/lead-1-1", json={"email": email})).status_code == 200
    assert (
        await admin.patch("/api/panel/leads/lead-1-2", json={"email": "ada@eaves.example"})
    ).status_code == 200
    assert (await admin.delete("/api/panel/leads/lead-1-2")).status_code == 204
    found = await looked(admin, email="Ada@eaves.example")
    assert [(row["id"], row["email"]) for row in found["formerly"]] == [("lead-1-1", "bo@eaves.example")]
    assert "lead-1-1" not in {row["id"] for row in found["records"]}
    await begun(world, email="ada@eaves.example")
    lead = (await admin.get("/api/panel/leads/lead-1-1")).json()
    assert (lead["name"], lead["email"]) == ("Lea 1 1", "bo@eaves.example")
    told = {(row["entityId"], row["action"]): row["changes"] for row in await acts(world, kind="lead")}
    assert told["lead-1-2", "delete"]["name"] == ["[erased]", None]
    assert "ada@eaves" not in str(told)


async def test_a_removed_record_that_had_an_address_by_mistake_is_left_alone_and_told(world: World) -> None:
    admin = world.client("admin")
    for email in ("ada@eaves.example", "bo@eaves.example"):
        assert (await admin.patch("/api/panel/leads/lead-1-2", json={"email": email})).status_code == 200
    assert (await admin.delete("/api/panel/leads/lead-1-2")).status_code == 204
    (told,) = (await looked(admin, email="ada@eaves.example"))["formerly"]
    assert (told["id"], told["name"], told["email"], told["removed"]) == (
        "lead-1-2",
        "Lea 1 2",
        "bo@eaves.example",
        True,
    )
    assert not (await looked(admin, email="bo@eaves.example"))["formerly"], "it had that one at last"
    await begun(world, email="bo@eaves.example")
    assert not (await looked(admin, email="ada@eaves.example"))["formerly"]


async def test_a_name_that_is_part_of_somebody_else_s_leaves_that_alone(world: World) -> None:
    admin = world.client("admin")
    names = ("John Smithson", "John Smithson Jr.", "Jane & John Smithson-Miller", "Ann Berg", "Ann Bergman")
    for number, name in enumerate(names):
        new = {"name": name, "email": f"{number}@roof.example", "branchId": "1", "notes": f"Ask for {name}"}
        assert (await admin.post("/api/panel/leads", json=new)).status_code == 201
    for number in (0, 3):
        await begun(world, email=f"{number}@roof.example")
    for number in (1, 2, 4):
        (left,) = (await admin.get("/api/panel/leads", params={"q": f"{number}@roof.example"})).json()
        assert (left["name"], left["notes"]) == (names[number], f"Ask for {names[number]}")


async def test_an_address_that_begins_another_s_leaves_it_alone(world: World) -> None:
    admin = world.client("admin")
    new = {
        "name": "Jo Far",
        "email": "jo@roof.example.org",
        "branchId": "1",
        "notes": "jo@roof.example.org or jo@roof.example.",
    }
    id = (await admin.post("/api/panel/leads", json=new)).json()["id"]
    await begun(world, email="jo@roof.example")
    lead = (await admin.get(f"/api/panel/leads/{id}")).json()
    assert (lead["email"], lead["notes"]) == ("jo@roof.example.org", "jo@roof.example.org or [erased].")


async def test_a_mark_that_is_longer_than_what_it_stands_for_fits(world: World) -> None:
    admin = world.client("admin")
    view = {"list": "leads", "name": f"{'x' * 53} a@b.co", "query": "q=a%40b.co"}
    assert (await admin.post("/api/panel/saved-views", json=view)).status_code == 201
    assert (await begun(world, email="a@b.co"))["state"] == "done"
    views = (await admin.get("/api/panel/saved-views")).json()["views"]
    (left,) = [each for each in views if each["name"].startswith("x")]
    assert (left["name"], left["query"]) == (f"{'x' * 53} [erase", "q=[erased]")


async def test_an_erasure_that_waits_is_begun_once_and_done_once(world: World) -> None:
    """However often it is sent, and by however many workers it is taken."""
    body = {"email": "lea1@1.example", "confirm": "LEA1@1.example"}
    begun_ = [await world.client("admin").post(f"{PATH}/erasures", json=body) for _ in range(3)]
    assert len({answer.json()["id"] for answer in begun_}) == 1
    places = erasing.Places(world.services.files, world.settings.data_dir / "mail")
    did = await asyncio.gather(*(erasing.erase_next(world.database, places) for _ in range(3)))
    assert sorted(did) == [False, False, True]
    (row,) = (await world.client("admin").get(f"{PATH}/erasures")).json()
    assert (row["state"], {line["says"] for line in row["receipt"]} >= {"Leads"}) == ("done", True)
    assert len(await acts(world, path="/api/panel/audit-events", kind="erasure")) == 1


async def test_a_colleague_s_own_things_go_and_what_the_branch_uses_stays(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    view = {"list": "leads", "name": "Mine", "query": "status=new"}
    assert (await manager.post("/api/panel/saved-views", json=view)).status_code == 201
    look = {"list": "leads", "layout": "table", "columns": ["name"]}
    assert (await manager.patch("/api/panel/list-looks", json=look)).status_code == 200
    kept_report = {
        "name": "Our week",
        "report": "sales",
        "by": "person",
        "period": "last_week",
        "shared": True,
    }
    report = (await manager.post("/api/panel/saved-reports", json=kept_report)).json()["id"]
    assert (await manager.post(f"/api/panel/saved-reports/{report}/weekly", json={"weekly": True})).is_success
    person = await world.person("branch_ops_manager")
    assert (
        await admin.patch(f"/api/panel/users/{person.id}", json={"status": "inactive"})
    ).status_code == 200
    await begun(world, email=email_of("branch_ops_manager"))
    async with world.console() as db:
        for entity in (SavedView, ListLook, ReportLetter, Notification, SignIn):
            mine = select(func.count()).select_from(entity).where(entity.user_id == person.id)
            assert await db.scalar(mine) == 0, entity
        assert (await db.get_one(SavedReport, report)).name == "Our week"


async def test_nobody_writes_to_what_is_being_erased(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words written between reading a row and blanking it would stay. SQLite has one writer anyway."""
    if world.database.is_sqlite:
        pytest.skip("one writer")
    rows_of, free = rows.rows_of, "SELECT id FROM leads WHERE id = 'lead-1-1' FOR UPDATE SKIP LOCKED"
    left: list[int] = []

    async def looked_at(db: Any, entity: Any, ids: Any, **how: bool) -> AsyncIterator[Any]:
        async for row in rows_of(db, entity, ids, **how):
            if entity is Lead:
                async with world.database.writes.begin() as other:
                    left.append(len((await other.execute(text(free))).all()))
            yield row

    monkeypatch.setattr(erasing, "rows_of", looked_at)
    assert (await begun(world, email="lea1@1.example"))["state"] == "done"
    assert left == [0]


async def test_a_name_that_somebody_else_has_too_is_taken_out_nowhere_else(world: World) -> None:
    admin, ids = world.client("admin"), []
    for email in ("sam@one.example", "sam@two.example"):
        new = {"name": "Sam Porch", "email": email, "branchId": "1", "notes": f"Sam Porch, {email}"}
        ids.append((await admin.post("/api/panel/leads", json=new)).json()["id"])
    noted = {"notes": "Neighbor of Sam Porch, sam@one.example"}
    assert (await admin.patch("/api/panel/leads/lead-1-1", json=noted)).status_code == 200
    await begun(world, email="sam@one.example")
    found = [(await admin.get(f"/api/panel/leads/{id}")).json() for id in (*ids, "lead-1-1")]
    assert [row["name"] for row in found] == ["Erased", "Sam Porch", "Lea 1 1"]
    assert [row["notes"] for row in found] == [
        None, "Sam Porch, sam@two.example", "Neighbor of Sam Porch, [erased]",
    ]  # fmt: skip


async def begun(world: World, confirm: str | None = None, **whom: str) -> dict[str, Any]:
    """Erased by the chore; how the receipt reads."""
    admin = world.client("admin")
    body = {**whom, "confirm": confirm or next(iter(whom.values()))}
    answer = await admin.post(f"{PATH}/erasures", json=body)
    assert answer.status_code == 201, answer.text
    await chore(world, "erasures")
    told: dict[str, Any] = (await admin.get(f"{PATH}/erasures/{answer.json()['id']}")).json()
    return told


async def test_an_erasure_is_confirmed_and_stands_in_the_log_without_the_person(world: World) -> None:
    admin, whom = world.client("admin"), {"email": "lea1@1.example"}
    wrong = await admin.post(f"{PATH}/erasures", json={**whom, "confirm": "yes"})
    assert (wrong.status_code, wrong.json()["fields"]) == (400, {"confirm": privacy.CONFIRM})
    told = await begun(world, **whom)
    assert (told["state"], told["fault"]) == ("done", None)
    assert {line["says"]: (line["fate"], line["rows"]) for line in told["receipt"]}["Leads"] == (
        "anonymise",
        1,
    )
    assert "lea1" not in json.dumps(told)
    kept = await acts(world, path="/api/panel/audit-events", kind="erasure")
    assert [row["details"] for row in kept] == [{"erasure": told["id"]}]
    lead = (await admin.get("/api/panel/leads/lead-1-1")).json()
    assert (lead["name"], lead["notes"], lead["email"]) == ("Erased", None, "erased-lead-1-1@erased.invalid")


async def test_what_the_law_keeps_is_named_and_stays(world: World) -> None:
    """A warranty in force; one that has ended goes."""
    days = {"promised": 400, "over": -1}
    async with world.console() as db:
        for name, ahead in days.items():
            ends = (base.now() + timedelta(days=ahead)).date()
            order = {"promised": "order-1-1", "over": "order-1-2"}[name]
            db.store(
                Warranty(
                    id=name, number=f"W-{name}", client_id="client-1-1", work_order_id=order, branch_id="1", holder="Cleo 1 1",
                    place="1 1 Road", serials="", status=WarrantyStatus.CONFIRMED, starts=ends - timedelta(days=700),
                    product_ends=ends, labor_ends=ends, terms_version="1",
                )
            )  # fmt: skip
    told = await begun(world, email="cleo1@1.example")
    kept = [line for line in told["receipt"] if line["fate"] == "keep"]
    assert [(line["says"], line["rows"]) for line in kept] == [("Warranties", 1)]
    assert "contract" in kept[0]["why"]
    async with world.console() as db:
        assert [(await db.get_one(Warranty, name)).holder for name in days] == ["Cleo 1 1", "Erased"]


async def test_a_colleague_who_can_sign_in_is_not_erased(world: World) -> None:
    admin, whom = world.client("admin"), {"email": email_of("near_rep")}
    assert (await looked(admin, **whom))["inTheWay"] == previewing.AT_WORK
    refused_ = await admin.post(f"{PATH}/erasures", json={**whom, "confirm": whom["email"]})
    assert (refused_.status_code, refused_.json()["error"]) == (409, previewing.AT_WORK)
    async with world.console() as db:  # who was deactivated, and came back before the chore did
        db.store(Erasure(id="late", by_id="admin", wanted={"emails": [whom["email"]], "phones": []}))
    await chore(world, "erasures")
    late = (await admin.get(f"{PATH}/erasures/late")).json()
    assert (late["state"], late["fault"], late["receipt"]) == ("refused", previewing.AT_WORK, [])
    gone = await admin.patch("/api/panel/users/near_rep", json={"status": "inactive"})
    assert gone.status_code == 200, gone.text
    assert (await begun(world, **whom))["state"] == "done"
    user = (await admin.get("/api/panel/users/near_rep")).json()
    assert (user["firstName"], user["email"]) == (None, "erased-near_rep@erased.invalid")


async def test_a_copy_holds_the_records_and_pictures_and_no_secret(world: World) -> None:
    who = invented(random.Random(7))
    await leave_traces(world, who, random.Random(7))
    answer = await world.client("admin").post(f"{PATH}/copy", json={"email": who.email})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    with ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        (lead,) = [row for row in json.loads(archive.read("leads.json")) if row["name"] == who.name]
        words = b"".join(archive.read(name) for name in names if name.endswith(".json"))
    assert {"leads.json", "messages.json", "emails.json", "README.txt", "mentions.json"} <= names
    assert any(name.startswith("pictures/visitors/") for name in names)
    assert lead["email"].lower() == who.email
    assert b"password" not in words.replace(b'"changes"', b"")
    assert b"key_hash" not in words
    events = await acts(world, path="/api/panel/audit-events", kind="copy_of_person")
    assert [row["details"] for row in events] == [{}]


async def test_copies_count_for_whoever_makes_them_together_with_exports(world: World) -> None:
    for _ in range(EXPORTS.most):
        await spend(world.database, (EXPORTS, "admin"))
    whom = {"email": "lea1@1.example"}
    assert (await world.client("admin").post(f"{PATH}/copy", json=whom)).status_code == 429
    assert (await world.client("second_admin").post(f"{PATH}/copy", json=whom)).status_code == 200


# --- the log lets go of words alone, and only while an erasure runs ---

BLANK = "UPDATE audit_logs SET changes = '{\"notes\": [null, \"[erased]\"]}' WHERE id = 'act-5'"


async def test_the_log_loses_words_only_while_an_erasure_runs(world: World) -> None:
    await written(world, 5)
    assert await refused(world, BLANK)
    async with world.console() as db:
        db.store(Erasure(id="running", by_id="admin", wanted={}, state=ErasureState.RUNNING))
    for change in (
        "UPDATE audit_logs SET changes = '{\"notes\": [null, \"y\"]}' WHERE id = 'act-5'",
        "UPDATE audit_logs SET changes = '{\"name\": [null, \"[erased]\"]}' WHERE id = 'act-5'",
        "UPDATE audit_logs SET changes = '{}' WHERE id = 'act-5'",
        "UPDATE audit_logs SET user_id = 'sales_rep' WHERE id = 'act-5'",
        "UPDATE security_events SET details = '{\"of\": \"leads\"}' WHERE id = 'event-5'",
        "DELETE FROM audit_logs",
    ):
        assert await refused(world, change), change
    assert await done(world, BLANK) == 1


# --- what visitors ask ---


async def asked(world: World, **body: str) -> str | None:
    """The link of the letter; None where none was written."""
    body = {"email": "lea1@1.example", "kind": "copy", **body}
    answer = await world.client().post(ASK, json=body)
    assert (answer.status_code, answer.json()) == (201, {"success": True})
    left = await delivered(world)
    return link_of(left[-1][1]) if left else None


def link_of(letter: EmailMessage) -> str:
    found = re.search(r"/api/privacy-requests/open\?token=[\w-]+", text_of(letter))
    assert found
    return found[0]


async def states(world: World) -> list[str]:
    rows = (await world.client("admin").get(f"{PATH}/requests")).json()
    return [row["state"] for row in rows]


async def test_a_request_counts_once_its_link_was_pressed(world: World) -> None:
    link = await asked(world, kind="erasure")
    assert link is not None
    visitor = world.client()
    for _ in range(2):
        page = await visitor.get(link)
        assert (page.status_code, "Press the button" in page.text) == (200, True)
    assert await states(world) == ["unopened"], "scanners open links"
    elsewhere = await visitor.post(link, headers={"sec-fetch-site": "cross-site"})
    assert (elsewhere.status_code, await states(world)) == (403, ["unopened"]), (
        "only the button of our own page counts"
    )
    typed = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
    pressed = await visitor.post(link, headers=typed)
    assert (pressed.status_code, "We delete your data by" in pressed.text) == (200, True)
    (row,) = (
        await world.client("admin").get(f"{PATH}/requests", params={"state": "open", "sort": "due"})
    ).json()
    assert (row["email"], row["dueOn"]) == ("lea1@1.example", str((base.now() + timedelta(days=30)).date()))
    assert "lea1@1.example" not in pressed.text, "nothing is told"
    assert (await visitor.post("/api/privacy-requests/open?token=made-up")).status_code == 404


async def test_robots_and_repeats_get_the_same_answer_and_no_letter(world: World) -> None:
    assert await asked(world, website="http://spam.example") is None
    for _ in range(5):
        await asked(world)
    async with world.console() as db:
        letters = select(func.count()).select_from(Mail).where(Mail.kind == "privacy_request")
        assert await db.scalar(letters) == 3
    refused_ = await world.client().post(ASK, json={"email": "no address", "kind": "copy"})
    assert refused_.status_code == 400


async def once_more(world: World) -> list[str]:
    """Sends the letters whose answers were lost again; returns their links."""
    again = {"state": MailState.WAITING, "handed_at": None, "lease": None, "due": base.now()}
    async with world.database.writes.begin() as connection:
        await connection.execute(update(Mail.__table__).values(again))
    return [link_of(letter) for _, letter in await delivered(world, Outcome.LOST)]


async def test_each_letter_has_a_link_of_its_own_and_ends_the_former(world: World) -> None:
    visitor = world.client()
    assert (await visitor.post(ASK, json={"email": "lea1@1.example", "kind": "copy"})).status_code == 201
    ((_, lost),) = await delivered(world, Outcome.LOST)
    (second,) = await once_more(world)
    assert (await visitor.post(link_of(lost))).status_code == 404
    assert (await visitor.post(second)).status_code == 200
    assert await once_more(world) == [], "it was opened"
    async with world.console() as db:
        assert await db.scalar(select(func.count()).select_from(Mail)) == 0


async def test_no_letter_leaves_about_a_request_that_is_too_old_or_gone(world: World) -> None:
    for email in ("lea1@1.example", "lea2@1.example"):
        assert (await world.client().post(ASK, json={"email": email, "kind": "copy"})).status_code == 201
    assert len(await once_more(world)) == 2
    async with world.console() as db:
        await db.delete(await db.scalar(select(PrivacyRequest).limit(1)))
    assert len(await once_more(world)) == 1
    await aged(world, PrivacyRequest.__table__, 8)
    assert await once_more(world) == []


async def test_a_request_is_answered_once(world: World) -> None:
    link = await asked(world)
    await world.client().post(str(link))
    admin = world.client("admin")
    (row,) = (await admin.get(f"{PATH}/requests")).json()
    path = f"{PATH}/requests/{row['id']}/answer"
    assert (await admin.post(path, json={"state": "declined"})).json()["fields"]["note"]
    assert (await admin.post(path, json={"state": "open"})).status_code == 400
    assert (await admin.post(path, json={"state": "done", "note": "Sent"})).json()["state"] == "done"
    assert (await admin.post(path, json={"state": "done"})).status_code == 409


# --- what is kept no longer ---


async def kept_for(world: World, **fields: int) -> None:
    answer = await world.client("admin").patch("/api/panel/settings/retention", json=fields)
    assert answer.status_code == 200, answer.text


async def aged(world: World, table: Any, days: int, column: str = "created_at") -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(update(table).values({column: base.now() - timedelta(days=days)}))


async def test_spam_goes_to_the_last_row_and_nothing_before_its_time(world: World) -> None:
    await aged(world, ContactSubmission.__table__, 31)
    await chore(world, "retention")
    assert await ids(world, ContactSubmission) == {f"enquiry-{number}" for number in range(6)}, (
        "for good at first"
    )
    await kept_for(world, keepSpamDays=32)
    await chore(world, "retention")
    assert len(await ids(world, ContactSubmission)) == 6
    async with world.console() as db:  # one that somebody made a ticket of after all
        led_on = await db.get_one(EnquiryHandling, "enquiry-4")
        ticket = await db.scalar(select(SupportTicket.id).limit(1))
        led_on.apply({"suspected": True, "state": EnquiryState.ARCHIVED, "ticket_id": ticket})
    await kept_for(world, keepSpamDays=30)
    await chore(world, "retention")
    assert await ids(world, ContactSubmission) == {f"enquiry-{number}" for number in range(5)}


async def ids(world: World, entity: Any) -> set[str]:
    async with world.console() as db:
        return set(await db.scalars(select(entity.id)))


async def test_old_messages_and_lost_leads_stay_as_numbers(world: World) -> None:
    await kept_for(world, keepMessagesYears=1, keepLostLeadsYears=1)
    async with world.console() as db:
        (await db.get_one(Lead, "lead-far-2")).status = LeadStatus.LOST
        (await db.get_one(Lead, "lead-far-1")).status = LeadStatus.LOST  # a client's
        (await db.get_one(EnquiryHandling, "enquiry-1")).state = "archived"  # type: ignore[assignment]
    for table, column in ((ContactSubmission.__table__, "created_at"), (Lead.__table__, "updated_at")):
        await aged(world, table, 367, column)
    await chore(world, "retention")
    await chore(world, "erasures")
    async with world.console() as db:
        names = {row.id: row.name for row in await db.execute(select(Lead.id, Lead.name))}
        messages = select(ContactSubmission.id, ContactSubmission.message)
        told = {row.id: row.message for row in await db.execute(messages)}
        receipts = list(await db.scalars(select(Erasure).where(Erasure.by_id.is_(None))))
    assert [id for id, name in names.items() if name == "Erased"] == ["lead-far-2"]
    assert [id for id, words in told.items() if not words] == ["enquiry-1"]
    assert {row.state for row in receipts} == {ErasureState.DONE}
    await chore(world, "retention")
    async with world.console() as db:
        assert len(list(await db.scalars(select(Erasure.id)))) == len(receipts), "once is enough"


async def test_ended_subscriptions_and_requests_that_nobody_opened_go(world: World) -> None:
    await kept_for(world, keepUnsubscribedDays=10)
    async with world.console() as db:
        for id in ("here", "gone"):
            db.store(
                NewsletterSubscription(id=id, email=f"{id}@reader.example", email_key=f"{id}@reader.example")
            )
        await db.flush()
        db.store(SubscriptionEnd(subscription_id="gone", ended_at=base.now() - timedelta(days=11)))
        for id, state in (("new", RequestState.UNOPENED), ("open", RequestState.OPEN)):
            db.store(
                PrivacyRequest(id=id, email="a@b.example", kind="copy", secret=id, state=state, due_on=base.now().date())
            )  # fmt: skip
    await aged(world, PrivacyRequest.__table__, 8)
    await chore(world, "retention")
    assert await ids(world, NewsletterSubscription) == {"here"}
    assert await ids(world, PrivacyRequest) == {"open"}
