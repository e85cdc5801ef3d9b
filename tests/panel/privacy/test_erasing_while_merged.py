"""What was recorded while two were merged by mistake loses its words with either of them; what the other has of its own stays."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from duskline.core.data.base import new_id
from duskline.core.data.calls import Operation
from duskline.models.records.conversions import Merge
from tests.panel import threads
from tests.panel.privacy.persons import Someone, invented
from tests.panel.privacy.test_erasing import MARK, erased, marked, own
from tests.panel.threads import CLIENTS, LEADS, ORDERS
from tests.world import World

assert own is not None, "a fixture"

OWN = "Our own words, of a house by the lake"


def keyed() -> dict[str, str]:
    return {"Idempotency-Key": new_id()}


async def done(asked: Any) -> dict[str, Any]:
    answer: httpx.Response = await asked
    assert answer.is_success, answer.text
    return dict(answer.json()) if answer.content else {}


async def records(staff: httpx.AsyncClient, path: str, words: str) -> tuple[list[Someone], list[str]]:
    """Three people; the words are about the first."""
    people, ids = [invented(random.Random(number)) for number in range(3)], []
    for who, notes, place in zip(people, (words, OWN, OWN), (words, "Plain Lane", "Other Lane"), strict=True):
        fields = {"name": who.name, "email": who.email, "phone": None, "address": place}
        ids.append(await threads.made(staff, path, **fields, **({"notes": notes} if path == LEADS else {})))
    return people, ids


async def houses(staff: httpx.AsyncClient, client: str) -> list[dict[str, Any]]:
    return list((await staff.get(f"{CLIENTS}/{client}/properties")).json())


def said(rows: dict[str, list[str]], words: str) -> set[str]:
    """The tables that say it."""
    return {name for name, each in rows.items() if any(words in row for row in each)}


async def merged(staff: httpx.AsyncClient, path: str, kept: str, gone: str) -> str:
    answer = await done(staff.post(f"{path}/{kept}/merge", json={"goneId": gone}, headers=keyed()))
    return str(answer["mergeId"])


async def answered(staff: httpx.AsyncClient, path: str, id: str) -> None:
    """A call that changes nothing, whose answer shows the record and is kept."""
    row = await done(staff.get(f"{path}/{id}"))
    await done(staff.patch(f"{path}/{id}", json={"name": row["name"]}, headers=keyed()))


async def part(staff: httpx.AsyncClient, *merges: str) -> None:
    for id in merges:
        assert (await threads.parted(staff, id))[0] == 204


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
@pytest.mark.parametrize("way", ["alone", "passed on", "joined by a third"])
async def test_words_go_wherever_they_were_told_meanwhile(own: World, path: str, way: str) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, third) = await records(staff, path, f'{MARK} by the "old" mill')
    merges = [await merged(staff, path, had, theirs)]
    await answered(staff, path, had)
    if way != "alone":
        merges.append(await merged(staff, path, *((third, had) if way == "passed on" else (had, third))))
        await answered(staff, path, third if way == "passed on" else had)
    await part(staff, *reversed(merges))
    before = await marked(own)
    assert {"audit_logs", "merges", *(["operations"] if path == LEADS else ())} <= before
    await erased(own, people[0])
    assert await marked(own) == set()
    assert path == CLIENTS or "leads" in said(await own.snapshot(), OWN)


async def test_an_answer_goes_whose_key_was_claimed_while_the_call_waited_for_the_merge(own: World) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, _) = await records(staff, LEADS, f"{MARK} by the mill")
    merge = await merged(staff, LEADS, had, theirs)
    await answered(staff, LEADS, had)
    async with own.console() as db:
        began = (await db.get_one(Merge, merge)).began_at
    async with own.database.writes.begin() as connection:
        early = update(Operation.__table__).values(created_at=began - timedelta(seconds=2))
        await connection.execute(early)
    await part(staff, merge)
    await erased(own, people[0])
    assert await marked(own) == set()


async def test_control_words_stay_where_nobody_asks_what_was_recorded_meanwhile(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> dict[Any, Any]:
        return {}

    monkeypatch.setattr("duskline.models.privacy.erasing.recorded_while_merged", nothing)
    staff = own.client("branch_ops_manager")
    people, (theirs, had, third) = await records(staff, LEADS, f"{MARK} by the mill")
    merges = [await merged(staff, LEADS, had, theirs), await merged(staff, LEADS, third, had)]
    await answered(staff, LEADS, third)
    await part(staff, *reversed(merges))
    await erased(own, people[0])
    assert {"audit_logs", "merges", "operations"} <= await marked(own)


@pytest.mark.parametrize("address", ["12 Same Lane, Springfield, IL 62701", "A lane without a ZIP code"])
async def test_the_other_keeps_what_both_had_said_of_their_buildings(own: World, address: str) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, third) = await records(staff, CLIENTS, MARK)
    for id, access in (
        (theirs, "Gate 4711\nLoud dog, mild cat"),
        (had, "Gate 4712\nLoud dog, mild cat"),
        (third, "Gate 4713"),
    ):
        (house,) = await houses(staff, id)
        await done(staff.patch(f"/api/panel/properties/{house['id']}", json={"access": access}))
        await done(staff.patch(f"{CLIENTS}/{id}", json={"address": address}))
    await part(staff, await merged(staff, CLIENTS, had, theirs))
    assert said(await own.snapshot(), "Gate 4711")
    await erased(own, people[0])
    rows = await own.snapshot()
    assert not said(rows, "Gate 4711")
    assert {"audit_logs", "properties"} <= said(rows, "Gate 4712")
    assert {"audit_logs", "properties"} <= said(rows, "Loud dog, mild cat")


async def test_who_was_merged_into_the_other_keeps_the_same_words(own: World) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, third) = await records(staff, LEADS, f"{MARK} by the mill")
    await done(staff.patch(f"{LEADS}/{third}", json={"notes": f"{MARK} by the mill"}))
    merges = [await merged(staff, LEADS, had, theirs), await merged(staff, LEADS, had, third)]
    await part(staff, *reversed(merges))
    await erased(own, people[0])
    assert (await done(staff.get(f"{LEADS}/{third}")))["notes"] == f"{MARK} by the mill"


async def test_an_address_that_the_other_had_too_stays(own: World) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, _) = await records(staff, CLIENTS, "Old Mill 5, Route 3")
    await done(staff.patch(f"{CLIENTS}/{had}", json={"address": "Old Mill 5, Route 3"}))
    await part(staff, await merged(staff, CLIENTS, had, theirs))
    await erased(own, people[0])
    assert (await done(staff.get(f"{CLIENTS}/{had}")))["address"] == "Old Mill 5, Route 3"


async def test_a_further_property_where_the_other_lives_stays_and_so_does_its_job(own: World) -> None:
    staff = own.client("branch_ops_manager")
    place = "9 Oak Avenue, Columbus, OH 43004"
    people, (theirs, had, _) = await records(staff, CLIENTS, place)
    house = await done(staff.post(f"{CLIENTS}/{had}/properties", json={"address": place}))
    order = {"clientId": had, "title": "Lights", "description": f"At {place} ring twice"}
    job = await done(staff.post(ORDERS, json=order))
    await part(staff, await merged(staff, CLIENTS, had, theirs))
    await erased(own, people[0])
    assert {row["id"]: row["address"] for row in await houses(staff, had)}[house["id"]] == place
    assert (await done(staff.get(f"{ORDERS}/{job['id']}")))["description"] == f"At {place} ring twice"


async def test_what_the_other_says_again_since_the_undo_stays(own: World) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, _) = await records(staff, LEADS, f"{MARK} by the mill")
    await done(staff.patch(f"{LEADS}/{had}", json={"address": None}))
    await part(staff, await merged(staff, LEADS, had, theirs))
    assert (await done(staff.get(f"{LEADS}/{had}")))["address"] is None
    await done(staff.patch(f"{LEADS}/{had}", json={"address": f"{MARK} by the mill"}))
    await erased(own, people[0])
    assert (await done(staff.get(f"{LEADS}/{had}")))["address"] == f"{MARK} by the mill"
    changes = [row for row in (await own.snapshot())["audit_logs"] if had in row and MARK in row]
    assert len(changes) == 1, "the log of what was said since, and of nothing before"


async def test_own_notes_and_steps_that_equal_a_lent_line_stay(own: World) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, _) = await records(staff, LEADS, "Wants warm white along the roofline\ncontacted")
    await done(staff.patch(f"{LEADS}/{had}", json={"status": "contacted"}))
    note = {"kind": "lead", "recordId": had, "type": "note", "words": "Wants warm white along the roofline"}
    noted = await done(staff.post("/api/panel/activities", json=note))
    await part(staff, await merged(staff, LEADS, had, theirs))
    await erased(own, people[0])
    log = [row for row in (await own.snapshot())["audit_logs"] if had in row]
    assert any("status" in row and "contacted" in row for row in log), log
    (left,) = [row for row in (await own.snapshot())["activities"] if noted["id"] in row]
    assert "Wants warm white along the roofline" in left


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_a_record_that_was_removed_while_another_merge_of_it_stood_is_still_somebody(
    own: World, path: str
) -> None:
    """The erasure of one does not take from the other by what it can be found."""
    staff, admin = own.client("branch_ops_manager"), own.client("admin")
    people, (first, between, last) = await records(staff, path, f"{MARK} by the mill")
    one = await merged(staff, path, between, first)
    await part(staff, await merged(staff, path, last, between))
    await done(staff.patch(f"{path}/{last}", json={"address": f"{MARK} at the pier"}))
    assert (await admin.delete(f"{path}/{last}")).status_code == 204
    await part(staff, one)
    await erased(own, people[1])
    for who in (people[2], people[0]):
        assert "audit_logs" in await marked(own)
        await erased(own, who)
    assert await marked(own) == set()


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_the_one_that_stayed_takes_its_words_along_as_well(own: World, path: str) -> None:
    """What went to it for a while was told with its name and its words."""
    staff = own.client("branch_ops_manager")
    people, (theirs, had, _) = await records(staff, path, f"{MARK} by the mill")
    merge = await merged(staff, path, theirs, had)
    await answered(staff, path, theirs)
    await part(staff, merge)
    await erased(own, people[0])
    assert await marked(own) == set()


async def test_what_the_other_said_before_and_says_since_stays_in_the_log(own: World) -> None:
    staff = own.client("branch_ops_manager")
    people, (theirs, had, _) = await records(staff, LEADS, f"{MARK} by the mill")
    await done(staff.patch(f"{LEADS}/{had}", json={"notes": "Said before"}))
    id = await merged(staff, LEADS, had, theirs)
    await part(staff, id)
    await done(staff.patch(f"{LEADS}/{had}", json={"notes": "Said since"}))
    await erased(own, people[0])
    log = [row for row in (await own.snapshot())["audit_logs"] if had in row]
    assert [any(words in row for row in log) for words in ("Said before", "Said since")] == [True, True]
