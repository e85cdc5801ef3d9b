"""From a visitor's first words to the return visit a year later, by five people, with nothing typed twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.instruments import move_clock
from tests.pictures import photo
from tests.world import PASSWORD, World, email_of

KEY = "k" * 22
LEADS, CLIENTS, ORDERS = "/api/panel/leads", "/api/panel/clients", "/api/panel/work-orders"
TICKETS, ENQUIRIES, WARRANTIES = "/api/panel/support-tickets", "/api/panel/enquiries", "/api/panel/warranties"
VERA = {"name": "Vera Porch", "email": "vera@visitor.example", "phone": "(614) 555-0142"}
ASKED = {
    "propertyType": "home", "coverage": "front", "stories": 2, "feet": 120, "zip": "00000", "street": "9 Roof Row",
    "preferredTime": "evening", "key": KEY, **VERA,
}  # fmt: skip
A_YEAR = timedelta(days=365)


async def done(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


async def signed_in(world: World, who: str) -> httpx.AsyncClient:
    """With a session of that day."""
    caller = world.client()
    await done(await caller.post("/api/auth/login", json={"email": email_of(who), "password": PASSWORD}))
    return caller


async def test_the_whole_story(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lead = await a_visitor_asks(world)
    job, client = await the_representative_sells(world, lead)
    await the_crew_installs(world, job)
    warranty = await the_lead_technician_confirms(world, job)
    move_clock(monkeypatch, A_YEAR)
    ticket = await support_hears_of_a_dark_segment(world, client, job, warranty)
    await the_technician_comes_back(world, ticket, client, job)
    await the_thread_tells_it(world, client)


async def a_visitor_asks(world: World) -> str:
    visitor, rep = world.client(), world.client("sales_rep")
    reference = (await done(await visitor.post("/api/quotes", json=ASKED)))["reference"]
    house = {"image": ("house.jpg", photo(), "image/jpeg")}
    await done(
        await visitor.post("/api/visitor-photos", data={"reference": reference, "key": KEY}, files=house)
    )
    (lead,) = await done(await rep.get(LEADS, params={"q": VERA["email"]}))
    assert (lead["name"], lead["address"]) == ("Vera Porch", "9 Roof Row, 00000")
    assert lead["notes"].endswith("Best reached in the evening.")
    page = await done(await rep.get(f"{LEADS}/{lead['id']}/record"))
    assert [len(event["photos"]) for event in page["timeline"]["events"]] == [1]
    return str(lead["id"])


async def the_representative_sells(world: World, lead: str) -> tuple[str, str]:
    rep = world.client("sales_rep")
    about = {"kind": "lead", "recordId": lead}
    call = {
        "type": "call",
        "outcome": "reached",
        "minutes": 12,
        "words": "Warm white, colors for the holidays.",
    }
    await done(await rep.post("/api/panel/activities", json=about | call))
    step = {"words": "Visit and measure", "dueOn": datetime.now(UTC).date().isoformat()}
    promised = await done(await rep.post("/api/panel/next-steps", json=about | step))
    await done(await rep.post(f"/api/panel/next-steps/{promised['id']}/done", json={}))
    made = await done(await rep.post(f"{LEADS}/{lead}/hand-over", json={"won": True}))
    job, client = made["workOrder"]["id"], made["client"]["id"]
    shown = await done(await rep.get(f"{CLIENTS}/{client}"))
    assert {name: shown[name] for name in VERA} == VERA
    assert shown["address"] == "9 Roof Row, 00000"
    assert (await done(await rep.get(f"{LEADS}/{lead}")))["status"] == "won"
    return job, client


async def the_crew_installs(world: World, job: str) -> None:
    manager, technician = world.client("branch_ops_manager"), world.client("technician")
    order = await done(await manager.get(f"{ORDERS}/{job}"))
    assert (order["status"], order["assignedTo"]) == ("pending", None)
    planned = {"assignedTo": (await world.person("technician")).id, "scheduledDate": "2026-12-01"}
    await done(await manager.patch(f"{ORDERS}/{job}", json=planned))
    details = await done(await technician.get(f"{ORDERS}/{job}/details"))
    assert (details["kind"], details["feet"], details["stories"]) == ("installation", 120, 2)
    for status in ("in_progress", "completed"):
        await done(await technician.patch(f"{ORDERS}/{job}", json={"status": status}))


async def the_lead_technician_confirms(world: World, job: str) -> str:
    lead_technician = world.client("lead_technician")
    (draft,) = [row for row in await done(await lead_technician.get(WARRANTIES)) if row["workOrderId"] == job]
    assert (draft["holder"], draft["place"], draft["status"]) == ("Vera Porch", "9 Roof Row, 00000", "draft")
    parts = [{"kind": "controller", "serial": "DL-4711", "feet": None, "color": None}]
    await done(await lead_technician.patch(f"{WARRANTIES}/{draft['id']}", json={"parts": parts}))
    confirmed = await done(await lead_technician.post(f"{WARRANTIES}/{draft['id']}/confirm", json={}))
    assert confirmed["status"] == "confirmed"
    return str(draft["id"])


async def support_hears_of_a_dark_segment(world: World, client: str, job: str, warranty: str) -> str:
    said = {"name": "V. Porch", "email": "VERA@visitor.example", "message": "A segment stays dark, DL-4711."}
    message = (await done(await world.client().post("/api/contact", json=said)))["id"]
    support = await signed_in(world, "support")
    known = await done(await support.get(f"{ENQUIRIES}/{message}/matches"))
    assert [(person["kind"], person["id"], person["jobs"]) for person in known["people"]] == [
        ("client", client, 1)
    ]
    assert [found["id"] for found in known["warranties"]] == [warranty]
    ticket = await done(await support.post(f"{ENQUIRIES}/{message}/ticket", json={"clientId": client}))
    linked = await done(await support.get(f"{TICKETS}/{ticket['id']}/details"))
    assert (linked["workOrder"]["id"], linked["warranty"]["id"]) == (job, warranty)
    return str(ticket["id"])


async def the_technician_comes_back(world: World, ticket: str, client: str, job: str) -> None:
    support, technician = await signed_in(world, "support"), await signed_in(world, "technician")
    visit = (await done(await support.post(f"{TICKETS}/{ticket}/return-visit", json={})))["id"]
    order = await done(await technician.get(f"{ORDERS}/{visit}"))
    assert (order["clientId"], order["status"], order["assignedTo"]) == (client, "pending", None)
    details = await done(await technician.get(f"{ORDERS}/{visit}/details"))
    assert (details["kind"], details["ticket"]["id"], details["earlier"]["id"]) == ("service", ticket, job)
    await done(await technician.patch(f"{ORDERS}/{visit}", json={"status": "completed"}))
    await done(await support.patch(f"{TICKETS}/{ticket}", json={"status": "resolved"}))


async def the_thread_tells_it(world: World, client: str) -> None:
    """One timeline, the newest first; one record of each, however much was made of it."""
    admin = await signed_in(world, "admin")
    page = await done(await admin.get(f"{CLIENTS}/{client}/record"))
    assert sorted((member["kind"], member["status"]) for member in page["members"]) == [
        ("lead", "won"),
        ("support_ticket", "resolved"),
        ("warranty", "confirmed"),
        ("work_order", "completed"),
        ("work_order", "completed"),
    ]
    told = [(event["source"], event["kind"]) for event in page["timeline"]["events"]]
    assert told[-2:] == [("activity", "lead"), ("request", "lead")]
    assert ("message", "support_ticket") in told
    assert told.count(("request", "lead")) == 1
    assert page["timeline"]["events"][-1]["photos"]
