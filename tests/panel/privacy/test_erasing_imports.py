"""What erasing one person leaves of imports: nobody else's row goes, and Undo takes back what was made."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from duskline.core.data.personal import Fate
from duskline.importing import checking
from duskline.importing.job import ImportWorker
from duskline.models.privacy import erasing, erasing_imports, personal_data, previewing, traces
from duskline.models.records.imports import ImportRow
from tests.panel import threads
from tests.panel.importing.importing import PATH, act, listed, one, read, reviewed, rows, work
from tests.panel.importing.test_imports import _letters as letters_to
from tests.panel.privacy.persons import Someone
from tests.panel.privacy.test_erasing import MARK, erased, marked, own
from tests.panel.threads import LEADS
from tests.world import World

assert own is not None, "a fixture"

WHO = "branch_ops_manager"
ANNA = Someone("Anna Belling", "anna@home.example", "3035550187")
PLACE = "12 Oak Street, Springfield, IL 62701"
FILE = f"""Name,Email,Phone,Address,Notes
Anna Belling,ANNA@home.example,,"9 Zorblax Lane, Springfield, IL 62701",has a {MARK}
Olaf Oak,olaf@oak.example,,"{PLACE}",new
Pia Pine,pia@pine.example; {ANNA.email},"555-010-0144, {ANNA.phone}",,referred by Anna Belling
"""


async def known(world: World, name: str = ANNA.name, **fields: Any) -> str:
    """The lead of the person, at whose address another lives too."""
    given = {"name": name, "email": ANNA.email, "phone": ANNA.phone, "address": PLACE}
    return await threads.made(world.client(WHO), LEADS, **given | fields)


async def row_of(world: World, id: str, number: int) -> Any:
    return next(row for row in await rows(world, id, WHO) if row["number"] == number)


async def chosen(world: World, id: str, choice: str, *numbers: int) -> None:
    for number in numbers:
        row = await row_of(world, id, number)
        answer = await world.client(WHO).patch(f"{PATH}/{id}/rows/{row['id']}", json={"choice": choice})
        assert answer.status_code == 200, answer.text


async def done(world: World, id: str) -> Any:
    await act(world, id, "start", WHO)
    await work(world)
    return await one(world, id, WHO)


async def taken_back(world: World, id: str) -> Any:
    await act(world, id, "undo", WHO)
    await work(world)
    return await one(world, id, WHO)


def names(found: list[Any]) -> set[str]:
    return {row["name"] for row in found}


@pytest.mark.parametrize("name", ["Anna Belling", "Anna"])
async def test_rows_of_others_wait_on_and_are_imported(own: World, name: str) -> None:
    await known(own, name)
    waiting = await reviewed(own, FILE.replace("Anna Belling,A", f"{name},A"), who=WHO)
    olaf = await row_of(own, waiting["id"], 3)
    assert (olaf["standing"], [match["name"] for match in olaf["matches"]]) == ("duplicate", [name])
    await erased(own, ANNA)
    hers, olaf, pia = await rows(own, waiting["id"], WHO)
    assert (hers["values"], hers["standing"], hers["choice"]) == ({}, "faulty", "skip")
    assert (olaf["standing"], olaf["choice"], olaf["matches"], olaf["fills"]) == (
        "ready",
        "create",
        [],
        False,
    )
    assert olaf["values"]["address"] == PLACE
    assert (pia["values"]["email"], pia["values"]["phone"]) == ("pia@pine.example", "555-010-0144")
    assert ("referred by [erased]" if name != "Anna" else "referred by") in pia["values"]["notes"]
    assert (await done(own, waiting["id"]))["created"] == 2
    assert names(await listed(own, waiting["id"], who=WHO)) == {"Olaf Oak", "Pia Pine"}
    assert await marked(own) == set()


async def test_undo_takes_back_what_an_import_made_of_others_and_of_the_person(own: World) -> None:
    waiting = await reviewed(own, FILE, who=WHO)
    assert (await done(own, waiting["id"]))["created"] == 3
    await erased(own, ANNA)
    assert names(await listed(own, waiting["id"], who=WHO)) == {"Erased", "Olaf Oak", "Pia Pine"}
    undone = await taken_back(own, waiting["id"])
    assert (undone["state"], undone["kept"]) == ("undone", 0)
    assert await listed(own, waiting["id"], who=WHO) == []
    assert await marked(own) == set()


async def test_what_undo_leaves_of_an_erased_person_is_named(own: World) -> None:
    waiting = await reviewed(own, FILE, who=WHO)
    await done(own, waiting["id"])
    (hers,) = [row for row in await listed(own, waiting["id"], who=WHO) if row["name"] == ANNA.name]
    step = {"kind": "lead", "recordId": hers["id"], "words": "Call", "dueOn": "2031-01-01"}
    assert (await own.client(WHO).post("/api/panel/next-steps", json=step)).status_code == 201
    await erased(own, ANNA)
    assert (await taken_back(own, waiting["id"]))["kept"] == 1
    (left,) = await rows(own, waiting["id"], WHO, kept=True)
    assert (left["number"], left["values"]) == (2, {})
    assert names(await listed(own, waiting["id"], who=WHO)) == {"Erased"}


FILLING = f"""Name,Email,Address,Value,Notes
Annie,annie@other.example,"{PLACE}",4000,likes {MARK}
"""


async def test_a_row_that_filled_the_record_of_the_person_says_nothing_and_undo_empties_the_rest(
    own: World,
) -> None:
    lead = await known(own)
    waiting = await reviewed(own, FILLING, who=WHO)
    await chosen(own, waiting["id"], "fill", 2)
    assert (await done(own, waiting["id"]))["filled"] == 1
    await erased(own, ANNA)
    assert await marked(own) == set()
    assert (await row_of(own, waiting["id"], 2))["values"] == {}
    filled = (await own.client(WHO).get(f"{LEADS}/{lead}")).json()
    assert (filled["name"], filled["notes"], filled["estimatedValue"]) == ("Erased", None, 4000)
    assert (await taken_back(own, waiting["id"]))["kept"] == 0
    assert (await own.client(WHO).get(f"{LEADS}/{lead}")).json()["estimatedValue"] is None


async def test_a_row_that_is_to_fill_the_record_of_the_person_fills_it_no_more(own: World) -> None:
    lead = await known(own)
    waiting = await reviewed(own, FILLING + "Olaf,olaf@oak.example,,,\n", who=WHO)
    await chosen(own, waiting["id"], "fill", 2)
    await act(own, waiting["id"], "start", WHO)
    await erased(own, ANNA)
    await work(own)
    over = await one(own, waiting["id"], WHO)
    assert (over["state"], over["created"], over["filled"], over["fault"]) == ("done", 1, 0, None)
    assert (await own.client(WHO).get(f"{LEADS}/{lead}")).json()["estimatedValue"] is None


async def test_a_row_whose_record_got_the_address_of_the_person_later_is_theirs(own: World) -> None:
    waiting = await reviewed(own, f"Name,Email,Notes\nNina,nina@other.example,{MARK}\n", who=WHO)
    await done(own, waiting["id"])
    (lead,) = await listed(own, waiting["id"], who=WHO)
    changed = await own.client(WHO).patch(f"{LEADS}/{lead['id']}", json={"email": ANNA.email})
    assert changed.status_code == 200, changed.text
    await erased(own, ANNA)
    assert (await row_of(own, waiting["id"], 2))["values"] == {}
    assert await marked(own) == set()


async def test_rows_that_nobody_has_checked_are_known_by_their_columns(own: World) -> None:
    waiting = await read(own, FILE, who=WHO)
    await erased(own, ANNA)
    assert await marked(own) == set()
    matching = [column["part"] for column in waiting["columns"]]
    await act(own, waiting["id"], "matching", WHO, matching=matching)
    await work(own)
    assert [row["standing"] for row in await rows(own, waiting["id"], WHO)] == ["faulty", "ready", "ready"]


async def test_a_row_that_was_like_the_one_of_the_person_is_compared_again(own: World) -> None:
    twin = FILE.replace("9 Zorblax Lane, Springfield, IL 62701", PLACE)
    waiting = await reviewed(own, twin + f'Per,per@oak.example,,"{PLACE}",\n', who=WHO)
    assert [row["twin"] for row in await rows(own, waiting["id"], WHO)] == [None, 2, None, 2]
    await erased(own, ANNA)
    await work(own)
    found = [(row["standing"], row["twin"]) for row in await rows(own, waiting["id"], WHO)]
    assert found == [("faulty", None), ("ready", None), ("ready", None), ("duplicate", 3)]


async def test_an_import_that_is_being_checked_begins_again(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await known(own)
    waiting = await read(own, FILE, who=WHO)
    looked = checking.alike

    async def then_erase(*given: Any) -> Any:
        found = await looked(*given)
        monkeypatch.setattr("duskline.importing.job.alike", looked)
        await erased(own, ANNA)
        return found

    monkeypatch.setattr("duskline.importing.job.alike", then_erase)
    matching = [column["part"] for column in waiting["columns"]]
    await act(own, waiting["id"], "matching", WHO, matching=matching)
    await work(own)
    found = await rows(own, waiting["id"], WHO)
    assert [row["standing"] for row in found] == ["faulty", "ready", "ready"]
    assert [row["matches"] for row in found] == [[], [], []]
    assert (await one(own, waiting["id"], WHO))["state"] == "review"
    assert not [row for row in (await own.snapshot())["import_rows"] if "anna" in row.lower()]


async def test_a_row_that_is_being_corrected_brings_nothing_of_the_person_back(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await known(own)
    waiting = await reviewed(own, FILE, who=WHO)
    olaf = await row_of(own, waiting["id"], 3)
    path, judge = f"{PATH}/{waiting['id']}/rows/{olaf['id']}", checking.judged
    noted = await own.client(WHO).patch(path, json={"values": {"notes": "Friend of Anna Belling"}})
    assert noted.status_code == 200, noted.text

    async def then_erase(*given: Any) -> Any:
        found = await judge(*given)
        await erased(own, ANNA)
        return found

    monkeypatch.setattr("duskline.importing.choosing.judged", then_erase)
    answer = await own.client(WHO).patch(path, json={"values": {"name": "Olaf Elm"}})
    assert answer.status_code == 200, answer.text
    olaf = answer.json()
    assert (olaf["values"]["name"], olaf["values"]["notes"]) == ("Olaf Elm", "Friend of [erased]")
    assert (olaf["standing"], olaf["matches"]) == ("ready", [])
    assert not [row for row in (await own.snapshot())["import_rows"] if "anna" in row.lower()]


async def test_no_answer_to_an_upload_is_kept_with_words_of_its_rows(own: World) -> None:
    sent = await own.client(WHO).post(
        PATH,
        data={"kind": "leads"},
        files={"table": ("people.csv", f"Name,Email\nAnna,{ANNA.email}\n".encode(), "text/csv")},
        headers={"Idempotency-Key": "0193f0aa-2222-7000-8000-00000000abcd"},
    )
    assert sent.status_code == 201, sent.text
    shown = await one(own, sent.json()["id"], WHO)
    assert [column["samples"] for column in shown["columns"]] == [["Anna"], [ANNA.email]]
    kept = (await own.snapshot())["operations"]
    assert kept
    assert not [row for row in kept if "Anna" in row]


async def test_whose_row_was_blanked_before_the_invitations_left_is_not_invited(
    mailing_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, invite = mailing_world, ImportWorker._invite
    file = f"First name,Last name,Email,Role\nAnna,Belling,{ANNA.email},technician\nDi,New,di@new.example,technician\n"
    waiting = await reviewed(world, file, who=WHO, kind="users", invites=True)

    async def after_erasing(*given: Any) -> Any:
        monkeypatch.setattr(ImportWorker, "_invite", invite)
        await erased(world, ANNA)
        return await invite(*given)

    monkeypatch.setattr(ImportWorker, "_invite", after_erasing)
    assert (await done(world, waiting["id"]))["state"] == "done"
    assert await letters_to(world) == ["di@new.example"]


# --- controls ---


async def test_control_rows_that_name_somebody_would_go(own: World, monkeypatch: pytest.MonkeyPatch) -> None:
    harsh = msgspec.structs.replace(personal_data.HELD[ImportRow], mentions=Fate.ERASE)
    held: Any = MappingProxyType({**personal_data.HELD, ImportRow: harsh})
    for module in (personal_data, previewing, traces, erasing):
        monkeypatch.setattr(module, "HELD", held)
    await known(own)
    waiting = await reviewed(own, FILE.replace(f"; {ANNA.email}", "").replace(f", {ANNA.phone}", ""), who=WHO)
    await erased(own, ANNA)
    assert [row["number"] for row in await rows(own, waiting["id"], WHO)] == [2, 3]


async def test_control_by_keys_alone_a_row_that_filled_would_stay(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = msgspec.structs.replace(personal_data.HELD[ImportRow], about=None)
    held: Any = MappingProxyType({**personal_data.HELD, ImportRow: blind})
    for module in (personal_data, previewing, traces, erasing):
        monkeypatch.setattr(module, "HELD", held)
    await known(own)
    waiting = await reviewed(own, FILLING, who=WHO)
    await chosen(own, waiting["id"], "fill", 2)
    await done(own, waiting["id"])
    await erased(own, ANNA)
    assert "import_rows" in await marked(own)


async def test_control_a_check_under_way_would_name_the_person_again(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(_: object) -> None:
        return

    monkeypatch.setattr(erasing, "hold_open", nothing)
    with pytest.raises(AssertionError):
        await test_an_import_that_is_being_checked_begins_again(own, monkeypatch)
    assert erasing_imports.hold_open is not nothing
