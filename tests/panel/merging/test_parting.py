"""Undoing merges and conversions after others have worked on: nothing of theirs is lost, and nothing lands in a wrong place."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import literal

from duskline.core.data.base import UtcDateTime
from duskline.models.merging import since
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.sales import QuoteRequest
from duskline.models.records.warranties import Warranty
from tests.panel.importing.importing import act, imported, listed, rows, work
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import CLIENTS, HOME, LEADS, ORDERS, TICKETS, made, parted, undone
from tests.world import NEAR, World

STEPS = "/api/panel/next-steps"
PATHS = {"lead": LEADS, "client": CLIENTS}

HANGS = (409, "Something has been added or changed since, so this cannot be undone any more.")


async def merged(caller: httpx.AsyncClient, path: str, kept: str, gone: str) -> str:
    return str((await asked(await caller.post(f"{path}/{kept}/merge", json={"goneId": gone})))["mergeId"])


async def step(caller: httpx.AsyncClient, lead: str, words: str, due: str) -> None:
    body = {"kind": "lead", "recordId": lead, "words": words, "dueOn": due}
    assert (await caller.post(STEPS, json=body)).status_code == 201


async def next_of(caller: httpx.AsyncClient, lead: str) -> str | None:
    (row,) = (await caller.get("/api/panel/lead-details", params={"ids": lead})).json()
    return row["nextStep"] and str(row["nextStep"]["words"])


async def offered(caller: httpx.AsyncClient, path: str, id: str) -> list[bool]:
    """Whether each merge in a timeline can be undone, the newest first."""
    events = (await caller.get(f"{path}/{id}/timeline")).json()["events"]
    return [event["undoable"] for event in events if event["action"] == "merge"]


# --- an import that others have merged into ---


@pytest.mark.parametrize("kind", ["lead", "client"])
async def test_undoing_an_import_keeps_whom_somebody_merged_into_it(world: World, kind: str) -> None:
    admin, path = world.client("admin"), PATHS[kind]
    old = await made(admin, path, name="Robert Smith", branchId=NEAR)
    text = "Name,Email,Address,Branch\nBob Smith,bob@many.example,1 Row,Branch 1\n"
    done = await imported(world, text, kind=f"{kind}s", who="admin")
    (bob,) = await listed(world, done["id"], f"{kind}s", "admin")
    merge = await merged(admin, path, bob["id"], old)
    await act(world, done["id"], "undo", "admin")
    await work(world)
    (kept,) = await rows(world, done["id"], "admin", kept=True)
    assert kept["kept"] == "It was changed or is in use since."
    assert await parted(admin, merge) == (204, "")
    assert (await admin.get(f"{path}/{old}")).status_code == 200


async def test_undoing_an_import_names_whom_somebody_merged_into_another(world: World) -> None:
    admin = world.client("admin")
    kept = await made(admin, LEADS, branchId=NEAR)
    done = await imported(world, "Name,Email,Branch\nBob,bob@many.example,Branch 1\n", who="admin")
    (bob,) = await listed(world, done["id"], "leads", "admin")
    await merged(admin, LEADS, kept, bob["id"])
    await act(world, done["id"], "undo", "admin")
    await work(world)
    (row,) = await rows(world, done["id"], "admin", kept=True)
    assert row["kept"] == "It was merged into another record since."


async def test_undoing_an_import_says_nothing_of_one_that_came_back_and_was_removed(world: World) -> None:
    admin = world.client("admin")
    kept = await made(admin, LEADS, branchId=NEAR)
    done = await imported(world, "Name,Email,Branch\nBob,bob@many.example,Branch 1\n", who="admin")
    (bob,) = await listed(world, done["id"], "leads", "admin")
    assert await parted(admin, await merged(admin, LEADS, kept, bob["id"])) == (204, "")
    assert (await admin.delete(f"{LEADS}/{bob['id']}")).status_code == 204
    await act(world, done["id"], "undo", "admin")
    await work(world)
    assert await rows(world, done["id"], "admin", kept=True) == []


# --- versions ---


@pytest.mark.parametrize("kind", ["lead", "client"])
async def test_a_form_from_before_a_merge_overwrites_nothing_after_its_undo(world: World, kind: str) -> None:
    rep, path = world.client("sales_rep"), PATHS[kind]
    kept, gone = await made(rep, path), await made(rep, path, address="2 Lake Road, Boise, ID 83702")
    opened = (await rep.get(f"{path}/{gone}")).headers["etag"]
    building = f"/api/panel/properties/{gone}"
    assert opened == '"1"'
    assert (await rep.patch(f"{path}/{gone}", json={"name": "Deposit paid"})).status_code == 200
    if kind == "client":
        noted = await rep.patch(building, json={"access": "Gate code 4711"})
        assert (noted.status_code, noted.headers["etag"]) == (200, '"2"')
    assert await parted(rep, await merged(rep, path, kept, gone)) == (204, "")
    stale = {"If-Match": opened}
    assert (await rep.patch(f"{path}/{gone}", json={"name": "Old"}, headers=stale)).status_code == 409
    assert (await rep.get(f"{path}/{gone}")).json()["name"] == "Deposit paid"
    if kind == "client":
        for seen in ('"1"', '"2"'):
            stale = {"If-Match": seen}
            assert (await rep.patch(building, json={"access": ""}, headers=stale)).status_code == 409


async def test_a_follow_up_that_was_set_aside_comes_back_with_a_newer_version(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS)
    await step(rep, kept, "Due first", "2031-12-01")
    await step(rep, gone, "Due later", "2031-12-10")
    (row,) = (await rep.get("/api/panel/lead-details", params={"ids": gone})).json()
    assert await parted(rep, await merged(rep, LEADS, kept, gone)) == (204, "")
    stale = {"If-Match": f'"{row["nextStep"]["version"]}"'}
    changed = await rep.patch(f"{STEPS}/{row['nextStep']['id']}", json={"words": "Old"}, headers=stale)
    assert changed.status_code == 409


# --- order ---


@pytest.mark.parametrize("other", ["sales_rep", "branch_ops_manager"])
async def test_of_two_merges_into_one_the_later_is_undone_first(world: World, other: str) -> None:
    rep, second = world.client("sales_rep"), world.client(other)
    kept = await made(rep, LEADS)
    first, later = await made(rep, LEADS, name="Ann"), await made(rep, LEADS, name="Cy")
    await step(rep, first, "Promise to Ann", "2031-12-10")
    one = await merged(rep, LEADS, kept, first)
    await step(rep, later, "Promise to Cy", "2031-12-05")
    two = await merged(second, LEADS, kept, later)
    how = {
        "sales_rep": "Undo that first, then this.",
        "branch_ops_manager": "Ask the person who did that to undo it; then this can be undone, too.",
    }[other]
    assert await offered(rep, LEADS, kept) == [other == "sales_rep", False]
    assert await parted(rep, one) == (409, f"Cy has been merged into Iris Eaves since. {how}")
    assert await parted(second, two) == (204, "")
    assert await offered(rep, LEADS, kept) == [True]
    assert await parted(rep, one) == (204, "")
    said = [await next_of(rep, lead) for lead in (kept, first, later)]
    assert said == [None, "Promise to Ann", "Promise to Cy"]


async def attached(caller: httpx.AsyncClient, lead: str, client: str) -> str:
    """The conversion by which a lead is a client's."""
    answer = await asked(await caller.post(f"{LEADS}/{lead}/client", json={"clientId": client}))
    return str(answer["conversionId"])


async def client_of(caller: httpx.AsyncClient, lead: str) -> str | None:
    (row,) = (await caller.get("/api/panel/lead-details", params={"ids": lead})).json()
    return row["clientId"] and str(row["clientId"])


async def test_a_merge_is_undone_after_that_of_a_record_that_it_moved(world: World) -> None:
    rep = world.client("sales_rep")
    lead, other = await made(rep, LEADS, name="Ann"), await made(rep, LEADS, name="Bea")
    gone, kept = await made(rep), await made(rep)
    await attached(rep, lead, gone)
    clients = await merged(rep, CLIENTS, kept, gone)
    leads = await merged(rep, LEADS, other, lead)
    said = "Ann has been merged into Bea since. Undo that first, then this."
    assert await parted(rep, clients) == (409, said)
    assert await parted(rep, leads) == (204, "")
    assert await parted(rep, clients) == (204, "")
    assert await client_of(rep, lead) == gone


async def test_a_building_is_not_deleted_for_which_a_warranty_holds(world: World) -> None:
    """Its order was led elsewhere after it was confirmed."""
    rep = world.client("sales_rep")
    kept, gone = await made(rep), await made(rep, address="2 Lake Road, Boise, ID 83702")
    await merged(rep, CLIENTS, kept, gone)
    buildings = (await rep.get(f"{CLIENTS}/{kept}/properties")).json()
    (moved,) = [each["id"] for each in buildings if each["address"]]
    async with world.console() as db:
        db.store(
            Warranty(
                id="warranty-1", branch_id=NEAR, client_id=kept, work_order_id=f"order-{NEAR}-1", property_id=moved, number="W-1",
                holder="Iris", place="2 Lake Road", terms_version="1", starts=date(2026, 1, 1),
                product_ends=date(2046, 1, 1), labor_ends=date(2036, 1, 1),
            )
        )  # fmt: skip
    said = "This property still has 1 warranty, so it stays."
    refused = await rep.delete(f"/api/panel/properties/{moved}")
    assert (refused.status_code, refused.json()["error"]) == (409, said)


async def test_a_client_stays_with_the_lead_that_the_one_it_was_made_of_was_merged_into(world: World) -> None:
    rep = world.client("sales_rep")
    gone, kept = await made(rep, LEADS), await made(rep, LEADS)
    client = (await asked(await rep.post(f"{LEADS}/{gone}/client", json={"address": HOME})))["id"]
    await attached(rep, kept, client)
    merge = await merged(rep, LEADS, kept, gone)
    refused = await rep.post(f"{LEADS}/{kept}/detach", json={})
    assert (refused.status_code, refused.json()["error"].partition(",")[0]) == (
        409, "This client was made of this lead",
    )  # fmt: skip
    assert await parted(rep, merge) == (204, "")
    assert (await rep.get(f"{CLIENTS}/{client}")).json()["leadId"] == gone


async def test_no_detachment_is_undone_across_a_merge(world: World) -> None:
    rep = world.client("sales_rep")
    lead, gone, kept = await made(rep, LEADS), await made(rep), await made(rep)
    await attached(rep, lead, gone)
    detached = (await asked(await rep.post(f"{LEADS}/{lead}/detach", json={})))["conversionId"]
    await merged(rep, CLIENTS, kept, gone)
    assert await undone(rep, detached) == HANGS
    assert await client_of(rep, lead) is None


@pytest.mark.parametrize("kind", ["lead", "client"])
async def test_one_that_comes_back_was_merged_and_parted_and_not_removed(world: World, kind: str) -> None:
    rep, path = world.client("sales_rep"), PATHS[kind]
    kept, gone = await made(rep, path), await made(rep, path)
    assert await parted(rep, await merged(rep, path, kept, gone)) == (204, "")
    events = (await rep.get(f"{path}/{gone}/timeline")).json()["events"]
    assert [event["action"] for event in events if event["kind"] == kind] == ["part", "merge", "create"]
    history = (await rep.get(f"{path}/{gone}/history")).json()
    assert [event["action"] for event in history] == ["part", "merge", "create"]


# --- what was seen before ---


@pytest.mark.parametrize(
    "what", ["the one that stays", "the one that goes", "its value", "a next step", "a note", "nothing"]
)
async def test_what_was_changed_since_the_preview_is_looked_at_again(world: World, what: str) -> None:
    rep, colleague = world.client("sales_rep"), world.client("branch_ops_manager")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS)
    seal = (await asked(await rep.get(f"{LEADS}/{kept}/merge", params={"with": gone})))["seal"]
    if what == "a next step":
        await step(colleague, gone, "Call", "2031-12-01")
    elif what == "its value":
        changed = await colleague.patch(f"{LEADS}/{gone}/details", json={"valueKind": "quoted"})
        assert changed.status_code == 200
    elif what == "a note":
        note = {"kind": "lead", "recordId": gone, "type": "note", "words": "Has a dog"}
        assert (await colleague.post("/api/panel/activities", json=note)).status_code == 201
    elif what != "nothing":
        id = kept if what == "the one that stays" else gone
        assert (await colleague.patch(f"{LEADS}/{id}", json={"phone": "937 555 0142"})).status_code == 200
    answer = await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone, "seal": seal})
    assert answer.status_code == (200 if what == "nothing" else 409)
    if what != "nothing":
        assert answer.json()["error"] == (
            "One of them was changed since you looked. Look again at what would happen, and then merge."
        )


@pytest.mark.parametrize("which", [0, 1])
async def test_what_was_noted_of_a_building_since_the_preview_is_looked_at_again(
    world: World, which: int
) -> None:
    rep = world.client("sales_rep")
    both = [await made(rep), await made(rep)]
    path = f"{CLIENTS}/{both[0]}/merge"
    seal = (await asked(await rep.get(path, params={"with": both[1]})))["seal"]
    noted = await rep.patch(f"/api/panel/properties/{both[which]}", json={"hazards": "Wire over the porch"})
    assert noted.status_code == 200
    answer = await rep.post(path, json={"goneId": both[1], "seal": seal})
    assert (answer.status_code, answer.json()["error"]) == (
        409, "One of them was changed since you looked. Look again at what would happen, and then merge.",
    )  # fmt: skip


# --- what was changed or added since ---


class Two(NamedTuple):
    """What hangs on two clients, and the lead of the second."""

    kept: str
    gone: str
    own_job: str
    job: str
    ticket: str
    lead: str


async def two_clients(staff: httpx.AsyncClient) -> Two:
    kept, gone = await made(staff), await made(staff, address="2 Lake Road, Boise, ID 83702")
    lead = await made(staff, LEADS, email="ann@visitor.example")
    await attached(staff, lead, gone)
    own_job, job = [
        (await asked(await staff.post(ORDERS, json={"clientId": each, "title": "Porch"}), 201))["id"]
        for each in (kept, gone)
    ]
    ticket = {"subject": "Dark", "description": "Half of it", "category": "general"}
    made_ticket = (await asked(await staff.post(TICKETS, json=ticket), 201))["id"]
    await asked(await staff.patch(f"{TICKETS}/{made_ticket}/details", json={"clientId": gone}))
    return Two(kept, gone, own_job, job, made_ticket, lead)


SINCE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a field": ("PATCH", CLIENTS + "/{0.kept}", {"phone": "614 555 0122"}),
    "a field of what was moved": ("PATCH", LEADS + "/{0.lead}", {"notes": "Has a dog"}),
    "a note": ("POST", "/api/panel/activities", {"kind": "client", "recordId": "{0.kept}", "type": "note", "words": "Called"}),
    "a note on what was moved": (
        "POST", "/api/panel/activities", {"kind": "work_order", "recordId": "{0.job}", "type": "note", "words": "Called"},
    ),
    "a next step": ("POST", STEPS, {"kind": "client", "recordId": "{0.kept}", "words": "Call", "dueOn": "2031-12-01"}),
    "a job": ("POST", ORDERS, {"clientId": "{0.kept}", "title": "Roof"}),
    "a job that was moved is done": ("PATCH", ORDERS + "/{0.job}", {"status": "completed"}),
    "a job of the one names a lead of the other": ("PATCH", ORDERS + "/{0.own_job}/details", {"leadId": "{0.lead}"}),
    "a return visit": ("POST", TICKETS + "/{0.ticket}/return-visit", {}),
    "a lead is cut off": ("POST", LEADS + "/{0.lead}/detach", {}),
    "an address": ("PATCH", "/api/panel/properties/{1}", {"address": "2 Lake Road, Unit B"}),
    "a job goes": ("DELETE", ORDERS + "/{0.job}", {}),
}  # fmt: skip


@pytest.mark.parametrize("what", SINCE)
async def test_a_merge_stands_once_something_that_it_touched_was_changed_or_added_to(
    world: World, what: str
) -> None:
    staff = world.client("regional_ops_manager")
    two = await two_clients(staff)
    merge = await merged(staff, CLIENTS, two.kept, two.gone)
    rows = (await staff.get(f"{CLIENTS}/{two.kept}/properties")).json()
    (house,) = [row["id"] for row in rows if row["id"] != two.kept]
    assert True in await offered(staff, CLIENTS, two.kept)
    method, path, body = SINCE[what]
    fields = {name: value.format(two, house) for name, value in body.items()}
    caller, sent = (world.client("admin"), None) if method == "DELETE" else (staff, fields)
    changed = await caller.request(method, path.format(two, house), json=sent)
    assert changed.is_success, changed.text
    assert await parted(staff, merge) == HANGS


async def test_also_by_a_visitor(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS, name="Ann")
    merge = await merged(rep, LEADS, kept, gone)
    async with world.console() as db:
        sent = {
            "property_type": "home",
            "coverage": "front",
            "stories": 1,
            "zip": "83702",
            "email_key": "ann@visitor.example",
            "low": 1,
            "high": 2,
        }
        db.store(QuoteRequest(lead_id=kept, **sent))
    assert await parted(rep, merge) == HANGS


KEY = "k" * 22
"""What the browser of a visitor keeps."""


async def keyed_message(world: World, words: str) -> str:
    """The id of a visitor's message, sent under the key of a browser."""
    said = {"name": "Vera", "email": "vera@visitor.example", "message": words, "key": KEY}
    return str((await asked(await world.client().post("/api/contact", json=said), 201))["id"])


async def merged_behind_a_key(world: World, kind: str) -> tuple[str, str]:
    """The one that stays and the merge, after a visitor's first message was made part of the one that goes."""
    rep, path = world.client("sales_rep"), PATHS[kind]
    kept, gone = await made(rep, path), await made(rep, path, name="Vera")
    body = {"kind": kind, "recordId": gone}
    first = await keyed_message(world, "Our porch stays dark.")
    await asked(await rep.post(f"/api/panel/enquiries/{first}/attach", json=body))
    return kept, await merged(rep, path, kept, gone)


@pytest.mark.both
@pytest.mark.parametrize("kind", PATHS)
async def test_also_by_a_message_that_joins_by_its_key(world: World, kind: str) -> None:
    """It would stay with the wrong one of the two."""
    kept, merge = await merged_behind_a_key(world, kind)
    second = await keyed_message(world, "The garage is dark as well.")
    async with world.console() as db:
        assert kept in (await db.find(EnquiryHandling, second)).leads_to.values()
    assert await parted(world.client("sales_rep"), merge) == HANGS


async def test_control_a_row_of_which_nothing_says_how_old_it_is_is_not_seen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = literal(datetime(2000, 1, 1, tzinfo=UTC), UtcDateTime)
    monkeypatch.setattr(since, "made_at", lambda column, _: getattr(column.class_, "created_at", long_ago))
    _, merge = await merged_behind_a_key(world, "lead")
    await keyed_message(world, "The garage is dark as well.")
    assert await parted(world.client("sales_rep"), merge) == (204, "")


@pytest.mark.both
@pytest.mark.parametrize("kind", PATHS)
async def test_also_by_an_older_message_that_was_attached(world: World, kind: str) -> None:
    """The log does not say whose a message is."""
    rep, path = world.client("sales_rep"), PATHS[kind]
    kept, gone = await made(rep, path), await made(rep, path, name="Vera")
    merge = await merged(rep, path, kept, gone)
    body = {"kind": kind, "recordId": kept}
    await asked(await rep.post("/api/panel/enquiries/enquiry-0/attach", json=body))
    assert await parted(rep, merge) == HANGS


async def test_what_happened_to_others_meanwhile_is_no_change(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone, other = [await made(rep, LEADS, name=name) for name in ("Ann", "Bea", "Cy")]
    merge = await merged(rep, LEADS, kept, gone)
    assert (await rep.patch(f"{LEADS}/{other}", json={"notes": "Has a dog"})).status_code == 200
    assert True in await offered(rep, LEADS, kept)
    assert await parted(rep, merge) == (204, "")


async def test_nor_is_another_merge_that_was_undone_but_what_was_done_beside_it_is(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone, third, fourth = [await made(rep, LEADS, name=name) for name in ("Ann", "Bea", "Cy", "Di")]
    merge = await merged(rep, LEADS, kept, gone)
    assert await parted(rep, await merged(rep, LEADS, third, kept)) == (204, "")
    assert True in await offered(rep, LEADS, kept)
    beside = await merged(rep, LEADS, third, fourth)
    assert (await rep.patch(f"{LEADS}/{kept}", json={"notes": "Has a dog"})).status_code == 200
    assert await parted(rep, beside) == (204, "")
    assert True not in await offered(rep, LEADS, kept)
    assert await parted(rep, merge) == HANGS


# --- what the one that comes back names ---


async def test_whom_the_one_that_comes_back_names_comes_back_first(world: World) -> None:
    rep = world.client("sales_rep")
    leads = [await made(rep, LEADS, name=name) for name in ("Ann", "Bea")]
    gone = (await asked(await rep.post(f"{LEADS}/{leads[0]}/client", json={"address": "1 Row"})))["id"]
    kept = await made(rep)
    clients = await merged(rep, CLIENTS, kept, gone)
    leads_too = await merged(rep, LEADS, leads[1], leads[0])
    said = (409, "Ann has been merged into Bea since. Undo that first, then this.")
    assert await parted(rep, clients) == said
    assert await parted(rep, leads_too) == (204, "")
    assert await parted(rep, clients) == (204, "")
    assert (await rep.get(f"{CLIENTS}/{gone}")).json()["leadId"] == leads[0]


async def test_a_lead_comes_back_after_its_client_was_merged_on(world: World) -> None:
    rep = world.client("sales_rep")
    gone, kept = await made(rep, LEADS, name="Ann"), await made(rep, LEADS, name="Bea")
    client = (await asked(await rep.post(f"{LEADS}/{gone}/client", json={"address": "1 Row"})))["id"]
    leads = await merged(rep, LEADS, kept, gone)
    other = await made(rep, name="Cy")
    clients = await merged(rep, CLIENTS, other, client)
    assert await parted(rep, leads) == (409, "Ann has been merged into Cy since. Undo that first, then this.")
    assert await parted(rep, clients) == (204, "")
    assert await parted(rep, leads) == (204, "")


# --- conversions ---


@pytest.mark.parametrize("attaches", [False, True])
async def test_undoing_a_client_leaves_a_status_that_was_set_since(world: World, attaches: bool) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    lead = await made(rep, LEADS)
    body = {"clientId": await made(rep)} if attaches else {"address": "1 Row"}
    conversion = (await asked(await rep.post(f"{LEADS}/{lead}/client", json=body | {"won": True})))[
        "conversionId"
    ]
    assert (await manager.patch(f"{LEADS}/{lead}", json={"status": "lost"})).status_code == 200
    assert await undone(rep, conversion) == (204, "")
    assert (await rep.get(f"{LEADS}/{lead}")).json()["status"] == "lost"


@pytest.mark.parametrize("was_there", [False, True])
@pytest.mark.parametrize("what", ["work order", "ticket"])
async def test_undoing_an_attachment_tears_nothing_apart(world: World, what: str, was_there: bool) -> None:
    """Neither what was made since, nor what was there and came to both since."""
    rep, admin = world.client("sales_rep"), world.client("admin")
    lead, client = await made(rep, LEADS), await made(rep)

    async def attach() -> str:
        answer = await asked(await rep.post(f"{LEADS}/{lead}/client", json={"clientId": client}))
        return str(answer["conversionId"])

    attached = "" if was_there else await attach()
    body: dict[str, Any] = {"description": "Half of it", "category": "general", "branchId": NEAR}
    if what == "ticket":
        id = (await asked(await admin.post(TICKETS, json=body | {"subject": "Dark"}), 201))["id"]
        details = f"{TICKETS}/{id}/details"
        named = 'the ticket "Dark"'
    else:
        job = {"title": "Porch", "clientId": client, "branchId": NEAR}
        id = (await asked(await admin.post(ORDERS, json=job), 201))["id"]
        details = f"{ORDERS}/{id}/details"
        named = 'the work order "Porch"'
    attached = attached or await attach()
    await asked(
        await admin.patch(details, json={"leadId": lead} | ({"clientId": client} if what == "ticket" else {}))
    )
    assert await undone(rep, attached) == (
        409, f"This client has {named} of this lead. Choose the right client there first.",
    )  # fmt: skip
    (row,) = (await rep.get("/api/panel/lead-details", params={"ids": lead})).json()
    assert row["clientId"] == client
