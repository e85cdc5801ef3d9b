"""What a visitor sent is the sender's, whatever it was attached to or became; a second address of the same person's is theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from duskline.core.data.personal import Part
from duskline.core.data.pointers import of_person
from duskline.models.privacy import traces
from duskline.models.privacy.personal_data import HELD
from tests.drawings import KEY, reference_of
from tests.panel import threads
from tests.panel.privacy.persons import Someone
from tests.panel.privacy.test_erasing import MARK, erased, marked, own
from tests.panel.privacy.test_erasing_let_go import change, client_of, lead_of, remove
from tests.panel.privacy.test_erasing_of_others import ENQUIRIES, wrote
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import CLIENTS, LEADS, TICKETS
from tests.world import NEAR, World

assert own is not None, "a fixture"

HOLDER = Someone("Hanna Holder", "hanna@holder.example", "3035550187")
AGAIN = Someone("Hanna HOLDER", "hanna@work.example", "6145550142")
"""The same person by another address."""
WILMA = Someone("Wilma Writer", "wilma@writer.example", "2125550121")
WORDS = f"Half of the {MARK} front is dark."


async def _attach(world: World, message: str, kind: str, record: str) -> None:
    body = {"kind": kind, "recordId": record}
    await asked(await world.client("admin").post(f"{ENQUIRIES}/{message}/attach", json=body))


async def attached_to_a_lead(world: World, sender: Someone) -> None:
    await _attach(world, await wrote(world, sender, WORDS), "lead", await lead_of(world, HOLDER))


async def attached_to_a_lead_that_was_removed(world: World, sender: Someone) -> None:
    lead = await lead_of(world, HOLDER)
    await _attach(world, await wrote(world, sender, WORDS), "lead", lead)
    await remove(world, f"{LEADS}/{lead}")


async def sent_under_the_key_of_a_lead(world: World, sender: Someone) -> None:
    """From the browser that asked for a quote."""
    visitor = world.client()
    await reference_of(visitor, name=HOLDER.name, email=HOLDER.email)
    message = {"name": sender.name, "email": sender.email, "message": WORDS, "key": KEY}
    await asked(await visitor.post("/api/contact", json=message), 201)


async def asked_under_the_key_of_a_lead(world: World, sender: Someone) -> None:
    visitor = world.client()
    await reference_of(visitor, name=HOLDER.name, email=HOLDER.email)
    await reference_of(visitor, name=sender.name, email=sender.email, street=f"9 {MARK} Row")


async def attached_to_a_client(world: World, sender: Someone) -> None:
    await _attach(world, await wrote(world, sender, WORDS), "client", await client_of(world, HOLDER))


async def became_a_ticket_of_a_client(world: World, sender: Someone) -> None:
    message, staff = await wrote(world, sender, WORDS), world.client("branch_ops_manager")
    ticket = (await asked(await staff.post(f"{ENQUIRIES}/{message}/ticket", json={}), 201))["id"]
    await change(world, f"{TICKETS}/{ticket}/details", clientId=await client_of(world, HOLDER))


async def attached_to_a_ticket(world: World, sender: Someone) -> None:
    message, admin = await wrote(world, sender, WORDS), world.client("admin")
    body = {"subject": "Dark", "description": "Half", "category": "general"}
    client = await client_of(world, HOLDER)
    ticket = (await asked(await admin.post(TICKETS, json=body | {"clientId": client}), 201))["id"]
    await _attach(world, message, "ticket", ticket)


Way = Callable[[World, Someone], Awaitable[None]]
WAYS: Mapping[Way, str] = {
    attached_to_a_lead: "enquiry_handling.lead_id",
    attached_to_a_lead_that_was_removed: "enquiry_handling.lead_id",
    sent_under_the_key_of_a_lead: "enquiry_handling.lead_id",
    attached_to_a_client: "enquiry_handling.client_id",
    became_a_ticket_of_a_client: "enquiry_handling.ticket_id",
    attached_to_a_ticket: "enquiry_handling.ticket_id",
    asked_under_the_key_of_a_lead: "quote_requests.lead_id",
}
"""How something comes to hang on what is HOLDER's, and by which column."""


def links() -> set[str]:
    """The columns by which what was sent hangs on records, its own and those of the rows beside it."""
    sent = {entity for entity, personal in HELD.items() if personal.sent}
    beside = {
        entity
        for entity in HELD
        if "id" in entity.__table__.c
        and any(entity.__table__.c.id.references(each.__table__.c.id) for each in sent)
    }
    return {f"{entity.__tablename__}.{name}" for entity in sent | beside for name in of_person(entity)} - {
        f"{entity.__tablename__}.id" for entity in beside
    }


def test_each_link_of_what_visitors_send_has_a_way_here() -> None:
    assert set(WAYS.values()) == links()


def test_what_visitors_send_says_who_sent_it() -> None:
    """By one address and one name (`_sender`)."""
    for entity, personal in HELD.items():
        parts = sorted(part for part in personal.parts.values() if part in (Part.EMAIL, Part.NAME))
        assert not personal.sent or parts == [Part.EMAIL, Part.NAME], entity


# --- another person's stays ---


async def require_left(world: World, way: Way) -> None:
    """Also in the preview; and what names the sender elsewhere."""
    admin = world.client("admin")
    await way(world, WILMA)
    note = f"Neighbor of {WILMA.name}"
    third = await threads.made(admin, LEADS, name="Theo Third", email="theo@third.example", notes=note)
    table = "quote_requests" if way is asked_under_the_key_of_a_lead else "contact_submissions"
    assert table in await marked(world)
    before = (await world.snapshot())[table]
    found = await asked(await admin.post("/api/panel/privacy/preview", json={"email": HOLDER.email}))
    assert "Messages" not in [line["says"] for line in found["lines"]]
    assert WILMA.name not in found["names"]
    await erased(world, HOLDER)
    left = [row for row in (await world.snapshot())[table] if WILMA.email in row]
    assert left
    assert left == [row for row in before if WILMA.email in row]
    assert (await asked(await admin.get(f"{LEADS}/{third}")))["notes"] == note
    await erased(world, WILMA)
    assert await marked(world) == set()


@pytest.mark.parametrize("way", WAYS)
async def test_what_another_person_sent_stays(own: World, way: Way) -> None:
    await require_left(own, way)


@pytest.mark.parametrize("way", WAYS)
async def test_control_without_asking_who_sent_it_it_goes(
    own: World, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: Any) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr(traces, "_sent_by_others", nobody)
    with pytest.raises(AssertionError):
        await require_left(own, way)


async def test_the_ticket_that_was_made_of_it_goes_with_its_client(own: World) -> None:
    await became_a_ticket_of_a_client(own, WILMA)
    await erased(own, HOLDER)
    assert await marked(own) == {"contact_submissions"}


async def require_left_to_a_namesake(world: World) -> None:
    """Two people of one name: the other one has a lead with the address."""
    namesake = AGAIN._replace(name=HOLDER.name)
    await lead_of(world, namesake, notes="A house by the lake")
    await attached_to_a_client(world, namesake)
    await erased(world, HOLDER)
    assert await marked(world) == {"contact_submissions"}


async def test_an_address_of_another_persons_record_says_more_than_a_name(own: World) -> None:
    await require_left_to_a_namesake(own)


async def test_control_by_the_name_alone_it_would_go(own: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no(*_: Any) -> bool:
        return False

    monkeypatch.setattr(traces, "_is_of_another", no)
    with pytest.raises(AssertionError):
        await require_left_to_a_namesake(own)


# --- the person's own goes ---


@pytest.mark.parametrize("way", WAYS)
async def test_what_the_person_sent_from_another_address_goes(own: World, way: Way) -> None:
    await way(own, AGAIN)
    assert await marked(own)
    await erased(own, HOLDER)
    assert await marked(own) == set()


async def test_what_became_a_lead_goes_with_it_whatever_the_lead_is_called_since(own: World) -> None:
    admin = own.client("admin")
    message = await wrote(own, Someone("hanna", AGAIN.email, ""), WORDS)
    made = await asked(await admin.post(f"{ENQUIRIES}/{message}/lead", json={"branchId": NEAR}), 201)
    await change(own, f"{LEADS}/{made['id']}", name=HOLDER.name, email=HOLDER.email)
    await erased(own, HOLDER)
    assert await marked(own) == set()


async def test_what_has_an_address_of_another_record_of_the_person_goes(own: World) -> None:
    """Whatever it is signed with, and though another person has that address as well."""
    lead, client = await lead_of(own, AGAIN), await client_of(own, HOLDER)
    await asked(await own.client("admin").post(f"{LEADS}/{lead}/client", json={"clientId": client}))
    await threads.made(own.client("admin"), name="Ola Other", email=AGAIN.email)
    message = await wrote(own, AGAIN._replace(name="H."), WORDS)
    await _attach(own, message, "client", client)
    await erased(own, HOLDER)
    assert await marked(own) == set()
    assert (await asked(await own.client("admin").get(f"{CLIENTS}/{client}")))["name"] == "Erased"
