"""Imports: a file becomes leads, clients or users, by the rules of their forms, all or none, and can be taken back."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from duskline.core.data import scoping, unfinished
from duskline.core.data.audit import AuditLog, SecurityEvent
from duskline.core.data.base import now
from duskline.importing import choosing, job, making, settling
from duskline.models.notifying.notifications import Notification
from duskline.models.records import imports
from duskline.models.records.imports import IMPORTS, Import, ImportRow, ImportState
from duskline.models.records.sales import Client, Lead
from duskline.models.records.status_changes import StatusChange
from tests.conftest import FULL_COUNTS
from tests.panel.importing.importing import (
    PATH,
    act,
    after_one_slice,
    everything,
    figures,
    imported,
    listed,
    made_anew,
    one,
    people,
    read,
    reviewed,
    rows,
    sent,
    work,
    worker,
)
from tests.world import FAR, NEAR, World

MANY = 5_000 if FULL_COUNTS else 1_000
HEADINGS = "Full name,E-mail,Phone number,Street,City,State,ZIP,Stage,Owner,Favorite color"
ROWS = (
    "Ana Porch,ana@customer.example,(937) 555-0142,12 Elm Street,Dayton,OH,45402,Qualified,Near Rep,amber\n"
    "Ben Gable,ben@customer.example,,,,,,,,\n"
)


# --- columns ---


async def test_columns_are_matched_by_their_headings(world: World) -> None:
    own = await read(world, HEADINGS + "\n" + ROWS)
    assert own["state"] == "matching"
    assert {column["heading"]: column["part"] for column in own["columns"]} == {
        "Full name": "name", "E-mail": "email", "Phone number": "phone", "Street": "address", "City": "city",
        "State": "state", "ZIP": "zip", "Stage": "status", "Owner": "assignedTo", "Favorite color": None,
    }  # fmt: skip
    shown = await one(world, own["id"])
    assert shown["columns"][1]["samples"] == ["ana@customer.example", "ben@customer.example"]


async def test_of_two_columns_that_are_called_alike_the_first_is_matched(world: World) -> None:
    own = await read(world, "Name,Email,Phone,Mobile\nAnn,ann@many.example,614 555 0141,614 555 0142")
    assert [column["part"] for column in own["columns"]] == ["name", "email", "phone", None]


async def test_a_matching_is_remembered_for_whoever_made_it(world: World) -> None:
    own = await read(world, "Who,Where to write\nAna Porch,ana@customer.example")
    assert [column["part"] for column in own["columns"]] == [None, None]
    await act(world, own["id"], "matching", matching=["name", "email"], defaults={"source": "Fair"})
    again = await read(world, "Who,Where to write\nBen Gable,ben@customer.example")
    assert [column["part"] for column in again["columns"]] == ["name", "email"]
    assert again["defaults"] == {"source": "Fair"}
    other = await read(world, "Who,Where to write\nBen Gable,ben@customer.example", who="near_rep")
    assert [column["part"] for column in other["columns"]] == [None, None]


@pytest.mark.parametrize(
    ("matching", "says"),
    [
        ([None, None], "Please choose the column that holds the email addresses"),
        (["email", "email"], "Two columns are matched to Email. Please choose one of them"),
        (["name"], "Please choose for each column one of the listed fields"),
        (["name", "salary"], "Please choose for each column one of the listed fields"),
    ],
)
async def test_a_matching_that_cannot_be_is_refused(world: World, matching: list[str], says: str) -> None:
    own = await read(world, "A,B\nAna,ana@customer.example")
    answer = await world.client("sales_rep").post(f"{PATH}/{own['id']}/matching", json={"matching": matching})
    assert (answer.status_code, answer.json()["fields"]) == (400, {"matching": says})


async def test_parts_come_together_and_the_rest_goes_to_the_notes(world: World) -> None:
    own = await read(world, HEADINGS + "\n" + ROWS)
    matching = [column["part"] or "notes" for column in own["columns"]]
    await act(world, own["id"], "matching", matching=matching)
    await work(world)
    ana, ben = await rows(world, own["id"])
    assert ana["values"] == {
        "name": "Ana Porch", "email": "ana@customer.example", "phone": "(937) 555-0142",
        "address": "12 Elm Street, Dayton, OH 45402", "status": "Qualified", "assignedTo": "Near Rep",
        "notes": "Favorite color: amber",
    }  # fmt: skip
    assert ben["values"] == {"name": "Ben Gable", "email": "ben@customer.example"}
    assert [ana["standing"], ben["standing"]] == ["ready", "ready"]


async def test_what_a_row_says_goes_before_what_holds_for_all_and_zip_codes_keep_their_zero(
    world: World,
) -> None:
    text = (
        "Name,Email,Street,ZIP,Source\nAna,ana@customer.example,1 Row,2134,Web\nBen,ben@customer.example,,,\n"
    )
    own = await reviewed(world, text, defaults={"source": "Fair"})
    ana, ben = await rows(world, own["id"])
    assert (ana["values"]["address"], ana["values"]["source"], ben["values"]["source"]) == (
        "1 Row, 02134", "Web", "Fair",
    )  # fmt: skip


async def test_a_file_without_headings_loses_no_row(world: World) -> None:
    own = await read(world, "Ana Porch,ana@customer.example\nBen Gable,ben@customer.example\n")
    assert (own["total"], [column["heading"] for column in own["columns"]]) == (2, ["Column 1", "Column 2"])
    shown = await one(world, own["id"])
    assert shown["columns"][0]["samples"] == ["Ana Porch", "Ben Gable"]


@pytest.mark.parametrize("name", ["Zoë Maria Nuñez", '"Nuñez, Zoë Maria"'])
async def test_names_of_people_are_taken_apart(world: World, name: str) -> None:
    own = await reviewed(
        world, f"Name,Email,Role\n{name},zoe@new.example,technician\n", who="admin", kind="users"
    )
    (zoe,) = await rows(world, own["id"], "admin")
    assert (zoe["values"]["firstName"], zoe["values"]["lastName"]) == ("Zoë Maria", "Nuñez")


# --- making ---


async def test_records_are_made_as_by_the_form(world: World) -> None:
    before = await figures(world)
    done = await imported(world, HEADINGS + "\n" + ROWS, defaults={"source": "Fair"})
    assert (done["state"], done["created"], done["fault"]) == ("done", 2, None)
    ana, ben = await listed(world, done["id"])
    assert (ana["name"], ana["status"], ana["assignedTo"], ana["source"]) == (
        "Ana Porch", "qualified", "near_rep", "Fair",
    )  # fmt: skip
    assert (ben["name"], ben["status"], ben["branchId"]) == ("Ben Gable", "new", NEAR)
    by_form = await world.client("sales_rep").post(
        "/api/panel/leads", json={"name": "Cy Roof", "email": "cy@customer.example", "source": "Fair"}
    )
    assert by_form.json().keys() == ben.keys()
    found = await world.client("sales_rep").get("/api/panel/leads", params={"q": "937-555-0142"})
    assert [lead["id"] for lead in found.json()] == [ana["id"]]
    assert await figures(world) != before
    assert await figures(world) == await made_anew(world)
    async with world.console() as db:
        told = set(await db.scalars(select(Notification.record_id)))
        assert not told & {ana["id"], ben["id"]}
        logged = await db.scalars(select(AuditLog.action).where(AuditLog.entity_id == ana["id"]))
        assert list(logged) == ["create"]
        changes = await db.scalars(select(StatusChange.to_status).where(StatusChange.record_id == ana["id"]))
        assert list(changes) == ["qualified"]
        event = (await db.scalars(select(SecurityEvent).where(SecurityEvent.kind == "import"))).one()
        assert event.details == {
            "of": "leads", "file": "people.csv", "id": done["id"], "created": 2, "filled": 0,
        }  # fmt: skip


async def test_what_left_as_a_file_comes_back(world: World) -> None:
    admin = world.client("admin")
    lead = {
        "name": "=cmd Porch", "email": "ana@customer.example", "phone": "+1 937 555 0142", "address": "12 Elm St",
        "status": "won", "source": "-Fair", "estimatedValue": 4500, "notes": 'Two\nlines, and "more"',
        "assignedTo": "near_rep", "branchId": NEAR,
    }  # fmt: skip
    made = (await admin.post("/api/panel/leads", json=lead)).json()
    file = (await admin.get("/api/panel/leads/export", params={"q": "cmd Porch"})).content
    assert (await admin.delete(f"/api/panel/leads/{made['id']}")).status_code == 204
    done = await imported(world, file, who="admin")
    (back,) = await listed(world, done["id"], who="admin")
    assert {name: back[name] for name in lead} == lead


async def test_clients_get_their_building(world: World) -> None:
    text = (
        "Name,Email,Address,Status\nAna,ana@customer.example,12 Elm St,Suspended\nBen,ben@customer.example,,"
    )
    own = await reviewed(world, text, kind="clients")
    assert own["rows"] == {"ready": 1, "faulty": 1, "duplicate": 0, "create": 1, "fill": 0, "skip": 1}
    (faulty,) = await rows(world, own["id"], standing="faulty")
    assert faulty["faults"] == {"address": "Required"}
    await act(world, own["id"], "start")
    await work(world)
    (ana,) = await listed(world, own["id"], "clients")
    assert ana["status"] == "suspended"
    properties = await world.client("sales_rep").get(f"/api/panel/clients/{ana['id']}/properties")
    assert [each["id"] for each in properties.json()] == [ana["id"]]


# --- all or nothing ---


async def test_nobody_sees_a_record_before_all_are_there(world: World, monkeypatch: Any) -> None:
    before = await figures(world)
    own = under_way = await after_one_slice(world, monkeypatch, who="admin")
    assert (under_way["state"], under_way["done"]) == ("creating", 5)
    admin = world.client("admin")
    assert await listed(world, own["id"], who="admin") == []
    first = unfinished.id_within(own["id"], 2)
    assert (await admin.get(f"/api/panel/leads/{first}")).status_code == 404
    assert (await admin.get("/api/panel/search", params={"q": "many.example"})).json() == []
    assert (await admin.get("/api/panel/leads", params={"q": "many.example"})).json() == []
    assert await figures(world) == before
    assert await made_anew(world) == before  # nor does it count them who counts all
    async with world.database.reads.connect() as connection:
        there = select(func.count()).where(Lead.__table__.c.email.like("%many.example"))
        assert await connection.scalar(there) == 5
    with monkeypatch.context() as without:
        without.setattr(scoping, "finished_options", lambda: ())  # the control
        world.database._prepared.clear()
        assert len(await listed(world, own["id"], who="admin")) == 5
    world.database._prepared.clear()
    await work(world)
    assert len(await listed(world, own["id"], who="admin")) == 12
    assert await figures(world) == await made_anew(world) != before


async def test_cancelling_leaves_nothing(world: World, monkeypatch: Any) -> None:
    before = await everything(world)
    own = await after_one_slice(world, monkeypatch)
    assert await everything(world) != before
    assert (await act(world, own["id"], "cancel"))["state"] == "removing"
    await work(world)
    assert (await one(world, own["id"]))["state"] == "review"
    assert await everything(world) == before
    await act(world, own["id"], "start")  # and once more
    await work(world)
    assert len(await listed(world, own["id"])) == 12


async def test_a_row_that_is_refused_in_the_end_stops_all(world: World) -> None:
    own = await reviewed(world, people(12), defaults={"assignedTo": "near_rep"})
    await act(world, own["id"], "start")
    left = await world.client("admin").patch("/api/panel/users/near_rep", json={"status": "inactive"})
    assert left.status_code == 200
    await work(world)
    ended = await one(world, own["id"])
    assert ended["state"] == "review"
    assert ended["fault"] == (
        "Row 2: Please choose an active staff member of this branch from the list. Nothing was imported."
    )
    assert await listed(world, own["id"]) == []


async def test_another_process_goes_on_where_one_was_cut_off(
    world: World, monkeypatch: Any, clock: Any
) -> None:
    own = await reviewed(world, people(12))
    await act(world, own["id"], "start")
    monkeypatch.setattr(job, "FIRST", 5)
    made = making.create
    calls: list[int] = []

    async def dies(db: Any, held: Any, some: Any, known: Any) -> None:
        calls.append(len(some))
        if len(calls) == 2:
            raise SystemExit
        await made(db, held, some, known)

    monkeypatch.setattr(making, "create", dies)
    with pytest.raises(SystemExit):
        await worker(world).turn()
    monkeypatch.setattr(making, "create", made)
    assert not await worker(world).turn()  # its lease is not over
    clock(seconds=job.LEASE_SECONDS + 1)
    await work(world)
    assert len(await listed(world, own["id"])) == 12
    names = [lead["name"] for lead in await listed(world, own["id"])]
    assert names == [f"Person {n}" for n in range(12)]  # each once, in the order of the file


async def test_started_again_it_is_done_once(world: World) -> None:
    own = await reviewed(world, people(3))
    for _ in range(3):
        assert (await act(world, own["id"], "start"))["state"] == "creating"
    await work(world)
    assert (await act(world, own["id"], "start"))["state"] == "done"
    assert len(await listed(world, own["id"])) == 3
    late = await world.client("sales_rep").post(f"{PATH}/{own['id']}/cancel")
    assert (late.status_code, late.json()["error"]) == (
        409, "This import cannot be changed now. Reload the page to see how it stands.",
    )  # fmt: skip


async def test_one_waits_for_the_other(world: World, clock: Any) -> None:
    first, second = await reviewed(world, people(3)), await reviewed(world, people(3, 50), who="admin")
    async with world.console() as db:
        assert await unfinished.begin(db, first["id"])
    await act(world, second["id"], "start", "admin")
    await worker(world).turn()
    assert (await one(world, second["id"], "admin"))["state"] == "creating"
    await act(world, first["id"], "start")
    await work(world)
    clock(seconds=5)
    await work(world)
    assert [len(await listed(world, own["id"], who="admin")) for own in (first, second)] == [3, 3]


# --- duplicates and faults ---


async def test_duplicates_in_the_file_and_in_reach_are_told(world: World) -> None:
    text = (
        "Name,Email,Phone\nLea,LEA2@1.example,\nAna,ana@customer.example,937 555 0142\n"
        "Anna,anna@other.example,+1 (937) 555-0142\nFar,lea2@far.example,\n"
    )
    own = await reviewed(world, text)
    lea, ana, anna, far = await rows(world, own["id"])
    assert [(match["kind"], match["id"], match["by"]) for match in lea["matches"]] == [
        ("lead", "lead-1-2", ["email"])
    ]
    assert (ana["standing"], ana["twin"], anna["standing"], anna["twin"]) == ("ready", None, "duplicate", 3)
    assert (far["standing"], far["matches"]) == ("ready", [])  # of another branch there is not a word
    seen = await reviewed(world, text, who="admin")
    assert (await rows(world, seen["id"], "admin"))[3]["matches"][0]["id"] == f"lead-{FAR}-2"
    assert own["rows"] == {"ready": 2, "faulty": 0, "duplicate": 2, "create": 2, "fill": 0, "skip": 2}


@pytest.mark.parametrize(
    ("row", "by"), [(",937 555 0142,", ["phone"]), (',,"12 Elm Street, Dayton, OH 45402"', ["address"]), (',+1 937-555-0142,"12 ELM ST., 45402"', ["phone", "address"])]
)  # fmt: skip
async def test_who_is_known_by_phone_or_address_is_told(world: World, row: str, by: list[str]) -> None:
    sales = world.client("sales_rep")
    known = {
        "name": "Cy",
        "email": "cy@customer.example",
        "phone": "(937) 555-0142",
        "address": "12 Elm St, Dayton, OH 45402",
    }
    id = (await sales.post("/api/panel/clients", json=known)).json()["id"]
    own = await reviewed(world, f"Name,Email,Phone,Address\nAna,ana@customer.example{row}\n")
    (ana,) = await rows(world, own["id"])
    assert [(match["kind"], match["id"], match["by"]) for match in ana["matches"]] == [("client", id, by)]


@pytest.mark.parametrize("kind", ["leads", "clients"])
async def test_a_number_that_many_share_hides_nobody_else(world: World, kind: str) -> None:
    entity: type[Any] = Lead if kind == "leads" else Client
    office, home = "614-555-0100", "1 Elm St, Troy, OH 45373"
    own = {"branch_id": NEAR, "address": home}
    async with world.console() as db:
        for n in range(40):
            db.store(entity(name=f"Desk {n}", email=f"desk{n}@known.example", phone=office, **own))
    async with world.console() as db:
        db.store(entity(name="Bo", email="bo@known.example", phone="614-555-0142", **own))
    text = f'Name,Email,Phone,Address\nDesk,desk@many.example,{office},\nBo,BO@known.example,,\nBo,b@many.example,614-555-0142,\nHome,h@many.example,,"{home}"\n'
    desk, bo, by_phone, at_home = await rows(world, (await reviewed(world, text))["id"])
    assert [match["name"] for match in desk["matches"]] == [f"Desk {n}" for n in range(5)]
    assert [match["name"] for match in at_home["matches"]] == [f"Desk {n}" for n in range(5)]
    assert [(match["name"], match["by"]) for match in bo["matches"]] == [("Bo", ["email"])]
    assert [(match["name"], match["by"]) for match in by_phone["matches"]] == [("Bo", ["phone"])]


async def test_what_was_filled_and_changed_since_stays(world: World) -> None:
    own = await reviewed(world, "Name,Email,Phone,Source\nOther,lea2@1.example,937 555 0142,Fair\n")
    await act(world, own["id"], "choices", choice="fill")
    await act(world, own["id"], "start")
    await work(world)
    sales = world.client("sales_rep")
    assert (await sales.patch("/api/panel/leads/lead-1-2", json={"phone": "937 555 0199"})).status_code == 200
    await act(world, own["id"], "undo")
    await work(world)
    (row,) = await rows(world, own["id"], kept=True)
    assert row["kept"] == "What was filled in was changed since."
    lead = (await sales.get("/api/panel/leads/lead-1-2")).json()
    assert (lead["phone"], lead["source"]) == ("937 555 0199", "Fair")


async def test_blanks_of_a_known_lead_are_filled_and_emptied_again(world: World) -> None:
    text = "Name,Email,Phone,Source,Value\nOther,lea2@1.example,937 555 0142,Fair,99\n"
    own = await reviewed(world, text)
    assert (await act(world, own["id"], "choices", choice="fill"))["rows"]["fill"] == 1
    await act(world, own["id"], "start")
    await work(world)
    done = await one(world, own["id"])
    assert (done["state"], done["created"], done["filled"]) == ("done", 0, 1)
    sales = world.client("sales_rep")
    lead = (await sales.get("/api/panel/leads/lead-1-2")).json()
    assert (lead["name"], lead["phone"], lead["source"], lead["estimatedValue"]) == (
        "Lea 1 2", "937 555 0142", "Fair", 4500,
    )  # fmt: skip
    await act(world, own["id"], "undo")
    await work(world)
    lead = (await sales.get("/api/panel/leads/lead-1-2")).json()
    assert (lead["phone"], lead["source"], lead["estimatedValue"]) == (None, None, 4500)


async def test_faults_are_those_of_the_form_and_can_be_corrected(world: World) -> None:
    text = (
        "Name,Email,Status,Value,Branch,Owner\n,nobody,Hot,a lot,Branch far,Far Rep\n"
        'Ana,ana@customer.example,new,"$4,500.00",Branch 1,near.rep@duskline.example\n'
    )
    own = await reviewed(world, text)
    bad, good = await rows(world, own["id"])
    assert bad["faults"] == {
        "name": "Required", "email": "Please enter a valid email address", "status": "Please choose one of the listed values",
        "estimatedValue": "Please enter a whole number of dollars", "branchId": "Please choose a branch from the list",
        "assignedTo": "Please choose an active staff member of this branch from the list",
    }  # fmt: skip
    assert good["standing"] == "ready"
    sales = world.client("sales_rep")
    file = await sales.get(f"{PATH}/{own['id']}/faulty")
    (told,) = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")))
    assert told["Email"] == "nobody"
    assert "email: Please enter a valid email address." in told["Faults"]
    values = {
        "name": "Ben",
        "email": "ben@customer.example",
        "status": "",
        "estimatedValue": "",
        "branchId": "",
        "assignedTo": "",
    }
    refused = await sales.patch(f"{PATH}/{own['id']}/rows/{bad['id']}", json={"choice": "create"})
    assert (refused.status_code, refused.json()["fields"]) == (
        400, {"choice": "Please correct what is wrong with this row first"},
    )  # fmt: skip
    mended = await sales.patch(f"{PATH}/{own['id']}/rows/{bad['id']}", json={"values": values})
    assert mended.status_code == 200, mended.text
    assert (mended.status_code, mended.json()["standing"], mended.json()["choice"]) == (
        200,
        "ready",
        "create",
    )
    await act(world, own["id"], "start")
    await work(world)
    assert [lead["name"] for lead in await listed(world, own["id"])] == ["Ben", "Ana"]
    assert [lead["estimatedValue"] for lead in await listed(world, own["id"])] == [None, 4500]


# --- who may ---


async def test_each_kind_asks_for_its_flag(world: World) -> None:
    assert (await sent(world, people(1), who="technician")).status_code == 403
    assert (await sent(world, people(1), who="sales_rep", kind="users")).status_code == 403
    own = await read(world, people(1))
    for who in ("near_rep", "admin"):
        client = world.client(who)
        assert (await client.get(f"{PATH}/{own['id']}")).status_code == 404
        assert (await client.post(f"{PATH}/{own['id']}/start")).status_code == 404
    assert [each["id"] for each in (await world.client("sales_rep").get(PATH)).json()] == [own["id"]]
    assert (await world.client("admin").get(PATH)).json() == []


async def test_whoever_loses_the_right_meanwhile_imports_nothing(world: World) -> None:
    own = await reviewed(world, people(3))
    await act(world, own["id"], "start")
    moved = await world.client("admin").patch("/api/panel/users/sales_rep", json={"role": "technician"})
    assert moved.status_code == 200
    await work(world)
    async with world.console() as db:
        kept = await db.get(Import, own["id"])
        assert kept is not None
        assert (kept.state, kept.fault) == (ImportState.REVIEW, job.NOT_ANY_MORE)
        assert await db.scalar(select(func.count()).where(Lead.email.like("%many.example"))) == 0


async def test_people_come_in_as_by_the_form_and_unasked_nobody_is_written_to(mailing_world: World) -> None:
    world = mailing_world
    text = (
        "First name,Last name,Email,Role,Branch\nAda,New,ada@new.example,Sales Representative,Branch 1\n"
        "Bo,New,bo@new.example,Administrator,Branch 1\nCy,New,near.rep@duskline.example,technician,\n"
        "Di,New,di@new.example,technician,\nDo,New,DI@new.example,technician,\n"
    )
    own = await reviewed(world, text, who="branch_ops_manager", kind="users")
    ada, bo, cy, di, do = await rows(world, own["id"], "branch_ops_manager")
    assert ada["standing"] == di["standing"] == "ready"
    assert bo["faults"] == {"role": "You cannot grant or remove this role."}
    assert cy["faults"] == {"email": "This email address already has an account"}
    assert do["faults"] == {"email": "Row 5 has this address too"}
    await act(world, own["id"], "start", "branch_ops_manager")
    await work(world)
    ended = await one(world, own["id"], "branch_ops_manager")
    assert (ended["state"], ended["fault"]) == ("done", None)
    made = await listed(world, own["id"], "users", "branch_ops_manager")
    assert [(each["email"], each["status"], each["invitedUntil"] is None) for each in made] == [
        ("ada@new.example", "inactive", False), ("di@new.example", "inactive", False),
    ]  # fmt: skip
    assert await _letters(world) == []
    await act(world, own["id"], "undo", "branch_ops_manager")
    await work(world)
    assert await listed(world, own["id"], "users", "branch_ops_manager") == []
    asked = await imported(world, text, who="branch_ops_manager", kind="users", invites=True)
    assert asked["state"] == "done"
    assert await _letters(world) == ["ada@new.example", "di@new.example"]


async def _letters(world: World) -> list[str]:
    letters = await world.client("admin").get("/api/panel/letters")
    return sorted(letter["recipient"] for letter in letters.json())


# --- undoing ---


async def test_undo_leaves_what_is_in_use_and_names_it(world: World) -> None:
    before = await figures(world)
    done = await imported(world, people(5))
    leads = await listed(world, done["id"])
    sales = world.client("sales_rep")
    assert (
        await sales.patch(f"/api/panel/leads/{leads[0]['id']}", json={"status": "won"})
    ).status_code == 200
    step = {"kind": "lead", "recordId": leads[1]["id"], "words": "Call", "dueOn": "2026-12-01"}
    assert (await sales.post("/api/panel/next-steps", json=step)).status_code == 201
    client = {"name": "C", "email": "c@customer.example", "address": "1 Row", "leadId": leads[2]["id"]}
    assert (await sales.post("/api/panel/clients", json=client)).status_code == 201
    await act(world, done["id"], "undo")
    await work(world)
    undone = await one(world, done["id"])
    assert (undone["state"], undone["kept"]) == ("undone", 3)
    assert [row["values"]["name"] for row in await rows(world, done["id"], kept=True)] == [
        "Person 0", "Person 1", "Person 2",
    ]  # fmt: skip
    assert {lead["id"] for lead in await listed(world, done["id"])} == {lead["id"] for lead in leads[:3]}
    after = await figures(world)
    assert after["lead", NEAR, "new"][0] - before["lead", NEAR, "new"][0] == 2
    assert after == await made_anew(world)


@pytest.mark.parametrize(
    ("kind", "path", "change"),
    [
        ("leads", "leads/{id}", {"source": "Fair"}),
        ("leads", "leads/{id}/details", {"valueKind": "quoted"}),
        ("clients", "clients/{id}", {"phone": "937 555 0142"}),
        ("clients", "properties/{id}", {"access": "The gate opens with 4711"}),
    ],
)
async def test_undo_leaves_what_somebody_has_changed(
    world: World, kind: str, path: str, change: dict[str, Any]
) -> None:
    text = "Name,Email,Address\nAna,ana@many.example,1 Row\nBen,ben@many.example,2 Row\n"
    done = await imported(world, text, kind=kind)
    ids = {row["name"]: row["id"] for row in await listed(world, done["id"], kind)}
    changed = await world.client("sales_rep").patch(f"/api/panel/{path.format(id=ids['Ana'])}", json=change)
    assert changed.status_code == 200, changed.text
    await act(world, done["id"], "undo")
    await work(world)
    assert [row["id"] for row in await listed(world, done["id"], kind)] == [ids["Ana"]]
    (kept,) = await rows(world, done["id"], kept=True)
    assert kept["kept"] == "It was changed or is in use since."


async def test_undo_ends_after_thirty_days(world: World, clock: Any) -> None:
    done = await imported(world, people(1))
    await world.refresh_sessions()
    async with world.database.writes.begin() as connection:
        long_ago = now() - timedelta(days=31)
        await connection.execute(
            update(IMPORTS).where(IMPORTS.c.id == done["id"]).values(finished_at=long_ago)
        )
    late = await world.client("sales_rep").post(f"{PATH}/{done['id']}/undo")
    assert (late.status_code, late.json()["error"]) == (409, "An import can be undone for 30 days.")


async def test_thousands_come_in(world: World) -> None:
    done = await imported(world, people(MANY), who="admin")
    assert (done["state"], done["created"]) == ("done", MANY)
    answer = await world.client("admin").get("/api/panel/leads", params={"import": done["id"], "limit": "1"})
    assert answer.headers["x-total-count"] == str(MANY)
    assert answer.json()[0]["name"] == "Person 0"
    assert json.loads(answer.content)[0]["branchId"] == NEAR


async def test_what_can_be_undone_is_kept_as_long_and_no_longer(world: World, clock: Any) -> None:
    await imported(world, people(3))
    for days, left in ((29, 3), (31, 0)):
        clock(days=days)
        await imports.sweep(world.database)
        async with world.console() as db:
            assert await db.scalar(select(func.count()).select_from(ImportRow)) == left


async def test_what_nobody_started_is_forgotten(world: World, clock: Any) -> None:
    discarded, kept = await read(world, people(3)), await read(world, people(3))
    gone = await world.client("sales_rep").delete(f"{PATH}/{discarded['id']}")
    assert gone.status_code == 204
    await imports.sweep(world.database)
    assert [each["id"] for each in (await world.client("sales_rep").get(PATH)).json()] == [kept["id"]]
    clock(days=8)
    await imports.sweep(world.database)
    async with world.console() as db:
        assert await db.scalar(select(func.count()).select_from(Import)) == 0


async def test_a_row_that_is_corrected_into_somebody_known_is_left_out_until_somebody_says_so(
    world: World,
) -> None:
    own = await reviewed(world, "Name,Email,Source\nAna,ana@customer.example,Fair\n")
    (ana,) = await rows(world, own["id"])
    sales, path = world.client("sales_rep"), f"{PATH}/{own['id']}/rows/{ana['id']}"

    async def edited(**body: Any) -> Any:
        answer = await sales.patch(path, json=body)
        assert answer.status_code == 200, answer.text
        return [answer.json()[name] for name in ("standing", "choice", "fills")]

    assert await edited(values={"email": "lea2@1.example"}) == ["duplicate", "skip", True]
    assert await edited(choice="fill") == ["duplicate", "fill", True]
    assert await edited(values={"name": "Anna"}) == ["duplicate", "fill", True]
    assert await edited(values={"email": "ana@customer.example"}) == ["ready", "create", False]
    client = {"name": "Cy", "email": "cy@customer.example", "address": "1 Row"}
    assert (await sales.post("/api/panel/clients", json=client)).status_code == 201
    assert await edited(values={"email": "lea2@1.example"}) == ["duplicate", "skip", True]
    assert await edited(choice="fill") == ["duplicate", "fill", True]
    assert await edited(values={"email": "cy@customer.example"}) == ["duplicate", "skip", False]


async def corrected(world: World, own: Any, number: int, who: str = "sales_rep", **body: Any) -> Any:
    row = next(row for row in await rows(world, own["id"], who) if row["number"] == number)
    answer = await world.client(who).patch(f"{PATH}/{own['id']}/rows/{row['id']}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def stood(world: World, own: Any, who: str = "sales_rep") -> dict[int, tuple[str, str, int | None]]:
    """How each row stands, what becomes of it, and the earlier row that it is like."""
    found = await rows(world, own["id"], who)
    return {row["number"]: (row["standing"], row["choice"], row["twin"]) for row in found}


READY, KNOWN = ("ready", "create", None), ("duplicate", "skip", 2)
AMONG_ROWS = 'Name,Email,Phone,Address\n{}\nAna,b@many.example,614-555-0141,"1 Elm St, Troy, OH 45373"\n'
SAME = [
    {"email": "B@many.example"},
    {"phone": "(614) 555-0141"},
    {"address": "1 Elm Street, Troy, OH 45373"},
]


@pytest.mark.parametrize("same", SAME)
async def test_a_row_that_is_corrected_into_an_earlier_one_makes_later_ones_known(
    world: World, same: dict[str, str]
) -> None:
    own = await reviewed(world, AMONG_ROWS.format("Ann,nobody,,") + "Cy,c@many.example,,\n")
    assert await stood(world, own) == {2: ("faulty", "skip", None), 3: READY, 4: READY}
    await corrected(world, own, 2, values={"email": "a@many.example"} | same)
    assert await stood(world, own) == {2: READY, 3: KNOWN, 4: READY}
    assert (await one(world, own["id"]))["rows"]["create"] == 2
    await act(world, own["id"], "start")
    await work(world)
    assert len(await listed(world, own["id"])) == 2


@pytest.mark.parametrize("same", SAME)
async def test_a_row_whose_earlier_one_is_another_now_is_ready(world: World, same: dict[str, str]) -> None:
    own = await reviewed(world, AMONG_ROWS.format("Ann,a@many.example,,"))
    await corrected(world, own, 2, values=same)
    assert await stood(world, own) == {2: READY, 3: KNOWN}
    await corrected(world, own, 3, choice="create")
    await corrected(world, own, 2, values={"name": "Anna"})
    assert await stood(world, own) == {
        2: READY,
        3: ("duplicate", "create", 2),
    }  # what somebody chose holds on
    other = {"email": "a@many.example", "phone": "", "address": ""}
    await corrected(world, own, 2, values=other)
    assert await stood(world, own) == {2: READY, 3: READY}
    await corrected(world, own, 2, values=same)
    await corrected(world, own, 2, values=other | {"email": "nobody"})
    assert await stood(world, own) == {2: ("faulty", "skip", None), 3: READY}


async def test_of_several_alike_the_next_is_the_earlier_one(world: World) -> None:
    own = await reviewed(world, "Name,Email\n" + "Ann,a@many.example\n" * 4)
    assert await stood(world, own) == {2: READY, 3: KNOWN, 4: KNOWN, 5: KNOWN}
    await corrected(world, own, 2, values={"email": "b@many.example"})
    behind = ("duplicate", "skip", 3)
    assert await stood(world, own) == {2: READY, 3: READY, 4: behind, 5: behind}


async def test_who_is_known_from_elsewhere_stays_so_whatever_becomes_of_earlier_rows(world: World) -> None:
    own = await reviewed(world, "Name,Email\nLea,lea2@1.example\nLea,lea2@1.example\n")
    await corrected(world, own, 2, values={"email": "b@many.example"})
    assert await stood(world, own) == {2: READY, 3: ("duplicate", "skip", None)}


async def test_a_row_that_is_left_out_is_an_earlier_one_all_the_same(world: World) -> None:
    own = await reviewed(world, "Name,Email\nAnn,a@many.example\nAnn,a@many.example\n")
    await corrected(world, own, 2, choice="skip")
    assert await stood(world, own) == {2: ("ready", "skip", None), 3: KNOWN}
    await corrected(world, own, 2, choice="create")
    assert await stood(world, own) == {2: READY, 3: KNOWN}


async def test_later_accounts_follow_a_correction_too(world: World) -> None:
    text = "Name,Email,Role,Branch\nAnn A,nobody,technician,Branch 1\nBo B,b@many.example,technician,Branch 1\nCy C,b@many.example,technician,Branch 1\n"
    own = await reviewed(world, text, kind="users", who="admin")

    async def standing() -> list[Any]:
        found = await rows(world, own["id"], "admin")
        return [(row["standing"], row["choice"], row["faults"]) for row in found]

    ready: Any = ("ready", "create", {})
    third = ("faulty", "skip", {"email": "Row 3 has this address too"})
    assert (await standing())[1:] == [ready, third]
    await corrected(world, own, 2, "admin", values={"email": "b@many.example"})
    second = ("faulty", "skip", {"email": "Row 2 has this address too"})
    assert await standing() == [ready, second, second]
    await corrected(world, own, 2, "admin", values={"email": "a@many.example"})
    assert await standing() == [ready, ready, third]


# --- many rows behind a corrected one ---


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "AT_ONCE", 2)


ALIKE = "Name,Email,Phone\n" + "".join(f"P {n},p{n}@many.example,614 555 0141\n" for n in range(8))
BEHIND_THIRD = ("duplicate", "skip", 3)


async def many_alike(world: World) -> Any:
    own = await reviewed(world, ALIKE)
    assert await stood(world, own) == {2: READY} | dict.fromkeys(range(3, 10), KNOWN)
    return own


async def test_a_correction_waits_for_few_of_the_rows_behind_it(world: World, few_at_once: None) -> None:
    own = await many_alike(world)
    row = await corrected(world, own, 2, values={"phone": "614 555 0199"})
    assert (row["standing"], row["values"]["phone"]) == ("ready", "614 555 0199")
    at_once = {2: READY, 3: READY, 4: BEHIND_THIRD}
    assert await stood(world, own) == at_once | dict.fromkeys(range(5, 10), KNOWN)
    assert (await one(world, own["id"]))["settling"]
    sales = world.client("sales_rep")
    for what, body in (("start", None), ("choices", {"choice": "create"})):
        refused = await sales.post(f"{PATH}/{own['id']}/{what}", json=body)
        assert (refused.status_code, refused.json()["error"]) == (409, choosing.NOT_YET)
    await work(world)
    assert await stood(world, own) == {2: READY, 3: READY} | dict.fromkeys(range(4, 10), BEHIND_THIRD)
    assert not (await one(world, own["id"]))["settling"]
    await act(world, own["id"], "choices", choice="create")
    assert (await act(world, own["id"], "start"))["total"] == 8


async def test_control_without_a_limit_a_correction_waits_for_all_rows_behind_it(world: World) -> None:
    own = await many_alike(world)
    await corrected(world, own, 2, values={"phone": "614 555 0199"})
    assert await stood(world, own) == {2: READY, 3: READY} | dict.fromkeys(range(4, 10), BEHIND_THIRD)
    assert not (await one(world, own["id"]))["settling"]


@pytest.mark.parametrize(
    ("number", "body"),
    [(5, {"values": {"phone": ""}}), (2, {"values": {"name": "Ann"}}), (2, {"choice": "skip"})],
    ids=["behind another", "not a key", "a choice"],
)
async def test_a_correction_that_changes_no_first_row_leaves_nothing_to_compare(
    world: World, few_at_once: None, number: int, body: Any
) -> None:
    own = await many_alike(world)
    await corrected(world, own, number, **body)
    assert not (await one(world, own["id"]))["settling"]


async def test_corrections_meanwhile_are_compared_too(world: World, few_at_once: None) -> None:
    own = await many_alike(world)
    await corrected(world, own, 2, values={"phone": "614 555 0199"})
    await corrected(world, own, 9, values={"email": "p6@many.example"})
    await corrected(world, own, 3, values={"phone": "614 555 0198"})
    await corrected(world, own, 2, values={"email": "nobody"})
    await corrected(world, own, 4, values={"email": "nobody"})
    await work(world)
    faulty, behind = ("faulty", "skip", None), ("duplicate", "skip", 5)
    assert await stood(world, own) == {2: faulty, 3: READY, 4: faulty, 5: READY} | dict.fromkeys(
        range(6, 10), behind
    )


async def test_a_correction_with_another_key_drops_none_that_waits(world: World, few_at_once: None) -> None:
    own = await many_alike(world)
    await corrected(world, own, 2, values={"phone": "614 555 0199"})
    await corrected(world, own, 9, values={"email": "other@many.example"})
    await work(world)
    assert await stood(world, own) == {2: READY, 3: READY} | dict.fromkeys(range(4, 10), BEHIND_THIRD)


async def test_rows_that_are_checked_again_are_compared_with_no_former_key(
    world: World, few_at_once: None
) -> None:
    own = await many_alike(world)
    await corrected(world, own, 2, values={"phone": "614 555 0199"})
    await act(world, own["id"], "matching", matching=["name", "email", None])
    await work(world)
    assert not (await one(world, own["id"]))["settling"]
    assert await stood(world, own) == dict.fromkeys(range(2, 10), READY)


async def test_a_correction_waits_for_no_import_that_is_being_made(world: World, few_at_once: None) -> None:
    own = await many_alike(world)
    other = await reviewed(world, people(3))
    await act(world, other["id"], "start")
    await corrected(world, own, 2, values={"phone": "614 555 0199"})
    assert await worker(world, which=imports.UNSETTLED).turn()
    states = [
        (found["state"], found["settling"])
        for found in [await one(world, each["id"]) for each in (own, other)]
    ]
    assert states == [("review", False), ("creating", False)]
