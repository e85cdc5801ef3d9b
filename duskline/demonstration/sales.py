"""The sample sales: leads on their way from the first call to won or lost, quote requests, and clients."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from duskline.access import Role
from duskline.core.db import Base
from duskline.demonstration.people import Names, People
from duskline.demonstration.places import TOWNS, Town
from duskline.demonstration.story import Stage, Story, each
from duskline.models.people import email_key
from duskline.models.sales import Client, Lead, QuoteRequest

LEADS = {
    "new": 36,
    "contacted": 40,
    "qualified": 34,
    "proposal": 24,
    "negotiation": 18,
    "won": 92,
    "lost": 56,
}
CLIENTS = {"active": 100, "inactive": 14, "suspended": 6}
PATH = ("new", "contacted", "qualified", "proposal", "negotiation", "won")
STEP_DAYS = {
    "contacted": (0.05, 1.2), "qualified": (1, 4), "proposal": (2, 6), "negotiation": (2, 6), "won": (1, 7),
    "lost": (2, 12),
}  # fmt: skip
SETTLED_DAYS = {"won": (2, 340), "lost": (1, 200), "new": (0.05, 2.5)}
OPEN_DAYS = (0.1, 9)
SOURCES = (
    "website",
    "website",
    "website",
    "Referral",
    "Referral",
    "Yard sign",
    "Home show",
    "Phone call",
    "Social media",
)
DOMAINS = ("example.com", "example.org", "example.net")
BUSINESSES = (
    "Bakery", "Dental Group", "Garden Center", "Brewery", "Bookshop", "Veterinary Clinic", "Inn", "Community Theater",
    "Car Wash", "Fitness Studio", "Bridal Shop", "Chapel", "Law Offices", "Coffee House", "Hardware",
)  # fmt: skip
WISHES = (
    "Wants the front roofline only, and to be able to add the garage later.",
    "Asked whether the channel can match bronze fascia.",
    "Two dormers and a long porch; prefers warm white most of the year.",
    "Tired of the ladder every December.",
    "HOA approval needed before installation; sent the daytime pictures.",
    "Would like the back patio as a separate zone.",
    "Interested in the 0% plan over 12 months.",
    "Asked about brightness near a neighbor's bedroom window; explained dimming and late-night scenes.",
    "Wants lights ready before the holidays.",
    "Comparing two quotes; cares most about the warranty.",
    "New gutters go up next month; installation should follow after that.",
    "Spouse decides as well; call in the evening.",
    "Asked for a picture of the eave in daylight with the lights off.",
    "Wants brand colors on the storefront and a fixed closing time.",
)
LOST_BECAUSE = (
    "Decided to wait until next year.", "Chose another company.", "The house is going to be sold.",
    "The roof is replaced first; asked us to call again in spring.", "The price was above the budget.",
    "No answer after four calls.",
)  # fmt: skip
RATES = (20, 35)
"""Dollars for an installed foot, low and high, as in the company file."""


@dataclass
class Sales:
    leads: list[Story] = field(default_factory=list)
    quotes: list[Base] = field(default_factory=list)
    clients: list[Story] = field(default_factory=list)


def sales(stage: Stage, people: People) -> Sales:
    """Leads of every status, what website visitors asked for, and the clients that became of the won ones."""
    told = Sales()
    names = Names(stage.chance)
    for status in shuffled(stage, LEADS):
        town = stage.chance.choices(TOWNS, [town.share for town in TOWNS])[0]
        told.leads.append(lead(stage, people, names, town, status, told.quotes))
    statuses = iter(shuffled(stage, CLIENTS))
    for won in [story for story in told.leads if story["status"] == "won"]:
        told.clients.append(client_of(stage, won, next(statuses)))
    for status in statuses:
        told.clients.append(older_client(stage, people, names, status))
    return told


def shuffled(stage: Stage, counts: dict[str, int]) -> list[str]:
    listed = list(each(counts))
    stage.chance.shuffle(listed)
    return listed


def lead(stage: Stage, people: People, names: Names, town: Town, status: str, quotes: list[Base]) -> Story:
    """One lead, told from its first day to its present status."""
    chance = stage.chance
    steps = path_to(stage, status)
    days = [chance.uniform(*STEP_DAYS[step]) for step in steps]
    at = stage.ago(sum(days) + chance.uniform(*SETTLED_DAYS.get(status, OPEN_DAYS)))
    rep = chance.choice(people.sales(town.id))
    source = chance.choice(SOURCES)
    feet = chance.randrange(70, 320, 5)
    name, email, business = contact(stage, names)
    story = Story(
        stage, Lead, at, None if source == "website" else rep.id,
        branch_id=town.id, name=name, email=email, status="new", source=source,
        phone=town.phone(chance) if chance.random() < 0.9 else None,
        address=town.address(chance) if source != "website" or status == "won" else None,
        notes=chance.choice(WISHES) if source != "website" and chance.random() < 0.7 else None,
    )  # fmt: skip
    if source == "website":
        quotes.append(quote(stage, story, town, feet, business=business))
    for step, pause in zip(steps, days, strict=True):
        at = stage.after(at, pause, pause)
        story.edit(at, rep.id, **changes_at(stage, story, step, rep.id, feet, town))
    return story


def path_to(stage: Stage, status: str) -> list[str]:
    if status == "lost":
        return [*PATH[1 : stage.chance.randrange(2, 5)], "lost"]
    return list(PATH[1 : PATH.index(status) + 1])


def changes_at(
    stage: Stage, story: Story, step: str, rep: str, feet: int, town: Town
) -> dict[str, str | int | None]:
    """What a sales representative writes down at a step."""
    changes: dict[str, str | int | None] = {"status": step}
    if step == "contacted":
        changes |= {"assigned_to": rep, "notes": story["notes"] or stage.chance.choice(WISHES)}
    elif step == "qualified":
        changes |= {"address": story["address"] or town.address(stage.chance)}
        changes |= {"estimated_value": rounded(feet * sum(RATES) / 2)}
    elif step == "proposal":
        changes |= {"notes": f"{story['notes']}\nProposal sent: {feet} ft."}
    elif step == "negotiation" and stage.chance.random() < 0.5:
        changes |= {"estimated_value": rounded(feet * sum(RATES) / 2 * stage.chance.uniform(0.92, 1.1))}
    elif step == "lost":
        changes |= {"notes": f"{story['notes']}\n{stage.chance.choice(LOST_BECAUSE)}"}
    return changes


def rounded(dollars: float) -> int:
    return round(dollars / 50) * 50


def contact(stage: Stage, names: Names) -> tuple[str, str, bool]:
    """A person, or in one case of six a business: name, email, whether it is a business."""
    first, last = names.next()
    domain = stage.chance.choice(DOMAINS)
    if stage.chance.random() < 1 / 6:
        trade = stage.chance.choice(BUSINESSES)
        return f"{last} {trade}", f"office@{last}-{trade.split()[0]}.example".lower(), True
    return f"{first} {last}", f"{first}.{last}@{domain}".lower(), False


def quote(stage: Stage, story: Story, town: Town, feet: int, *, business: bool) -> QuoteRequest:
    """What the visitor said in the quote dialog."""
    chance = stage.chance
    low, high = (rounded(feet * rate) for rate in RATES)
    return QuoteRequest(
        id=stage.id(story["created_at"]), created_at=story["created_at"], lead_id=story["id"],
        email_key=email_key(story["email"]), property_type="business" if business else "home",
        coverage="whole" if feet > 180 else "front", stories=chance.choice((1, 2, 2, 3)),
        feet=feet if chance.random() < 0.6 else None, low=low, high=high,
        zip=f"{chance.randint(town.first_zip, town.last_zip):05}",
        preferred_time=chance.choice(("morning", "afternoon", "evening", "anytime", None)),
    )  # fmt: skip


def client_of(stage: Stage, won: Story, status: str) -> Story:
    """The client that a won lead became, on the day it was won."""
    return client(
        stage, won["updated_at"], won["assigned_to"], status,
        branch_id=won["branch_id"], lead_id=won["id"], name=won["name"], email=won["email"], phone=won["phone"],
        address=won["address"],
    )  # fmt: skip


def older_client(stage: Stage, people: People, names: Names, status: str) -> Story:
    """A client from before the leads were kept here."""
    town = stage.chance.choices(TOWNS, [town.share for town in TOWNS])[0]
    name, email, _ = contact(stage, names)
    manager = people.of(town.id, Role.BRANCH_OPS_MANAGER)[0].id
    return client(
        stage, stage.ago(stage.chance.uniform(200, 560)), manager, status,
        branch_id=town.id, name=name, email=email, phone=town.phone(stage.chance),
        address=town.address(stage.chance),
    )  # fmt: skip


def client(stage: Stage, at: datetime, by: str, status: str, **fields: str | None) -> Story:
    story = Story(stage, Client, at, by, status="active", **fields)
    if status != "active":
        story.edit(stage.after(at, 30, 160), by, status=status)
    return story
