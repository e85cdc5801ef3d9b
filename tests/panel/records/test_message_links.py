"""Whose a message is: joined to a record by hand, and let go."""

from __future__ import annotations

import pytest

from tests.panel.threads import message
from tests.world import World


@pytest.mark.parametrize(
    ("who", "kind", "record", "field"),
    [
        ("sales_rep", "lead", "lead-1-1", "leadId"),
        ("sales_rep", "client", "client-1-1", "clientId"),
        ("branch_ops_manager", "ticket", "ticket-1-1", "ticketId"),
    ],
)
async def test_a_message_is_attached_to_a_record(
    world: World, who: str, kind: str, record: str, field: str
) -> None:
    caller, at = world.client(who), "/api/panel/enquiries/enquiry-0"
    attached = (await caller.post(f"{at}/attach", json={"kind": kind, "recordId": record})).json()
    assert (attached["state"], attached[field]) == ("taken", record)
    shown, title = await message(caller), field.replace("Id", "Title")
    named = {"leadId": "Lea 1 1", "clientId": "Cleo 1 1", "ticketId": "Dark porch 1 1"}[field]
    assert (shown[field], shown[title]) == (record, named)
    elsewhere = await message(world.client("far_rep"))
    assert (elsewhere[field], elsewhere[title]) == (None, None)
    again = await caller.post(f"{at}/attach", json={"kind": kind, "recordId": record})
    assert again.status_code == 409
    back = (await caller.post(f"{at}/restore")).json()
    assert (back["state"], back[field], back["takenBy"]) == ("open", None, None)


async def test_what_one_may_not_open_is_not_named(world: World) -> None:
    manager, at = world.client("branch_ops_manager"), "/api/panel/enquiries/enquiry-0"
    body = {"kind": "ticket", "recordId": "ticket-1-1"}
    assert (await manager.post(f"{at}/attach", json=body)).status_code == 200
    shown = [await message(world.client(who)) for who in ("branch_ops_manager", "sales_rep")]
    assert [(row["state"], row["ticketId"], row["ticketTitle"]) for row in shown] == [
        ("taken", "ticket-1-1", "Dark porch 1 1"),
        ("taken", None, None),
    ]


async def test_what_was_made_of_a_message_is_taken_back(world: World) -> None:
    rep, at = world.client("sales_rep"), "/api/panel/enquiries/enquiry-0"
    lead = (await rep.post(f"{at}/lead", json={})).json()["id"]
    assert (await world.client("near_rep").post(f"{at}/restore")).status_code == 403
    assert (await rep.post(f"{at}/restore")).json()["state"] == "open"
    assert (await rep.get(f"/api/panel/leads/{lead}")).status_code == 404
    second = (await rep.post(f"{at}/lead", json={})).json()["id"]
    await rep.patch(f"/api/panel/leads/{second}", json={"status": "contacted"})
    kept = await rep.post(f"{at}/restore")
    said = "Something has been added or changed since, so this cannot be undone any more."
    assert (kept.status_code, kept.json()["error"]) == (409, said)


@pytest.mark.parametrize(
    ("who", "kind", "record", "status"),
    [
        ("support", "lead", "lead-1-1", 403), ("sales_rep", "ticket", "ticket-1-1", 403),
        ("sales_rep", "lead", "lead-far-1", 404), ("sales_rep", "work_order", "order-1-1", 400),
    ],
)  # fmt: skip
async def test_where_one_may_not_write_nothing_is_attached(
    world: World, who: str, kind: str, record: str, status: int
) -> None:
    body = {"kind": kind, "recordId": record}
    answer = await world.client(who).post("/api/panel/enquiries/enquiry-0/attach", json=body)
    assert answer.status_code == status
    assert (await message(world.client("admin")))["state"] == "open"
