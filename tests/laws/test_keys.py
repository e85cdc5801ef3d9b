"""Every write that takes an `Idempotency-Key` takes one: none fails by it, and what is sent again gets the first answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec import inspect as shapes

from duskline.core.data.base import now
from duskline.core.http.rate_limits import spend
from duskline.core.http.routing import ChangeHandler
from duskline.limits import VISIT_REPLIES
from duskline.models.people.people import User
from duskline.models.records.about import RecordKind
from duskline.models.records.sales import Client, Lead, QuoteRequest
from duskline.models.records.service import WorkOrder
from duskline.models.records.visitors import VisitorReference, key_hash
from duskline.models.records.visits import Visit, VisitStatus
from duskline.models.schedule.visit_letters import VisitLetter, waited_for
from duskline.models.schedule.visit_replies import _token_of, stand_of
from duskline.policy import Scoped
from tests.laws.matrix import Case, ask, furnish, row_at
from tests.laws.routes import CALLS, Call
from tests.world import FAR, MISSING, NEAR, World

KEY = "0193f0aa-2222-7000-8000-00000000abcd"
KEYED = [call for call in CALLS if "key" in call.handler.parsed_fn_signature.parameters]
ORDER = f"order-{NEAR}-1"
SENT = {"reference": "0000-sent", "key": "v" * 22}
REPLY = "POST /api/visit-links/reply"


@pytest.fixture
async def opened(world: World) -> Mapping[str, Mapping[str, Any]]:
    """By call: what opens it for a visitor, beside what the law makes up."""
    await furnish(world)
    async with world.console() as db:
        client = await db.find(Client, f"client-{NEAR}-1")
        asked = QuoteRequest(
            id="quote-sent", lead_id=f"lead-{NEAR}-1", email_key="ann@visitor.example", property_type="home", coverage="front",
            stories=1, zip="10001", low=1, high=2,
        )  # fmt: skip
        db.store(asked)
        db.store(
            Visit(
                kind=RecordKind.WORK_ORDER, record_id=ORDER, branch_id=NEAR, status=VisitStatus.PLANNED,
                day=(now() + timedelta(days=9)).date(), crew=[],
            )
        )  # fmt: skip
        db.store(
            VisitLetter(
                id="visit-letter", work_order_id=ORDER, client_id=client.id, name="Cleo", email=client.email
            )
        )
        await db.flush()
        sent = {"number": SENT["reference"], "key_hash": key_hash(SENT["key"])}
        db.store(VisitorReference(quote_request_id=asked.id, **sent))
        waiting = await waited_for(db, await db.find(WorkOrder, ORDER))
        await db.commit()
    link = await _token_of(world.database, "visit-letter")
    return {
        REPLY: {"link": link, "stand": stand_of(waiting), "what": "confirmed"},
        "POST /api/visitor-photos": SENT,
        "POST /api/drawings": SENT,
    }


def case_of(call: Call) -> Case:
    id = row_at(call, NEAR) or MISSING if call.parameters else None
    return Case("admin" if call.may.session else "anonymous", call, NEAR, id, frozenset())


async def faults(world: World, calls: list[Call], opened: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Each call twice under a key: what is wrong with its answers, a sentence for each."""
    wrong = []
    for call in sorted(calls, key=lambda call: call.method == "DELETE"):
        case = case_of(call)
        first = await ask(world, case, opened.get(call.name), idempotency_key=KEY)
        again = await ask(world, case, opened.get(call.name), idempotency_key=KEY)
        if max(first.status_code, again.status_code) >= 500:
            wrong.append(f"{call.name} fails under a key: {first.status_code}, then {again.status_code}")
        elif first.status_code < 400:
            if (first.status_code, first.content) != (again.status_code, again.content):
                wrong.append(
                    f"{call.name} answers a repeat otherwise: {again.status_code} {again.text[:200]}"
                )
        elif call.name in opened:
            wrong.append(f"{call.name} is not opened: {first.status_code} {first.text[:200]}")
    return wrong


async def test_no_call_fails_under_a_key_and_repeats_get_the_first_answer(
    world: World, opened: Mapping[str, Mapping[str, Any]]
) -> None:
    assert len(KEYED) > 100
    assert await faults(world, KEYED, opened) == []


async def test_control_a_limit_that_a_handler_spends_would_be_seen(
    world: World, opened: Mapping[str, Mapping[str, Any]]
) -> None:
    (reply,) = (call for call in KEYED if call.name == REPLY)
    change: ChangeHandler = reply.handler.opt["change"]
    good = change.handler

    async def spending(db: Any, request: Any, data: Any, prepared: str) -> Any:
        await spend(world.database, (VISIT_REPLIES, prepared))
        return await good(db, request, data, prepared)

    msgspec.structs.force_setattr(change, "handler", spending)
    try:
        assert await faults(world, [reply], opened) != []
    finally:
        msgspec.structs.force_setattr(change, "handler", good)


SECRETS = {"secret", "token", "codes", "link"}
"""Fields of answers that are told once."""
FEEDS = "POST /api/panel/calendar-feeds"
"""There the whole address is a secret."""


def names_in(kind: Any) -> set[str]:
    """The fields of what a call answers, at any depth."""
    names = set[str]().union(*(names_in(part) for part in get_args(kind)))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        names |= {field.encode_name for field in msgspec.structs.fields(kind)}
        names = names.union(*(names_in(hint) for hint in get_type_hints(kind).values()))
    return names


def tells_a_secret(call: Call) -> bool:
    change: ChangeHandler | None = call.handler.opt.get("change")
    if change is None:
        return False
    answers = names_in(get_type_hints(change.handler)["return"]) | names_in(change.returns)
    return call.name == FEEDS or bool(answers & SECRETS)


def test_no_answer_that_tells_a_secret_is_kept() -> None:
    """It would stand in the database as it is, and whoever repeats the key would be told again."""
    telling = [call for call in CALLS if tells_a_secret(call)]
    assert len(telling) > 10
    assert [call.name for call in telling if call in KEYED] == []


# --- who repeats it may have lost the record meanwhile ---

OF_THE_COMPANY = (
    r"\w+ /api/auth/.*",  # of oneself
    r"\w+ /api/panel/(imports|saved-reports|saved-views|list-looks|notifications|api-tokens|calendar-feeds)\b.*",  # likewise
    r"\w+ /api/panel/(enquiries|gallery|posts|post-pictures|content|content-sections|letter-kinds|subscribers)\b.*",
    r"\w+ /api/panel/(settings|setup|sample-data|regions|webhooks|webhook-deliveries|bounced-addresses|privacy)\b.*",
    r"\w+ /api/panel/(lost-reasons|lead-sources|checklist-items)\b.*",
)
"""Calls whose answers hold nothing of a branch."""


def says_whose(call: Call) -> bool:
    """Whether it is known which record in somebody's scope an answer is about, or that there is none."""
    change: ChangeHandler | None = call.handler.opt.get("change")
    if change is None or not call.may.session:  # of a bulk change each row is asked for again
        return True
    answers = get_type_hints(change.handler)["return"]
    if answers is NoneType:
        return True
    row = isinstance(answers, type) and issubclass(answers, Scoped)
    return row or change.shows is not None or any(re.fullmatch(each, call.name) for each in OF_THE_COMPANY)


def test_each_answer_that_is_kept_says_whose_record_it_shows() -> None:
    """A new call whose answer holds a record of a branch declares it by `shows`, or returns the row itself."""
    assert [call.name for call in KEYED if not says_whose(call)] == []


async def kept_from(world: World, calls: list[Call]) -> dict[str, bytes]:
    """What calls answer again to a manager who works in another branch by now, by name."""
    manager = "branch_ops_manager"
    mine = {call: case_of(call)._replace(caller=manager) for call in calls}
    answers = {call: await ask(world, mine[call], idempotency_key=KEY) for call in calls}
    async with world.console() as db:
        (await db.find(User, manager)).apply({"branch_id": FAR})
        await db.commit()
    again = {
        call.name: await ask(world, mine[call], idempotency_key=KEY)
        for call, answer in answers.items()
        if answer.is_success and answer.content
    }
    assert len(again) > 20 or len(calls) < 20
    return {name: answer.content for name, answer in again.items() if answer.is_success}


async def test_a_kept_answer_is_not_for_who_has_lost_the_branch(
    world: World, opened: Mapping[str, Mapping[str, Any]]
) -> None:
    """Asked of a manager of one branch, who is then of another."""
    scoped = [
        call
        for call in KEYED
        if call.may.session
        and not any(re.fullmatch(each, call.name) for each in OF_THE_COMPANY)
        and not call.path.endswith("/bulk")  # each of its rows is asked for again
    ]
    assert await kept_from(world, scoped) == {}


async def test_control_without_the_declaration_it_would_be(
    world: World, opened: Mapping[str, Mapping[str, Any]]
) -> None:
    (details,) = (call for call in KEYED if call.name == "PATCH /api/panel/leads/{id:str}/details")
    change: ChangeHandler = details.handler.opt["change"]
    msgspec.structs.force_setattr(change, "shows", None)
    try:
        assert not says_whose(details)
        assert list(await kept_from(world, [details])) == [details.name]
    finally:
        msgspec.structs.force_setattr(change, "shows", Lead)


# --- an erasure finds an answer by the ids in it, and by the record that it is kept for ---

OF_NO_PERSON = {
    "ImportAnswer.defaults", "ImportAnswer.fields", "ImportMatch.by", "ImportRowAnswer.faults",
    "ImportRowAnswer.values",  # beside the id of the row, which is found by its own keys and by the record that it made or filled
    "OwnVisitRow.crew", "OwnVisitRow.visitor_photos", "SavedReportRow.measures", "SectionPart.choices", "TicketDetailsRow.photos",
    "VisitRow.crew", "ListLookRow.columns", "ZipReport.added", "ZipReport.moved", "ZipReport.unchanged", "ZipsRemoved.zips",
}  # fmt: skip
"""Lists of words in answers that are kept, which are about the record beside them or about nobody."""


def answered_by(call: Call) -> Any:
    change: ChangeHandler = call.handler.opt["change"]
    return change.returns or get_type_hints(change.handler)["return"]


def structs_in(kind: Any, seen: set[type]) -> Iterator[shapes.StructType]:
    """All within an answer, however deep."""
    match kind:
        case shapes.Metadata():
            yield from structs_in(kind.type, seen)
        case shapes.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            yield kind
            for field in kind.fields:
                yield from structs_in(field.type, seen)
        case shapes.ListType():
            yield from structs_in(kind.item_type, seen)
        case shapes.DictType():
            yield from structs_in(kind.value_type, seen)
        case shapes.UnionType():
            for each in kind.types:
                yield from structs_in(each, seen)


def is_words(kind: Any) -> bool:
    match kind:
        case shapes.Metadata():
            return is_words(kind.type)
        case shapes.UnionType():
            return any(map(is_words, kind.types))
        case _:
            return isinstance(kind, (shapes.StrType, shapes.AnyType))


def is_list_of_words(kind: Any) -> bool:
    match kind:
        case shapes.Metadata():
            return is_list_of_words(kind.type)
        case shapes.UnionType():
            return any(map(is_list_of_words, kind.types))
        case shapes.ListType():
            return is_words(kind.item_type)
        case shapes.DictType():
            return is_words(kind.value_type)
        case _:
            return False


def lists_of_words(answers: Iterable[Any]) -> set[str]:
    return {
        f"{struct.cls.__name__}.{field.name}"
        for answer in answers
        for struct in structs_in(shapes.type_info(answer), set())
        for field in struct.fields
        if is_list_of_words(field.type)
    }


def test_words_in_a_kept_answer_stand_with_the_id_of_the_record_that_they_are_from() -> None:
    """A list of names or titles alone would outlive the erasure of one of those people."""
    answers = [answered_by(call) for call in KEYED if "change" in call.handler.opt]
    assert lists_of_words(answers) == OF_NO_PERSON


def test_control_a_list_of_titles_alone_is_named() -> None:
    class Titles(msgspec.Struct):
        id: str
        left: list[str]

    assert lists_of_words([Titles]) == {"Titles.left"}


def nameless_of_visitors() -> list[str]:
    """Calls of visitors whose kept answers hold words, and neither an id nor the record that they are kept for."""
    found = []
    for call in KEYED:
        change: ChangeHandler | None = call.handler.opt.get("change")
        if change is None or call.may.session or change.shown is not None:
            continue
        structs = structs_in(shapes.type_info(answered_by(call)), set())
        says = {field.name for struct in structs for field in struct.fields if is_words(field.type)}
        if says and not says & {"id", "reference", "kind"}:
            found.append(call.name)
    return found


def test_what_visitors_are_shown_is_kept_for_a_record() -> None:
    assert nameless_of_visitors() == []


def test_control_an_answer_to_a_letter_s_link_that_is_kept_for_nobody_is_named() -> None:
    (reply,) = (call for call in KEYED if call.name == REPLY)
    change: ChangeHandler = reply.handler.opt["change"]
    shown = change.shown
    msgspec.structs.force_setattr(change, "shown", None)
    try:
        assert nameless_of_visitors() == [REPLY]
    finally:
        msgspec.structs.force_setattr(change, "shown", shown)
