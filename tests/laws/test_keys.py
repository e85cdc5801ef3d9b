"""Every write that takes an `Idempotency-Key` takes one: none fails by it, and what is sent again gets the first answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from duskline.core.data.base import now
from duskline.core.http.rate_limits import spend
from duskline.core.http.routing import ChangeHandler
from duskline.limits import VISIT_REPLIES
from duskline.models.about import RecordKind
from duskline.models.sales import Client, QuoteRequest
from duskline.models.service import WorkOrder
from duskline.models.visit_letters import VisitLetter, waited_for
from duskline.models.visit_replies import _token_of, stand_of
from duskline.models.visitors import VisitorReference, key_hash
from duskline.models.visits import Visit, VisitStatus
from tests.laws.matrix import Case, ask, furnish, row_at
from tests.laws.routes import CALLS, Call
from tests.world import MISSING, NEAR, World

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
