"""Imports that meet crashes, races, repeats, and files that were made to do harm."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError

from duskline.core.data import unfinished
from duskline.core.data.audit import AuditLog
from duskline.core.data.base import now
from duskline.core.http.rate_limits import Limit
from duskline.core.system.files import Files
from duskline.core.tables import reading
from duskline.importing import choosing, job, making, settling, taking_back
from duskline.importing.job import ImportWorker
from duskline.models.company.availability import Absence, AbsenceKind
from duskline.models.notifying.webhooks import Delivery, Webhook
from duskline.models.people.people import User, UserStatus
from duskline.models.privacy import erasing
from duskline.models.privacy.erasing import Places
from duskline.models.privacy.privacy import Erasure
from duskline.models.records.imports import IMPORTS, Import, ImportRow
from duskline.models.records.sales import Lead
from duskline.models.reporting.fact_zones import follow_zones
from duskline.panel.importing import imports as endpoints
from tests.mailbox import delivered
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

ABOUT_KNOWN = "Name,Email,Phone,Source\nKnown,lea2@1.example,937 555 0142,Fair\n"


# --- whoever dies ---


@pytest.fixture
def mortals(world: World, monkeypatch: Any, clock: Any) -> Callable[[], Awaitable[int]]:
    """Work until nothing is due: each worker dies right after the commit of its first slice, wherever that is. How many there were."""
    dead = 0

    def dies(_self: Any, _seconds: float) -> None:
        raise SystemExit

    async def at_work() -> int:
        nonlocal dead
        before = dead
        with monkeypatch.context() as here:
            here.setattr(job, "FIRST", 4)
            here.setattr(ImportWorker, "_measure", dies)
            while True:
                try:
                    if not await worker(world).turn():
                        return dead - before
                except SystemExit:
                    dead += 1
                    clock(seconds=dead * (job.LEASE_SECONDS + 1))

    return at_work


async def test_whoever_dies_after_any_slice_leaves_it_to_the_next(world: World, mortals: Any) -> None:
    before = await figures(world)
    own = await read(world, ABOUT_KNOWN + "\n".join(people(12).splitlines()[1:]).replace(",10", ",,10"))
    await act(world, own["id"], "matching", matching=["name", "email", "phone", "source"])
    assert await mortals() >= 1
    await act(world, own["id"], "choices", choice="fill")
    await act(world, own["id"], "start")
    assert await mortals() >= 6
    done = await one(world, own["id"])
    assert (done["state"], done["created"], done["filled"]) == ("done", 12, 1)
    assert [lead["name"] for lead in await listed(world, own["id"])] == [f"Person {n}" for n in range(12)]
    assert await figures(world) == await made_anew(world)
    await act(world, own["id"], "undo")
    assert await mortals() >= 4
    assert ((await one(world, own["id"]))["state"], await listed(world, own["id"])) == ("undone", [])
    assert await figures(world) == await made_anew(world) == before


async def test_whoever_dies_while_it_is_cancelled_leaves_it_to_the_next(
    world: World, monkeypatch: Any, mortals: Any
) -> None:
    before = await everything(world)
    own = await after_one_slice(world, monkeypatch)
    await act(world, own["id"], "cancel")
    assert await mortals() >= 2
    assert (await one(world, own["id"]))["state"] == "review"
    assert await everything(world) == before


async def test_whoever_dies_while_rows_are_compared_leaves_it_to_the_next(
    world: World, monkeypatch: Any, mortals: Any
) -> None:
    monkeypatch.setattr(settling, "AT_ONCE", 2)
    alike = "".join(f"P {n},p{n}@many.example,614 555 0141\n" for n in range(8))
    own = await reviewed(world, "Name,Email,Phone\n" + alike)
    first = (await rows(world, own["id"]))[0]
    path = f"{PATH}/{own['id']}/rows/{first['id']}"
    corrected = await world.client("sales_rep").patch(path, json={"values": {"phone": ""}})
    assert (corrected.status_code, (await one(world, own["id"]))["settling"]) == (200, True)
    assert await mortals() >= 2
    assert not (await one(world, own["id"]))["settling"]
    assert [row["twin"] for row in await rows(world, own["id"])] == [None, None, 3, 3, 3, 3, 3, 3]


@pytest.mark.parametrize(
    ("at", "ends", "says"),
    [
        ("create", "review", "Something went wrong on our side, so nothing was imported. Please try again."),
        ("undo", "done", "Something went wrong on our side, so not all was undone. Please press Undo again."),
    ],
)
async def test_a_fault_of_ours_is_given_up_in_the_end_and_told_as_what_it_is(
    world: World, monkeypatch: Any, clock: Any, at: str, ends: str, says: str
) -> None:
    own = await reviewed(world, people(3))
    if at == "undo":
        await act(world, own["id"], "start")
        await work(world)
    await act(world, own["id"], "start" if at == "create" else "undo")

    async def fails(*_given: Any) -> int:
        raise RuntimeError

    monkeypatch.setattr(making if at == "create" else taking_back, at, fails)
    for turn in range(1, job.MOST_TRIES + 2):
        await work(world)
        clock(seconds=turn * (job.LEASE_SECONDS + 1))
    ended = await one(world, own["id"])
    assert (ended["state"], ended["fault"]) == (ends, says)


# --- at the same time ---


async def test_pressed_twice_at_once_it_is_done_once(world: World) -> None:
    own = await reviewed(world, people(3))
    await asyncio.gather(*(act(world, own["id"], "start") for _ in range(4)))
    await asyncio.gather(work(world), work(world))
    assert len(await listed(world, own["id"])) == 3
    await asyncio.gather(*(act(world, own["id"], "undo") for _ in range(4)))
    await asyncio.gather(work(world), work(world))
    assert ((await one(world, own["id"]))["state"], await listed(world, own["id"])) == ("undone", [])


@pytest.mark.parametrize("rests", [0, 0.02, 0.05, 0.1, 0.2])
async def test_cancelled_while_it_ends_it_is_one_or_the_other(
    world: World, monkeypatch: Any, rests: float
) -> None:
    before = await everything(world)
    own = await reviewed(world, people(12))
    await act(world, own["id"], "start")
    monkeypatch.setattr(job, "FIRST", 2)

    async def cancelled() -> int:
        await asyncio.sleep(rests)
        return (await world.client("sales_rep").post(f"{PATH}/{own['id']}/cancel")).status_code

    _, status = await asyncio.gather(work(world), cancelled())
    await work(world)
    seen = len(await listed(world, own["id"]))
    if status == 200:
        assert (seen, await everything(world)) == (0, before)
    else:
        assert (status, seen) == (409, 12)


@pytest.mark.parametrize("at_once", [1, 12])
async def test_what_becomes_of_rows_is_settled_once_it_is_started(
    world: World, monkeypatch: Any, at_once: int
) -> None:
    monkeypatch.setattr(choosing, "CHOSEN_AT_ONCE", at_once)
    twins = "\n".join(f"Twin {n},ana@customer.example" for n in range(12))
    own = await reviewed(world, f"Name,Email\nAna,ana@customer.example\n{twins}")
    assert own["rows"]["duplicate"] == 12

    async def chosen() -> int:
        answer = await world.client("sales_rep").post(
            f"{PATH}/{own['id']}/choices", json={"choice": "create"}
        )
        return answer.status_code

    async def started() -> Any:
        await asyncio.sleep(0.05)
        return await act(world, own["id"], "start")

    status, at_start = await asyncio.gather(chosen(), started())
    await work(world)
    done = await one(world, own["id"])
    assert done["created"] == at_start["total"] == done["rows"]["create"]
    assert status == (200 if done["created"] == 13 else 409)
    late = await world.client("sales_rep").post(f"{PATH}/{own['id']}/choices", json={"choice": "skip"})
    assert late.status_code == 409
    assert (await one(world, own["id"]))["rows"] == done["rows"]


@pytest.mark.parametrize("rests", [0, 0.02, 0.05])
async def test_undone_while_somebody_writes_nothing_of_theirs_is_lost(
    world: World, monkeypatch: Any, rests: float
) -> None:
    monkeypatch.setattr(job, "FIRST", 2)
    done = await imported(world, people(8))
    last = (await listed(world, done["id"]))[-1]["id"]
    await act(world, done["id"], "undo")

    async def written() -> int:
        await asyncio.sleep(rests)
        answer = await world.client("sales_rep").patch(f"/api/panel/leads/{last}", json={"notes": "Mine"})
        return answer.status_code

    _, status = await asyncio.gather(work(world), written())
    left = await listed(world, done["id"])
    assert [lead["notes"] for lead in left] == (["Mine"] if status == 200 else [])
    assert status in (200, 404)
    assert (await one(world, done["id"]))["kept"] == len(left)


# --- again ---


async def test_an_answer_that_was_lost_is_given_again(world: World) -> None:
    sales = world.client("sales_rep")
    key = {"Idempotency-Key": "the-same-one"}
    file = {"table": ("a.csv", people(3).encode(), "text/csv")}
    first = await sales.post(PATH, data={"kind": "leads"}, files=file, headers=key)
    again = await sales.post(PATH, data={"kind": "leads"}, files=file, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    other = {"table": ("a.csv", people(4).encode(), "text/csv")}
    assert (await sales.post(PATH, data={"kind": "leads"}, files=other, headers=key)).status_code == 422
    assert len((await sales.get(PATH)).json()) == 1
    async with world.console() as db:
        assert await db.scalar(select(func.count()).select_from(ImportRow)) == 3


# --- out of one's reach ---


async def test_nobody_imports_out_of_their_reach_or_above_their_rank(world: World) -> None:
    text = f"Name,Email,Branch\nAna,ana@customer.example,{FAR}\nBen,ben@customer.example,Branch far\n"
    own = await reviewed(world, text, who="branch_ops_manager")
    first, second = await rows(world, own["id"], "branch_ops_manager")
    assert list(first["faults"]) == list(second["faults"]) == ["branchId"]
    forced = await world.client("branch_ops_manager").patch(
        f"{PATH}/{own['id']}/rows/{first['id']}", json={"values": {"branchId": FAR}, "choice": "create"}
    )
    assert (forced.status_code, forced.json()["fields"].keys()) == (400, {"choice"})
    refused = await world.client("branch_ops_manager").post(
        f"{PATH}/{own['id']}/matching",
        json={"matching": ["name", "email", None], "defaults": {"branchId": FAR}},
    )
    assert (refused.status_code, refused.json()["fields"].keys()) == (400, {"branchId"})
    staff = (
        "First name,Last name,Email,Role,Branch,Region\nA,B,a@new.example,admin,,\nC,D,c@new.example,sales_rep,Branch far,\n"
        "E,F,e@new.example,sales_rep,,south\nG,H,g@new.example,regional_ops_manager,,north\n"
    )
    users = await reviewed(world, staff, who="branch_ops_manager", kind="users")
    assert users["rows"]["create"] == 0
    assert (await world.client("branch_ops_manager").post(f"{PATH}/{users['id']}/start")).status_code == 409


async def test_a_row_is_nobodys_who_moved_meanwhile(world: World) -> None:
    own = await reviewed(world, people(3))
    await act(world, own["id"], "start")
    moved = await world.client("admin").patch("/api/panel/users/sales_rep", json={"branchId": "beside"})
    assert moved.status_code == 200, moved.text
    await work(world)
    async with world.console() as db:
        branches = set(await db.scalars(select(Lead.branch_id).where(Lead.email.like("%many.example"))))
        assert branches == {"beside"}


# --- words that do harm ---


async def test_names_and_headings_do_no_harm(world: World) -> None:
    text = 'Email,"=cmd|\' /C calc\'!A0","say ""hi""",Email,\nnobody,1,2,3,4\n'
    answer = await sent(world, text, name="../a\x01\u202e.csv")
    assert answer.status_code == 201, answer.text
    own = answer.json()
    assert [column["heading"] for column in own["columns"]] == [
        "Email", "=cmd|' /C calc'!A0", 'say "hi"', "Email (2)", "Column 5",
    ]  # fmt: skip
    await act(world, own["id"], "matching", matching=["email", None, None, None, None])
    await work(world)
    file = await world.client("sales_rep").get(f"{PATH}/{own['id']}/faulty")
    headings, row = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
    assert headings == ["Email", "'=cmd|' /C calc'!A0", 'say "hi"', "Email (2)", "Column 5", "Faults"]
    assert row[:5] == ["nobody", "1", "2", "3", "4"]


@pytest.mark.parametrize("word", ["%00", "%ff", "x" * 3_000, "%F0%9F%92%A1", ""])
async def test_a_list_of_no_import_is_no_fault(world: World, word: str) -> None:
    for path in ("leads", "clients", "users"):
        answer = await world.client("admin").get(f"/api/panel/{path}?import={word}")
        assert answer.status_code in (200, 400), answer.text
        assert answer.status_code == 400 or word == "" or answer.json() == []


async def test_headings_alone_are_no_import(world: World) -> None:
    answer = await sent(world, "Name,Email,Phone\n")
    assert (answer.status_code, answer.json()["fields"]) == (
        400, {"table": "This file has headings and no rows below them. Add the rows and try again."},
    )  # fmt: skip
    assert (await world.client("sales_rep").get(PATH)).json() == []


async def test_what_takes_too_long_is_refused(world: World, monkeypatch: Any) -> None:
    monkeypatch.setattr(reading, "PROCESS_SECONDS", 0.001)
    answer = await sent(world, people(3))
    assert (answer.status_code, answer.json()["fields"]) == (400, {"table": reading.TOO_INTRICATE})


# --- beside what else the company does ---


async def test_an_erasure_waits_for_a_batch_and_then_takes_its_record_too(
    world: World, monkeypatch: Any, tmp_path: Any
) -> None:
    own = await after_one_slice(world, monkeypatch)
    places = Places(Files(tmp_path / "files"), tmp_path / "mail")
    async with world.console() as db:
        db.store(Erasure(by_id="admin", wanted={"emails": ["person1@many.example"], "phones": []}))
        await db.flush()
    assert not await erasing.erase_next(world.database, places)
    await work(world)
    assert await erasing.erase_next(world.database, places)
    emails = [lead["email"] for lead in await listed(world, own["id"])]
    assert len(emails) == 12
    assert "person1@many.example" not in emails
    async with world.console() as db:
        said = [repr(row) for row in (await db.execute(select(AuditLog.changes, AuditLog.entity_id))).all()]
        assert not [row for row in said if "person1@many.example" in row]
        rows = (await db.execute(select(ImportRow.number, ImportRow.cells).order_by(ImportRow.number))).all()
        assert [number for number, cells in rows] == [*range(2, 14)], "Undo takes back what was made of each"
        assert [number for number, cells in rows if not any(cells)] == [3]
        assert await db.scalar(select(func.count()).select_from(Import)) == 1


async def test_the_log_loses_what_nobody_has_seen_and_nothing_else(world: World, monkeypatch: Any) -> None:
    by_form = {"name": "Cy", "email": "cy@customer.example"}
    seen = (await world.client("sales_rep").post("/api/panel/leads", json=by_form)).json()["id"]
    own = await after_one_slice(world, monkeypatch)
    unseen = unfinished.id_within(own["id"], 2)

    async def loses(id: str) -> bool:
        async with world.database.writes.connect() as connection:
            try:
                gone = text("DELETE FROM audit_logs WHERE entity_id = :id")
                return (await connection.execute(gone, {"id": id})).rowcount == 1
            except DBAPIError:
                return False
            finally:
                await connection.rollback()

    assert (await loses(seen), await loses(unseen)) == (False, True)
    await work(world)
    assert (await loses(seen), await loses(unseen)) == (False, False)


async def test_numbers_that_are_made_anew_before_an_import_is_counted_count_it_once(
    world: World, monkeypatch: Any
) -> None:
    own = await reviewed(world, people(12))
    await act(world, own["id"], "start")

    async def not_yet(*_given: Any) -> bool:
        return False

    with monkeypatch.context() as here:
        here.setattr(ImportWorker, "_show", not_yet)
        for _ in ("creating", "filling", "showing"):
            await worker(world).turn()
    assert (await one(world, own["id"]))["state"] == "showing"
    anew = await made_anew(world)
    await work(world)
    assert (await one(world, own["id"]))["state"] == "done"
    assert await figures(world) == anew


async def test_days_of_another_zone_wait_for_a_batch(world: World, monkeypatch: Any) -> None:
    """Its figures are set aside as they were."""
    admin = world.client("admin")

    async def moved(zone: str) -> None:
        answer = await admin.patch(f"/api/panel/branches/{NEAR}", json={"timeZone": zone})
        assert answer.status_code == 200, answer.text
        await follow_zones(world.database)

    await moved("Pacific/Pago_Pago")
    before = await figures(world)
    own = await after_one_slice(world, monkeypatch)
    await moved("Pacific/Kiritimati")  # where it is never the same day
    assert await figures(world) == before
    await work(world)
    await follow_zones(world.database)
    assert len(await listed(world, own["id"])) == 12
    assert await figures(world) == await made_anew(world)


async def test_whoever_lost_the_lease_meanwhile_writes_nothing(world: World, monkeypatch: Any) -> None:
    own = await reviewed(world, people(3))
    await act(world, own["id"], "start")
    known = ImportWorker._words

    async def taken_over(self: ImportWorker, *given: Any) -> Any:
        async with world.database.writes.begin() as connection:
            await connection.execute(update(IMPORTS).values(lease="another's"))
        return await known(self, *given)

    with monkeypatch.context() as here:
        here.setattr(ImportWorker, "_words", taken_over)
        await worker(world).turn()
    async with world.database.reads.connect() as connection:
        made = select(func.count()).where(Lead.__table__.c.email.like("%many.example"))
        assert await connection.scalar(made) == 0


async def test_who_has_joined_since_stays(world: World) -> None:
    text = "Name,Email,Role\nAda New,ada@new.example,technician\nBo New,bo@new.example,technician\n"
    done = await imported(world, text, who="branch_ops_manager", kind="users")
    async with world.console() as db:
        joined = (await db.scalars(select(User).where(User.email == "ada@new.example"))).one()
        joined.apply({"invited_until": None, "status": UserStatus.ACTIVE})
    await act(world, done["id"], "undo", "branch_ops_manager")
    await work(world)
    left = await listed(world, done["id"], "users", "branch_ops_manager")
    assert [user["email"] for user in left] == ["ada@new.example"]
    (row,) = await rows(world, done["id"], "branch_ops_manager", kept=True)
    assert row["kept"] == "This person has joined since."


STAFF = "Name,Email,Role,Branch\n" + "".join(
    f"{name} New,{name.lower()}@new.example,technician,Branch 1\n"
    for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
)


async def _used(world: World) -> str:
    """Six people are imported, and something is done about five of them; the import."""
    admin = world.client("admin")
    done = await imported(world, STAFF, who="admin", kind="users")
    ada, bo, cy, di, ed, _ = sorted(
        await listed(world, done["id"], "users", "admin"), key=lambda user: str(user["email"])
    )
    for user, fields in (
        (ada, {"role": "sales_rep"}), (bo, {"firstName": "Bob"}), (cy, {"branchId": "beside"}), (di, {"role": None}),
    ):  # fmt: skip
        answer = await admin.patch(f"/api/panel/users/{user['id']}", json=fields)
        assert answer.status_code == 200, answer.text
    day = date(2027, 3, 10)
    async with world.console() as db:
        db.store(
            Absence(user_id=ed["id"], branch_id="1", first_day=day, last_day=day, kind=AbsenceKind.VACATION)
        )
    return str(done["id"])


async def test_accounts_that_somebody_edited_or_planned_for_since_stay_and_are_named(world: World) -> None:
    own = await _used(world)
    await act(world, own, "undo", "admin")
    await work(world)
    left = await listed(world, own, "users", "admin")
    assert sorted(str(user["email"]).partition("@")[0] for user in left) == ["ada", "bo", "cy", "di", "ed"]
    named = await rows(world, own, "admin", kept=True)
    assert [(row["number"], row["kept"]) for row in named] == [
        (number, "It was changed or is in use since.") for number in (2, 3, 4, 5, 6)
    ]


async def test_whom_the_import_alone_has_invited_goes(mailing_world: World) -> None:
    """Its letter is not what somebody did since."""
    world = mailing_world
    done = await imported(world, STAFF, who="admin", kind="users", invites=True)
    assert len(await delivered(world)) == 6
    await act(world, done["id"], "undo", "admin")
    await work(world)
    assert await listed(world, done["id"], "users", "admin") == []


async def test_control_of_whom_nothing_is_asked_goes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*_: Any) -> set[str]:
        return set()

    own = await _used(world)
    monkeypatch.setattr(taking_back, "_in_use", nobody)
    await act(world, own, "undo", "admin")
    await work(world)
    assert await listed(world, own, "users", "admin") == []


async def test_no_webhook_is_told_of_each(world: World) -> None:
    async with world.console() as db:
        hook = {"url": "https://told.example/", "events": ["lead.created"], "secret": "whsec_", "due": now()}
        db.store(Webhook(id="webhook-1", **hook))
    deliveries = select(func.count()).select_from(Delivery)
    await imported(world, people(3))
    async with world.console() as db:
        assert await db.scalar(deliveries) == 0
    by_form = {"name": "Cy", "email": "cy@customer.example"}  # the control
    assert (await world.client("sales_rep").post("/api/panel/leads", json=by_form)).status_code == 201
    async with world.console() as db:
        assert await db.scalar(deliveries) == 1


async def test_files_are_read_so_many_times_an_hour(world: World, monkeypatch: Any) -> None:
    monkeypatch.setattr(endpoints, "IMPORTS", Limit("imports", 2, 60))
    for status in (201, 201, 429):
        assert (await sent(world, people(1))).status_code == status
    assert (await sent(world, people(1), who="near_rep")).status_code == 201


async def test_who_did_what_tells_of_no_record_that_nobody_sees(world: World, monkeypatch: Any) -> None:
    admin = world.client("admin")

    async def told() -> int:
        return int(
            (await admin.get("/api/panel/audit", params={"kind": "lead", "limit": "1"})).headers[
                "x-total-count"
            ]
        )

    before = await told()
    own = await after_one_slice(world, monkeypatch, who="admin")
    unseen = unfinished.id_within(own["id"], 2)
    assert await told() == before
    assert (await admin.get("/api/panel/audit", params={"record": unseen})).json() == []
    await work(world)
    assert await told() == before + 12


async def test_nobody_comes_upon_a_client_that_nobody_sees(world: World, monkeypatch: Any) -> None:
    """By what stands beside it either: its building, its phone, its history."""
    lines = [
        f'Person {n},person{n}@many.example,614 555 01{n:02},"{n} Elm Street, Dayton, OH 45402"'
        for n in range(12)
    ]
    content = "Name,Email,Phone,Address\n" + "\n".join(lines)
    own = await after_one_slice(world, monkeypatch, content, who="admin", kind="clients")
    admin, id = world.client("admin"), unfinished.id_within(own["id"], 2)

    async def found() -> list[bool]:
        asked = [
            ("search", {"q": "Person 0"}), ("search", {"q": "614 555 0100"}), ("search", {"q": "0 Elm Street"}),
            ("clients", {"q": "person0"}), ("audit", {"record": id}), (f"clients/{id}/properties", {}),
            (f"clients/{id}/timeline", {}), ("matches", {"phone": "614 555 0100"}), ("matches", {"address": "0 Elm Street, 45402"}),
        ]  # fmt: skip
        answers = [await admin.get(f"/api/panel/{path}", params=params) for path, params in asked]
        return [answer.status_code == 200 and id in answer.text for answer in answers]

    assert not any(await found())
    await work(world)
    assert all(await found())
