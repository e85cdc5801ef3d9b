"""What was kept for Undo goes with the person: what would need it is not undone any more once the person is erased."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

import httpx
import msgspec
import pytest

from duskline.models.privacy import blanking
from duskline.models.privacy.personal_data import HELD
from duskline.models.records.conversions import ERASED_SINCE, Conversion
from duskline.models.records.visits import Visit
from tests.panel.importing.importing import act, imported, listed, one, people, work
from tests.panel.merging.test_detaching import attached, client_of, told
from tests.panel.privacy.persons import Someone
from tests.panel.privacy.test_erasing import erased, own, told_of
from tests.panel.records.test_conversions import lead_of
from tests.panel.schedule.test_moves import MONDAY, TUESDAY, preview, visit
from tests.panel.schedule.test_moves import PATH as MOVES
from tests.panel.threads import CLIENTS, LEADS, ORDERS, TICKETS, made, parted, undone
from tests.pictures import photo
from tests.world import NEAR, World

assert own is not None, "a fixture"

IRIS = Someone("Iris Eaves", "iris@visitor.example", "5550100199")
CLEO = Someone("Cleo 1 2", "cleo2@1.example", "")
MESSAGE = {"name": IRIS.name, "email": IRIS.email, "message": "One segment stays dark."}
Converting = Callable[[World, httpx.AsyncClient], Awaitable[tuple[str, str]]]
"""Converts something of Iris; answers the conversion, and the page whose timeline tells of it."""


async def _client(world: World, rep: httpx.AsyncClient) -> tuple[str, str]:
    lead = await lead_of(world)
    return (await posted(rep, f"{LEADS}/{lead}/client", won=True))["conversionId"], f"{LEADS}/{lead}"


async def _first_job(world: World, rep: httpx.AsyncClient) -> tuple[str, str]:
    lead = await lead_of(world)
    handed = await posted(rep, f"{LEADS}/{lead}/hand-over", won=True)
    return handed["workOrder"]["conversionId"], f"{LEADS}/{lead}"


async def _detachment(_: World, rep: httpx.AsyncClient) -> tuple[str, str]:
    lead, _conversion = await attached(rep)
    return (await posted(rep, f"{LEADS}/{lead}/detach"))["conversionId"], f"{LEADS}/{lead}"


async def _return_visit(_: World, rep: httpx.AsyncClient) -> tuple[str, str]:
    client = await made(rep)
    said = {"clientId": client, "subject": "Dark", "description": "Half of it", "category": "general"}
    ticket = (await posted(rep, TICKETS, **said))["id"]
    visit = await posted(rep, f"{TICKETS}/{ticket}/return-visit")
    return visit["conversionId"], f"{CLIENTS}/{client}"


def _of_message(act: str, **body: str) -> Converting:
    async def convert(world: World, rep: httpx.AsyncClient) -> tuple[str, str]:
        message = (await posted(world.client(), "/api/contact", **MESSAGE))["id"]
        path = f"/api/panel/enquiries/{message}"
        await posted(rep, f"{path}/{act}", **body)
        return path, ""

    return convert


CONVERSIONS: Mapping[str, Converting] = {
    "client": _client,
    "first_job": _first_job,
    "detachment": _detachment,
    "return_visit": _return_visit,
    "lead": _of_message("lead"),
    "ticket": _of_message("ticket"),
    "attachment": _of_message("attach", kind="client", recordId="client-1-2"),
}


async def posted(caller: httpx.AsyncClient, path: str, **body: Any) -> Any:
    answer = await caller.post(path, json=body)
    assert answer.is_success, (path, answer.text)
    return answer.json()


async def taken_back(caller: httpx.AsyncClient, conversion: str) -> tuple[int, str]:
    """As the panel does it: what was made of a message is restored there."""
    if not conversion.startswith("/"):
        return await undone(caller, conversion)
    answer = await caller.post(f"{conversion}/restore")
    return answer.status_code, answer.json().get("error", "")


@pytest.mark.parametrize("kind", CONVERSIONS)
async def test_what_was_kept_for_undo_and_went_with_the_person_is_not_undone(own: World, kind: str) -> None:
    manager = own.client("branch_ops_manager")
    conversion, page = await CONVERSIONS[kind](own, manager)
    if page:
        assert any(undoable for *_, undoable in await told(manager, page))
    await erased(own, IRIS)
    assert await taken_back(manager, conversion) == (409, ERASED_SINCE)
    if page:
        assert not any(undoable for *_, undoable in await told(manager, page))


@pytest.mark.parametrize("kind", CONVERSIONS)
async def test_control_without_a_mark_nothing_is_known_of_it(
    own: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = own.client("branch_ops_manager")
    conversion, _ = await CONVERSIONS[kind](own, manager)
    unmarked = msgspec.structs.replace(HELD[Conversion], blanks={})
    monkeypatch.setattr(blanking, "HELD", MappingProxyType({**HELD, Conversion: unmarked}))
    await erased(own, IRIS)
    assert (await taken_back(manager, conversion))[0] in (200, 204, 500)


@pytest.mark.parametrize("kind", CONVERSIONS)
async def test_control_what_is_kept_is_undone(own: World, kind: str) -> None:
    manager = own.client("branch_ops_manager")
    conversion, _ = await CONVERSIONS[kind](own, manager)
    assert (await taken_back(manager, conversion))[0] in (200, 204)


@pytest.mark.parametrize("who", [IRIS, CLEO])
async def test_neither_of_two_who_were_parted_is_led_to_the_other_again(own: World, who: Someone) -> None:
    """A lead that was detached from one client and attached to another: both are undone together, or neither."""
    manager = own.client("branch_ops_manager")
    lead, _ = await attached(manager)
    instead = (await posted(manager, f"{LEADS}/{lead}/detach", clientId="client-1-1"))["conversionId"]
    await erased(own, who)
    assert await undone(manager, instead) == (409, ERASED_SINCE)
    assert await client_of(manager, lead) == "client-1-1"
    assert not any(undoable for *_, undoable in await told(manager, f"{LEADS}/{lead}"))


async def test_a_merge_of_who_was_erased_is_gone(own: World) -> None:
    manager = own.client("branch_ops_manager")
    kept, gone = await made(manager, LEADS), await made(manager, LEADS)
    merge = (await posted(manager, f"{LEADS}/{kept}/merge", goneId=gone))["mergeId"]
    await erased(own, IRIS)
    assert await parted(manager, merge) == (409, ERASED_SINCE)
    assert await told(manager, f"{LEADS}/{kept}") == []


async def test_a_move_puts_back_no_reason_that_named_who_was_erased(own: World) -> None:
    """A visit to somebody else that was moved twice: its first reason is kept for Undo."""
    manager = own.client("branch_ops_manager")
    await lead_of(own)
    moved = await visit(manager, MONDAY, "technician")
    moves = []
    for day, reason in ((MONDAY, f"{IRIS.email} called"), (TUESDAY, "Rain")):
        visits = [
            {name: row[name] for name in ("id", "version", "day")} for row in await preview(manager, day)
        ]
        moves.append(await posted(manager, MOVES, branchId=NEAR, reason=reason, visits=visits))
    await erased(own, IRIS)
    assert await told_of(own, IRIS) == {}
    await posted(manager, f"{MOVES}/{moves[1]['id']}/undo")
    async with own.console() as db:
        assert (await db.find(Visit, moved)).reason == "[erased] called"


async def test_an_import_is_undone_with_what_is_left_of_who_was_erased(own: World) -> None:
    done = await imported(own, f"{people(2)}\n{IRIS.name},{IRIS.email},1")
    await erased(own, IRIS)
    await act(own, done["id"], "undo")
    await work(own)
    assert (await one(own, done["id"]))["state"] == "undone"
    assert await listed(own, done["id"]) == []


async def test_a_photo_that_was_taken_away_and_went_with_the_person_is_not_put_back(own: World) -> None:
    admin = own.client("admin")
    job = (await posted(admin, ORDERS, clientId=await made(admin, branchId=NEAR), title="Porch"))["id"]
    files = {"image": ("roof.jpg", photo(), "image/jpeg")}
    added = await admin.post(f"{ORDERS}/{job}/photos", files=files)
    (image,) = added.json()["images"]
    path = f"{ORDERS}/{job}/photos/{image['id']}"
    assert (await admin.delete(path)).status_code == 200
    await erased(own, IRIS)
    assert (await admin.post(f"{path}/restore")).status_code == 404
