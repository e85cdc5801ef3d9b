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
from duskline.core.mail.outbox import Mail
from duskline.models.notifying.webhooks import Delivery, Webhook
from duskline.models.privacy import copying
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.traces import find_person, rows_of
from duskline.models.records.conversions import Conversion, ConversionKind, Merge
from duskline.models.records.imports import ImportRow
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit
from duskline.models.schedule.arrivals import ArrivalLetter
from duskline.models.schedule.visit_letters import VisitLetter
from tests.letters import letter
from tests.panel.importing.importing import reviewed
from tests.panel.privacy.copies import copied, told
from tests.panel.privacy.persons import Someone, leave_traces
from tests.panel.privacy.test_erasing import MARK, own
from tests.panel.privacy.test_erasing_let_go import change, client_of, lead_of
from tests.panel.privacy.test_erasing_senders import (
    HOLDER,
    WAYS,
    WILMA,
    WORDS,
    Way,
    became_a_ticket_of_a_client,
)
from tests.panel.privacy.test_erasing_while_merged import done, keyed, merged, part
from tests.panel.threads import LEADS, ORDERS
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
})  # fmt: skip
"""How a column comes to say something about another person in a row of HOLDER's."""
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
    withhold(monkeypatch, entity)
    await WITHHELD[place](own)
    rows = (await copied(own, HOLDER))[file_of(entity)]
    held = [each.get(column) for each in json.loads(rows)]
    assert any(MARK in str(each) or MARK in decoded(each) for each in held)


# --- letters about a job that was another client's ---


async def given_on(world: World) -> str:
    """A job of OTHER's about which letters went, and which is HOLDER's by now."""
    admin, other, holder = (
        world.client("admin"),
        await client_of(world, OTHER),
        await client_of(world, HOLDER),
    )
    body = {"clientId": other, "title": "Porch", "branchId": NEAR, "scheduledDate": "2031-12-01"}
    job = (await done(admin.post(ORDERS, json=body, headers=keyed())))["id"]
    async with world.console() as db:
        visit = (await db.scalars(select(Visit).where(Visit.record_id == job))).one()
        named = {"name": OTHER.name, "email": OTHER.email}
        db.store(VisitLetter(id="visit-letter", work_order_id=job, client_id=other, words=MARK, **named))
        window = {"day": visit.day, "start_minute": 480, "end_minute": 720, "pressed_at": now()}
        db.store(ArrivalLetter(id="arrival-letter", visit_id=visit.id, **window, **named))
        db.store(letter("mail", recipient=OTHER.email, subject=f"Dear {OTHER.name}", about="visit-letter"))
    await change(world, f"{ORDERS}/{job}", clientId=holder)
    return str(job)


async def require_letters_left_out(world: World) -> None:
    await given_on(world)
    copy = await copied(world, HOLDER)
    assert {"work-orders.json", "letters-about-visits.json"} <= copy.keys(), "the rows are there"
    words = "".join(copy.values())
    assert [each for each in (OTHER.name, OTHER.email, MARK) if each in words] == []


async def test_letters_to_the_former_client_of_a_job_are_not_told(own: World) -> None:
    await require_letters_left_out(own)


@pytest.mark.parametrize("entity", [VisitLetter, ArrivalLetter, Mail])
async def test_control_they_are_if_nobody_looks_to_whom_they_went(
    own: World, entity: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = copying._is_theirs
    monkeypatch.setattr(
        copying, "_is_theirs", lambda row, *more: isinstance(row, entity) or asked(row, *more)
    )
    with pytest.raises(AssertionError):
        await require_letters_left_out(own)


async def test_letters_to_the_person_are_told(own: World) -> None:
    client = await client_of(own, HOLDER)
    body = {"clientId": client, "title": "Porch", "branchId": NEAR}
    job = (await done(own.client("admin").post(ORDERS, json=body, headers=keyed())))["id"]
    named = {"name": HOLDER.name, "email": HOLDER.email}
    async with own.console() as db:
        db.store(VisitLetter(work_order_id=job, client_id=client, words=MARK, **named))
    assert MARK in await told(own, HOLDER)


# --- what another person sent ---


async def require_senders_left_out(world: World, way: Way) -> None:
    await way(world, WILMA)
    words = await told(world, HOLDER)
    assert [each for each in (WILMA.name, WILMA.email, WORDS) if each in words] == []


@pytest.mark.parametrize("way", WAYS)
async def test_what_another_person_sent_is_not_in_a_copy(own: World, way: Way) -> None:
    await require_senders_left_out(own, way)


async def test_control_the_ticket_that_was_made_of_it_would_say_it(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: Any) -> Traces:
        return Traces(frozenset(), frozenset())

    monkeypatch.setattr(copying, "_senders", nobody)
    with pytest.raises(AssertionError):
        await require_senders_left_out(own, became_a_ticket_of_a_client)


# --- all else is told ---


async def untold(world: World, who: Someone) -> set[str]:
    """Returns the columns of somebody's rows whose values are not in a copy."""
    copy, missing = await copied(world, who), set[str]()
    async with world.console() as db:
        person = await find_person(db, Traces.of([who.email], ()))
        for entity, ids in person.owned.items():
            rows = json.loads(copy[file_of(entity)])
            async for row in rows_of(db, entity, ids):
                for name in HELD[entity].parts:
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
