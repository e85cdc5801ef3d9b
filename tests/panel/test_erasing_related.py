"""Whose a row is when a person is erased: what was related once and is no longer stays, and what went with a removed record goes."""

from __future__ import annotations

import random
from datetime import timedelta

from sqlalchemy import text, update

from duskline.core.data import base
from duskline.models.sales import Lead
from tests.panel import threads
from tests.panel.persons import Someone, invented
from tests.panel.test_erasing import MARK, erased, marked, own
from tests.panel.test_privacy import chore
from tests.panel.threads import CLIENTS, LEADS
from tests.world import NEAR, World

assert own, "a fixture"


async def name_of(world: World, path: str, id: str) -> str:
    return str((await world.client("admin").get(f"{path}/{id}")).json()["name"])


async def two_parted(world: World) -> tuple[Someone, Someone, str, str]:
    """Two people whose leads were merged by mistake, and parted again."""
    chance = random.Random(7)
    one, other = invented(chance), invented(chance)
    staff = world.client("branch_ops_manager")
    ids = [
        await threads.made(staff, LEADS, name=who.name, email=who.email, phone=who.phone, notes=f"{who.name} {MARK}")
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


async def test_what_is_kept_no_longer_takes_nobody_along_who_was_merged_with_it_by_mistake(own: World) -> None:
    one, _, kept, gone = await two_parted(own)
    admin = own.client("admin")
    lost = await admin.patch(f"{LEADS}/{gone}", json={"status": "lost"})
    assert lost.status_code == 200, lost.text
    client = await admin.post(f"{LEADS}/{kept}/client", json={"address": "9 Roof Row"})
    assert client.status_code == 200, client.text
    assert (await admin.patch("/api/panel/settings/retention", json={"keepLostLeadsYears": 1})).status_code == 200
    async with own.database.writes.begin() as connection:
        old = update(Lead.__table__).where(Lead.__table__.c.id == gone)
        await connection.execute(old.values(updated_at=base.now() - timedelta(days=400)))
    await chore(own, "retention")
    assert await name_of(own, LEADS, gone) == "Erased"
    assert await name_of(own, LEADS, kept) == one.name
    assert await name_of(own, CLIENTS, client.json()["id"]) == one.name


async def test_control_who_was_merged_and_stays_so_is_one_person(own: World) -> None:
    one, other, kept, _ = await two_parted(own)
    async with own.database.writes.begin() as connection:
        await connection.execute(text("UPDATE merges SET undone_at = NULL"))
    await erased(own, other)
    assert await name_of(own, LEADS, kept) == "Erased"


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

    assert [(lines["Leads"], lines["Clients"]) for lines in (await found(first), await found(second))] == [(2, 1)] * 2
    assert (await admin.post(f"{LEADS}/{ids[1]}/detach", json={})).status_code == 200
    assert "Clients" not in await found(second)
    assert (await found(first))["Leads"] == 1
    assert (await admin.post(f"{LEADS}/{ids[1]}/client", json={"clientId": made})).status_code == 200
    await erased(own, second)
    assert await name_of(own, CLIENTS, made) == "Erased"
    assert [await name_of(own, LEADS, id) for id in ids] == ["Erased", "Erased"]
