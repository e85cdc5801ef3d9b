"""The sample service: work orders from the first installation to the yearly visit, and support tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from duskline.demonstration.people import People
from duskline.demonstration.sales import Sales, shuffled
from duskline.demonstration.story import Stage, Story
from duskline.models.records.details import JobKind
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.policy import Role

VISITS = {"pending": 66, "in_progress": 22, "completed": 52}
"""Besides one installation for each of the clients."""
UNSCHEDULED = 0.2
TICKET_COUNTS = {"open": 20, "in_progress": 18, "resolved": 24, "closed": 17}
PRIORITIES = ("low", "medium", "medium", "medium", "high")


@dataclass(frozen=True)
class Job:
    """A kind of visit: its title, what is to be done, what it uses, and what the crew wrote afterwards."""

    title: str
    description: str
    materials: tuple[tuple[str, int, str], ...] = ()
    notes: str | None = None


JOBS = (
    Job("Annual inspection", "Check every run, connector and fastener; clean the channel; update the firmware.",
        notes="All runs lit, two clips tightened. Next inspection in a year."),
    Job("Replace a dark segment", "Client reports a dark segment on the front gable.",
        (("LED node, warm white/RGB", 6, "pcs"), ("Waterproof connector", 2, "pcs")),
        "Water had reached one connector. Segment and connector replaced, run tested for 30 minutes."),
    Job("Replace the controller", "Controller does not come back after a 10-second reset.",
        (("Controller, 2.4 GHz", 1, "pcs"), ("Surge protector", 1, "pcs")),
        "Old unit showed surge damage. New controller joined to the WiFi, scenes restored from the app."),
    Job("Extend to the back patio", "Add the rear eave and the pergola as a zone of its own.",
        (("Aluminum channel, 10 ft", 7, "pcs"), ("LED node, warm white/RGB", 84, "pcs"), ("Power supply, 150 W", 1, "pcs"))),
    Job("Set up holiday scenes", "Program the December scenes and the shut-off time, and show the client how to change them.",
        notes="Three scenes saved, schedule from dusk to 11 PM."),
    Job("Rejoin the WiFi", "Client changed the router; the controller must join the new 2.4 GHz network.",
        notes="Network name and password entered again, schedule checked."),
    Job("Take down and refit for new gutters", "Remove the front run before the gutter crew comes, refit afterwards.",
        (("Stainless screw, 1 in", 60, "pcs"), ("Trim-colored end cap", 4, "pcs"))),
    Job("Dim the side facing the neighbor", "Lower the brightness of the east run and set a late-night scene.",
        notes="East run at 30 percent after 9 PM. Neighbor is content."),
    Job("Repair a loose channel", "Wind has loosened about 8 ft of channel at the corner of the garage.",
        (("Stainless screw, 1 in", 12, "pcs"), ("Corner bracket", 2, "pcs")), "Refastened, corner bracket replaced."),
    Job("Walk-through of scenes and hours", "Agree on scenes, hours and who may change them.",
        notes="Two people trained, schedule follows opening hours."),
)  # fmt: skip


@dataclass(frozen=True)
class Matter:
    """What a ticket is about."""

    category: str
    subject: str
    text: str
    urgent: bool = False


MATTERS = (
    Matter("technical", "Controller is offline", "The app says that the controller is offline since last night. The house has power, and other devices are on the WiFi."),
    Matter("technical", "App does not find the lights after a new router", "The new router only shows a 5 GHz network. Explained that the controller needs 2.4 GHz; caller will switch it on and report back."),
    Matter("technical", "One run stays green", "The run over the garage stays green whatever scene is chosen. The other runs are fine."),
    Matter("technical", "Lights switch on an hour late", "Since the clock change the schedule is one hour late. Asked the caller to check the time zone in the app."),
    Matter("technical", "Firmware update stops halfway", "The update stops at 60 percent and starts again by itself."),
    Matter("technical", "All lights are out, event tomorrow", "Nothing lights up and the client has guests tomorrow evening. Reset did not help.", urgent=True),
    Matter("technical", "Breaker trips when the lights come on", "The outdoor breaker trips at dusk. Told the client to leave the system off until a technician has looked at it.", urgent=True),
    Matter("installation", "Clip came loose at the corner", "Piece of channel hangs a little at the corner above the driveway. Nothing has fallen."),
    Matter("installation", "Wire visible at the downspout", "Client would like the wire at the downspout hidden better."),
    Matter("installation", "Question about the installation date", "Client asks whether the crew can come a day earlier because of the weather."),
    Matter("installation", "Permission from the homeowners association", "The association asks for a drawing and a daytime picture before it agrees."),
    Matter("installation", "Add lights to the new porch", "The porch is finished; client wants it in the same scenes as the front."),
    Matter("warranty", "Register the system after a house sale", "New owner asks how to register the system in their name."),
    Matter("warranty", "Two dark nodes", "Two nodes over the front door are dark. Installed less than two years ago."),
    Matter("warranty", "Question about storm damage", "Hail dented a channel on the west side. Client sent pictures and asks about the claim."),
    Matter("warranty", "Extended coverage", "Client bought within the last year and asks what extended coverage includes and costs."),
    Matter("billing", "Invoice shows the old address", "Please send the invoice again with the new address."),
    Matter("billing", "Question about the payment plan", "Client wants to pay off the plan early and asks about a penalty. There is none; a written confirmation is wanted."),
    Matter("billing", "Deposit was charged twice", "The deposit appears twice on the card statement. Client sent a copy.", urgent=True),
    Matter("general", "How to share the app with the family", "Client asks how a second phone gets access, and whether children can be limited to scenes."),
    Matter("general", "Recommendation for cleaning", "Asked what to clean the channel with. Answer: a garden hose once or twice a year, no cleaning solution."),
    Matter("general", "Turn the lights off for a week", "Client is away and wants everything off until Sunday."),
    Matter("general", "Colors for a school event", "Which settings give the school's blue and gold?"),
    Matter("general", "Thank you, and one question", "Client is happy with the result and asks whether the late-night scene can be dimmer."),
)  # fmt: skip


def work_orders(stage: Stage, people: People, sales: Sales) -> list[Story]:
    """An installation for every client, and the visits that came after."""
    orders = [installation(stage, people, client) for client in sales.clients]
    first = {order["client_id"]: order["id"] for order in orders}
    longstanding = [
        client for client in sales.clients if client["created_at"] < stage.moment - timedelta(days=60)
    ]
    jobs: list[Job] = []
    for status in shuffled(stage, VISITS):
        jobs = jobs or stage.chance.sample(JOBS, len(JOBS))
        orders.append(visit(stage, people, stage.chance.choice(longstanding), jobs.pop(), status))
        orders[-1].beside["earlier_id"] = first[orders[-1]["client_id"]]
    for number, story in enumerate(order for order in orders if order["status"] == "pending"):
        set_aside(stage, story, number)
    return orders


ON_HOLD = (
    "Waiting for the association's letter.", "The gutters are replaced first.", "Channel in bronze is on order.",
    "Client is away until next month.",
)  # fmt: skip
CANCELLED = ("The client sells the house.", "Entered twice by mistake.")
EVERY_HELD, EVERY_CANCELLED = 11, 29
"""One of so many jobs that have not begun."""


def set_aside(stage: Stage, story: Story, number: int) -> None:
    """Some jobs that have not begun are on hold, and a few were cancelled."""
    since = stage.after(story["updated_at"], 0.2, 2)
    if number % EVERY_CANCELLED == EVERY_CANCELLED - 1:
        story.beside |= {"cancelled_at": since, "reason": stage.chance.choice(CANCELLED)}
    elif number % EVERY_HELD == EVERY_HELD - 1:
        story.beside |= {"held_since": since, "reason": stage.chance.choice(ON_HOLD)}


PROMISED = (
    "No drilling into the brick; clips under the gutter only.",
    "Channel in the color of the trim, wires behind the downspout.",
    "The crew is gone before school is out at three.",
    "Warm white set up and shown on the first evening.",
    "The roses under the bay window stay as they are.",
)


def installation(stage: Stage, people: People, client: Story) -> Story:
    """The first job: scheduled one to three weeks after the client signed, done when that day has passed."""
    chance = stage.chance
    signed = client["created_at"]
    age = (stage.moment - signed).days
    day = stage.workday(chance.randrange(7, 22) - age)
    feet = chance.randrange(70, 320, 10)
    job = Job(
        f"Install {feet} ft of roofline lighting",
        "Mount and wire the channel as drawn, connect the controller, set up the app with the client, save the first scenes.",
        (
            ("Aluminum channel, 10 ft", feet // 10, "pcs"), ("LED node, warm white/RGB", feet, "pcs"),
            ("Power supply, 350 W", 1 + feet // 200, "pcs"), ("Controller, 2.4 GHz", 1, "pcs"),
            ("Wire, 18/3", feet // 2, "ft"),
        ),
        "Finished as drawn. Client has the app and two scenes.",
    )  # fmt: skip
    story = order(stage, people, client, job, signed, day, state_of(stage, day))
    story.beside |= {"lead_id": client["lead_id"], "feet": feet, "stories": 1 + feet % 20 // 10}
    story.beside["promised"] = PROMISED[feet // 10 % len(PROMISED)]
    return story


def state_of(stage: Stage, day: date) -> str:
    if day > stage.today:
        return "pending"
    return "in_progress" if day >= stage.today - timedelta(days=1) else "completed"


def visit(stage: Stage, people: People, client: Story, job: Job, status: str) -> Story:
    """A later job, with dates that suit its status."""
    chance = stage.chance
    asked, day = {
        "pending": (chance.uniform(0.1, 14), chance.randrange(1, 36)),
        "in_progress": (chance.uniform(3, 20), chance.randrange(-2, 1)),
        "completed": (chance.uniform(16, 55), -chance.randrange(3, 13)),
    }[status]
    unscheduled = status == "pending" and chance.random() < UNSCHEDULED
    scheduled = None if unscheduled else earlier_workday(stage, day) if day <= 0 else stage.workday(day)
    story = order(stage, people, client, job, stage.ago(asked), scheduled, status)
    story.beside["kind"] = JobKind.INSPECTION if "inspection" in job.title else JobKind.SERVICE
    return story


def earlier_workday(stage: Stage, days: int) -> date:
    day = stage.today + timedelta(days=days)
    return day - timedelta(days=max(0, day.weekday() - 4))


def order(
    stage: Stage, people: People, client: Story, job: Job, at: datetime, day: date | None, status: str
) -> Story:
    """One work order, from its entry through assignment and start to its completion."""
    chance = stage.chance
    branch = client["branch_id"]
    manager = chance.choice(people.managers(branch)).id
    worker = chance.choice(people.crew(branch)).id
    story = Story(
        stage, WorkOrder, at, manager, branch_id=branch, client_id=client["id"],
        title=f"{job.title}: {client['name']}", description=job.description, status="pending",
        priority=chance.choice(PRIORITIES), scheduled_date=day,
    )  # fmt: skip
    story.beside["property_id"] = client["id"]
    if day is None:
        return story
    story.edit(stage.after(at, 0.1, 1), manager, assigned_to=worker)
    if status == "pending":
        return story
    latest = stage.moment - timedelta(minutes=chance.randrange(20, 170))
    start = min(max(moment_on(stage, day, 13), story["updated_at"]), latest)
    story.edit(start, worker, status="in_progress", materials_used=used(job))
    if status == "completed":
        done = max(moment_on(stage, day, 20), start + timedelta(minutes=30))
        story.edit(done, worker, status="completed", completed_date=done, notes=job.notes)
    return story


def moment_on(stage: Stage, day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour, stage.chance.randrange(60)), UTC)


def used(job: Job) -> list[dict[str, Any]]:
    return [{"name": name, "quantity": quantity, "unit": unit} for name, quantity, unit in job.materials]


ABOUT_A_JOB = ("technical", "installation", "warranty")


def tickets(stage: Stage, people: People, sales: Sales, orders: Sequence[Story]) -> list[Story]:
    """What clients called about, in every state; of their installation where it was done by then."""
    told = []
    installed = {order["client_id"]: order for order in orders if "kind" not in order.beside}
    matters = list(MATTERS)
    for number, status in enumerate(shuffled(stage, TICKET_COUNTS)):
        if number % len(matters) == 0:
            stage.chance.shuffle(matters)
        told.append(
            ticket(stage, people, stage.chance.choice(sales.clients), matters[number % len(matters)], status)
        )
    for story in told:
        job = installed[story.beside["client_id"]]
        done = job["completed_date"] is not None and job["completed_date"] < story["created_at"]
        if done and story["category"] in ABOUT_A_JOB:
            story.beside["work_order_id"] = job["id"]
    told += [company_ticket(stage, people, subject, text) for subject, text in COMPANY_MATTERS]
    return told


COMPANY_MATTERS = (
    ("Price list for next year", "Collect the questions that clients ask about prices, before the new list is printed."),
    ("Answers for the clock change", "Prepare a short answer about schedules after the clock change for all branches."),
)  # fmt: skip


def ticket(stage: Stage, people: People, client: Story, matter: Matter, status: str) -> Story:
    """One ticket of a client's branch, taken up and resolved by the people at its desk."""
    chance = stage.chance
    branch = client["branch_id"]
    desk = people.desk(branch)
    taker, solver = chance.choice(desk).id, chance.choice(desk).id
    days = {"open": (0.1, 4), "in_progress": (1, 12), "resolved": (4, 40), "closed": (20, 120)}[status]
    at = stage.ago(chance.uniform(*days))
    story = Story(
        stage, SupportTicket, at, taker, created_by=taker, branch_id=branch,
        subject=f"{matter.subject}: {client['name']}", status="open", category=matter.category,
        description=f"{matter.text}\n\nClient: {client['name']}, {client['phone'] or client['email']}",
        priority="urgent" if matter.urgent else chance.choice(PRIORITIES),
    )  # fmt: skip
    story.beside["client_id"] = client["id"]
    work_through(stage, story, solver, status)
    return story


def work_through(stage: Stage, story: Story, solver: str, status: str) -> None:
    """Takes a new ticket on to its present status, step by step."""
    if status == "open":
        return
    story.edit(stage.after(story["created_at"], 0.05, 0.9), solver, status="in_progress", assigned_to=solver)
    if status == "in_progress":
        return
    solved = stage.after(story["updated_at"], 0.3, 3)
    story.edit(solved, solver, status="resolved", resolved_at=solved)
    if status == "closed":
        story.edit(stage.after(solved, 2, 6), solver, status="closed")


def company_ticket(stage: Stage, people: People, subject: str, text: str) -> Story:
    """A ticket of the company as a whole: it has no branch, so that global roles alone see it."""
    by = people.everywhere(Role.SUPPORT)[0].id
    return Story(
        stage, SupportTicket, stage.ago(stage.chance.uniform(2, 9)), by, created_by=by, subject=subject,
        description=text, status="open", priority="low", category="general",
    )  # fmt: skip
