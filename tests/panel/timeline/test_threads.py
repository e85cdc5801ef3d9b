"""The record page: everything about a person in one place, told as far as the reader's flags go, and never beyond scope."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from duskline.models.records.details import TicketDetails
from duskline.models.records.service import SupportTicket
from tests.instruments import Statements
from tests.panel.threads import CLIENTS, LEADS
from tests.world import BESIDE, MISSING, World

ASKED = {
    "propertyType": "home", "coverage": "front", "stories": 2, "feet": 120, "zip": "00000", "name": "Vera Porch",
    "email": "porch@visitor.example",
}  # fmt: skip


async def told(world: World) -> tuple[str, str, str]:
    """A person's way: a request, a call, a client with a job, a message that became a ticket. Lead, client, job."""
    rep, support = world.client("sales_rep"), world.client("support")
    assert (await world.client().post("/api/quotes", json=ASKED)).status_code == 201
    (lead,) = (await rep.get(LEADS, params={"q": "porch@visitor.example"})).json()
    call = {
        "kind": "lead",
        "recordId": lead["id"],
        "type": "call",
        "outcome": "reached",
        "words": "Wants warm white",
    }
    assert (await rep.post("/api/panel/activities", json=call)).status_code == 201
    made = (
        await rep.post(f"{LEADS}/{lead['id']}/hand-over", json={"address": "9 Roof Row", "won": True})
    ).json()
    said = {"name": "Vera Porch", "email": "porch@visitor.example", "message": "One segment stays dark."}
    message = (await world.client().post("/api/contact", json=said)).json()["id"]
    body = {"clientId": made["client"]["id"]}
    assert (await support.post(f"/api/panel/enquiries/{message}/ticket", json=body)).status_code == 201
    return lead["id"], made["client"]["id"], made["workOrder"]["id"]


async def page(world: World, who: str, path: str, id: str) -> dict[str, Any]:
    answer = await world.client(who).get(f"{path}/{id}/record")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def summary(events: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [(event["source"], event["kind"], event["action"]) for event in events]


async def test_a_job_that_is_done_tells_when(world: World) -> None:
    """Beside the day for which it was planned."""
    _, client, job = await told(world)
    manager = world.client("branch_ops_manager")
    (planned,) = [row for row in (await page(world, "admin", CLIENTS, client))["members"] if row["id"] == job]
    assert (planned["day"], planned["doneAt"]) == (None, None)
    edit = {"scheduledDate": "2020-01-02", "status": "completed"}
    done = (await manager.patch(f"/api/panel/work-orders/{job}", json=edit)).json()
    (shown,) = [row for row in (await page(world, "admin", CLIENTS, client))["members"] if row["id"] == job]
    assert (shown["day"], shown["doneAt"]) == ("2020-01-02", done["completedDate"])


async def test_a_client_s_page_shows_the_whole_thread(world: World) -> None:
    lead, client, job = await told(world)
    shown = await page(world, "admin", CLIENTS, client)
    assert (shown["client"]["id"], shown["lead"]) == (client, None)
    assert [row["id"] for row in shown["properties"]] == [client]
    assert sorted((row["kind"], row["title"], row["status"]) for row in shown["members"]) == [
        ("lead", "Vera Porch", "won"),
        ("support_ticket", "Message: Vera Porch", "open"),
        ("work_order", "Installation: Vera Porch", "pending"),
    ]
    assert {row["id"] for row in shown["members"]} >= {lead, job}
    assert summary(shown["timeline"]["events"])[:3] == [
        ("conversion", "support_ticket", "ticket"),
        ("message", "support_ticket", "contact"),
        ("conversion", "work_order", "first_job"),
    ]
    assert summary(shown["timeline"]["events"])[-2:] == [
        ("activity", "lead", "call"),
        ("request", "lead", "quote_request"),
    ]
    assert shown["timeline"]["cursor"] is None


async def test_a_lead_s_page_shows_the_thread_of_its_client(world: World) -> None:
    lead, client, _ = await told(world)
    shown = await page(world, "sales_rep", LEADS, lead)
    assert (shown["lead"]["id"], shown["client"]["id"]) == (lead, client)
    before = await page(world, "sales_rep", LEADS, "lead-1-2")
    assert (before["client"], [row["id"] for row in before["members"]]) == (None, ["lead-1-2"])


@pytest.mark.parametrize(
    ("who", "call", "ticket"),
    [
        ("sales_rep", True, False),
        ("technician", False, False),
        ("support", True, True),
        ("admin", True, True),
    ],
)
async def test_words_about_other_kinds_need_their_flag(
    world: World, who: str, call: bool, ticket: bool
) -> None:
    """Whoever may read the client reads titles, states and dates of the rest."""
    _, client, _ = await told(world)
    support = world.client("support")
    (row,) = (await support.get("/api/panel/support-tickets", params={"q": "Vera Porch"})).json()
    edit = {"status": "in_progress", "description": "By the porch"}
    assert (await support.patch(f"/api/panel/support-tickets/{row['id']}", json=edit)).status_code == 200
    shown = await page(world, who, CLIENTS, client)
    events = shown["timeline"]["events"]
    (logged,) = [event for event in events if event["source"] == "activity"]
    assert (logged["words"], logged["outcome"]) == (("Wants warm white", "reached") if call else (None, None))
    changed = [event for event in events if (event["kind"], event["action"]) == ("support_ticket", "update")]
    assert ["description" in event["changes"] for event in changed] == [ticket]
    assert [event["changes"]["status"] for event in changed] == [["open", "in_progress"]]
    assert len(shown["members"]) == 3


async def test_a_visitor_s_words_are_for_everybody_who_reads_the_client(world: World) -> None:
    _, client, _ = await told(world)
    for who in ("technician", "sales_rep", "support"):
        events = (await page(world, who, CLIENTS, client))["timeline"]["events"]
        words = {event["source"]: event for event in events if event["source"] in ("message", "request")}
        assert words["message"]["words"] == "One segment stays dark."
        assert words["request"]["changes"]["feet"] == [None, 120]


async def conversions(world: World, who: str, path: str, id: str) -> dict[str, tuple[str, str, bool]]:
    """What a page tells of conversions: by action the record, its title, and whether the reader may take it back."""
    events = (await page(world, who, path, id))["timeline"]["events"]
    told = [event for event in events if event["source"] == "conversion"]
    return {event["action"]: (event["kind"], event["title"], event["undoable"]) for event in told}


async def test_conversions_are_told_once_and_taken_back_by_their_maker_alone(world: World) -> None:
    lead, client, _ = await told(world)
    assert await conversions(world, "sales_rep", CLIENTS, client) == {
        "client": ("lead", "Vera Porch", False),  # its job hangs on it
        "first_job": ("work_order", "Installation: Vera Porch", True),
        "ticket": ("support_ticket", "Message: Vera Porch", False),
    }
    mine = {who: await conversions(world, who, LEADS, lead) for who in ("sales_rep", "admin", "support")}
    assert {who: [told[2] for told in mine[who].values()] for who in mine} == {
        "sales_rep": [False, True, False], "admin": [False, False, False], "support": [True, False, False],
    }  # fmt: skip
    events = (await page(world, "admin", CLIENTS, client))["timeline"]["events"]
    made = [event["recordId"] for event in events if event["action"] == "create"]
    assert made == []  # what a conversion made is told by the conversion
    (id,) = [event["id"] for event in events if event["action"] == "first_job"]
    assert (
        await world.client("sales_rep").post(f"/api/panel/conversions/{id}/undo")
    ).status_code == 409  # a ticket


async def test_what_is_touched_or_old_is_not_taken_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    made = (await rep.post(f"{LEADS}/lead-1-2/hand-over", json={"address": "9 Roof Row"})).json()
    job = made["workOrder"]["id"]

    async def undoable() -> bool:
        return (await conversions(world, "sales_rep", LEADS, "lead-1-2"))["first_job"][2]

    assert await undoable()
    with monkeypatch.context() as later:
        later.setattr("duskline.panel.timeline.timeline.UNDONE_WITHIN", timedelta(0))
        assert not await undoable()
    edited = await manager.patch(f"/api/panel/work-orders/{job}", json={"notes": "Bring the tall ladder"})
    assert edited.status_code == 200
    assert not await undoable()


async def test_what_was_attached_and_merged_is_told(world: World) -> None:
    rep = world.client("sales_rep")
    attached = await rep.post(f"{LEADS}/lead-1-2/client", json={"clientId": "client-1-2"})
    assert attached.status_code == 200
    said = {"name": "Vera Porch", "email": "porch@visitor.example", "message": "One segment stays dark."}
    message = (await world.client().post("/api/contact", json=said)).json()["id"]
    body = {"kind": "client", "recordId": "client-1-2"}
    assert (await rep.post(f"/api/panel/enquiries/{message}/attach", json=body)).status_code == 200
    gone = (
        await rep.post(CLIENTS, json={"name": "Twice", "email": "t@visitor.example", "address": "1 Row"})
    ).json()
    assert (await rep.post(f"{CLIENTS}/client-1-2/merge", json={"goneId": gone["id"]})).status_code == 200
    title = (await rep.get(f"{LEADS}/lead-1-2")).json()["name"]
    assert await conversions(world, "sales_rep", CLIENTS, "client-1-2") == {
        "merge": ("client", "", True), "attachment": ("client", "", True), "attached_client": ("lead", title, True),
    }  # fmt: skip
    merged = {
        who: [
            event["words"]
            for event in (await page(world, who, CLIENTS, "client-1-2"))["timeline"]["events"]
            if event["action"] == "merge"
        ]
        for who in ("sales_rep", "technician")
    }
    assert merged == {"sales_rep": ["Twice"], "technician": ["Twice"]}


async def test_changes_of_a_property_name_it(world: World) -> None:
    rep = world.client("sales_rep")
    place = {"address": "2 Lake Road", "name": "Lake house", "hazards": "Wire over the porch"}
    made = (await rep.post(f"{CLIENTS}/client-1-2/properties", json=place)).json()
    own = await rep.patch("/api/panel/properties/client-1-2", json={"access": "Code 12"})
    assert (made["name"], own.status_code) == ("Lake house", 200)
    events = (await page(world, "sales_rep", CLIENTS, "client-1-2"))["timeline"]["events"]
    assert [(event["kind"], event["title"], event["action"]) for event in events[:2]] == [
        ("property", "", "update"), ("property", "Lake house", "create"),
    ]  # fmt: skip


async def test_a_lead_s_page_says_what_stands_beside_it(world: World) -> None:
    rep = world.client("sales_rep")
    edit = {"valueKind": "guess", "lostReason": "Price", "lostNote": "A cousin does it"}
    assert (await rep.patch(f"{LEADS}/lead-1-2/details", json=edit)).status_code == 200
    assert (await page(world, "sales_rep", LEADS, "lead-1-2"))["leadFacts"] == edit | {
        "firstResponseAt": None, "jobId": None,
    }  # fmt: skip
    assert (await page(world, "sales_rep", CLIENTS, "client-1-2"))["leadFacts"] is None


async def test_a_lead_s_page_names_the_job_that_was_made_of_it(world: World) -> None:
    """And not the others of its client: a client of years may become a lead again."""
    rep = world.client("sales_rep")
    assert (await rep.post(f"{LEADS}/lead-1-2/client", json={"clientId": "client-1-1"})).status_code == 200
    shown = await page(world, "sales_rep", LEADS, "lead-1-2")
    assert ("work_order" in {row["kind"] for row in shown["members"]}, shown["leadFacts"]["jobId"]) == (
        True,
        None,
    )
    made = (await rep.post(f"{LEADS}/lead-1-2/hand-over", json={})).json()
    shown = await page(world, "sales_rep", LEADS, "lead-1-2")
    assert shown["leadFacts"]["jobId"] == made["workOrder"]["id"]


async def test_why_a_lead_was_lost_and_what_its_value_is_are_told(world: World) -> None:
    """Once: whose lead it is tells the conversion, and when it was answered the call."""
    rep = world.client("sales_rep")
    call = {"kind": "lead", "recordId": "lead-1-2", "type": "call"}
    assert (await rep.post("/api/panel/activities", json=call)).status_code == 201
    assert (await rep.post(f"{LEADS}/lead-1-2/client", json={"clientId": "client-1-1"})).status_code == 200
    edit = {"valueKind": "guess", "lostReason": "Price"}
    assert (await rep.patch(f"{LEADS}/lead-1-2/details", json=edit)).status_code == 200
    events = (await page(world, "sales_rep", LEADS, "lead-1-2"))["timeline"]["events"]
    assert summary(events) == [
        ("change", "lead", "update"), ("conversion", "lead", "attached_client"), ("activity", "lead", "call"),
    ]  # fmt: skip
    assert events[0]["changes"] == {"valueKind": [None, "guess"], "lostReason": [None, "Price"]}
    for_technicians = (await page(world, "technician", CLIENTS, "client-1-1"))["timeline"]["events"]
    assert summary(for_technicians) == [
        ("conversion", "lead", "attached_client"), ("activity", "lead", "call"),
    ]  # fmt: skip


async def test_a_promise_that_was_kept_is_told(world: World) -> None:
    rep = world.client("sales_rep")
    step = {
        "kind": "client",
        "recordId": "client-1-2",
        "words": "Call about the colors",
        "dueOn": "2026-11-23",
    }
    made = (await rep.post("/api/panel/next-steps", json=step)).json()["id"]
    assert (await page(world, "sales_rep", CLIENTS, "client-1-2"))["timeline"]["events"] == []
    assert (await rep.post(f"/api/panel/next-steps/{made}/done")).status_code == 200
    (event,) = (await page(world, "sales_rep", CLIENTS, "client-1-2"))["timeline"]["events"]
    assert [event[name] for name in ("source", "kind", "action", "who", "words")] == [
        "activity", "client", "next_step", "Sales Rep", "Call about the colors",
    ]  # fmt: skip
    (event,) = (await page(world, "technician", CLIENTS, "client-1-2"))["timeline"]["events"]
    assert event["words"] == "Call about the colors"  # of a client they may read
    assert (await rep.post(f"/api/panel/next-steps/{made}/reopen")).status_code == 200
    assert (await page(world, "sales_rep", CLIENTS, "client-1-2"))["timeline"]["events"] == []


async def promise(world: World, who: str, kind: str, id: str, words: str, due: str) -> None:
    step = {"kind": kind, "recordId": id, "words": words, "dueOn": due}
    assert (await world.client(who).post("/api/panel/next-steps", json=step)).status_code == 201


async def store_ticket_beside(world: World) -> None:
    """A ticket of `client-1-1` that lies in another branch, as no call makes it."""
    async with world.console() as db:
        ticket = SupportTicket(
            id="strange", branch_id=BESIDE, created_by="support", subject="Beside", description="Elsewhere"
        )
        db.store(ticket)
        await db.flush()
        (await db.find(TicketDetails, "strange")).client_id = "client-1-1"


async def test_open_promises_of_the_whole_thread_are_shown(world: World) -> None:
    """As far as one may read what they are about; that of the page's own record stands apart."""
    lead, client, job = await told(world)
    (ticket,) = (
        await world.client("support").get("/api/panel/support-tickets", params={"q": "Vera Porch"})
    ).json()
    assert (await page(world, "admin", CLIENTS, client))["promises"] == []
    await promise(world, "branch_ops_manager", "ticket", ticket["id"], "Order a segment", "2026-11-25")
    await promise(world, "branch_ops_manager", "work_order", job, "Book the lift", "2026-11-24")
    await promise(world, "sales_rep", "lead", lead, "Send the drawing", "2026-11-23")
    await promise(world, "sales_rep", "client", client, "Say thanks", "2026-11-26")

    async def words(who: str, path: str, id: str) -> list[str]:
        return [step["words"] for step in (await page(world, who, path, id))["promises"]]

    assert await words("admin", CLIENTS, client) == ["Send the drawing", "Book the lift", "Order a segment"]
    assert await words("admin", LEADS, lead) == ["Book the lift", "Order a segment", "Say thanks"]
    assert await words("sales_rep", CLIENTS, client) == ["Send the drawing"]
    assert await words("technician", CLIENTS, client) == ["Book the lift"]
    shown = await page(world, "admin", CLIENTS, client)
    assert (shown["nextStep"]["words"], shown["promises"][0]["kind"], shown["promises"][0]["recordId"]) == (
        "Say thanks", "lead", lead,
    )  # fmt: skip
    done = shown["promises"][0]["id"]
    assert (await world.client("sales_rep").post(f"/api/panel/next-steps/{done}/done")).status_code == 200
    assert await words("sales_rep", CLIENTS, client) == []


async def test_promises_beyond_scope_are_none(world: World) -> None:
    await store_ticket_beside(world)
    await promise(world, "regional_ops_manager", "ticket", "strange", "Ask the other branch", "2026-11-25")
    seen = {
        who: [step["words"] for step in (await page(world, who, CLIENTS, "client-1-1"))["promises"]]
        for who in ("branch_ops_manager", "regional_ops_manager")
    }
    assert seen == {"branch_ops_manager": [], "regional_ops_manager": ["Ask the other branch"]}


@pytest.mark.parametrize("kind", ["lead alone", "lead", "client"])
async def test_a_page_is_eight_statements(world: World, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """However long the thread: who asks, the record, its members, and the five sources of the timeline."""
    lead, client, _ = await told(world)
    for number in range(3):
        place = {"address": f"{number} Lake Road"}
        answer = await world.client("sales_rep").post(f"{CLIENTS}/{client}/properties", json=place)
        assert answer.status_code == 201
    path, id = {"lead alone": (LEADS, "lead-1-2"), "lead": (LEADS, lead), "client": (CLIENTS, client)}[kind]
    counted = Statements(world.database, monkeypatch)
    shown = await page(world, "sales_rep", path, id)
    assert len(counted.seen) == 8, counted.seen
    assert len(shown["properties"]) == (0 if kind == "lead alone" else 4)


async def test_beyond_scope_there_is_nothing(world: World) -> None:
    """A ticket that lies in another branch is none of a branch's thread, not even as a title."""
    await store_ticket_beside(world)
    seen = {
        who: {row["id"] for row in (await page(world, who, CLIENTS, "client-1-1"))["members"]}
        for who in ("branch_ops_manager", "regional_ops_manager")
    }
    assert "strange" in seen["regional_ops_manager"]
    assert seen["regional_ops_manager"] - seen["branch_ops_manager"] == {"strange"}
    for id in ("client-far-1", MISSING):
        for call in ("record", "timeline"):
            assert (await world.client("branch_ops_manager").get(f"{CLIENTS}/{id}/{call}")).status_code == 404


async def test_who_may_open_it(world: World) -> None:
    for who, lead, client in (
        ("sales_rep", 200, 200), ("technician", 403, 200), ("support", 200, 200), ("no_role", 403, 403),
    ):  # fmt: skip
        caller = world.client(who)
        assert (await caller.get(f"{LEADS}/lead-1-1/record")).status_code == lead
        assert (await caller.get(f"{CLIENTS}/client-1-1/record")).status_code == client
