"""Clients who come back: in each branch what went dark at some house, the visits that it took, and what its owners ask for next;
and somebody who asks for help before buying.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from duskline.demonstration.people import People
from duskline.demonstration.sales import Sales, rounded
from duskline.demonstration.service import PRIORITIES, Job, order
from duskline.demonstration.story import Stage, Story
from duskline.models.records.conversions import Conversion, ConversionKind
from duskline.models.records.details import JobKind
from duskline.models.records.sales import Lead, ValueKind
from duskline.models.records.service import SupportTicket


@dataclass(frozen=True)
class Fault:
    """What a client saw, and the visit that it takes."""

    category: str
    subject: str
    text: str
    job: Job
    promised: str | None = None


MENDED = Fault(
    "warranty", "Two dark nodes", "Two nodes over the front door are dark since the weekend.",
    Job("Replace two dark nodes", "Two nodes over the front door are dark.",
        (("LED node, warm white/RGB", 2, "pcs"),), "Both replaced, run tested for 30 minutes. Client has seen it."),
)  # fmt: skip
WAITING = Fault(
    "technical", "One run stays green", "The run over the garage stays green whatever scene is chosen.",
    Job("Look at the run over the garage", "Stays green whatever scene is chosen. Bring a controller."),
    "A new controller comes along, at no cost. Call half an hour ahead.",
)  # fmt: skip
WISH = "Wants the front of the new garage lit as well, in the same scenes as the house."


@dataclass
class Again:
    leads: list[Story] = field(default_factory=list)
    tickets: list[Story] = field(default_factory=list)
    orders: list[Story] = field(default_factory=list)
    conversions: list[Conversion] = field(default_factory=list)


def again(stage: Stage, people: People, sales: Sales, orders: Sequence[Story]) -> Again:
    """One client of each branch: the one whose installation has been done for longest."""
    told = Again()
    clients = {client["id"]: client for client in sales.clients}
    for installed in _longest_done(orders):
        client = clients[installed["client_id"]]
        for fault, days in ((MENDED, 60), (WAITING, 5)):
            _visited(stage, people, told, client, installed, fault, days)
        told.leads.append(_asks_again(stage, people, client))
    told.tickets += [_asks_first(stage, people, lead) for lead in _undecided(sales.leads)]
    return told


def _undecided(leads: Sequence[Story]) -> list[Story]:
    """In each branch somebody with a proposal who is no client yet."""
    waiting = [lead for lead in leads if lead["status"] == "proposal" and "client_id" not in lead.beside]
    return list({lead["branch_id"]: lead for lead in waiting}.values())


def _asks_first(stage: Stage, people: People, lead: Story) -> Story:
    """A ticket of a lead."""
    taker = stage.chance.choice(people.desk(lead["branch_id"])).id
    asked = stage.after(lead["created_at"], 0.2, 3)
    ticket = Story(
        stage, SupportTicket, asked, taker, created_by=taker, branch_id=lead["branch_id"],
        subject=f"Drawing for the association: {lead['name']}", status="open", category="installation",
        description="The homeowners association wants a drawing and a picture by day before it agrees.",
        priority="medium",
    )  # fmt: skip
    ticket.beside["lead_id"] = lead["id"]
    return ticket


def _longest_done(orders: Sequence[Story]) -> list[Story]:
    """The first completed installation of each branch."""
    done = [order for order in orders if order["status"] == "completed" and "kind" not in order.beside]
    latest_first = sorted(done, key=lambda order: order["completed_date"], reverse=True)
    return list({order["branch_id"]: order for order in latest_first}.values())


def _visited(
    stage: Stage, people: People, told: Again, client: Story, installed: Story, fault: Fault, days: int
) -> None:
    """A ticket about the installation, and its return visit: done and settled where it is old, planned where it is new."""
    chance = stage.chance
    taker, solver = (chance.choice(people.desk(client["branch_id"])).id for _ in range(2))
    ticket = Story(
        stage, SupportTicket, stage.ago(days), taker, created_by=taker, branch_id=client["branch_id"],
        subject=f"{fault.subject}: {client['name']}", status="open", category=fault.category,
        description=f"{fault.text}\n\nClient: {client['name']}, {client['phone'] or client['email']}",
        priority=chance.choice(PRIORITIES),
    )  # fmt: skip
    ticket.beside |= {"client_id": client["id"], "work_order_id": installed["id"]}
    asked = stage.after(ticket["created_at"], 0.1, 0.9)
    ticket.edit(asked, solver, status="in_progress", assigned_to=solver)
    is_old = fault is MENDED
    day = stage.day_of(asked + timedelta(days=7)) if is_old else stage.workday(3)
    visit = order(stage, people, client, fault.job, asked, day, "completed" if is_old else "pending")
    visit.beside |= {"kind": JobKind.SERVICE, "ticket_id": ticket["id"], "earlier_id": installed["id"]}
    visit.beside["promised"] = fault.promised
    if is_old:
        solved = visit["completed_date"] + timedelta(hours=1)
        ticket.edit(solved, solver, status="resolved", resolved_at=solved)
        ticket.edit(stage.after(solved, 2, 6), solver, status="closed")
    told.tickets.append(ticket)
    told.orders.append(visit)
    told.conversions.append(
        Conversion(
            id=stage.id(asked), created_at=asked, branch_id=client["branch_id"], kind=ConversionKind.RETURN_VISIT,
            from_id=ticket["id"], to_id=visit["id"], by_id=solver,
        )
    )  # fmt: skip


def _asks_again(stage: Stage, people: People, client: Story) -> Story:
    """A lead of somebody who is a client already."""
    rep = stage.chance.choice(people.sales(client["branch_id"])).id
    lead = Story(
        stage, Lead, stage.ago(9), rep, branch_id=client["branch_id"], name=client["name"], email=client["email"],
        phone=client["phone"], address=client["address"], status="new", source="Phone call", notes=WISH,
    )  # fmt: skip
    answered = stage.after(lead["created_at"], 0.1, 1)
    lead.edit(answered, rep, status="contacted", assigned_to=rep)
    value = rounded(stage.chance.randrange(1800, 4200))
    lead.edit(stage.after(answered, 1, 3), rep, status="qualified", estimated_value=value)
    lead.beside |= {
        "client_id": client["id"], "first_response_at": answered, "value_kind": ValueKind.QUOTED,
    }  # fmt: skip
    return lead
