"""What reports tell is what anybody finds who counts the records: every number of every report, by every group, recounted from the rows
that people write, in Python that shares nothing with the figures.

No measure but a count answers nought where nothing is known, and one rule compares, wherever two periods are compared.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from sqlalchemy import insert, select

from duskline.core.data.base import now
from duskline.core.data.facts import remake
from duskline.models.pictures.drawings import MeasuredRun
from duskline.models.places.places import DEFAULT_ZONE
from duskline.models.records.activities import RESPONSES, Activity
from duskline.models.records.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import Lead, QuoteRequest
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.visits import Visit
from duskline.models.reporting import building, this_month
from duskline.models.reporting import numbers as report_numbers
from duskline.models.reporting.catalog import REPORTS, period_of
from duskline.models.reporting.measures import MEASURES, Take
from duskline.models.reporting.periods import Period
from duskline.models.reporting.saved_reports import Span
from tests.conftest import SEED
from tests.world import BESIDE, BRANCHES, NEAR, World

PATH = "/api/panel/reports"
HISTORY = 420
"""Days that the made-up company has been at it."""
LEADS, ORDERS, TICKETS = 150, 90, 70
STAGES = ("new", "contacted", "qualified", "proposal", "negotiation", "won")
READERS = {
    "admin": ("", *BRANCHES),
    "regional_ops_manager": (NEAR, BESIDE),
    "branch_ops_manager": (NEAR,),
}
"""With the branches that they reach; what has no branch is the company's."""
PEOPLE = ("near_rep", "beside_rep", "far_rep", None)
ZONE = ZoneInfo(DEFAULT_ZONE)
ALL = "all"
"""Of what belongs to no branch and is everybody's."""
NEVER = datetime(9999, 1, 1, tzinfo=UTC)


async def company(world: World) -> None:
    """Records of more than a year, written as rows; some lack what others have."""
    chance = random.Random(SEED)
    rows: defaultdict[Any, list[dict[str, Any]]] = defaultdict(list)

    def record(kind: str, number: int) -> dict[str, Any]:
        made: datetime = now() - timedelta(minutes=chance.randrange(1, HISTORY * 1440))
        return {
            "id": f"{kind}-{number:04d}", "branch_id": chance.choice(list(BRANCHES)), "assigned_to": chance.choice(PEOPLE),
            "created_at": made, "updated_at": made, "version": 1,
        }  # fmt: skip

    def went(kind: str, row: dict[str, Any], first: str, ways: Iterable[str]) -> datetime:
        at: datetime = row["created_at"]
        status = first
        for number, to in enumerate(ways):
            at = min(at + timedelta(minutes=int(chance.lognormvariate(7, 1.5))), now())
            rows[StatusChange].append(
                {
                    "id": f"{row['id']}-{number}", "kind": kind, "record_id": row["id"], "branch_id": row["branch_id"],
                    "from_status": status, "to_status": to, "at": at, "by_id": None,
                }
            )  # fmt: skip
            status = to
        row["status"] = status
        return at

    for number in range(LEADS):
        row = record("made-up-lead", number)
        way = list(STAGES[1 : chance.randrange(1, 7)])
        went(
            "lead",
            row,
            "new",
            [*way, *(["lost"] if way and way[-1] != "won" and chance.random() < 0.4 else [])],
        )
        kind = chance.choice((None, "guess", "quoted"))
        answered = row["created_at"] + timedelta(minutes=int(chance.lognormvariate(6, 2.5)))
        rows[Lead].append(
            row | {
                "name": "N", "email": "n@n.example", "source": chance.choice((None, "Fair", "Referral")), "search": "", "email_key": "n@n.example",
                "estimated_value": chance.choice((None, None, 900, 4500)), "counted_as": kind or "quoted",
            }
        )  # fmt: skip
        rows[LeadDetails].append(
            {
                "id": row["id"], "value_kind": kind, "version": 1, "updated_at": row["created_at"],
                "first_response_at": answered if answered < now() and chance.random() < 0.7 else None,
                "lost_reason": "Price" if row["status"] == "lost" else None,
            }
        )  # fmt: skip
    for number in range(ORDERS):
        row = record("made-up-order", number)
        done = min(row["created_at"] + timedelta(minutes=int(chance.lognormvariate(9, 0.8))), now())
        status = chance.choice(("pending", "in_progress", "completed", "completed", "completed"))
        completed = done if status == "completed" else None
        planned = chance.choice((None, (done + timedelta(days=chance.randrange(-2, 9))).date()))
        photos = chance.choice(([], [{"kind": "before"}], [{"kind": "before"}, {"kind": "after"}]))
        rows[WorkOrder].append(
            row | {
                "client_id": f"client-{row['branch_id']}-1", "title": "T", "status": status, "priority": "medium", "search": "",
                "scheduled_date": planned, "completed_date": completed, "images": photos, "materials_used": [],
            }
        )  # fmt: skip
        rows[WorkOrderDetails].append(
            {
                "id": row["id"], "kind": chance.choice(("installation", "service")), "feet": chance.choice((None, 120, 310)),
                "hours": chance.choice((None, 3)), "updated_at": row["created_at"], "version": 1, "tells_client": True,
                "cancelled_at": row["created_at"] if status == "pending" and chance.random() < 0.3 else None,
                "earlier_id": f"made-up-order-{chance.randrange(number):04d}" if number and chance.random() < 0.4 else None,
            }
        )  # fmt: skip
        if completed and chance.random() < 0.6:
            started = completed - timedelta(minutes=chance.randrange(30, 500))
            rows[Visit].append(
                {
                    "id": f"visit-of-{number:04d}", "kind": "work_order", "record_id": row["id"], "branch_id": row["branch_id"],
                    "day": completed.date(), "status": "done", "crew": chance.sample(["near_technician", "beside_technician"], chance.choice((1, 2))),
                    "started_at": chance.choice((None, started)), "done_at": completed, "missing": chance.choice((None, "Rain")),
                    "position": 0, "pinned": False, "sequence": 0, "nobody_there": False, "created_at": row["created_at"],
                    "updated_at": row["created_at"], "version": 1,
                }
            )  # fmt: skip
    for number in range(TICKETS):
        row = record("made-up-ticket", number)
        ways = chance.choice(
            (
                [],
                ["in_progress"],
                ["resolved"],
                ["in_progress", "resolved"],
                ["resolved", "open"],
                ["resolved", "open", "closed"],
            )
        )
        last = went("ticket", row, "open", ways)
        rows[SupportTicket].append(
            row | {
                "subject": "S", "description": "D", "category": chance.choice(("general", "billing")), "search": "",
                "priority": chance.choice(("low", "urgent")), "created_by": "admin",
                "resolved_at": last if row["status"] in ("resolved", "closed") else None,
            }
        )  # fmt: skip
        rows[TicketDetails].append({"id": row["id"], "updated_at": row["created_at"], "version": 1})
    async with world.database.writes.begin() as connection:
        for entity, some in rows.items():
            names = set(entity.__table__.c.keys())
            await connection.execute(
                insert(entity.__table__),
                [{name: value for name, value in row.items() if name in names} for row in some],
            )
        await remake(connection)


# What the records say, in a line for each measure


@dataclass
class Event:
    """Something that a measure may count: on which day, for whom, and what is known of it."""

    day: date
    keys: dict[str, str]
    branch: str
    facts: dict[str, Any] = field(default_factory=dict)


Events = dict[str, list[Event]]


def day_of(moment: datetime) -> date:
    return moment.astimezone(ZONE).date()


def took(start: datetime, end: datetime | None) -> int | None:
    return None if end is None else max(0, int((end - start).total_seconds() // 60))


SOURCES = (
    Lead, LeadDetails, StatusChange, WorkOrder, WorkOrderDetails, Visit, SupportTicket, Activity, MeasuredRun, ContactSubmission,
    EnquiryHandling, QuoteRequest,
)  # fmt: skip


async def events_of(world: World, branches: Collection[str]) -> Events:
    """What happened in some branches."""
    async with world.database.reads.connect() as connection:
        rows = {entity: list(await connection.execute(select(entity.__table__))) for entity in SOURCES}
    found: Events = defaultdict(list)
    changes = _by(sorted(rows[StatusChange], key=lambda row: (row.at, row.id)), "record_id")
    asked = _by(sorted(rows[QuoteRequest], key=lambda row: row.created_at), "lead_id")
    beside = {row.id: row for entity in (LeadDetails, WorkOrderDetails) for row in rows[entity]}
    for lead in rows[Lead]:
        _lead(found, lead, beside.get(lead.id), changes[lead.id], asked[lead.id])
    visits = _by(
        (row for row in rows[Visit] if row.kind == "work_order" and row.status == "done"), "record_id"
    )
    later = _by((row for row in rows[WorkOrderDetails] if row.cancelled_at is None), "earlier_id")
    made = {row.id: row.created_at for row in rows[WorkOrder]}
    for order in rows[WorkOrder]:
        _order(found, order, beside[order.id], visits[order.id], [made[row.id] for row in later[order.id]])
    said = _by((row for row in rows[Activity] if row.type in RESPONSES), "record_id")
    for ticket in rows[SupportTicket]:
        _ticket(found, ticket, changes[ticket.id], [row.happened_at for row in said[ticket.id]])
    _messages(found, rows)
    own = (ALL, *branches)
    return defaultdict(
        list, {kind: [one for one in some if one.branch in own] for kind, some in found.items()}
    )


def _by(rows: Iterable[Any], name: str) -> defaultdict[str, list[Any]]:
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, name)].append(row)
    return found


def _messages(found: Events, rows: dict[Any, list[Any]]) -> None:
    handled = {row.id: row for row in rows[EnquiryHandling] if not row.suspected}
    for sent in rows[ContactSubmission]:
        if (came := handled.get(sent.id)) is not None:
            keys = {"landing_page": came.landing_page or "", "campaign": came.campaign or ""}
            found["enquiry"].append(Event(day_of(sent.created_at), keys, ALL))


def _lead(found: Events, lead: Any, beside: Any, changes: list[Any], asked: list[Any]) -> None:
    came = asked[0] if asked else None
    keys = {
        "person": lead.assigned_to or "", "source": lead.source or "", "landing_page": getattr(came, "landing_page", None) or "",
        "campaign": getattr(came, "campaign", None) or "",
    }  # fmt: skip
    answered = took(lead.created_at, beside and beside.first_response_at)
    entered = {"new": lead.created_at}
    for change in changes:
        if change.to_status in STAGES:
            for stage in STAGES[: STAGES.index(change.to_status) + 1]:
                entered.setdefault(stage, max(change.at, lead.created_at))
    if lead.status in STAGES:
        for stage in STAGES[: STAGES.index(lead.status) + 1]:
            entered.setdefault(stage, lead.created_at)
    soon = {stage for stage, at in entered.items() if at <= lead.created_at + timedelta(days=30)}
    found["lead"].append(
        Event(day_of(lead.created_at), keys, lead.branch_id, {"answered": answered, "soon": soon})
    )
    if lead.status in ("won", "lost"):
        at = next((row.at for row in reversed(changes) if row.to_status == lead.status), lead.created_at)
        facts = {
            "took": took(lead.created_at, at), "value": lead.estimated_value,
            "kind": (beside and beside.value_kind) or "quoted",
        }  # fmt: skip
        reason = {"reason": (beside and beside.lost_reason) or ""} if lead.status == "lost" else {}
        found[lead.status].append(Event(day_of(at), keys | reason, lead.branch_id, facts))


def _order(found: Events, order: Any, beside: Any, visits: list[Any], returns: list[Any]) -> None:
    keys = {"person": order.assigned_to or "", "kind": beside.kind}
    done = None if order.completed_date is None else day_of(order.completed_date)
    if beside.cancelled_at is None and order.scheduled_date:
        outcome = "open" if done is None else "on_day" if done <= order.scheduled_date else "late"
        found["planned"].append(Event(order.scheduled_date, keys, order.branch_id, {"outcome": outcome}))
    if beside.cancelled_at is None and order.status != "completed":
        facts = {"dated": bool(order.scheduled_date), "since": day_of(order.created_at)}
        found["open order"].append(Event(day_of(order.created_at), keys, order.branch_id, facts))
    if done:
        age = {"age": took(order.created_at, order.completed_date)}
        found["completed"].append(Event(done, keys, order.branch_id, age))
    if order.status != "completed" or not done:
        return
    people = {one for visit in visits for one in visit.crew} or {order.assigned_to} - {None}
    pictures = {photo.get("kind") for photo in order.images or ()}
    checks = False if any(visit.missing for visit in visits) else None  # nobody ticked anything here
    back = any(order.completed_date <= at <= order.completed_date + timedelta(days=60) for at in returns)
    hours = {
        one: sum(
            took(visit.started_at, visit.done_at) or 0
            for visit in visits
            if visit.started_at and one in visit.crew
        )
        for one in people
    }
    for one in ("", *people):
        facts = {
            "feet": beside.feet, "minutes": sum(hours.values()) if one == "" else hours[one], "checks": checks,
            "photos": pictures >= {"before", "after"}, "returned": back,
        }  # fmt: skip
        found["crew"].append(Event(done, {"person": one}, order.branch_id, facts))


def _ticket(found: Events, ticket: Any, changes: list[Any], said: list[datetime]) -> None:
    keys = {"person": ticket.assigned_to or "", "category": ticket.category, "priority": ticket.priority}
    answers = [row.at for row in changes if row.to_status != "open"] + said + [ticket.resolved_at or NEVER]
    first = min(answers)
    answered = None if first == NEVER else took(ticket.created_at, first)
    over, reopened = False, None
    for change in changes:
        if over and change.to_status not in ("resolved", "closed"):
            reopened = reopened or change.at
        over = change.to_status in ("resolved", "closed")
    again = bool(reopened and reopened <= ticket.created_at + timedelta(days=30))
    facts = {"answered": answered, "again": again}
    found["ticket"].append(Event(day_of(ticket.created_at), keys, ticket.branch_id or "", facts))
    if ticket.resolved_at:
        time_taken = {"took": took(ticket.created_at, ticket.resolved_at)}
        found["resolved"].append(Event(day_of(ticket.resolved_at), keys, ticket.branch_id or "", time_taken))
    if ticket.status not in ("resolved", "closed"):
        found["open ticket"].append(
            Event(day_of(ticket.created_at), keys, ticket.branch_id or "", {"waits": answered is None})
        )


Some = list[Event]
Answer = tuple[float | None, int]
"""The number, and of how many records it is known."""


def median(numbers: Iterable[int | None], scale: int = 1) -> Answer:
    known = sorted(number for number in numbers if number is not None)
    if not known:
        return None, 0
    half = len(known) // 2
    middle = known[half] if len(known) % 2 else (known[half - 1] + known[half]) / 2
    return round(middle / scale, 1), len(known)


def nine_of_ten(numbers: Iterable[int | None], scale: int = 1) -> Answer:
    known = sorted(number for number in numbers if number is not None)
    return (round(known[-(-9 * len(known) // 10) - 1] / scale, 1) if known else None), len(known)


def share(flags: Iterable[Any]) -> Answer:
    known = [bool(flag) for flag in flags if flag is not None]
    return (round(100 * sum(known) / len(known), 1) if known else None), len(known)


def total(numbers: Iterable[int | None], scale: int = 1) -> Answer:
    known = [number for number in numbers if number is not None]
    return (round(sum(known) / scale, 1) if known else None), len(known)


def count(some: Iterable[Any]) -> Answer:
    number = len(list(some))
    return number, number


def old(some: Some, days: int, today: date) -> Some:
    return [each for each in some if each.day <= today - timedelta(days=days)]


def each(some: Some, name: str) -> list[Any]:
    return [event.facts[name] for event in some]


DAY = 24 * 60
WEEK_OF_MINUTES = 7 * DAY


def within_a_week(some: Some, today: date) -> Answer:
    return share(
        minutes is not None and minutes < WEEK_OF_MINUTES for minutes in each(old(some, 7, today), "answered")
    )


def came_to(stage: str, some: Some, today: date) -> Answer:
    return share(stage in soon for soon in each(old(some, 30, today), "soon"))


def worth(kind: str, some: Some, _: date) -> Answer:
    return total(one.facts["value"] for one in some if one.facts["kind"] == kind)


Recount = Callable[[Some, date], Answer]
RECOUNTS: Mapping[str, tuple[str, Recount]] = {
    "leads": ("lead", lambda some, _: count(some)),
    "answered": ("lead", within_a_week),
    "answer_median": ("lead", lambda some, _: median(each(some, "answered"))),
    "answer_p90": ("lead", lambda some, _: nine_of_ten(each(some, "answered"))),
    **{
        f"reached_{stage}": ("lead", partial(came_to, stage))
        for stage in STAGES[1:5]
    },
    "won": ("won", lambda some, _: count(some)),
    "lost": ("lost", lambda some, _: count(some)),
    **{
        kind: ("won", partial(worth, kind))
        for kind in ("quoted", "guess")
    },
    "win_median": ("won", lambda some, _: median(each(some, "took"), DAY)),
    "win_p90": ("won", lambda some, _: nine_of_ten(each(some, "took"), DAY)),
    "planned": ("planned", lambda some, _: count(some)),
    "on_day": ("planned", lambda some, _: count(one for one in each(some, "outcome") if one == "on_day")),
    "late": ("planned", lambda some, _: count(one for one in each(some, "outcome") if one == "late")),
    "not_done": ("planned", lambda some, _: count(one for one in each(some, "outcome") if one == "open")),
    "on_day_share": ("planned", lambda some, today: share(one == "on_day" for one in each(old(some, 1, today), "outcome"))),
    "completed": ("completed", lambda some, _: count(some)),
    "completion_median": ("completed", lambda some, _: median(each(some, "age"), DAY)),
    "undated": ("open order", lambda some, _: count(one for one in each(some, "dated") if not one)),
    "open": ("open order", lambda some, _: count(some)),
    "open_age": ("open order", lambda some, today: (round(sum((today - one).days for one in each(some, "since")) / len(some), 1), len(some)) if some else (None, 0)),
    "jobs": ("crew", lambda some, _: count(some)),
    "feet": ("crew", lambda some, _: total(each(some, "feet"))),
    "site_hours": ("crew", lambda some, _: total((one or None for one in each(some, "minutes")), 60)),
    "photos": ("crew", lambda some, _: share(each(some, "photos"))),
    "checks": ("crew", lambda some, _: share(each(some, "checks"))),
    "returned": ("crew", lambda some, today: share(each(old(some, 60, today), "returned"))),
    "tickets": ("ticket", lambda some, _: count(some)),
    "ticket_answered": ("ticket", within_a_week),
    "ticket_answer_median": ("ticket", lambda some, _: median(each(some, "answered"))),
    "ticket_answer_p90": ("ticket", lambda some, _: nine_of_ten(each(some, "answered"))),
    "resolved": ("resolved", lambda some, _: count(some)),
    "resolve_median": ("resolved", lambda some, _: median(each(some, "took"))),
    "resolve_p90": ("resolved", lambda some, _: nine_of_ten(each(some, "took"))),
    "reopened": ("ticket", lambda some, today: share(each(old(some, 30, today), "again"))),
    "waiting": ("open ticket", lambda some, _: count(one for one in each(some, "waits") if one)),
    "tickets_open": ("open ticket", lambda some, _: count(some)),
    "enquiries": ("enquiry", lambda some, _: count(some)),
    "measured": ("measured", lambda some, _: count(some)),
    "drawing_error": ("measured", lambda some, _: median(each(some, "error"), 10)),
    "drawing_error_p90": ("measured", lambda some, _: nine_of_ten(each(some, "error"), 10)),
}  # fmt: skip
"""By measure: which events it counts, and how."""


def recounted(id: str, events: Events, period: Period, by: str, key: str | None, today: date) -> Answer:
    """What a measure is, of a group's value or of all."""
    if id == "won_share":
        won, lost = (recounted(one, events, period, by, key, today)[0] or 0 for one in ("won", "lost"))
        return (round(100 * won / (won + lost), 1) if won + lost else None), int(won + lost)
    kind, recount = RECOUNTS[id]
    some = [
        one for one in events[kind]
        if MEASURES[id].days is None or period.first <= one.day <= period.last
    ]  # fmt: skip
    if kind == "crew" and (key is None or by != "person"):
        some = [one for one in some if one.keys["person"] == ""]
    if key is not None:
        some = [one for one in some if _key(one, by) == key]
    return recount(some, today)


def _key(event: Event, by: str) -> str | None:
    if by == "month":
        return f"{event.day:%Y-%m}"
    return event.branch if by == "branch" else event.keys.get(by)


async def asked(caller: httpx.AsyncClient, name: str, period: Period, by: str, measures: str) -> Any:
    query = {"from": str(period.first), "to": str(period.last), "by": by} | (
        {"measures": measures} if measures else {}
    )
    answer = await caller.get(f"{PATH}/{name}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def periods(today: date) -> list[Period]:
    """A year, and the month so far, of which little is known yet."""
    return [Period(today - timedelta(days=370), today), Period(today.replace(day=1), today)]


async def every_report(world: World, today: date, who: str = "admin") -> list[tuple[str, Period, str, Any]]:
    found = []
    async with world.client(who) as admin:
        for offered in (await admin.get(PATH)).json():
            name, ids = offered["name"], [each["id"] for each in offered["measures"]]
            if name not in REPORTS:
                continue
            chosen = (
                [",".join(ids[start : start + 12]) for start in range(0, len(ids), 12)]
                if name == "custom"
                else [""]
            )
            for period in periods(today):
                for measures in chosen:
                    groups = (
                        {group for id in measures.split(",") for group in MEASURES[id].groups}
                        if measures
                        else set(offered["by"])
                    )
                    found += [
                        (name, period, by, await asked(admin, name, period, by, measures))
                        for by in sorted(groups)
                    ]
    return found


async def wrong(world: World, who: str = "admin", branches: Collection[str] = ("", *BRANCHES)) -> list[str]:
    """The numbers that are not what the records of some branches say."""
    today, events = day_of(now()), await events_of(world, branches)
    faults, seen = [], set[tuple[str, str]]()
    for name, period, by, report in await every_report(world, today, who):
        rows = [(None, report["totals"]), *((row["key"], row["numbers"]) for row in report["rows"])]
        for key, numbers in rows:
            for id, number in numbers.items():
                seen.add((id, by))
                value, known = recounted(id, events, period, by, key, today)
                told = number["value"], number["of"] if number["known"] is None else number["known"]
                if told != (value, known) or number["error"] is not None:
                    faults.append(
                        f"{name} {period} by {by} {key!r} {id}: {told} and not {(value, known)}, {number}"
                    )
        for id, number in report["totals"].items():
            if MEASURES[id].days:
                value, _ = recounted(id, events, period.before, by, None, today)
                if number["before"] != value:
                    faults.append(f"{name} {period} {id} before: {number['before']} and not {value}")
    assert {id for id, _ in seen} == set(MEASURES), "every measure is asked"
    return faults


async def test_every_number_is_what_the_records_say(world: World) -> None:
    await company(world)
    for who, branches in READERS.items():
        faults = await wrong(world, who, branches)
        assert faults == [], (who, faults[:8])


async def test_control_middles_that_are_guessed_are_noticed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From histograms, as of more rows than are sorted."""
    await company(world)
    monkeypatch.setattr(building, "EXACT_BELOW", 0)
    found = {fault.split(":")[0].removesuffix(" before").split()[-1] for fault in await wrong(world)}
    assert found == {
        id
        for id, measure in MEASURES.items()
        if measure.take in (Take.MEDIAN, Take.P90) and "drawing" not in id
    }


def noughts(reports: Iterable[tuple[str, Period, str, Any]]) -> list[str]:
    """Numbers that say nought of what nobody knows."""
    return [
        f"{name} by {by} {id}"
        for name, _, by, report in reports
        for numbers in (report["totals"], *(row["numbers"] for row in report["rows"]))
        for id, number in numbers.items()
        if MEASURES[id].take is not Take.COUNT
        and number["value"] == 0
        and not (number["of"] if number["known"] is None else number["known"])
    ]


async def test_no_measure_says_nought_of_what_is_not_known(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a company whose jobs have neither feet nor hours, whose leads have no value, and where nobody answered."""
    await bare(world)
    reports = await every_report(world, day_of(now()))
    assert noughts(reports) == []
    told = {
        id: (number["value"], number["known"], number["of"])
        for name, _, _, report in reports if name in ("technicians", "sales")
        for id, number in report["totals"].items() if id in ("feet", "site_hours", "checks", "quoted", "answer_median")
    }  # fmt: skip
    assert told == {
        "feet": (None, 0, 3), "site_hours": (None, 0, 3), "checks": (None, 0, 3), "quoted": (None, 0, 2),
        "answer_median": (None, 0, told["answer_median"][2]),
    }  # fmt: skip
    drawn = [
        point["numbers"]["feet"] for name, _, by, report in reports if name == "custom" and by == "month"
        for point in report["series"]["points"] if "feet" in point["numbers"]
    ]  # fmt: skip
    assert {0, None} == set(drawn), "nothing of no jobs, and not known of those that there were"
    monkeypatch.setattr(report_numbers, "told_of", _never_unknown(report_numbers.told_of))  # control
    assert noughts(await every_report(world, day_of(now())))


def _never_unknown(told_of: Any) -> Any:
    def told(*given: Any) -> Any:
        found = told_of(*given)
        return found._replace(value=found.value or 0)

    return told


async def bare(world: World) -> None:
    async with world.client("admin") as admin:
        for status in ("won", "won", "new"):
            lead = {"branchId": NEAR, "name": "N", "email": "n@n.example", "status": status}
            assert (await admin.post("/api/panel/leads", json=lead)).status_code == 201
        for _ in range(3):
            order = {"branchId": NEAR, "clientId": f"client-{NEAR}-1", "title": "T", "status": "completed"}
            assert (await admin.post("/api/panel/work-orders", json=order)).status_code == 201


# One rule of comparison


COMPARED = [
    ("2026-11-01..2026-11-27", "2026-10-01..2026-10-27", "the month so far"),
    ("2026-11-01..2026-11-30", "2026-10-01..2026-10-31", "a whole month"),
    ("2026-03-01..2026-03-30", "2026-02-01..2026-02-28", "of a shorter month all of it"),
    ("2026-01-01..2026-01-15", "2025-12-01..2025-12-15", "a January is a month"),
    ("2026-01-01..2026-11-27", "2025-01-01..2025-11-27", "the year so far"),
    ("2026-01-01..2026-12-31", "2025-01-01..2025-12-31", "a whole year"),
    ("2024-01-01..2025-12-31", "2022-01-01..2023-12-31", "two years"),
    ("2025-11-01..2026-10-31", "2024-11-01..2025-10-31", "the last twelve months"),
    ("2026-04-01..2026-06-30", "2026-01-01..2026-03-31", "a quarter"),
    ("2026-11-23..2026-11-26", "2026-11-16..2026-11-19", "the week so far"),
    ("2026-11-16..2026-11-22", "2026-11-09..2026-11-15", "a whole week"),
    ("2026-11-24..2026-11-24", "2026-11-17..2026-11-17", "a day"),
    ("2026-10-29..2026-11-27", "2026-09-29..2026-10-28", "thirty days"),
    ("2028-01-01..2028-02-29", "2027-01-01..2027-02-28", "a leap year's end of February"),
]


@pytest.mark.parametrize(("days", "before", "what"), COMPARED, ids=[what for *_, what in COMPARED])
def test_the_days_that_are_compared(days: str, before: str, what: str) -> None:
    first, last = map(date.fromisoformat, days.split(".."))
    assert Period(first, last).before.words == before


async def differences(world: World) -> dict[str, list[Any]]:
    """By measure of the dashboard: how it compares there, in the report of the same days, in a saved one, and in its letter."""
    found: dict[str, list[Any]] = {}
    today = day_of(now())
    async with world.client("admin") as admin:
        month = (await admin.get("/api/panel/dashboard/agenda")).json()["month"]
        ids = [each["column"]["id"] for each in month]
        body = {"name": "Month", "report": "custom", "by": "branch", "period": "this_month", "measures": ids}
        saved = (await admin.post("/api/panel/saved-reports", json=body)).json()
        days = Period(date.fromisoformat(saved["first"]), date.fromisoformat(saved["last"]))
        report = await asked(admin, "custom", days, "branch", ",".join(ids))
        assert days == period_of(Span.THIS_MONTH, today)
        straight = await asked(admin, "custom", Period(today.replace(day=1), today), "month", ",".join(ids))
    for each in month:
        id = each["column"]["id"]
        found[id] = [
            (number["before"], number["change"], number["value"])
            for number in (each["number"], report["totals"][id], straight["totals"][id])
        ]
    return found


async def test_dashboard_report_and_saved_report_say_one_difference(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await company(world)
    found = await differences(world)
    assert list(found) == ["leads", "won", "quoted", "completed", "resolved"]
    assert all(one == several[0] for several in found.values() for one in several), found
    monkeypatch.setattr(
        this_month.__name__ + ".Period", _Elsewhere
    )  # control: a rule of its own at one place
    other = await differences(world)
    assert any(one != several[0] for several in other.values() for one in several)


class _Elsewhere(Period):
    """Compared with days of its own choice."""

    @property
    def before(self) -> Period:
        return Period(self.first - timedelta(days=100), self.first - timedelta(days=80))
