"""An erasure leaves the record of a house to its next owner, and that of the former owner where the next one is erased."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from duskline.core.data.personal import Traces
from duskline.models.privacy import given_on, traces
from tests.panel.privacy.persons import Someone, made
from tests.panel.privacy.test_copying_changed import FORMER, work
from tests.panel.privacy.test_erasing import MARK, erased, own
from tests.panel.privacy.test_erasing_let_go import change, client_of, lead_of
from tests.panel.privacy.test_erasing_of_others import ENQUIRIES, wrote
from tests.panel.privacy.test_erasing_senders import HOLDER
from tests.panel.privacy.test_erasing_while_merged import merged
from tests.panel.privacy.test_requests_of_erased import opened, requests
from tests.panel.threads import CLIENTS, LEADS
from tests.world import World

assert own is not None, "a fixture"

NEW = {"name": HOLDER.name, "email": HOLDER.email, "phone": HOLDER.phone}
AT_WORK, ELSEWHERE = "ola@work.example", "4155550133"
"""What a duplicate of the former owner had."""
LATER = "ola@later.example"
Given = Callable[[World], Awaitable[dict[str, str]]]


async def _lead_and_client(world: World) -> tuple[str, str]:
    lead = await lead_of(world, FORMER, phone=FORMER.phone, notes=f"{MARK} lead")
    client = (await made(world.client("admin"), f"leads/{lead}/client", address="9 Lake Lane, 00000"))["id"]
    await work(world, client)
    return f"{LEADS}/{lead}", f"{CLIENTS}/{client}"


async def client_of_a_lead(world: World) -> dict[str, str]:
    """The records of both, by whose they are."""
    lead, client = await _lead_and_client(world)
    await change(world, client, **NEW)
    return {FORMER.name: lead, HOLDER.name: client}


async def lead_of_a_client(world: World) -> dict[str, str]:
    lead, client = await _lead_and_client(world)
    await change(world, lead, **NEW)
    return {FORMER.name: client, HOLDER.name: lead}


async def _merged_on(world: World, records: dict[str, str], path: str, kept: str) -> dict[str, str]:
    """Merges the record that was given on into the next owner's own one, which stays."""
    gone = records[HOLDER.name].rsplit("/")[-1]
    await merged(world.client("branch_ops_manager"), path, kept, gone)
    return {**records, HOLDER.name: f"{path}/{kept}"}


async def merged_into_another_client(world: World) -> dict[str, str]:
    kept = await client_of(world, HOLDER, phone=HOLDER.phone)
    return await _merged_on(world, await client_of_a_lead(world), CLIENTS, kept)


async def merged_into_another_lead(world: World) -> dict[str, str]:
    kept = await lead_of(world, HOLDER, phone=HOLDER.phone)
    return await _merged_on(world, await lead_of_a_client(world), LEADS, kept)


async def same_number(world: World) -> dict[str, str]:
    """Of a household."""
    lead, client = await _lead_and_client(world)
    await change(world, client, name=HOLDER.name, email=HOLDER.email)
    return {FORMER.name: lead, HOLDER.name: client}


async def with_a_message_of_a_third(world: World) -> dict[str, str]:
    """One message at each record."""
    records, staff = await client_of_a_lead(world), world.client("admin")
    for number, (who, record) in enumerate(records.items()):
        third = Someone("Tim Third", f"tim{number}@third.example", "")
        kind = "lead" if record.startswith(LEADS) else "client"
        body = {"kind": kind, "recordId": record.rsplit("/")[-1]}
        message = await wrote(world, third, f"The neighbor of {who} has lights")
        answer = await staff.post(f"{ENQUIRIES}/{message}/attach", json=body)
        assert answer.status_code == 200, answer.text
    return records


GIVEN: list[Given] = [
    client_of_a_lead, lead_of_a_client, merged_into_another_client, merged_into_another_lead, same_number, with_a_message_of_a_third,
]  # fmt: skip


async def require_the_other_stays(world: World, given: Given, who: Someone, other: Someone) -> None:
    records, admin = await given(world), world.client("admin")
    before = (await admin.get(records[other.name])).json()
    preview = (await admin.post("/api/panel/privacy/preview", json={"email": who.email})).json()
    await erased(world, who._replace(phone=""))
    after = (await admin.get(records[other.name])).json()
    assert {name: after[name] for name in ("name", "email", "phone")} == {
        name: before[name] for name in ("name", "email", "phone")
    }
    assert (await admin.get(records[who.name])).json()["name"] == "Erased"
    shown = {part: {record["id"] for record in preview[part]} for part in ("records", "formerly")}
    id = records[other.name].rsplit("/")[-1]
    assert id in shown["formerly"] - shown["records"]
    rows = [row for rows in (await world.snapshot()).values() for row in rows]
    assert not [row for row in rows if who.email in row]


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize(
    ("who", "other"), [(FORMER, HOLDER), (HOLDER, FORMER)], ids=["the former", "the next"]
)
async def test_one_owner_is_erased_and_the_other_stays(
    own: World, given: Given, who: Someone, other: Someone
) -> None:
    await require_the_other_stays(own, given, who, other)


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize(("who", "other"), [(FORMER, HOLDER), (HOLDER, FORMER)])
async def test_control_both_go_if_nobody_asks_whether_one_was_given_on(
    own: World, given: Given, who: Someone, other: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> dict[type, set[str]]:
        return {}

    monkeypatch.setattr(traces, "others_of", none)
    with pytest.raises(AssertionError):
        await require_the_other_stays(own, given, who, other)


async def test_work_of_the_house_stays_with_its_next_owner(own: World) -> None:
    await client_of_a_lead(own)
    await erased(own, FORMER)
    kept = await own.snapshot()
    for table in ("work_orders", "support_tickets", "properties", "activities"):
        assert MARK in "".join(kept[table]), table
    assert f"{MARK} lead" not in "".join(kept["leads"])
    await erased(own, HOLDER)
    assert MARK not in "".join("".join(rows) for rows in (await own.snapshot()).values())


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_a_record_that_was_merged_before_it_was_given_on_stays(own: World, path: str) -> None:
    """The duplicate that went was the former owner's."""
    make = lead_of if path == LEADS else client_of
    kept = await make(own, FORMER)
    gone = await make(own, FORMER._replace(name="O. Former", email=AT_WORK))
    await merged(own.client("branch_ops_manager"), path, kept, gone)
    await change(own, f"{path}/{kept}", **NEW)
    await erased(own, FORMER._replace(email=AT_WORK))
    assert (await own.client("admin").get(f"{path}/{kept}")).json()["name"] == HOLDER.name


@pytest.mark.parametrize("changed", [{"name": HOLDER.name}, {"email": HOLDER.email}])
async def test_a_correction_of_one_of_both_parts_nobody(own: World, changed: dict[str, str]) -> None:
    lead, client = await _lead_and_client(own)
    await change(own, client, **changed)
    await erased(own, FORMER)
    for record in (lead, client):
        assert (await own.client("admin").get(record)).json()["name"] == "Erased"


async def test_both_records_that_were_corrected_alike_are_one_persons(own: World) -> None:
    lead, client = await _lead_and_client(own)
    for record in (client, lead):
        await change(own, record, **NEW)
    await erased(own, HOLDER)
    for record in (lead, client):
        assert (await own.client("admin").get(record)).json()["name"] == "Erased"


async def test_records_of_one_name_are_one_persons(own: World) -> None:
    """The client has another name and another address now, and the lead got the name as well."""
    lead, client = await _lead_and_client(own)
    await change(own, client, **NEW)
    await change(own, lead, name=HOLDER.name)
    await erased(own, FORMER)
    for record in (lead, client):
        assert (await own.client("admin").get(record)).json()["name"] == "Erased"


# --- what the former owner did, and what others say of them ---


async def the_only_record(world: World) -> str:
    """Made of a message of the former owner, who asks about their data, reads the newsletter and is named by a neighbor."""
    visitor = world.client()
    message = await wrote(world, FORMER, f"{MARK} my house is dark in the evening")
    lead = (await made(world.client("admin"), f"enquiries/{message}/lead"))["id"]
    await change(world, f"{LEADS}/{lead}", phone=FORMER.phone)
    assert (await visitor.post("/api/newsletter", json={"email": FORMER.email})).status_code == 201
    await opened(world, email=FORMER.email, kind="copy")
    notes = f"Neighbor of {FORMER.name}, {FORMER.email} or {FORMER.phone}"
    await lead_of(world, Someone("Tim Third", "tim@third.example", ""), notes=notes)
    await change(world, f"{LEADS}/{lead}", **NEW)
    return f"{LEADS}/{lead}"


async def require_left_to_the_former_owner(world: World) -> None:
    record = await the_only_record(world)
    await erased(world, HOLDER)
    assert (await world.client("admin").get(record)).json()["name"] == "Erased"
    rows = await world.snapshot()
    held = {table for table, said in rows.items() if any(FORMER.email in row for row in said)}
    assert {"contact_submissions", "leads", "newsletter_subscriptions", "privacy_requests"} <= held
    assert (await requests(world))[FORMER.email, "copy"].state == "open"
    assert MARK in "".join(rows["contact_submissions"])


async def test_the_next_owner_takes_nothing_of_the_former_along(own: World) -> None:
    await require_left_to_the_former_owner(own)


async def test_control_they_would_if_what_the_record_held_were_theirs(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> set[str]:
        return set()

    monkeypatch.setattr(traces, "given_on", none)
    with pytest.raises(AssertionError):
        await require_left_to_the_former_owner(own)


async def joined_with_a_duplicate(world: World, name: str = FORMER.name) -> str:
    """The duplicate of the former owner had another address, and was merged away before the record was given on."""
    lead = await lead_of(world, FORMER, phone=FORMER.phone)
    duplicate = FORMER._replace(name=name, email=AT_WORK)
    gone = await lead_of(world, duplicate, phone=FORMER.phone)
    await merged(world.client("branch_ops_manager"), LEADS, lead, gone)
    await change(world, f"{LEADS}/{lead}", **NEW)
    return f"{LEADS}/{lead}"


async def joined_with_one_of_the_same_name_alone(world: World, new: dict[str, str] = NEW) -> str:
    lead = await lead_of(world, FORMER, phone=FORMER.phone)
    gone = await lead_of(world, FORMER._replace(email=AT_WORK), phone=ELSEWHERE)
    await merged(world.client("branch_ops_manager"), LEADS, lead, gone)
    await change(world, f"{LEADS}/{lead}", **new)
    return f"{LEADS}/{lead}"


async def joined_twice(world: World) -> str:
    """The first duplicate goes into the second one."""
    lead = await lead_of(world, FORMER, phone=FORMER.phone)
    first = await lead_of(world, FORMER._replace(email=AT_WORK), phone=ELSEWHERE)
    second = await lead_of(world, FORMER._replace(email="ola@second.example"))
    for kept, gone in ((second, first), (lead, second)):
        await merged(world.client("branch_ops_manager"), LEADS, kept, gone)
    await change(world, f"{LEADS}/{lead}", **NEW)
    return f"{LEADS}/{lead}"


async def with_another_address_in_between(world: World) -> str:
    """The former owner had two addresses in turn, the second one without the number."""
    lead = await joined_with_one_of_the_same_name_alone(world, {})
    await change(world, lead, email=LATER, phone=None)
    await change(world, lead, **NEW)
    return lead


async def beside_a_removed_one(world: World) -> str:
    lead = await lead_of(world, FORMER, phone=FORMER.phone)
    gone = await lead_of(world, FORMER._replace(email=AT_WORK), phone=FORMER.phone)
    assert (await world.client("admin").delete(f"{LEADS}/{gone}")).status_code == 204
    await change(world, f"{LEADS}/{lead}", **NEW)
    return f"{LEADS}/{lead}"


async def joined_with_one_in_capitals(world: World) -> str:
    return await joined_with_a_duplicate(world, FORMER.name.upper())


async def joined_with_one_with_a_middle_name(world: World) -> str:
    return await joined_with_a_duplicate(world, FORMER.name.replace(" ", " M. "))


ONLY = [
    the_only_record, joined_with_a_duplicate, beside_a_removed_one, joined_with_one_in_capitals, joined_with_one_with_a_middle_name,
    joined_with_one_of_the_same_name_alone, joined_twice, with_another_address_in_between,
]  # fmt: skip


async def require_named_nowhere(
    world: World, given: Callable[[World], Awaitable[str]], by: str = FORMER.email
) -> None:
    record = await given(world)
    await erased(world, FORMER._replace(email=by, phone=""))
    left = (await world.client("admin").get(record)).json()
    assert left["name"] == HOLDER.name
    rows = [row for rows in (await world.snapshot()).values() for row in rows]
    told = {FORMER.name, FORMER.phone, FORMER.email, AT_WORK, ELSEWHERE, LATER} - {left["phone"]}
    assert not [row for row in rows for said in told if said in row]


@pytest.mark.parametrize("given", ONLY)
async def test_a_former_owner_without_a_record_is_named_nowhere(
    own: World, given: Callable[[World], Awaitable[str]]
) -> None:
    await require_named_nowhere(own, given)


@pytest.mark.parametrize(
    "given",
    [
        joined_with_a_duplicate,
        joined_with_one_of_the_same_name_alone,
        joined_twice,
        with_another_address_in_between,
    ],
)
async def test_so_are_they_where_the_address_of_the_duplicate_is_asked_about(
    own: World, given: Callable[[World], Awaitable[str]]
) -> None:
    await require_named_nowhere(own, given, AT_WORK)


async def test_the_number_of_the_house_stays_and_nothing_else_of_the_former_owner(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(NEW, "phone")
    await require_named_nowhere(own, joined_with_a_duplicate)


async def test_a_duplicate_that_was_merged_after_a_record_was_given_on_is_the_next_owners(own: World) -> None:
    lead = await the_only_record(own)
    gone = await lead_of(own, HOLDER._replace(email="hanna@work.example"), phone=ELSEWHERE)
    await merged(own.client("branch_ops_manager"), LEADS, lead.rsplit("/")[-1], gone)
    await erased(own, FORMER._replace(phone=""))
    assert "hanna@work.example" in "".join((await own.snapshot())["audit_logs"])


async def test_control_their_name_would_stay_if_the_former_days_of_the_record_were_not_asked(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> Traces:
        return Traces(frozenset(), frozenset())

    monkeypatch.setattr(given_on, "known_with", nothing)
    with pytest.raises(AssertionError):
        await require_named_nowhere(own, the_only_record)


async def test_control_what_a_removed_duplicate_had_would_stay_if_it_were_another_persons(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> dict[type, set[str]]:
        return {}

    monkeypatch.setattr(given_on, "removed_of", none)
    with pytest.raises(AssertionError):
        await require_named_nowhere(own, beside_a_removed_one)


async def test_what_a_duplicate_left_goes_with_the_record_also_where_its_next_owner_is_erased_first(
    own: World,
) -> None:
    """The history of a record goes with it, so nobody would find the duplicate by the former owner's address any more."""
    await joined_with_one_of_the_same_name_alone(own)
    await erased(own, HOLDER)
    await erased(own, FORMER)
    rows = [row for rows in (await own.snapshot()).values() for row in rows]
    assert not [
        row for row in rows for said in (FORMER.name, FORMER.email, AT_WORK, ELSEWHERE) if said in row
    ]


async def test_the_next_owner_is_not_known_by_what_the_former_owners_duplicate_had(own: World) -> None:
    await joined_with_one_of_the_same_name_alone(own)
    answer = await own.client().post("/api/newsletter", json={"email": AT_WORK})
    assert answer.status_code == 201
    await erased(own, HOLDER)
    assert AT_WORK in "".join((await own.snapshot())["newsletter_subscriptions"])


async def test_a_client_of_the_former_owner_is_found_by_the_address_of_a_duplicate(own: World) -> None:
    """The lead is given on after a client was made of it."""
    lead = await joined_with_one_of_the_same_name_alone(own, {})
    await made(
        own.client("admin"), f"{lead.removeprefix('/api/panel/')}/client", address="9 Lake Lane, 00000"
    )
    await change(own, lead, **NEW)
    await erased(own, FORMER._replace(email=AT_WORK, phone=""))
    assert (await own.client("admin").get(lead)).json()["name"] == HOLDER.name
    rows = [row for rows in (await own.snapshot()).values() for row in rows]
    assert not [row for row in rows for said in (FORMER.name, FORMER.email, AT_WORK) if said in row]


async def test_a_client_of_the_former_owner_is_found_by_a_later_address_of_the_lead(own: World) -> None:
    lead, _ = await _lead_and_client(own)
    await change(own, lead, email=LATER)
    await change(own, lead, **NEW)
    await erased(own, FORMER._replace(email=LATER, phone=""))
    rows = [row for rows in (await own.snapshot()).values() for row in rows]
    assert not [row for row in rows for said in (FORMER.name, FORMER.email, LATER) if said in row]
    assert (await own.client("admin").get(lead)).json()["name"] == HOLDER.name


async def test_what_was_merged_into_a_lead_goes_with_it_also_where_its_client_was_given_on(
    own: World,
) -> None:
    lead = await lead_of(own, Someone("Olly Former", "olly@former.example", ""), phone=FORMER.phone)
    gone = await lead_of(own, Someone("Ola M. Other", FORMER.email, ""), phone=FORMER.phone)
    await merged(own.client("branch_ops_manager"), LEADS, lead, gone)
    client = await made(own.client("admin"), f"leads/{lead}/client", address="9 Lake Lane, 00000")
    await change(own, f"{CLIENTS}/{client['id']}", **NEW)
    await erased(own, Someone("", "olly@former.example", ""))
    rows = [row for rows in (await own.snapshot()).values() for row in rows]
    assert not [row for row in rows for said in ("Olly Former", "Ola M. Other", FORMER.email) if said in row]
    assert (await own.client("admin").get(f"{CLIENTS}/{client['id']}")).json()["name"] == HOLDER.name


async def test_a_middle_owner_with_the_number_of_the_house_is_another_person(own: World) -> None:
    """The number stays with the house, and is changed by the last owner alone."""
    lead = await lead_of(own, FORMER, phone=FORMER.phone)
    middle = Someone("Mira Middle", "mira@middle.example", "")
    await change(own, f"{LEADS}/{lead}", name=middle.name, email=middle.email)
    await change(own, f"{LEADS}/{lead}", **NEW)
    client = await client_of(own, middle)
    await erased(own, FORMER._replace(phone=""))
    assert (await own.client("admin").get(f"{CLIENTS}/{client}")).json()["email"] == middle.email


async def test_control_what_merging_put_together_would_stay_if_nobody_asked_for_it(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> tuple[Traces, dict[type, set[str]]]:
        return Traces(frozenset(), frozenset()), {}

    monkeypatch.setattr(given_on, "joined_with", nothing)
    with pytest.raises(AssertionError):
        await require_named_nowhere(own, joined_with_one_of_the_same_name_alone)


async def test_a_removed_record_of_a_household_is_its_own_persons(own: World) -> None:
    """It had the same number and another name."""
    lead = await the_only_record(own)
    gone = await lead_of(own, Someone("Tom Former", "tom@former.example", ""), phone=FORMER.phone)
    assert (await own.client("admin").delete(f"{LEADS}/{gone}")).status_code == 204
    await erased(own, FORMER._replace(phone=""))
    assert (await own.client("admin").get(lead)).json()["name"] == HOLDER.name
    assert "tom@former.example" in "".join((await own.snapshot())["audit_logs"])


async def test_a_record_that_had_the_address_by_mistake_keeps_its_name(own: World) -> None:
    client = await client_of(own, HOLDER)
    notes = f"Neighbor of {HOLDER.name}"
    await lead_of(own, Someone("Tim Third", "tim@third.example", ""), notes=notes)
    for email in (FORMER.email, HOLDER.email):
        await change(own, f"{CLIENTS}/{client}", email=email)
    await erased(own, FORMER)
    assert notes in "".join((await own.snapshot())["leads"])
