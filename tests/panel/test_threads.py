"""The record page: everything about a person in one place, told as far as the reader's flags go, and never beyond scope."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from duskline.models.about import RecordKind
from duskline.models.activities import Activity, ActivityType
from duskline.models.details import TicketDetails
from duskline.models.service import SupportTicket
from tests.instruments import Statements
from tests.world import BESIDE, MISSING, NEAR, World

LEADS, CLIENTS = "/api/panel/leads", "/api/panel/clients"
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
        ("change", "support_ticket", "create"),
        ("message", "support_ticket", "contact"),
        ("change", "work_order", "create"),
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
    shown = await page(world, who, CLIENTS, client)
    events = shown["timeline"]["events"]
    (logged,) = [event for event in events if event["source"] == "activity"]
    assert (logged["words"], logged["outcome"]) == (("Wants warm white", "reached") if call else (None, None))
    created = [event for event in events if (event["kind"], event["action"]) == ("support_ticket", "create")]
    assert ["description" in event["changes"] for event in created] == [ticket]
    assert [event["changes"]["status"] for event in created] == [[None, "open"]]
    assert len(shown["members"]) == 3


async def test_a_visitor_s_words_are_for_everybody_who_reads_the_client(world: World) -> None:
    _, client, _ = await told(world)
    for who in ("technician", "sales_rep", "support"):
        events = (await page(world, who, CLIENTS, client))["timeline"]["events"]
        words = {event["source"]: event for event in events if event["source"] in ("message", "request")}
        assert words["message"]["words"] == "One segment stays dark."
        assert words["request"]["changes"]["feet"] == [None, 120]


async def test_pages_meet_every_event_once(world: World) -> None:
    start = datetime(2026, 11, 1, tzinfo=UTC)
    async with world.console() as db:
        for number in range(120):
            db.store(
                Activity(
                    kind=RecordKind.CLIENT, record_id="client-1-2", branch_id=NEAR, type=ActivityType.NOTE,
                    words=str(number), happened_at=start + timedelta(minutes=number // 3),
                )
            )  # fmt: skip
    rep = world.client("sales_rep")
    shown = (await page(world, "sales_rep", CLIENTS, "client-1-2"))["timeline"]
    met = [event["id"] for event in shown["events"]]
    words = [event["words"] for event in shown["events"]]
    while shown["cursor"]:
        query = {"cursor": shown["cursor"], "source": "activity"}
        shown = (await rep.get(f"{CLIENTS}/client-1-2/timeline", params=query)).json()
        met += [event["id"] for event in shown["events"]]
        words += [event["words"] for event in shown["events"]]
    assert len(met) == len(set(met)) == 120
    assert {int(word) // 3 for word in words[:3]} == {39}
    assert [int(word) // 3 for word in words] == sorted((number // 3 for number in range(120)), reverse=True)


async def test_a_page_costs_eight_statements_however_much_happened(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks, the record, its members, its properties, and the four sources of the timeline."""
    lead, client, _ = await told(world)
    admin = world.client("admin")
    for path, id in ((LEADS, lead), (CLIENTS, client)):
        for more in range(2):
            call = {"kind": "client", "recordId": client, "type": "note", "words": f"Note {more}"}
            assert (await admin.post("/api/panel/activities", json=call)).status_code == 201
            counted = Statements(world.database, monkeypatch)
            assert (await admin.get(f"{path}/{id}/record")).status_code == 200
            assert len(counted.seen) == 8, counted.seen


@pytest.mark.parametrize("cursor", ["x", "eA==", "MjAyNg==", "LQ=="])
async def test_an_odd_cursor_is_refused(world: World, cursor: str) -> None:
    answer = await world.client("admin").get(f"{CLIENTS}/client-1-1/timeline", params={"cursor": cursor})
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"cursor"})


async def test_beyond_scope_there_is_nothing(world: World) -> None:
    """A ticket that lies in another branch is none of a branch's thread, not even as a title."""
    async with world.console() as db:
        ticket = SupportTicket(
            id="strange", branch_id=BESIDE, created_by="support", subject="Beside", description="Elsewhere"
        )
        db.store(ticket)
        await db.flush()
        (await db.find(TicketDetails, "strange")).client_id = "client-1-1"
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
