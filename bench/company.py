"""A made-up company of any size: the same one each time, so that two runs measure the same rows.

Fifty branches in ten regions. The first region is busy, the last is quiet: its five branches have the same few
records at every size, which is what makes a careless plan walk the whole table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any, NamedTuple

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import id_at, now
from duskline.core.data.search import Recognized, Telephoned
from duskline.core.values.contacts import email_key
from duskline.models.people.people import User
from duskline.models.people.sessions import ABSOLUTE, SignIn, session_id
from duskline.models.places.places import Branch, Organization, Region
from duskline.models.records.activities import Activity, NextStep
from duskline.models.records.details import LeadDetails, TicketDetails
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.policy import Role

Row = dict[str, Any]

REGIONS = 10
BRANCHES = 50
PER_REGION = BRANCHES // REGIONS
BUSY_WEIGHT = 6
QUIET_RECORDS = 60
"""How many records of a kind each quiet branch has, at every size."""
FIRST_DAY = datetime(2023, 11, 1, tzinfo=UTC)
DAYS = 1095
LAST_DAY = (FIRST_DAY + timedelta(days=DAYS)).date()

FIRST = [
    "Ada",
    "Bea",
    "Carl",
    "Dora",
    "Emil",
    "Fay",
    "Gus",
    "Hana",
    "Ivo",
    "June",
    "Kai",
    "Lena",
    "Milo",
    "Nora",
    "Otis",
    "Pia",
    "Quinn",
    "Rosa",
    "Saul",
    "Tess",
    "Uma",
    "Vera",
    "Walt",
    "Xena",
    "Yara",
    "Zeno",
    "Amos",
    "Britt",
    "Cleo",
    "Dane",
]
LAST = [
    "Ashdown",
    "Birchall",
    "Calder",
    "Dunmore",
    "Eastlake",
    "Fernley",
    "Garrow",
    "Hollis",
    "Ingram",
    "Jessop",
    "Kestrel",
    "Lindgren",
    "Marlow",
    "Norwood",
    "Oakes",
    "Pemberton",
    "Quarles",
    "Rosewall",
    "Sandhurst",
    "Thorne",
    "Underhill",
    "Vantage",
    "Whitlock",
    "Yarrow",
    "Zeller",
]
STREETS = "Maple Juniper Harbor Quarry Meadow Orchard Copper Lantern Willow Granite".split()  # noqa: SIM905
TOWN_HEADS = "Alder Bright Cedar Dawn Elm Frost Glen Haven Iron Juniper".split()  # noqa: SIM905
TOWN_TAILS = "brook dale ford mere wick".split()  # noqa: SIM905
SOURCES = ("website", "Referral", "Yard sign", "Home show", "Phone call", "Social media")
LEAD_STATUSES = {
    "new": 30,
    "contacted": 20,
    "qualified": 15,
    "proposal": 10,
    "negotiation": 5,
    "won": 12,
    "lost": 8,
}
CLIENT_STATUSES = {"active": 85, "inactive": 10, "suspended": 5}
ORDER_STATUSES = {"pending": 20, "in_progress": 10, "completed": 70}
TICKET_STATUSES = {"open": 10, "in_progress": 8, "resolved": 22, "closed": 60}
TICKET_PRIORITIES = {"low": 30, "medium": 50, "high": 15, "urgent": 5}
TICKET_CATEGORIES = {"general": 30, "technical": 30, "billing": 10, "installation": 20, "warranty": 10}
CREW = (
    Role.SALES_REP,
    Role.SALES_REP,
    Role.SALES_REP,
    Role.TECHNICIAN,
    Role.TECHNICIAN,
    Role.LEAD_TECHNICIAN,
)

BUSY_BRANCH, QUIET_BRANCH = "1", f"branch-{BRANCHES}"
BUSY_REGION, QUIET_REGION = "region-1", f"region-{REGIONS}"
RARE_WORD = "Wintergreen"
"""A word in about one lead of a thousand."""


class Size(NamedTuple):
    """How many records; the proportions of the figures in the results."""

    name: str
    leads: int

    @property
    def clients(self) -> int:
        return self.leads // 5

    @property
    def work_orders(self) -> int:
        return self.leads // 2

    @property
    def tickets(self) -> int:
        return self.leads // 2


SIZES = {size.name: size for size in (Size("10k", 10_000), Size("100k", 100_000), Size("1m", 1_000_000))}


def branch_ids() -> list[str]:
    return ["1", *(f"branch-{number}" for number in range(2, BRANCHES + 1))]


def region_of(index: int) -> str:
    return f"region-{index // PER_REGION + 1}"


def town_of(index: int) -> str:
    return TOWN_HEADS[index // PER_REGION] + TOWN_TAILS[index % PER_REGION]


def tables(size: Size) -> Iterator[tuple[Any, Iterator[Row]]]:
    """Every table with its rows, parents first."""
    chance = random.Random(size.leads)
    yield (
        Organization,
        iter([{"id": "company", "name": "Company", "created_at": FIRST_DAY, "updated_at": FIRST_DAY}]),
    )
    yield Region, regions()
    yield Branch, branches()
    yield User, people()
    yield SignIn, sign_ins()
    yield Lead, leads(size, chance)
    yield Client, clients(size, chance)
    yield WorkOrder, work_orders(size, chance)
    yield SupportTicket, tickets(size, chance)
    yield NextStep, next_steps(size)
    yield LeadDetails, answers(size)
    yield StatusChange, changes(size)
    yield from long_thread()


BESIDE = (
    """INSERT INTO lead_details (id) SELECT id FROM leads
       WHERE NOT EXISTS (SELECT 1 FROM lead_details AS there WHERE there.id = leads.id)""",
    """INSERT INTO properties (id, client_id, branch_id, created_at, updated_at, version)
       SELECT id, id, branch_id, created_at, created_at, 1 FROM clients""",
    """INSERT INTO work_order_details (id, kind, property_id, updated_at, version)
       SELECT id, 'installation', client_id, created_at, 1 FROM work_orders""",
    """INSERT INTO ticket_details (id, updated_at, version) SELECT id, created_at, 1 FROM support_tickets
       WHERE NOT EXISTS (SELECT 1 FROM ticket_details AS there WHERE there.id = support_tickets.id)""",
)
"""The rows that come with records, which the session would write."""


def regions() -> Iterator[Row]:
    for number in range(1, REGIONS + 1):
        yield {
            "id": f"region-{number}", "organization_id": "company", "name": f"Region {number}",
            "code": f"R{number}", "created_at": FIRST_DAY, "version": 1,
        }  # fmt: skip


def branches() -> Iterator[Row]:
    for index, id in enumerate(branch_ids()):
        yield {
            "id": id, "region_id": region_of(index), "name": town_of(index), "created_at": FIRST_DAY,
            "address": f"1 Main Street, {town_of(index)}", "version": 1,
        }  # fmt: skip


def people() -> Iterator[Row]:
    yield person("admin", Role.ADMIN)
    for number in range(1, REGIONS + 1):
        yield person(f"region-{number}", Role.REGIONAL_OPS_MANAGER, region_id=f"region-{number}")
    for id in branch_ids():
        yield person(f"manager-{id}", Role.BRANCH_OPS_MANAGER, branch_id=id)
        for number, role in enumerate(CREW):
            yield person(f"crew-{id}-{number}", role, branch_id=id)


def person(id: str, role: Role, branch_id: str | None = None, region_id: str | None = None) -> Row:
    email = f"{id}@duskline.example"
    row = {
        "id": id, "email": email, "email_key": email_key(email), "password": "none", "role": role.value,
        "branch_id": branch_id, "region_id": region_id, "first_name": id, "last_name": None,
    }  # fmt: skip
    return row | dated(FIRST_DAY) | found_by(User, row)


PEOPLE = {
    "admin": "admin",
    "busy region": BUSY_REGION,
    "quiet region": QUIET_REGION,
    "busy branch": f"manager-{BUSY_BRANCH}",
    "quiet branch": f"manager-{QUIET_BRANCH}",
}
"""Whoever asks in the measurements: by how much of the company they reach."""


def token_of(who: str) -> str:
    return f"bench-session-of-{PEOPLE[who]}"


def sign_ins() -> Iterator[Row]:
    """A session for everyone who asks, as if they had just signed in."""
    began = now()
    for who, user in PEOPLE.items():
        yield {
            "sid": session_id(token_of(who)), "sess": {"userId": user, "createdAt": began.isoformat()},
            "expire": began + ABSOLUTE, "user_id": user,
        }  # fmt: skip


def leads(size: Size, chance: random.Random) -> Iterator[Row]:
    statuses = picker(LEAD_STATUSES, chance)
    for number, made, branch, index in records(size.leads, chance):
        first, last = chance.choice(FIRST), chance.choice(LAST)
        street = RARE_WORD if number % 1009 == 0 else chance.choice(STREETS)
        row = {
            "id": id_of(made, chance), "branch_id": branch, "assigned_to": crew_of(branch, chance),
            "name": f"{first} {last}", "email": f"{first}.{last}{number}@example.com".lower(),
            "phone": f"555-{number % 10_000_000:07d}", "address": f"{number % 999 + 1} {street} Street, {town_of(index)}",
            "status": statuses(), "source": SOURCES[number % len(SOURCES)], "estimated_value": 3000 + number % 5000,
            "notes": "Roofline of about 150 feet; wants warm white on weekdays.",
        }  # fmt: skip
        yield row | dated(made) | found_by(Lead, row)


def clients(size: Size, chance: random.Random) -> Iterator[Row]:
    statuses = picker(CLIENT_STATUSES, chance)
    for number, made, branch, index in records(size.clients, chance):
        first, last = chance.choice(FIRST), chance.choice(LAST)
        row = {
            "id": client_id(number), "branch_id": branch, "lead_id": None, "name": f"{first} {last}",
            "email": f"{first}.{last}{number}@example.com".lower(), "phone": f"555-{number % 10_000_000:07d}",
            "address": f"{number % 999 + 1} {chance.choice(STREETS)} Street, {town_of(index)}", "status": statuses(),
        }  # fmt: skip
        yield row | dated(made) | found_by(Client, row)


def work_orders(size: Size, chance: random.Random) -> Iterator[Row]:
    statuses, priorities = (
        picker(ORDER_STATUSES, chance),
        picker({"low": 20, "medium": 60, "high": 20}, chance),
    )
    for number, made, branch, _ in records(size.work_orders, chance):
        status = statuses()
        row = {
            "id": id_of(made, chance), "branch_id": branch, "client_id": client_id(number % size.clients),
            "assigned_to": crew_of(branch, chance), "title": f"Install {chance.choice(STREETS)} roofline {number}",
            "description": "Front roofline, two controllers.", "status": status, "priority": priorities(),
            "scheduled_date": (made + timedelta(days=14)).date(),
            "completed_date": made + timedelta(days=15) if status == "completed" else None, "notes": None,
            "images": [], "materials_used": [],
        }  # fmt: skip
        yield row | dated(made) | found_by(WorkOrder, row)


def tickets(size: Size, chance: random.Random) -> Iterator[Row]:
    statuses, priorities = picker(TICKET_STATUSES, chance), picker(TICKET_PRIORITIES, chance)
    categories = picker(TICKET_CATEGORIES, chance)
    for number, made, branch, index in records(size.tickets, chance):
        status = statuses()
        row = {
            "id": id_of(made, chance), "created_by": f"manager-{branch}", "assigned_to": crew_of(branch, chance),
            "branch_id": branch, "subject": f"Controller {number} offline after storm",
            "description": f"The house on {chance.choice(STREETS)} Street in {town_of(index)} stays dark.",
            "status": status, "priority": priorities(), "category": categories(),
            "resolved_at": made + timedelta(days=2) if status in ("resolved", "closed") else None,
        }  # fmt: skip
        yield row | dated(made) | found_by(SupportTicket, row)


def next_steps(size: Size) -> Iterator[Row]:
    """Of three open leads two have one, due from a month before the last day to two months after it."""
    chance = random.Random(2)
    for lead in leads(size, random.Random(size.leads)):
        if lead["status"] in ("won", "lost") or chance.randrange(3) == 0:
            continue
        yield {
            "id": id_of(lead["created_at"], chance), "kind": "lead", "record_id": lead["id"],
            "branch_id": lead["branch_id"], "assigned_to": lead["assigned_to"], "words": "Call about the colors",
            "due_on": LAST_DAY + timedelta(days=chance.randrange(-30, 60)), "due_minute": None, "done_at": None,
            "done_by": None,
        } | dated(lead["created_at"])  # fmt: skip


def answers(size: Size) -> Iterator[Row]:
    """Four of five leads were answered, most of them within a day."""
    chance = random.Random(3)
    for lead in leads(size, random.Random(size.leads)):
        took = timedelta(minutes=int(chance.lognormvariate(5, 1.5)))
        answered = lead["created_at"] + took if chance.randrange(5) else None
        yield {
            "id": lead["id"],
            "first_response_at": answered,
            "lost_reason": "Price" if lead["status"] == "lost" else None,
        }


def changes(size: Size) -> Iterator[Row]:
    """How leads and tickets came to where they stand: from the first status there, in one step."""
    chance = random.Random(4)
    for kind, first, rows in (
        ("lead", "new", leads(size, random.Random(size.leads))),
        ("ticket", "open", tickets(size, random.Random(size.leads))),
    ):
        for row in rows:
            if row["status"] != first:
                yield {
                    "id": id_of(row["created_at"], chance), "kind": kind, "record_id": row["id"],
                    "branch_id": row["branch_id"], "from_status": first, "to_status": row["status"],
                    "at": row["created_at"] + timedelta(minutes=int(chance.lognormvariate(8, 1.2))), "by_id": None,
                }  # fmt: skip


THREAD = "client-of-a-long-thread"
JOBS, ASKED, EVENTS = 12, 8, 100
"""Of the long thread: jobs and tickets, and how many calls and how many changes."""


def long_thread() -> Iterator[tuple[Any, Iterator[Row]]]:
    """One client of the busy branch with the records and events of ten years."""
    chance = random.Random(1)
    times = [FIRST_DAY + timedelta(days=number) for number in range(EVENTS)]
    client = {
        "id": THREAD, "branch_id": BUSY_BRANCH, "name": "Long Thread", "email": "long.thread@example.com",
        "phone": "555-0000000", "address": f"1 {RARE_WORD} Street, {town_of(0)}", "status": "active", "lead_id": None,
    }  # fmt: skip
    lead = {
        **client, "id": f"lead-of-{THREAD}", "status": "won", "source": "Website", "estimated_value": 5000,
        "notes": "Front first.", "assigned_to": None,
    }  # fmt: skip
    del lead["lead_id"]
    jobs: list[Row] = [
        {
            "id": f"job-{number}-of-{THREAD}"[:36], "branch_id": BUSY_BRANCH, "client_id": THREAD, "assigned_to": None,
            "title": f"Visit {number}", "description": "Check every run.", "status": "completed", "priority": "medium",
            "scheduled_date": times[number].date(), "completed_date": times[number], "notes": None, "images": [],
            "materials_used": [],
        }
        for number in range(JOBS)
    ]  # fmt: skip
    asked = [
        {
            "id": f"ask-{number}-of-{THREAD}"[:36], "created_by": "admin", "assigned_to": None,
            "branch_id": BUSY_BRANCH, "subject": f"Question {number}", "description": "One run stays green.",
            "status": "closed", "priority": "low", "category": "technical", "resolved_at": times[number],
        }
        for number in range(ASKED)
    ]  # fmt: skip
    for entity, rows in ((Lead, [lead]), (Client, [client]), (WorkOrder, jobs), (SupportTicket, asked)):
        yield entity, (row | dated(FIRST_DAY) | found_by(entity, row) for row in rows)
    yield LeadDetails, iter([{"id": lead["id"], "client_id": THREAD}])
    yield TicketDetails, ({"id": row["id"], "client_id": THREAD} | dated(FIRST_DAY) for row in asked)
    yield (
        Activity,
        (
            {
                "id": id_of(at, chance), "kind": "client", "record_id": THREAD, "branch_id": BUSY_BRANCH, "type": "call",
                "outcome": "reached", "minutes": 5, "words": "Asked how the lights are: all good.", "happened_at": at,
                "by_id": "admin",
            }
            | dated(at)
            for at in times
        ),
    )  # fmt: skip
    yield (
        AuditLog,
        (
            {
                "id": id_of(at, chance), "user_id": "admin", "action": "update", "entity_type": "work_order",
                "entity_id": jobs[number % JOBS]["id"], "changes": {"status": ["pending", "in_progress"]},
                "created_at": at,
            }
            for number, at in enumerate(times)
        ),
    )  # fmt: skip


def records(count: int, chance: random.Random) -> Iterator[tuple[int, datetime, str, int]]:
    """Number, time (ascending), branch and its index of each record."""
    ids = branch_ids()
    lively = BRANCHES - PER_REGION
    weights = [*accumulate(BUSY_WEIGHT if index < PER_REGION else 1 for index in range(lively))]
    step = timedelta(days=DAYS) / count
    every = count // (QUIET_RECORDS * PER_REGION)
    for number in range(count):
        if number % every == 0 and number // every < QUIET_RECORDS * PER_REGION:
            index = lively + number // every % PER_REGION
        else:
            index = chance.choices(range(lively), cum_weights=weights)[0]
        yield number, FIRST_DAY + step * number, ids[index], index


def picker(weighted: dict[str, int], chance: random.Random) -> Any:
    values, weights = list(weighted), [*accumulate(weighted.values())]
    return lambda: chance.choices(values, cum_weights=weights)[0]


def id_of(made: datetime, chance: random.Random) -> str:
    return id_at(int(made.timestamp() * 1000), chance.getrandbits(80))


def client_id(number: int) -> str:
    return f"client-{number}"


def crew_of(branch: str, chance: random.Random) -> str | None:
    """Someone of the branch; a fifth of the records wait for somebody."""
    number = chance.randrange(len(CREW) + 1)
    return f"crew-{branch}-{number}" if number < len(CREW) else None


def dated(made: datetime) -> Row:
    return {"created_at": made, "updated_at": made, "version": 1}


def found_by(entity: Any, row: Row) -> Row:
    """What the session would keep beside the fields, so that they are found."""
    made = entity(**row)
    keys = {"phone_key": made.phone_key} if isinstance(made, Telephoned) else {}
    if isinstance(made, Recognized):
        keys |= {"email_key": made.email_key, "place_key": made.place_key}
    return keys | {"search": made.search_text()}
