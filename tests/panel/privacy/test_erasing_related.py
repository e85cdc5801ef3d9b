"""Whose a row is when a person is erased: what was related once and is no longer stays, and what went with a removed record goes."""

from __future__ import annotations

import random
from datetime import timedelta
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from sqlalchemy import text, update

from duskline.core.data import base
from duskline.core.data.base import new_id
from duskline.core.data.calls import Operation
from duskline.models.pictures import photos
from duskline.models.privacy import erasing, going, personal_data, previewing, traces
from duskline.models.records.sales import Lead
from duskline.models.records.service import WorkOrder
from duskline.models.schedule.visit_letters import VisitLetter, waited_for
from duskline.models.schedule.visit_replies import _token_of, stand_of
from tests.drawings import EAVE, KEY, line, reference_of, sent
from tests.panel import threads
from tests.panel.privacy.persons import Someone, invented
from tests.panel.privacy.test_erasing import MARK, erased, marked, own, pictures
from tests.panel.privacy.test_privacy import chore
from tests.panel.schedule.test_moves import MONDAY, VISITS, WEDNESDAY, preview, visit
from tests.panel.schedule.test_moves import PATH as MOVES
from tests.panel.threads import CLIENTS, LEADS, ORDERS
from tests.pictures import photo
from tests.world import NEAR, World

assert own is not None, "a fixture"


async def name_of(world: World, path: str, id: str) -> str:
    return str((await world.client("admin").get(f"{path}/{id}")).json()["name"])


async def two_parted(world: World) -> tuple[Someone, Someone, str, str]:
    """Two people whose leads were merged by mistake, and parted again."""
    chance = random.Random(7)
    one, other = invented(chance), invented(chance)
    staff = world.client("branch_ops_manager")
    ids = [
        await threads.made(
            staff, LEADS, name=who.name, email=who.email, phone=who.phone, notes=f"{who.name} {MARK}"
        )
        for who in (one, other)
    ]
    kept, gone = ids
    merged = await staff.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200, merged.text
    assert (await threads.parted(staff, merged.json()["mergeId"]))[0] == 204
    return one, other, kept, gone


# --- a merge that was undone relates nobody ---


async def test_who_was_merged_by_mistake_stays_when_the_other_is_erased(own: World) -> None:
    one, other, kept, gone = await two_parted(own)
    await erased(own, other)
    assert await name_of(own, LEADS, gone) == "Erased"
    assert await name_of(own, LEADS, kept) == one.name
    assert "merges" not in await marked(own), "what the merge kept of both is gone"


async def test_and_so_does_the_other(own: World) -> None:
    one, other, kept, gone = await two_parted(own)
    await erased(own, one)
    assert [await name_of(own, LEADS, id) for id in (kept, gone)] == ["Erased", other.name]


async def test_what_is_kept_no_longer_takes_nobody_along_who_was_merged_with_it_by_mistake(
    own: World,
) -> None:
    one, _, kept, gone = await two_parted(own)
    admin = own.client("admin")
    lost = await admin.patch(f"{LEADS}/{gone}", json={"status": "lost"})
    assert lost.status_code == 200, lost.text
    client = await admin.post(f"{LEADS}/{kept}/client", json={"address": "9 Roof Row"})
    assert client.status_code == 200, client.text
    assert (
        await admin.patch("/api/panel/settings/retention", json={"keepLostLeadsYears": 1})
    ).status_code == 200
    async with own.database.writes.begin() as connection:
        old = update(Lead.__table__).where(Lead.__table__.c.id == gone)
        await connection.execute(old.values(updated_at=base.now() - timedelta(days=400)))
    await chore(own, "retention")
    assert await name_of(own, LEADS, gone) == "Erased"
    assert await name_of(own, LEADS, kept) == one.name
    assert await name_of(own, CLIENTS, client.json()["id"]) == one.name


async def test_control_who_was_merged_and_stays_so_is_one_person(own: World) -> None:
    _, other, kept, _ = await two_parted(own)
    async with own.database.writes.begin() as connection:
        await connection.execute(text("UPDATE merges SET undone_at = NULL"))
    await erased(own, other)
    assert await name_of(own, LEADS, kept) == "Erased"


async def test_the_address_of_who_was_merged_away_finds_the_one_that_stays(own: World) -> None:
    staff, chance = own.client("branch_ops_manager"), random.Random(7)
    one, other = invented(chance), invented(chance)
    gone = await threads.made(staff, LEADS, name=one.name, email=one.email)
    kept = await threads.made(staff, LEADS, name=other.name, email=other.email)
    merged = await staff.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200, merged.text
    await erased(own, one)
    assert await name_of(own, LEADS, kept) == "Erased"


@pytest.mark.parametrize("length", [10, 9_990], ids=["in the notes", "as a note"])
async def test_words_that_a_merge_lent_for_a_while_go_from_the_log_of_who_had_them(
    own: World, length: int
) -> None:
    staff, other = own.client("branch_ops_manager"), invented(random.Random(7))
    kept = await threads.made(staff, LEADS, name="Own One", email="own@one.example", notes="Our own words")
    theirs = {"name": other.name, "email": other.email, "notes": f"{MARK} {'x' * length}"}
    gone = await threads.made(staff, LEADS, **theirs)
    merged = await staff.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200, merged.text
    assert (await threads.parted(staff, merged.json()["mergeId"]))[0] == 204
    assert "audit_logs" in await marked(own)
    await erased(own, other)
    assert await marked(own) == set()
    assert any("Our own words" in row for row in (await own.snapshot())["audit_logs"])


# --- nor does a removed record relate those whom it named, or whose words it had, for a while alone ---


async def merged_on(world: World, path: str, gone: str) -> tuple[Someone, str]:
    """Somebody else, into whose record one is merged that is really theirs."""
    who = invented(random.Random(11))
    fields = {"name": who.name, "email": who.email}
    kept = await threads.made(world.client("branch_ops_manager"), path, **fields)
    merged = await world.client("branch_ops_manager").post(f"{path}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200, merged.text
    return who, kept


@pytest.mark.parametrize("detached", ["before", "after", "never"])
async def test_a_lead_that_is_merged_on_is_one_person_with_its_client_while_it_is_attached(
    own: World, detached: str
) -> None:
    staff, chance = own.client("branch_ops_manager"), random.Random(7)
    one, client = invented(chance), invented(chance)
    lead = await threads.made(staff, LEADS, name=one.name, email=one.email)
    theirs = {"name": client.name, "email": client.email, "address": "4 Other Way"}
    client_id = await threads.made(staff, CLIENTS, **theirs)
    attached = await staff.post(f"{LEADS}/{lead}/client", json={"clientId": client_id})
    assert attached.status_code == 200, attached.text
    if detached == "before":
        parted = await staff.post(f"{LEADS}/{lead}/detach", json={})
        assert parted.status_code == 200, parted.text
    who, kept = await merged_on(own, LEADS, lead)
    if detached == "after":
        assert (await staff.post(f"{LEADS}/{kept}/detach", json={})).status_code == 200
    await erased(own, client)
    assert await name_of(own, CLIENTS, client_id) == "Erased"
    assert await name_of(own, LEADS, kept) == ("Erased" if detached == "never" else who.name)


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_what_an_undone_merge_lent_relates_nobody_when_it_is_merged_on(own: World, path: str) -> None:
    staff, chance = own.client("branch_ops_manager"), random.Random(7)
    one, other = invented(chance), invented(chance)
    lent = await threads.made(staff, path, name=one.name, phone=one.phone, email=one.email)
    had = await threads.made(staff, path, name=other.name, email=other.email, phone=None)
    merged = await staff.post(f"{path}/{had}/merge", json={"goneId": lent})
    assert merged.status_code == 200, merged.text
    assert (await threads.parted(staff, merged.json()["mergeId"]))[0] == 204
    who, kept = await merged_on(own, path, had)
    await erased(own, one)
    assert await name_of(own, path, lent) == "Erased"
    assert await name_of(own, path, kept) == who.name


async def test_nor_does_an_address_that_was_a_mistake_and_mended(own: World) -> None:
    staff, chance = own.client("branch_ops_manager"), random.Random(7)
    one, other = invented(chance), invented(chance)
    theirs = await threads.made(staff, LEADS, name=one.name, email=one.email)
    had = await threads.made(staff, LEADS, name=other.name, email=one.email)
    mended = await staff.patch(f"{LEADS}/{had}", json={"email": other.email})
    assert mended.status_code == 200, mended.text
    who, kept = await merged_on(own, LEADS, had)
    await erased(own, one)
    assert await name_of(own, LEADS, theirs) == "Erased"
    assert await name_of(own, LEADS, kept) == who.name


# --- nor does what an erasure has left in place of an address ---


async def test_who_was_called_by_an_erased_address_before_can_be_erased_as_well(own: World) -> None:
    staff, chance = own.client("branch_ops_manager"), random.Random(7)
    one, other = invented(chance), invented(chance)
    lead = await threads.made(staff, LEADS, name=other.name, email=one.email, notes=MARK)
    mended = await staff.patch(f"{LEADS}/{lead}", json={"email": other.email})
    assert mended.status_code == 200, mended.text
    await erased(own, one)
    assert await name_of(own, LEADS, lead) == other.name
    await erased(own, other)
    assert await marked(own) == set()


async def test_who_was_typed_again_after_an_erasure_can_be_erased_again(own: World) -> None:
    staff, who = own.client("branch_ops_manager"), invented(random.Random(7))
    lead = await threads.made(staff, LEADS, name=who.name, email=who.email)
    await erased(own, who)
    again = await staff.patch(f"{LEADS}/{lead}", json={"name": who.name, "email": who.email, "notes": MARK})
    assert again.status_code == 200, again.text
    await erased(own, who)
    assert await name_of(own, LEADS, lead) == "Erased"
    assert await marked(own) == set()


async def test_what_was_given_away_before_it_was_removed_is_not_the_formers(own: World) -> None:
    staff, admin = own.client("branch_ops_manager"), own.client("admin")
    people = [invented(random.Random(number)) for number in range(2)]
    theirs, other = [
        await threads.made(staff, CLIENTS, name=who.name, email=who.email, phone=None) for who in people
    ]
    order = (await staff.post(ORDERS, json={"clientId": theirs, "title": "Porch"})).json()["id"]
    given = await admin.patch(f"{ORDERS}/{order}", json={"clientId": other, "title": f"{MARK} porch"})
    assert given.status_code == 200, given.text
    assert (await admin.delete(f"{ORDERS}/{order}")).status_code == 204
    await erased(own, people[0])
    assert "audit_logs" in await marked(own)
    await erased(own, people[1])
    assert await marked(own) == set()


async def test_a_client_that_was_removed_still_leads_to_its_lead(own: World) -> None:
    """Erased by an address that the client alone had."""
    admin, chance = own.client("admin"), random.Random(7)
    one, now = invented(chance), invented(chance)
    lead = await threads.made(admin, LEADS, name=one.name, email=one.email, notes=MARK, branchId=NEAR)
    client = (await admin.post(f"{LEADS}/{lead}/client", json={"address": "9 Roof Row"})).json()["id"]
    assert (await admin.patch(f"{CLIENTS}/{client}", json={"email": now.email})).status_code == 200
    for path in (f"{CLIENTS}/{client}", f"{LEADS}/{lead}"):
        assert (await admin.delete(path)).status_code == 204
    await erased(own, now)
    assert await marked(own) == set()


# --- a lead and its client are one person's, whichever address is named ---


async def test_the_address_of_a_second_lead_finds_its_client_and_the_first(own: World) -> None:
    """Until it is detached again."""
    chance, admin = random.Random(7), own.client("admin")
    first, second = invented(chance), invented(chance)
    ids = [
        await threads.made(admin, LEADS, name=who.name, email=who.email, phone=who.phone, branchId=NEAR)
        for who in (first, second)
    ]
    made = (await admin.post(f"{LEADS}/{ids[0]}/client", json={"address": "9 Roof Row"})).json()["id"]
    attached = await admin.post(f"{LEADS}/{ids[1]}/client", json={"clientId": made})
    assert attached.status_code == 200, attached.text

    async def found(who: Someone) -> dict[str, int]:
        shown = await admin.post("/api/panel/privacy/preview", json={"email": who.email})
        return {line["says"]: line["rows"] for line in shown.json()["lines"] if not line["mentioned"]}

    assert [(lines["Leads"], lines["Clients"]) for lines in (await found(first), await found(second))] == [
        (2, 1)
    ] * 2
    assert (await admin.post(f"{LEADS}/{ids[1]}/detach", json={})).status_code == 200
    assert "Clients" not in await found(second)
    assert (await found(first))["Leads"] == 1
    assert (await admin.post(f"{LEADS}/{ids[1]}/client", json={"clientId": made})).status_code == 200
    await erased(own, second)
    assert await name_of(own, CLIENTS, made) == "Erased"
    assert [await name_of(own, LEADS, id) for id in ids] == ["Erased", "Erased"]


# --- what goes with a removed record is its person's ---


async def removed_request(world: World) -> Someone:
    """A visitor whose lead is removed, with a drawing that a colleague put right, photos, and a delivery that waits."""
    admin, visitor = world.client("admin"), world.client()
    hook = {"url": "https://partner.example/hook", "events": ["quote.requested"]}
    assert (await admin.post("/api/panel/webhooks", json=hook)).status_code == 201
    who = invented(random.Random(7))
    said = {"name": who.name, "email": who.email, "street": f"9 {MARK} Row"}
    reference = await reference_of(visitor, **said)
    id = (await sent(visitor, reference, image=photo())).json()["id"]
    shot = {"image": ("house.jpg", photo(), "image/jpeg")}
    told = {"reference": reference, "key": KEY}
    assert (await visitor.post("/api/visitor-photos", data=told, files=shot)).status_code == 201
    drops = {"drops": [{"line": line(EAVE), "words": f"{MARK} outlet"}]}
    put_right = await admin.patch(
        f"/api/panel/drawings/{id}", json=drops, headers={"Idempotency-Key": new_id()}
    )
    assert put_right.status_code == 200, put_right.text
    gone = await admin.delete(f"{LEADS}/{put_right.json()['leadId']}")
    assert gone.status_code == 204, gone.text
    return who


async def test_what_went_with_a_removed_lead_goes_with_its_person(own: World) -> None:
    before = pictures(own)
    who = await removed_request(own)
    assert {"audit_logs", "operations", "webhook_deliveries"} <= await marked(own)
    assert len(pictures(own) - before) == 4
    await erased(own, who)
    assert await marked(own) == set()
    assert pictures(own) == before


async def test_control_a_removal_that_names_nothing_leaves_it(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(going, "going_with", lambda *_: {})
    who = await removed_request(own)
    await erased(own, who)
    assert await marked(own) == {"audit_logs", "webhook_deliveries"}  # the answer names the lead
    assert len(pictures(own)) == 4


async def test_pictures_of_a_removed_order_go_with_its_person(own: World) -> None:
    """Those that were taken off it before, too."""
    before, admin, who = pictures(own), own.client("admin"), invented(random.Random(7))
    client = await threads.made(admin, name=who.name, email=who.email, branchId=NEAR)
    files = {"image": ("roof.jpg", photo(), "image/jpeg")}
    for _ in range(2):
        title = {"clientId": client, "title": "Porch", "branchId": NEAR}
        order = (await admin.post(ORDERS, json=title)).json()["id"]
        for _ in range(2):
            shot = await admin.post(f"{ORDERS}/{order}/photos", files=files)
            assert shot.status_code == 201, shot.text
        dropped = shot.json()["images"][0]["id"]
        assert (await admin.delete(f"{ORDERS}/{order}/photos/{dropped}")).status_code == 200
    assert (await admin.delete(f"{ORDERS}/{order}")).status_code == 204
    assert len(pictures(own) - before) == 8
    await erased(own, who)
    assert pictures(own) == before


async def test_control_they_would_stay_by_what_rows_name_alone(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lying = photos.lying
    monkeypatch.setattr(photos, "lying", lambda files, stems, _: lying(files, stems, ()))
    with pytest.raises(AssertionError):
        await test_pictures_of_a_removed_order_go_with_its_person(own)


async def test_the_log_shows_nobody_what_went_along(own: World) -> None:
    await removed_request(own)
    admin = own.client("admin")
    shown = await admin.get("/api/panel/audit", params={"action": "delete"})
    assert (shown.status_code, len(shown.json())) == (200, 1)
    taken = await admin.get("/api/panel/audit/export", params={"action": "delete"})
    assert taken.status_code == 200
    assert "went" not in f"{shown.text} {taken.text}".lower()


# --- a kept answer is about everybody whose record it shows ---


async def removed_order(world: World) -> Someone:
    """Whose visit was moved with another, and left where it is by the Undo; and who confirmed it by a letter's link."""
    manager, who = world.client("branch_ops_manager"), invented(random.Random(7))
    client = await threads.made(manager, name=who.name, email=who.email, address=f"9 {MARK} Row")
    title = {"clientId": client, "title": f"{MARK} porch"}
    order = (await manager.post(ORDERS, json=title)).json()["id"]
    for job, who_comes in ((order, "technician"), ("order-1-2", "near_technician")):
        await visit(manager, MONDAY, who_comes, job=job)
    plan = [{"id": row["id"], "version": row["version"], "day": row["day"]} for row in await preview(manager)]
    move = {"branchId": NEAR, "reason": "Rain", "visits": plan}
    done = (await manager.post(MOVES, json=move)).json()["id"]
    for each in plan:
        later = await manager.patch(f"{VISITS}/{each['id']}", json={"day": WEDNESDAY})
        assert later.status_code == 200, later.text
    undone = await manager.post(f"{MOVES}/{done}/undo", headers={"Idempotency-Key": new_id()})
    assert MARK in undone.text, undone.text
    async with world.console() as db:
        db.store(
            VisitLetter(id="told", work_order_id=order, client_id=client, name=who.name, email=who.email)
        )
        await db.flush()
        stand = stand_of(await waited_for(db, await db.find(WorkOrder, order)))
    link = await _token_of(world.database, "told")
    reply = {"link": link, "stand": stand, "what": "confirmed"}
    replied = await world.client().post(
        "/api/visit-links/reply", json=reply, headers={"Idempotency-Key": "v" * 22}
    )
    assert MARK in replied.text, replied.text
    assert (await world.client("admin").delete(f"{ORDERS}/{order}")).status_code == 204
    return who


async def kept_answers(world: World) -> list[str]:
    """The kept answers that hold the mark."""
    return [row for row in (await world.snapshot())["operations"] if MARK in row]


async def test_what_answers_showed_of_a_removed_order_goes_with_its_person(own: World) -> None:
    who = await removed_order(own)
    assert len(await kept_answers(own)) == 2
    await erased(own, who)
    assert await kept_answers(own) == []


async def test_control_by_the_record_that_an_answer_is_kept_for_one_would_stay(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = msgspec.structs.replace(personal_data.HELD[Operation], shown_in=())
    held: Any = MappingProxyType({**personal_data.HELD, Operation: blind})
    for module in (personal_data, previewing, traces, erasing):
        monkeypatch.setattr(module, "HELD", held)
    who = await removed_order(own)
    await erased(own, who)
    assert len(await kept_answers(own)) == 1
