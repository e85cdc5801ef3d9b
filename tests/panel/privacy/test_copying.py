"""A copy of a person's data says nothing about other people: about those whose a record was before, or whom a row names beside the person."""

from __future__ import annotations

import json
import random
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import now
from duskline.core.data.calls import Operation
from duskline.core.data.personal import Traces
from duskline.models.notifying.webhooks import Delivery, Webhook
from duskline.models.people.saved_views import SavedView
from duskline.models.privacy import copying
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import rows_of
from duskline.models.privacy.traces import find_person
from duskline.models.records.conversions import Conversion, ConversionKind, Merge
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.imports import ImportMatching, ImportRow
from duskline.models.records.sales import QuoteRequest
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit
from duskline.models.schedule.arrivals import ArrivalLetter
from duskline.models.schedule.visit_letters import VisitLetter
from tests.laws.test_personal_data import listed
from tests.letters import letter
from tests.panel.importing.importing import PATH as IMPORTS
from tests.panel.importing.importing import reviewed
from tests.panel.privacy.copies import copied, told
from tests.panel.privacy.persons import Someone, leave_traces, made
from tests.panel.privacy.test_erasing import MARK, own
from tests.panel.privacy.test_erasing_let_go import change, client_of, lead_of
from tests.panel.privacy.test_erasing_of_others import ENQUIRIES, wrote
from tests.panel.privacy.test_erasing_senders import (
    HOLDER,
    WAYS,
    WILMA,
    WORDS,
    Way,
)
from tests.panel.privacy.test_erasing_while_merged import done, keyed, merged, part
from tests.panel.threads import LEADS, ORDERS, TICKETS
from tests.world import NEAR, World

assert own is not None, "a fixture"

OTHER = Someone("Ola Other", "ola@other.example", "2125550121")


# --- columns that are withheld ---


async def _noted_once(world: World) -> None:
    """Notes of a lead that were corrected: they were about somebody else."""
    await change(world, f"{LEADS}/{await lead_of(world, HOLDER, notes=MARK)}", notes=None)


async def _answered_once(world: World) -> None:
    lead = await lead_of(world, HOLDER, notes=MARK)
    staff = world.client("branch_ops_manager")
    await done(staff.patch(f"{LEADS}/{lead}", json={"name": HOLDER.name}, headers=keyed()))
    await change(world, f"{LEADS}/{lead}", notes=None)


async def _merged(world: World, *, keeps: bool) -> None:
    """By mistake with another person's lead, and parted."""
    holders = await lead_of(world, HOLDER, notes="Wants warm white")
    others = await lead_of(world, OTHER, notes=MARK)
    kept, gone = (holders, others) if keeps else (others, holders)
    staff = world.client("branch_ops_manager")
    await part(staff, await merged(staff, LEADS, kept, gone))


async def _kept_the_others(world: World) -> None:
    await _merged(world, keeps=True)


async def _went_to_the_other(world: World) -> None:
    await _merged(world, keeps=False)


async def _converted(world: World) -> None:
    lead, client = await lead_of(world, HOLDER), await client_of(world, HOLDER)
    async with world.console() as db:
        kind, before = ConversionKind.CLIENT, {"name": MARK}
        db.store(
            Conversion(kind=kind, from_id=lead, to_id=client, branch_id=NEAR, before=before, by_id="admin")
        )


def _delivered(column: str) -> Callable[[World], Awaitable[None]]:
    async def way(world: World) -> None:
        lead = await lead_of(world, HOLDER)
        said = {"body": "{}", column: MARK}
        async with world.console() as db:
            url = "https://listens.example/"
            db.store(Webhook(id="listens", url=url, events=["lead.lost"], secret="whsec_", due=now()))
            await db.flush()
            told_of = {"id": "told", "event": "lead.lost", "record_id": lead, "state": "arrived", "tries": 1}
            db.store(Delivery(webhook_id="listens", due=now(), created_at=now(), **told_of, **said))

    return way


async def _imported_beside(world: World) -> None:
    """A row of a file, which may be about either of two people."""
    await lead_of(world, OTHER._replace(name=f"{MARK} Other"), phone=HOLDER.phone)
    await reviewed(world, f"Name,Email,Phone\nHanna,{HOLDER.email},{HOLDER.phone}", who="admin")


async def _narrowed_to_another(world: World) -> None:
    """A list, by a colleague, under the name of a client; and a file that the colleague matched."""
    id = await colleague(world)
    async with world.console() as db:
        db.store(
            SavedView(
                user_id=id, list="leads", opens=False, name=f"{MARK} Other", name_key=MARK, query=f"q={MARK}"
            )
        )
        db.store(
            ImportMatching(user_id=id, headings="h", kind="leads", matching=[], defaults={"source": MARK})
        )


async def colleague(world: World) -> str:
    """Returns the id of HOLDER's account."""
    body = {"email": HOLDER.email, "password": "a-porch-at-night-9", "userType": "staff", "role": "support"}
    return str(
        (await made(world.client("admin"), "users", **body, firstName="Hanna", lastName="Holder"))["id"]
    )


WITHHELD: Mapping[tuple[Any, str], Callable[[World], Awaitable[None]]] = MappingProxyType({
    (AuditLog, "changes"): _noted_once,
    (Operation, "answer"): _answered_once,
    (Merge, "gone"): _kept_the_others,
    (Merge, "before"): _went_to_the_other,
    (Conversion, "before"): _converted,
    (Delivery, "body"): _delivered("body"),
    (Delivery, "answer"): _delivered("answer"),
    (Delivery, "fault"): _delivered("fault"),
    (ImportRow, "matches"): _imported_beside,
    (SavedView, "name"): _narrowed_to_another,
    (SavedView, "query"): _narrowed_to_another,
    (ImportMatching, "defaults"): _narrowed_to_another,
})  # fmt: skip
"""For each column a way to store something about another person in it, in a row of HOLDER's."""
PLACES = [f"{entity.__tablename__}.{column}" for entity, column in WITHHELD]


def test_each_column_that_is_withheld_has_a_way_here() -> None:
    assert WITHHELD.keys() == {(entity, name) for entity, each in HELD.items() for name in each.withheld}


@pytest.mark.parametrize("place", WITHHELD, ids=PLACES)
async def test_what_a_column_says_of_others_is_not_in_a_copy(own: World, place: tuple[Any, str]) -> None:
    await WITHHELD[place](own)
    assert MARK not in await told(own, HOLDER)


def withhold(monkeypatch: pytest.MonkeyPatch, entity: Any, *names: str) -> None:
    """Declares that these columns alone are withheld."""
    declared = msgspec.structs.replace(HELD[entity], withheld=names)
    monkeypatch.setattr(copying, "HELD", {**dict(HELD), entity: declared})


async def nothing_shared(*_: Any) -> set[str]:
    return set()


def file_of(entity: Any) -> str:
    return f"{HELD[entity].says.lower().replace(' ', '-')}.json"


def decoded(value: Any) -> str:
    """Bytes stand in JSON as Base64."""
    return b64decode(value).decode(errors="replace") if isinstance(value, str) and len(value) % 4 == 0 else ""


@pytest.mark.parametrize("place", WITHHELD, ids=PLACES)
async def test_control_a_column_that_is_not_withheld_says_it(
    own: World, place: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entity, column = place
    monkeypatch.setattr(copying, "_shared", nothing_shared)
    withhold(monkeypatch, entity)
    await WITHHELD[place](own)
    rows = (await copied(own, HOLDER))[file_of(entity)]
    held = [each.get(column) for each in json.loads(rows)]
    assert any(MARK in str(each) or MARK in decoded(each) for each in held)


# --- records that were another person's ---


async def _job_of_other(world: World) -> str:
    """Makes a job of OTHER's with a note, a visit that the client answered, and letters about it."""
    admin, other = world.client("admin"), await client_of(world, OTHER)
    body = {"clientId": other, "title": f"Porch {MARK}", "branchId": NEAR, "scheduledDate": "2031-12-01"}
    job = (await done(admin.post(ORDERS, json=body, headers=keyed())))["id"]
    await done(admin.patch(f"{ORDERS}/{job}/details", json={"promised": MARK}))
    await made(admin, "activities", kind="work_order", recordId=job, type="note", words=MARK)
    async with world.console() as db:
        visit = (await db.scalars(select(Visit).where(Visit.record_id == job))).one()
        visit.apply({"met": OTHER.name, "replied": {"words": MARK}})
        named = {"name": OTHER.name, "email": OTHER.email}
        db.store(VisitLetter(id="visit-letter", work_order_id=job, client_id=other, words=MARK, **named))
        window = {"day": visit.day, "start_minute": 480, "end_minute": 720, "pressed_at": now()}
        db.store(ArrivalLetter(id="arrival-letter", visit_id=visit.id, **window, **named))
        db.store(letter("mail", recipient=OTHER.email, subject=f"Dear {OTHER.name}", about="visit-letter"))
    return str(job)


async def _given_job(world: World) -> None:
    job = await _job_of_other(world)
    await change(world, f"{ORDERS}/{job}", clientId=await client_of(world, HOLDER))


async def _given_return_visit(world: World) -> None:
    """Of a ticket that was made of another visitor's message."""
    staff = world.client("branch_ops_manager")
    message, client = await wrote(world, OTHER, WORDS), await client_of(world, OTHER)
    ticket = (await done(staff.post(f"{ENQUIRIES}/{message}/ticket", json={"clientId": client})))["id"]
    job = (await done(staff.post(f"{TICKETS}/{ticket}/return-visit", json={}, headers=keyed())))["id"]
    await change(world, f"{ORDERS}/{job}", clientId=await client_of(world, HOLDER))


async def _given_ticket(world: World) -> None:
    admin = world.client("admin")
    said = {
        "subject": MARK,
        "description": MARK,
        "category": "general",
        "clientId": await client_of(world, OTHER),
    }
    ticket = (await done(admin.post(TICKETS, json=said)))["id"]
    await change(world, f"{TICKETS}/{ticket}/details", clientId=await client_of(world, HOLDER))


async def _ticket_of_a_message(world: World) -> None:
    """Short, under a name of one word, with a number and a street, which all stand in the ticket."""
    body = {
        "name": "Wilma", "email": OTHER.email, "phone": OTHER.phone, "street": f"9 {MARK} Lane", "message": f"{MARK} it is",
    }  # fmt: skip
    await done(world.client().post("/api/contact", json=body))
    admin = world.client("admin")
    (message,) = [row["id"] for row in (await admin.get(ENQUIRIES)).json() if row["email"] == OTHER.email]
    ticket = (await done(admin.post(f"{ENQUIRIES}/{message}/ticket", json={})))["id"]
    await change(world, f"{TICKETS}/{ticket}/details", clientId=await client_of(world, HOLDER))


GIVEN = [_given_job, _given_return_visit, _given_ticket, _ticket_of_a_message]


async def require_left_out(world: World, given: Callable[[World], Awaitable[None]]) -> None:
    await given(world)
    copy = await copied(world, HOLDER)
    assert {"work-orders.json", "tickets.json"} & copy.keys(), "the rows are there"
    words = "".join(copy.values())
    theirs = (OTHER.name, OTHER.email, OTHER.phone, MARK, WORDS, "Wilma")
    assert [each for each in theirs if each in words] == []


@pytest.mark.parametrize("given", GIVEN)
async def test_what_came_from_another_person_is_not_in_a_copy(
    own: World, given: Callable[[World], Awaitable[None]]
) -> None:
    await require_left_out(own, given)


@pytest.mark.parametrize("given", GIVEN)
async def test_control_it_is_if_nobody_asks_whose_a_record_was(
    own: World, given: Callable[[World], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_shared", nothing_shared)
    with pytest.raises(AssertionError):
        await require_left_out(own, given)


async def test_control_letters_are_if_nobody_asks_to_whom_they_went(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_is_theirs", lambda *_: True)
    with pytest.raises(AssertionError):
        await require_left_out(own, _given_job)


async def test_what_was_always_the_persons_is_told(own: World) -> None:
    """Also a job of a lead that became the client, and letters about it."""
    admin, lead = own.client("admin"), await lead_of(own, HOLDER)
    client = (await made(admin, f"leads/{lead}/client", address="9 Roof Row, 00000"))["id"]
    job = await made(admin, "work-orders", clientId=client, branchId=NEAR, title="Porch", notes=MARK)
    async with own.console() as db:
        named = {"name": HOLDER.name, "email": HOLDER.email}
        db.store(VisitLetter(work_order_id=job["id"], client_id=client, words=f"{MARK} at noon", **named))
    copy = await copied(own, HOLDER)
    assert MARK in copy["work-orders.json"]
    assert MARK in copy["letters-about-visits.json"]


@pytest.mark.parametrize("way", WAYS)
async def test_what_another_person_sent_is_not_in_a_copy(own: World, way: Way) -> None:
    """Neither their words nor what they chose."""
    await way(own, WILMA)
    copy = await copied(own, HOLDER)
    words = "".join(copy.values())
    assert [each for each in (WILMA.name, WILMA.email, WORDS) if each in words] == []
    for entity in (QuoteRequest, EnquiryHandling):
        rows = json.loads(copy.get(file_of(entity), "[]"))
        others = [row for row in rows if row.get("email_key") != HOLDER.email]
        assert [name for row in others for name in HELD[entity].chosen if row.get(name)] == []


async def require_row_of_a_file_left_out(world: World) -> None:
    """With the number of a household, and another person's address."""
    await lead_of(world, HOLDER, phone=HOLDER.phone)
    file = f"Name,Email,Phone,Address\n{OTHER.name},{OTHER.email},{HOLDER.phone},9 Other Row"
    imported = await reviewed(world, file, who="admin")
    body = {"choice": "fill"}
    await done(world.client("admin").post(f"{IMPORTS}/{imported['id']}/choices", json=body))
    copy = await copied(world, HOLDER)
    assert "rows-of-imported-files.json" in copy
    assert OTHER.email not in "".join(copy.values())


async def test_a_row_of_a_file_with_another_address_is_not_told(own: World) -> None:
    await require_row_of_a_file_left_out(own)


async def test_control_by_the_number_alone_it_is(own: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "_is_theirs", lambda *_: True)
    with pytest.raises(AssertionError):
        await require_row_of_a_file_left_out(own)


# --- all else is told ---


def choices(entity: Any) -> set[str]:
    """Returns the columns that hold one value of a set: a status, a priority, a kind."""
    return {column.key for column in entity.__table__.columns if listed(column)}


async def untold(world: World, who: Someone) -> set[str]:
    """Returns the columns of somebody's rows whose values are not in a copy."""
    copy, missing = await copied(world, who), set[str]()
    async with world.console() as db:
        person = await find_person(db, Traces.of([who.email], ()))
        for entity, ids in person.owned.items():
            rows = json.loads(copy[file_of(entity)])
            async for row in rows_of(db, entity, ids):
                for name in {*HELD[entity].parts, *HELD[entity].chosen, *choices(entity)}:
                    value = msgspec.to_builtins(getattr(row, name))
                    if value is not None and value not in [each.get(name) for each in rows]:
                        missing.add(f"{entity.__tablename__}.{name}")
    return missing


async def test_a_copy_holds_all_that_somebody_left_but_for_what_is_withheld(own: World) -> None:
    await leave_traces(own, HOLDER, random.Random(7))
    assert await untold(own, HOLDER) - {*PLACES} == set()


async def test_control_a_column_that_is_not_told_is_missed(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    withhold(monkeypatch, WorkOrder, "notes")
    await leave_traces(own, HOLDER, random.Random(7))
    assert await untold(own, HOLDER) - {*PLACES} == {"work_orders.notes"}
