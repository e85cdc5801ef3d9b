"""What hangs on the sample records: what was said on the phone, what is promised next, warranties, what visitors keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from duskline.core.data.base import Base
from duskline.demonstration.photos import SHOTS, Shot
from duskline.demonstration.story import Stage, Story
from duskline.models.pictures import photos
from duskline.models.records.activities import Activity, ActivityType, CallOutcome, NextStep
from duskline.models.records.enquiries import ContactSubmission
from duskline.models.records.numbers import ALPHABET
from duskline.models.records.properties import Property
from duskline.models.records.sales import QuoteRequest
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.visitors import VisitorPhoto, VisitorReference
from duskline.models.records.warranties import (
    PartKind,
    Warranty,
    WarrantyPart,
    WarrantyStatus,
    Years,
    after_years,
)

CALLED = (
    "Went through the house over the phone; wants the front first.",
    "Liked the pictures by day. Sends two of the roofline tonight.",
    "Asked about the wiring and the guarantee. Wants it in writing.",
    "Home only after six. Prefers a call over mail.",
)
MET = (
    "Measured front and garage together, trim is bronze. Outlet under the eave is fine.",
    "Showed the sample strip at dusk. Both want warm white, colors for the holidays.",
)
WRITTEN = (
    "Texted the pictures of the house two streets on.",
    "Texted the two days that are still free this month.",
)
AFTERWARD = (
    "Asked how the first weeks were: all good, uses the dusk schedule.",
    "Wants the patio next year. Call in March.",
    "Gave the neighbor our number.",
)
PROMISED = {
    "new": ("Call back", "Answer the question by mail"),
    "contacted": ("Call about the measurements", "Send two pictures of bronze channel"),
    "qualified": ("Visit and measure", "Work out the price for front and garage"),
    "proposal": ("Ask about the proposal", "Call: the association meets this week"),
    "negotiation": ("Agree on a day", "Settle the patio zone"),
}
DUE_IN_DAYS = (-3, -1, 0, 0, 0, 1, 1, 2, 3, 5, 8)
"""From today; a few are overdue, as anywhere."""
WITHOUT_STEP = 0.25
CALLED_AGAIN = 0.4
BUILDINGS = ("North building", "Annex", "Workshop", "Parking deck")
SENT_PHOTOS = 6
"""How many requests came with photos."""
COLORS = ("Bronze", "White", "Black", "Almond", "Clay")


def conversations(stage: Stage, leads: Sequence[Story], clients: Sequence[Story]) -> Iterator[Base]:
    """Calls, visits and texts about leads, and what was heard of clients later."""
    for lead in leads:
        if answered := lead.beside.get("first_response_at"):
            yield from _courtship(stage, lead, answered)
    for client in clients:
        if stage.chance.random() < CALLED_AGAIN:
            at = stage.after(client["created_at"], 20, 90)
            by = client.trail[0].user_id
            yield _said(stage, client, at, by, ActivityType.NOTE, stage.chance.choice(AFTERWARD))


def _courtship(stage: Stage, lead: Story, answered: datetime) -> Iterator[Activity]:
    chance, rep = stage.chance, lead["assigned_to"]
    if chance.random() < CALLED_AGAIN:
        missed = answered - (answered - lead["created_at"]) * chance.uniform(0.1, 0.5)
        yield _said(stage, lead, missed, rep, ActivityType.CALL, None, outcome=CallOutcome.NO_ANSWER)
    yield _said(
        stage, lead, answered, rep, ActivityType.CALL, chance.choice(CALLED), outcome=CallOutcome.REACHED,
        minutes=chance.randrange(4, 25),
    )  # fmt: skip
    for step in _status_times(lead):
        if step[0] == "qualified":
            yield _said(stage, lead, step[1], rep, ActivityType.MEETING, chance.choice(MET), minutes=45)
        elif step[0] == "negotiation":
            yield _said(stage, lead, step[1], rep, ActivityType.TEXT, chance.choice(WRITTEN))


def _said(
    stage: Stage,
    about: Story,
    at: datetime,
    by: str | None,
    type: ActivityType,
    words: str | None,
    outcome: CallOutcome | None = None,
    minutes: int | None = None,
) -> Activity:
    return Activity(
        id=stage.id(at), created_at=at, updated_at=at, happened_at=at, by_id=by, type=type, words=words,
        outcome=outcome, minutes=minutes, kind=about.entity.kind, record_id=about["id"], branch_id=about["branch_id"],
    )  # fmt: skip


def promises(stage: Stage, leads: Sequence[Story]) -> Iterator[NextStep]:
    """What somebody promised to do next about most open leads, and about all of clients."""
    for lead in leads:
        words = PROMISED.get(lead["status"])
        if words is None or lead["assigned_to"] is None:
            continue
        if "client_id" not in lead.beside and stage.chance.random() < WITHOUT_STEP:
            continue
        day = stage.workday(stage.chance.choice(DUE_IN_DAYS))
        at = lead["updated_at"]
        yield NextStep(
            id=stage.id(at), created_at=at, updated_at=at, kind=lead.entity.kind, record_id=lead["id"],
            branch_id=lead["branch_id"], words=stage.chance.choice(words), due_on=day,
            due_minute=stage.chance.choice((None, 9 * 60, 13 * 60 + 30, 17 * 60)), assigned_to=lead["assigned_to"],
        )  # fmt: skip


def status_changes(stage: Stage, stories: Sequence[Story]) -> Iterator[StatusChange]:
    """Every status that the records went through, as their trails tell."""
    for story in stories:
        before = None
        for status, at, by in _statuses(story):
            yield StatusChange(
                id=stage.id(at), kind=story.entity.kind, record_id=story["id"], branch_id=story["branch_id"],
                from_status=before, to_status=status, at=at, by_id=by,
            )  # fmt: skip
            before = status


def _statuses(story: Story) -> Iterator[tuple[str, datetime, str | None]]:
    changed = [entry for entry in story.trail if "status" in entry.changes]
    if not changed or changed[0].action != "create":
        first = changed[0].changes["status"][0] if changed else story["status"]
        yield first, story["created_at"], None
    for entry in changed:
        yield entry.changes["status"][1], entry.created_at, entry.user_id


def _status_times(story: Story) -> list[tuple[str, datetime]]:
    return [(status, at) for status, at, _ in _statuses(story)]


def buildings(stage: Stage, clients: Sequence[Story]) -> Iterator[Property]:
    """Further places of the businesses."""
    for client in clients:
        if client["name"].split()[-1] not in {"Group", "Brewery", "Inn", "Offices"}:
            continue
        at = client["created_at"]
        street = (client["address"] or "").partition(",")[2]
        for name in stage.chance.sample(BUILDINGS, 2):
            yield Property(
                id=stage.id(at), created_at=at, updated_at=at, client_id=client["id"], branch_id=client["branch_id"],
                name=name, address=f"{stage.chance.randrange(100, 9900)} Lamplight Row,{street}",
                feet=stage.chance.randrange(60, 400, 10), stories=stage.chance.randrange(1, 4),
            )  # fmt: skip


def warranties(
    stage: Stage, orders: Sequence[Story], clients: Sequence[Story], years: Years
) -> Iterator[Base]:
    """One for each completed installation; the newest of each branch waits for somebody to confirm it."""
    holders = {client["id"]: client for client in clients}
    done = [order for order in orders if order["status"] == "completed" and "kind" not in order.beside]
    in_turn = sorted(done, key=lambda order: order["completed_date"])
    newest = {order["branch_id"]: order["id"] for order in in_turn}
    for order in done:
        waits = order["id"] == newest[order["branch_id"]]
        yield from _warranty(stage, order, holders[order["client_id"]], years, waits)


def _warranty(stage: Stage, order: Story, holder: Story, years: Years, waits: bool) -> Iterator[Base]:
    done, starts = order["completed_date"], stage.day_of(order["completed_date"])
    serial = f"DL-{_marks(stage, 6)}"
    confirmed = None if waits else min(done + timedelta(days=1), stage.moment)
    made = Warranty(
        id=stage.id(done), created_at=done, updated_at=confirmed or done, branch_id=order["branch_id"],
        number=f"W-{_marks(stage, 4)}-{_marks(stage, 4)}", client_id=holder["id"], work_order_id=order["id"],
        property_id=holder["id"], holder=holder["name"], place=holder["address"], serials=serial, starts=starts,
        product_ends=after_years(starts, years.product_years), labor_ends=after_years(starts, years.labor_years),
        terms_version=years.terms_version, confirmed_at=confirmed,
        confirmed_by=order.trail[0].user_id if confirmed else None,
        status=WarrantyStatus.CONFIRMED if confirmed else WarrantyStatus.DRAFT,
    )  # fmt: skip
    yield made
    parts = (
        (PartKind.CONTROLLER, serial, None, None),
        (PartKind.LIGHTS, None, order.beside["feet"], None),
        (PartKind.CHANNEL, None, order.beside["feet"], stage.chance.choice(COLORS)),
    )
    for place, (kind, number, feet, color) in enumerate(parts):
        yield WarrantyPart(
            id=stage.id(done), created_at=done, warranty_id=made.id, place=place, kind=kind, serial=number,
            feet=feet, color=color,
        )  # fmt: skip


def _marks(stage: Stage, count: int) -> str:
    return "".join(stage.chance.choice(ALPHABET) for _ in range(count))


def references(
    stage: Stage, quotes: Sequence[QuoteRequest], messages: Sequence[ContactSubmission]
) -> tuple[list[Base], dict[str, Shot]]:
    """What visitors keep of what they sent, and the photos that some sent with it, by the stems of their files."""
    made: list[Base] = []
    shots: dict[str, Shot] = {}
    newest = sorted(quotes, key=lambda quote: quote.created_at, reverse=True)[:SENT_PHOTOS]
    for quote in quotes:
        reference = _reference(stage, quote.created_at, quote_request_id=quote.id)
        made.append(reference)
        if quote in newest:
            photo = VisitorPhoto(
                id=stage.id(quote.created_at), created_at=quote.created_at, reference_id=reference.id
            )
            made.append(photo)
            shots[photos.visitor_stem(photo.id)] = SHOTS[len(shots) % len(SHOTS)]
    made += [_reference(stage, message.created_at, enquiry_id=message.id) for message in messages]
    return made, shots


def _reference(stage: Stage, at: datetime, **of: str) -> VisitorReference:
    return VisitorReference(
        id=stage.id(at), created_at=at, number=f"{_marks(stage, 4)}-{_marks(stage, 4)}", **of
    )
