"""A copy leaves out what a record says that may have been another person's: given to a next owner, or merged by mistake. What was undone changes nothing."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from duskline.models.privacy import copying
from duskline.models.privacy.merges import Merges
from tests.letters import letter
from tests.panel.privacy.copies import copied, pictured, told
from tests.panel.privacy.persons import Someone, ask_for_a_quote, made
from tests.panel.privacy.test_erasing import MARK, own
from tests.panel.privacy.test_erasing_let_go import change, client_of, lead_of
from tests.panel.privacy.test_erasing_senders import HOLDER
from tests.panel.privacy.test_erasing_while_merged import done, houses, merged, part
from tests.panel.threads import CLIENTS, LEADS
from tests.world import NEAR, World

assert own is not None, "a fixture"

KEY = "a-browser-that-asked-for-a-quote"
FORMER = Someone("Ola Former", "ola@former.example", "2125550122")


async def work(world: World, client: str) -> None:
    """A house with a gate code, a job, a ticket and a note."""
    admin = world.client("admin")
    (house,) = await houses(admin, client)
    await change(world, f"/api/panel/properties/{house['id']}", access=f"{MARK} 4711", hazards=f"{MARK} dog")
    job = await made(admin, "work-orders", clientId=client, branchId=NEAR, title=f"Porch {MARK}", notes=MARK)
    said = {"subject": MARK, "description": MARK, "category": "general", "clientId": client}
    await made(admin, "support-tickets", **said)
    for kind, id in (("client", client), ("work_order", job["id"])):
        await made(admin, "activities", kind=kind, recordId=id, type="note", words=MARK)


async def a_client_given_on(world: World) -> None:
    client = await client_of(world, FORMER, phone=FORMER.phone, address="9 Lake Lane, 00000")
    await work(world, client)
    await change(world, f"{CLIENTS}/{client}", name=HOLDER.name, email=HOLDER.email, phone=HOLDER.phone)


async def a_lead_given_on(world: World) -> None:
    """In two steps, as a colleague types."""
    lead = await lead_of(world, FORMER, notes=MARK)
    await made(world.client("admin"), "activities", kind="lead", recordId=lead, type="call", words=MARK)
    await change(world, f"{LEADS}/{lead}", name=HOLDER.name)
    await change(world, f"{LEADS}/{lead}", email=HOLDER.email)


async def a_request_given_on(world: World) -> None:
    """Of a visitor, with a drawing, a photo, a message and a letter: the lead that it made became another person's."""
    visitor, admin = world.client(), world.client("admin")
    lead = await ask_for_a_quote(world, visitor, FORMER, KEY, random.Random(7))
    message = {"name": FORMER.name, "email": FORMER.email, "message": f"{MARK} is dark", "key": KEY}
    await done(visitor.post("/api/contact", json=message))
    async with world.console() as db:
        db.store(letter("mail", recipient=FORMER.email, subject=f"Dear {FORMER.name}", about=lead))
    assert (await admin.get(f"{LEADS}/{lead}")).json()["name"] == FORMER.name
    await change(world, f"{LEADS}/{lead}", name=HOLDER.name, email=HOLDER.email, phone=HOLDER.phone)


async def _both(world: World) -> tuple[str, str]:
    """FORMER's lead, and the client that it became."""
    lead = await lead_of(world, FORMER, phone=FORMER.phone, notes=MARK)
    await made(world.client("admin"), "activities", kind="lead", recordId=lead, type="call", words=MARK)
    client = (await made(world.client("admin"), f"leads/{lead}/client", address="9 Lake Lane, 00000"))["id"]
    await work(world, client)
    return lead, client


async def a_client_of_a_lead_given_on(world: World) -> None:
    _, client = await _both(world)
    await change(world, f"{CLIENTS}/{client}", name=HOLDER.name, email=HOLDER.email, phone=HOLDER.phone)


async def a_lead_of_a_client_given_on(world: World) -> None:
    lead, _ = await _both(world)
    await change(world, f"{LEADS}/{lead}", name=HOLDER.name, email=HOLDER.email, phone=HOLDER.phone)


async def leads_merged_by_mistake(world: World) -> None:
    """Parted by hand: the one that went was made again."""
    staff, kept = world.client("branch_ops_manager"), await lead_of(world, HOLDER, notes="Wants warm white")
    await merged(staff, LEADS, kept, await lead_of(world, FORMER, notes=MARK))
    await lead_of(world, FORMER)


async def leads_merged_by_mistake_and_a_client_made(world: World) -> None:
    staff, kept = world.client("branch_ops_manager"), await lead_of(world, HOLDER, notes="Wants warm white")
    await merged(staff, LEADS, kept, await lead_of(world, FORMER, notes=MARK))
    await client_of(world, FORMER)


async def clients_merged_by_mistake(world: World) -> None:
    staff, kept = world.client("branch_ops_manager"), await client_of(world, HOLDER)
    gone = await client_of(world, FORMER, address="9 Lake Lane, 00000")
    await work(world, gone)
    await merged(staff, CLIENTS, kept, gone)
    await client_of(world, FORMER)


WAYS = [
    a_client_given_on, a_lead_given_on, a_request_given_on, a_client_of_a_lead_given_on, a_lead_of_a_client_given_on,
    leads_merged_by_mistake, leads_merged_by_mistake_and_a_client_made, clients_merged_by_mistake,
]  # fmt: skip
Way = Callable[[World], Awaitable[None]]


async def require_left_out(world: World, way: Way) -> None:
    await way(world)
    copy = await copied(world, HOLDER)
    assert {"leads.json", "clients.json"} & copy.keys(), "the record is there"
    words = "".join(copy.values())
    theirs = (FORMER.name, FORMER.email, "Lake Lane", "Roof Row", "front", MARK)
    assert [each for each in theirs if each.casefold() in words.casefold()] == []
    assert await pictured(world, HOLDER) == []


@pytest.mark.parametrize("way", WAYS)
async def test_what_may_have_been_another_persons_is_not_in_a_copy(own: World, way: Way) -> None:
    await require_left_out(own, way)


@pytest.mark.parametrize("way", WAYS)
async def test_control_it_is_if_nobody_asks_for_another_name_or_a_doubtful_merge(
    own: World, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> set[str]:
        return set()

    for question in ("given_on", "_joined"):
        monkeypatch.setattr(copying, question, nothing)
    with pytest.raises(AssertionError, match=MARK):
        await require_left_out(own, way)


@pytest.mark.parametrize("field", ["name", "email", "phone"])
async def test_a_name_or_an_address_that_was_corrected_leaves_out_nothing(own: World, field: str) -> None:
    client = await client_of(own, HOLDER, phone=HOLDER.phone)
    await work(own, client)
    typed = {"name": "Hana Holder", "email": "hanna@hodler.example", "phone": "212-555-0199"}
    corrected = {"name": HOLDER.name, "email": HOLDER.email, "phone": HOLDER.phone}
    for said in (typed, corrected):
        await change(own, f"{CLIENTS}/{client}", **{field: said[field]})
    copy = await copied(own, HOLDER)
    for name in ("properties", "work-orders", "tickets", "calls-and-notes"):
        assert MARK in copy[f"{name}.json"]


async def test_a_name_that_was_corrected_and_a_number_in_another_notation_leave_out_nothing(
    own: World,
) -> None:
    client = await client_of(own, HOLDER._replace(name="Hana Holder"), phone="(303) 555-0187")
    await work(own, client)
    await change(own, f"{CLIENTS}/{client}", name=HOLDER.name, phone="303.555.0187")
    assert MARK in (await copied(own, HOLDER))["work-orders.json"]


async def require_same_after_undo(world: World) -> None:
    staff, client = world.client("branch_ops_manager"), await client_of(world, HOLDER)
    await work(world, client)
    before = await told(world, HOLDER)
    await part(staff, await merged(staff, CLIENTS, await client_of(world, FORMER), client))
    assert (await told(world, HOLDER)).count(MARK) == before.count(MARK) > 0


async def test_a_merge_that_was_undone_takes_nothing_from_a_copy(own: World) -> None:
    await require_same_after_undo(own)


async def test_control_it_does_if_what_was_lent_counts(own: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Merges, "is_lent", lambda *_: False)
    with pytest.raises(AssertionError):
        await require_same_after_undo(own)
