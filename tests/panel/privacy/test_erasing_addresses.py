"""An address that a person has besides goes with them: whatever else has it alone is theirs, and another person keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from duskline.core.data.base import new_id, now
from duskline.core.data.personal import Whose
from duskline.core.mail.bounces import BouncedAddress, note_bounced
from duskline.core.mail.outbox import Mail
from duskline.core.system.errors import NotFound
from duskline.models.people.people import User
from duskline.models.privacy import erasing, personal_data, previewing, traces
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.privacy import PrivacyRequest, RequestKind
from duskline.models.records.enquiries import ContactSubmission, NewsletterSubscription
from duskline.models.records.imports import ImportRow
from duskline.models.records.sales import Client, Lead, QuoteRequest
from duskline.models.schedule.arrivals import ArrivalLetter
from duskline.models.schedule.visit_letters import VisitLetter
from duskline.models.site.content import GallerySubmission
from tests.letters import letter
from tests.panel import threads
from tests.panel.importing.importing import reviewed
from tests.panel.privacy.persons import Someone
from tests.panel.privacy.test_erasing import MARK, erased, marked, own, pictures, told_of
from tests.panel.threads import CLIENTS, LEADS, ORDERS
from tests.pictures import photo
from tests.world import NEAR, World

assert own is not None, "a fixture"

FIRST = Someone("Annabel Wexford", "annabel@home.example", "3035550187")
SECOND = Someone("Annabel Wexford", "wexford@work.example", "3035550187")
"""The same person by another address."""


async def known(world: World) -> str:
    """A lead by the first address, whose client has the second."""
    admin = world.client("admin")
    lead = await threads.made(admin, LEADS, name=FIRST.name, email=FIRST.email, phone=None, branchId=NEAR)
    client = await admin.post(f"{LEADS}/{lead}/client", json={"address": "9 Roof Row"})
    assert client.status_code == 200, client.text
    id = str(client.json()["id"])
    answer = await admin.patch(f"{CLIENTS}/{id}", json={"email": SECOND.email, "phone": FIRST.phone})
    assert answer.status_code == 200, answer.text
    return id


async def both_gone(world: World) -> None:
    await erased(world, FIRST._replace(phone="0000000000"))
    assert (await told_of(world, FIRST), await told_of(world, SECOND)) == ({}, {})
    assert await marked(world) == set()


async def asked_for_quotes(world: World) -> None:
    """Two leads of a visitor who asked under both addresses, and to whom both letters went."""
    for number, who in enumerate((FIRST, SECOND)):
        body = {
            "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "street": f"9 {MARK} Row", "name": who.name,
            "email": who.email, "secondsOpen": 30,
        }  # fmt: skip
        headers = {"Idempotency-Key": f"{'k' * 21}{number}"}
        asked = await world.client(address=f"203.0.113.{number}").post(
            "/api/quotes", json=body, headers=headers
        )
        assert asked.status_code == 201, asked.text
    staff = world.client("admin")
    found = (await staff.get(LEADS, params={"q": FIRST.name})).json()
    leads = {row["email"]: row["id"] for row in found}
    merged = await staff.post(f"{LEADS}/{leads[FIRST.email]}/merge", json={"goneId": leads[SECOND.email]})
    assert merged.status_code == 200, merged.text


async def test_letters_to_a_second_address_go_with_whoever_is_erased_by_the_first(own: World) -> None:
    await asked_for_quotes(own)
    assert "mails.recipient" in await told_of(own, SECOND)
    await both_gone(own)


# --- what has the address alone is about whoever has it ---


async def _letter(world: World) -> None:
    async with world.console() as db:
        db.store(letter(new_id(), recipient=SECOND.email, subject=MARK))


async def _subscription(world: World) -> None:
    assert (
        await world.client().post("/api/newsletter", json={"email": SECOND.email.upper()})
    ).status_code == 201


async def _bounce(world: World) -> None:
    await note_bounced(world.database, SECOND.email, f"550 {SECOND.email} {MARK}")


async def _request(world: World) -> None:
    async with world.console() as db:
        asked = {"kind": RequestKind.COPY, "secret": "s", "due_on": now().date()}
        db.store(PrivacyRequest(email=SECOND.email, words=MARK, **asked))


async def _row(world: World) -> None:
    """With a name of its own, by which nobody is found."""
    await reviewed(world, f"Name,Email,Notes\nAnna W,{SECOND.email},{MARK}\n", who="branch_ops_manager")


async def _photo(world: World) -> None:
    form = {
        "name": "Anna W", "email": SECOND.email, "location": "Roof Row", "description": f"Our {MARK} house", "category": "Residential",
        "consent": "visitor-1",
    }  # fmt: skip
    files = {"image": ("h.jpg", photo(), "image/jpeg")}
    assert (await world.client().post("/api/gallery", data=form, files=files)).status_code == 201


BY_ADDRESS: Mapping[Any, Callable[[World], Awaitable[None]]] = {
    Mail: _letter,
    NewsletterSubscription: _subscription,
    BouncedAddress: _bounce,
    PrivacyRequest: _request,
    ImportRow: _row,
    GallerySubmission: _photo,
}


def by_declaration(whose: Whose) -> set[Any]:
    return {entity for entity, personal in HELD.items() if personal.whose is whose}


def test_each_table_that_knows_nobody_has_a_row_here() -> None:
    assert set(BY_ADDRESS) == by_declaration(Whose.ADDRESS)


async def leave(world: World, entity: Any) -> None:
    """What has the second address alone, and a word about it."""
    await known(world)
    await BY_ADDRESS[entity](world)
    note = {"notes": f"Neighbor of {SECOND.email}"}
    assert (await world.client("admin").patch(f"{LEADS}/lead-1-1", json=note)).status_code == 200
    before = await told_of(world, SECOND)
    assert "leads.notes" in before
    assert any(name.startswith(f"{entity.__tablename__}.") for name in before)


@pytest.mark.parametrize("entity", BY_ADDRESS)
async def test_what_has_the_second_address_goes_and_keeps_it_for_nobody(own: World, entity: Any) -> None:
    before = pictures(own)
    await leave(own, entity)
    await both_gone(own)
    assert pictures(own) == before


@pytest.mark.parametrize("entity", BY_ADDRESS)
async def test_control_a_table_that_is_said_to_know_a_person_keeps_it(
    own: World, entity: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await leave(own, entity)
    person = msgspec.structs.replace(HELD[entity], whose=Whose.OWN)
    held: Any = MappingProxyType({**HELD, entity: person})
    for module in (personal_data, previewing, traces, erasing):
        monkeypatch.setattr(module, "HELD", held)
    await erased(own, FIRST._replace(phone="0000000000"))
    assert "leads.notes" in await told_of(own, SECOND)


async def test_the_log_of_a_duplicate_goes_that_had_the_second_address_when_it_was_removed(
    own: World,
) -> None:
    await known(own)
    staff = own.client("admin")
    twin = await threads.made(staff, LEADS, name="Anna W", email=SECOND.email, phone=None, notes=MARK)
    assert (await staff.delete(f"{LEADS}/{twin}")).status_code == 204
    await _letter(own)
    await both_gone(own)


# --- another person keeps it ---


async def _lead(world: World) -> None:
    await threads.made(world.client("admin"), LEADS, name="Ola Other", email=SECOND.email, notes=MARK)


async def _client(world: World) -> None:
    await threads.made(world.client("admin"), name="Ola Other", email=SECOND.email, address=MARK)


async def _message(world: World) -> None:
    body = {"name": "Ola Other", "email": SECOND.email, "message": f"A {MARK} question"}
    assert (await world.client().post("/api/contact", json=body)).status_code == 201


async def _colleague(world: World) -> None:
    await world.hire("technician", branch=NEAR, email=SECOND.email)


PEOPLE: Mapping[Any, Callable[[World], Awaitable[None]]] = {
    Lead: _lead, Client: _client, ContactSubmission: _message, User: _colleague,
}  # fmt: skip


def test_each_table_of_people_has_a_row_here() -> None:
    assert set(PEOPLE) == by_declaration(Whose.OWN)


@pytest.mark.parametrize("entity", PEOPLE)
async def test_what_another_person_has_as_well_stays(own: World, entity: Any) -> None:
    await known(own)
    await PEOPLE[entity](own)
    await _letter(own)
    before = await told_of(own, SECOND)
    await erased(own, FIRST._replace(phone="0000000000"))
    after = await told_of(own, SECOND)
    assert "mails.recipient" in after
    assert any(name.startswith(f"{entity.__tablename__}.") for name in after), (before, after)


async def test_a_removed_lead_keeps_it_for_a_client_who_is_there(own: World) -> None:
    """It led to that client by an attachment when it was removed."""
    await known(own)
    staff = own.client("admin")
    other = await threads.made(staff, name="Ola Other", email="ola@other.example", branchId=NEAR)
    lead = await threads.made(staff, LEADS, name="Ola Other", email=SECOND.email, branchId=NEAR)
    attached = await staff.post(f"{LEADS}/{lead}/client", json={"clientId": other})
    assert attached.status_code == 200, attached.text
    assert (await staff.delete(f"{LEADS}/{lead}")).status_code == 204
    await _letter(own)
    await erased(own, FIRST._replace(phone="0000000000"))
    assert (await staff.get(f"{CLIENTS}/{other}")).json()["name"] == "Ola Other"
    assert "mails.recipient" in await told_of(own, SECOND)


async def test_an_address_that_somebody_had_for_a_while_is_a_removed_others(own: World) -> None:
    """It was typed there by mistake."""
    staff = own.client("admin")
    lead = await threads.made(staff, LEADS, name=FIRST.name, email=SECOND.email, phone=None)
    assert (await staff.patch(f"{LEADS}/{lead}", json={"email": FIRST.email})).status_code == 200
    other = await threads.made(
        staff, LEADS, name="Ola Other", email=SECOND.email, phone=None, notes=f"{MARK} own"
    )
    assert (await staff.delete(f"{LEADS}/{other}")).status_code == 204
    await _letter(own)
    await erased(own, FIRST._replace(phone="0000000000"))
    assert {"audit_logs", "mails"} <= await marked(own)


@pytest.mark.parametrize(
    "test",
    [
        test_a_removed_lead_keeps_it_for_a_client_who_is_there,
        test_an_address_that_somebody_had_for_a_while_is_a_removed_others,
    ],
)
async def test_control_without_asking_whose_else_it_is_the_other_would_lose_it(
    own: World, test: Callable[[World], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: object, **__: object) -> bool:
        return False

    monkeypatch.setattr(traces, "_is_anothers", nobody)
    with pytest.raises(AssertionError):
        await test(own)


# --- a row about another's record is that one's ---


async def test_what_another_client_once_got_at_the_address_stays_without_it(own: World) -> None:
    staff = own.client("branch_ops_manager")
    other = await threads.made(staff, name="Ola Other", email=SECOND.email, phone=None)
    order = (await staff.post(ORDERS, json={"clientId": other, "title": "Porch"})).json()["id"]
    told = {"work_order_id": order, "client_id": other, "name": "Ola Other", "email": SECOND.email}
    async with own.console() as db:
        db.store(VisitLetter(id="told", **told, words=MARK))
    other_by_now = await staff.patch(f"{CLIENTS}/{other}", json={"email": "ola@other.example"})
    assert other_by_now.status_code == 200
    await known(own)
    await erased(own, FIRST._replace(phone="0000000000"))
    assert await told_of(own, SECOND) == {}
    async with own.console() as db:
        kept = await db.find(VisitLetter, "told")
        assert (kept.name, kept.words) == ("Ola Other", MARK)


async def test_control_it_would_go_if_it_were_of_whoever_has_the_address(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_address = msgspec.structs.replace(HELD[VisitLetter], whose=Whose.ADDRESS)
    held: Any = MappingProxyType({**HELD, VisitLetter: by_address})
    for module in (personal_data, previewing, traces, erasing):
        monkeypatch.setattr(module, "HELD", held)
    with pytest.raises(NotFound):
        await test_what_another_client_once_got_at_the_address_stays_without_it(own)


def test_those_are_the_tables_of_which_it_holds() -> None:
    assert by_declaration(Whose.RECORD) == {QuoteRequest, VisitLetter, ArrivalLetter}


# --- a number may be a household's ---


async def test_a_row_of_a_file_by_the_number_alone_is_perhaps_anothers(own: World) -> None:
    await known(own)
    file = f"Name,Email,Phone,Notes\nOla Other,ola@other.example,{FIRST.phone},{MARK}\n"
    await reviewed(own, file, who="branch_ops_manager")
    await erased(own, FIRST._replace(phone="0000000000"))
    assert await told_of(own, FIRST) == {}
    async with own.database.reads.connect() as connection:
        cells = (await connection.execute(text("SELECT cells FROM import_rows"))).scalar_one()
    assert "Ola Other" in str(cells)
    assert MARK in str(cells)
