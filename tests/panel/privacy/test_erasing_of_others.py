"""What belongs to another person stays when somebody is erased, and what the erased person wrote goes wherever it was copied."""

from __future__ import annotations

import json

import pytest

from duskline.core.data.personal import ERASED
from duskline.models.privacy import merges, rows, traces
from duskline.models.records.details import TicketDetails
from tests.panel.privacy.persons import Someone
from tests.panel.privacy.test_erasing import erased, own
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import CLIENTS, HOME, LEADS, ORDERS, TICKETS, made, parted
from tests.world import World

assert own is not None, "a fixture"

WHO = Someone("Annabel Wexford", "annabel@home.example", "3035550187")
OTHER = Someone("Ola Other", "ola@other.example", "2125550121")
ENQUIRIES = "/api/panel/enquiries"
WORDS = 'Half of the front is dark.\nIt says "E 4" on the box of my sister.'


async def tables_with(world: World, words: str) -> set[str]:
    """Returns the tables in which a text stands, as it is or in JSON."""
    said = {repr(each)[1:-1] for each in (words, json.dumps(words)[1:-1])}
    return {
        table
        for table, rows in (await world.snapshot()).items()
        if any(each in row for row in rows for each in said)
    }


async def wrote(world: World, who: Someone, words: str) -> str:
    """The id of a message."""
    sent = {"name": who.name, "email": who.email, "message": words}
    assert (await world.client().post("/api/contact", json=sent)).status_code == 201
    rows = (await world.client("admin").get(ENQUIRIES, params={"limit": "200"})).json()
    return str(next(row["id"] for row in rows if row["email"] == who.email))


async def ticket_about_another(world: World) -> tuple[str, str]:
    """A ticket that was made of a message about the house of a client, and that client."""
    staff = world.client("branch_ops_manager")
    message = await wrote(world, WHO, WORDS)
    client = await made(staff, name=OTHER.name, email=OTHER.email)
    ticket = (await asked(await staff.post(f"{ENQUIRIES}/{message}/ticket", json={}), 201))["id"]
    await asked(await staff.patch(f"{TICKETS}/{ticket}/details", json={"clientId": client}))
    return ticket, client


async def test_a_job_that_was_given_to_its_right_client_is_that_clients(own: World) -> None:
    staff = own.client("branch_ops_manager")
    lead = await made(staff, LEADS, name=WHO.name, email=WHO.email)
    right = await made(staff, name=OTHER.name, email=OTHER.email, address="5 Other Road")
    handed = await asked(await staff.post(f"{LEADS}/{lead}/hand-over", json={"address": HOME}))
    job, theirs = handed["workOrder"]["id"], {"clientId": right, "title": "Porch", "notes": "Gate 4711"}
    await asked(await staff.patch(f"{ORDERS}/{job}", json=theirs))
    await erased(own, WHO)
    row = await asked(await staff.get(f"{ORDERS}/{job}"))
    assert {name: row[name] for name in theirs} == theirs


async def test_a_ticket_of_a_client_is_not_that_of_who_wrote_its_message(own: World) -> None:
    staff = own.client("branch_ops_manager")
    ticket, _ = await ticket_about_another(own)
    await asked(await staff.patch(f"{TICKETS}/{ticket}", json={"subject": "Dark porch"}))
    mine = await wrote(own, OTHER, "My own message about the porch")
    body = {"kind": "ticket", "recordId": ticket}
    await asked(await staff.post(f"{ENQUIRIES}/{mine}/attach", json=body))
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{TICKETS}/{ticket}")))["subject"] == "Dark porch"
    assert "contact_submissions" in await tables_with(own, "My own message about the porch")


async def test_a_ticket_that_names_a_client_and_another_lead_is_the_clients(own: World) -> None:
    """No call sets both; rows from before that rule may."""
    staff = own.client("branch_ops_manager")
    ticket, _ = await ticket_about_another(own)
    lead = await made(staff, LEADS, name=WHO.name, email=WHO.email)
    async with own.console() as db:
        (await db.find(TicketDetails, ticket)).lead_id = lead
    await asked(await staff.patch(f"{TICKETS}/{ticket}", json={"subject": "Dark porch"}))
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{TICKETS}/{ticket}")))["subject"] == "Dark porch"


async def test_control_without_asking_the_client_first_the_ticket_goes(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "asked_first", lambda *_: None)
    with pytest.raises(AssertionError):
        await test_a_ticket_of_a_client_is_not_that_of_who_wrote_its_message(own)


# --- what the person wrote ---


async def test_words_of_an_erased_message_stay_nowhere(own: World) -> None:
    staff = own.client("branch_ops_manager")
    ticket, client = await ticket_about_another(own)
    await asked(await staff.post(f"{TICKETS}/{ticket}/return-visit", json={"clientId": client}))
    # An answer that is kept for a repeat shows them as JSON writes them.
    key = {"Idempotency-Key": "ticket-of-another"}
    await asked(await staff.patch(f"{TICKETS}/{ticket}", json={"priority": "high"}, headers=key))
    assert {"support_tickets", "work_orders", "operations"} <= await tables_with(own, WORDS)
    await erased(own, WHO)
    assert await tables_with(own, WORDS) == set()


# --- what is sent again ---


async def test_a_repeat_after_an_erasure_does_not_save_the_person_again(own: World) -> None:
    staff, body = own.client("branch_ops_manager"), {"name": WHO.name, "email": WHO.email}
    key = {"Idempotency-Key": "lead-whose-answer-was-lost"}
    await asked(await staff.post(LEADS, json=body, headers=key), 201)
    await erased(own, WHO)
    again = await staff.post(LEADS, json=body, headers=key)
    assert again.status_code == 409, again.text
    assert again.json()["error"] == "This was saved before and erased since. It is not saved a second time."
    assert await tables_with(own, WHO.email) == set()


async def test_a_repeat_about_another_gets_its_answer_without_the_erased_name(own: World) -> None:
    staff = own.client("branch_ops_manager")
    body = {"name": OTHER.name, "email": OTHER.email, "notes": f"Sister of {WHO.name}"}
    key = {"Idempotency-Key": "lead-of-the-other-one"}
    first = await asked(await staff.post(LEADS, json=body, headers=key), 201)
    await made(staff, LEADS, name=WHO.name, email=WHO.email, phone=WHO.phone)
    await erased(own, WHO)
    again = await asked(await staff.post(LEADS, json=body, headers=key), 201)
    assert again == first | {"notes": f"Sister of {ERASED}"}


# --- words that another wrote too ---


async def test_another_persons_same_words_stay(own: World) -> None:
    for who in (WHO, OTHER):
        await wrote(own, who, WORDS)
    await erased(own, WHO)
    assert await tables_with(own, WORDS) == {"contact_submissions"}
    await erased(own, OTHER)
    assert await tables_with(own, WORDS) == set()


async def test_control_where_nobody_asks_whose_words_they_are_both_go(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def all_of_them(*_: object) -> frozenset[str]:
        return frozenset({WORDS})

    monkeypatch.setattr(traces, "_written", all_of_them)
    with pytest.raises(AssertionError):
        await test_another_persons_same_words_stay(own)


async def test_a_short_text_is_nobodys(own: World) -> None:
    staff = own.client("branch_ops_manager")
    client = await made(staff, name=OTHER.name, email=OTHER.email)
    note = {"kind": "client", "recordId": client, "type": "note", "words": "Please call me back"}
    await asked(await staff.post("/api/panel/activities", json=note), 201)
    await wrote(own, WHO, "Please call me back")
    await erased(own, WHO)
    assert "activities" in await tables_with(own, "Please call me back")


# --- two who were merged by mistake and parted by hand ---


async def merged_by_mistake(world: World, path: str, who: Someone = WHO, other: Someone = OTHER) -> str:
    """The record that stayed; its merge can no longer be undone."""
    staff = world.client("branch_ops_manager")
    gone = await made(staff, path, name=who.name, email=who.email, phone=None)
    kept = await made(staff, path, name=other.name, email=other.email, phone=None)
    merge = (await asked(await staff.post(f"{path}/{kept}/merge", json={"goneId": gone})))["mergeId"]
    note = {"kind": path.rsplit("/")[-1][:-1], "recordId": kept, "type": "note", "words": "Called"}
    await asked(await staff.post("/api/panel/activities", json=note), 201)
    assert (await parted(staff, merge))[0] == 409
    return kept


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_who_was_parted_by_hand_is_not_erased_with_the_other(own: World, path: str) -> None:
    staff = own.client("branch_ops_manager")
    kept = await merged_by_mistake(own, path)
    await made(staff, path, name=WHO.name, email=WHO.email, phone=None)
    found = await asked(
        await own.client("admin").post("/api/panel/privacy/preview", json={"email": WHO.email})
    )
    assert kept not in [record["id"] for record in found["records"]]
    assert kept in [record["id"] for record in found["formerly"]]
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{path}/{kept}")))["name"] == OTHER.name
    assert await tables_with(own, WHO.email) == set()


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_who_was_merged_rightly_is_one_person(own: World, path: str) -> None:
    staff = own.client("branch_ops_manager")
    kept = await merged_by_mistake(own, path)
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{path}/{kept}")))["name"] == "Erased"


async def test_a_record_that_was_there_before_the_merge_raises_no_doubt(own: World) -> None:
    """Of three records of one person two were merged."""
    staff = own.client("branch_ops_manager")
    await made(staff, LEADS, name=WHO.name, email=WHO.email, phone=None)
    kept = await merged_by_mistake(own, LEADS)
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{LEADS}/{kept}")))["name"] == "Erased"


@pytest.mark.parametrize(("path", "another"), [(LEADS, CLIENTS), (CLIENTS, LEADS)])
async def test_a_record_of_another_kind_raises_a_doubt(own: World, path: str, another: str) -> None:
    """Staff make the one who went a client again, who was a lead."""
    staff = own.client("branch_ops_manager")
    kept = await merged_by_mistake(own, path)
    await made(staff, another, name=WHO.name, email=WHO.email, phone=None)
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{path}/{kept}")))["name"] == OTHER.name


async def test_a_client_of_the_lead_that_stayed_raises_no_doubt(own: World) -> None:
    """Under the second address of one person."""
    staff = own.client("branch_ops_manager")
    kept = await merged_by_mistake(own, LEADS)
    client = await made(staff, CLIENTS, name=WHO.name, email=WHO.email, phone=None)
    await asked(await staff.post(f"{LEADS}/{kept}/client", json={"clientId": client}))
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{LEADS}/{kept}")))["name"] == "Erased"


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_two_with_one_address_were_one_person(own: World, path: str) -> None:
    """Also where the person writes again, under that address."""
    staff = own.client("branch_ops_manager")
    kept = await merged_by_mistake(own, path, WHO, WHO._replace(name="A. Wexford"))
    await made(staff, path, name=WHO.name, email=WHO.email, phone=None)
    async with own.console() as db:
        assert (await merges.merges(db)).doubtful == frozenset()
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{path}/{kept}")))["name"] == "Erased"


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_an_address_in_capitals_is_the_same_to_a_doubt(own: World, path: str) -> None:
    staff = own.client("branch_ops_manager")
    kept = await merged_by_mistake(own, path, WHO._replace(email=WHO.email.upper()))
    assert await tables_with(own, WHO.email.upper()), "stored as it was typed"
    await made(staff, path, name=WHO.name, email=WHO.email, phone=None)
    await erased(own, WHO)
    assert (await asked(await staff.get(f"{path}/{kept}")))["name"] == OTHER.name


async def test_each_of_many_merges_is_asked_for_a_doubt(own: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "BATCH", 1)
    staff = own.client("branch_ops_manager")
    both = (WHO, OTHER), [who._replace(email=f"2.{who.email}", phone="") for who in (WHO, OTHER)]
    kept = [await merged_by_mistake(own, LEADS, *people) for people in both]
    for who, _ in both:
        await made(staff, LEADS, name=who.name, email=who.email, phone=None)
    for id, (who, _) in zip(kept, both, strict=True):
        found = await asked(
            await own.client("admin").post("/api/panel/privacy/preview", json={"email": who.email})
        )
        assert id not in [record["id"] for record in found["records"]]
        assert id in [record["id"] for record in found["formerly"]]


async def test_control_without_a_doubt_the_other_goes_as_well(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr(merges, "_doubtful", none)
    with pytest.raises(AssertionError):
        await test_who_was_parted_by_hand_is_not_erased_with_the_other(own, LEADS)
