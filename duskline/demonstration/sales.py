"""The sample sales: leads on their way from the first call to won or lost, quote requests, and clients."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from duskline.core.values.contacts import email_key
from duskline.demonstration.people import Names, People
from duskline.demonstration.places import TOWNS, Phones, Town
from duskline.demonstration.story import Stage, Story, each
from duskline.models.records.sales import (
    Client,
    Coverage,
    Lead,
    PreferredTime,
    PropertyType,
    QuoteRequest,
    Rates,
    ValueKind,
    estimate,
)
from duskline.policy import Role
from duskline.public.quotes import NewQuote

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
SETTLED_DAYS = {"won": (2, 340), "lost": (1, 340), "new": (0.05, 2.5)}
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
KNOWN_BUILDINGS = 0.4
"""The share of clients about whose building somebody wrote down what a crew should know."""
ACCESS = (
    "Gate on the left, code with the office. Please close it: there is a dog.",
    "Ring at the side door; the front bell is not heard in the workshop.",
    "Outlet for the controller is in the garage, behind the freezer.",
    "Park on the street, the drive is shared with the neighbor.",
)
HAZARDS = (
    "Slate roof: no ladder on the tiles.",
    "Service line runs two feet from the east gable.",
    "Steep drop behind the house; two people on the long ladder.",
    "Wasps under the south eave every summer.\nLoose gutter at the garage.",
)
LOST_BECAUSE = {
    "Decided to wait until next year.": "Bad timing",
    "Found somebody who lights the pool as well.": "Chose another company",
    "The house is going to be sold.": "Other",
    "The roof is replaced first; asked us to call again in spring.": "Bad timing",
    "The price was above the budget.": "Price",
    "No answer after four calls.": "No answer",
    "The association allows no lights along the eaves.": "Association said no",
}
"""What a sales representative noted, and the reason it was filed under."""


@dataclass(frozen=True)
class Building:
    """What the price is computed from."""

    property_type: str
    coverage: str
    stories: int
    feet: int | None


@dataclass(frozen=True)
class Prospect:
    """Somebody with a roofline, in a branch's town, and the sales representative they talk to."""

    town: Town
    rep: str
    name: str
    email: str
    phone: str | None
    business: bool
    feet: int
    value: int
    """The middle of the estimated range, in whole dollars."""


@dataclass
class Sales:
    leads: list[Story] = field(default_factory=list)
    quotes: list[QuoteRequest] = field(default_factory=list)
    clients: list[Story] = field(default_factory=list)


def sales(stage: Stage, people: People, rates: Rates) -> Sales:
    """Leads of every status, what website visitors asked for, and the clients that became of the won ones."""
    told = Sales()
    names, phones = Names(stage.chance), Phones(stage.chance)
    for status in shuffled(stage, LEADS):
        who = prospect(stage, people, names, phones, rates)
        source = stage.chance.choice(SOURCES)
        steps = path_to(stage, status)
        days = [stage.chance.uniform(*STEP_DAYS[step]) for step in steps]
        began = stage.ago(sum(days) + stage.chance.uniform(*SETTLED_DAYS.get(status, OPEN_DAYS)))
        if source == "website":
            story, quote = from_website(stage, who, began, rates)
            told.quotes.append(quote)
        else:
            story = from_colleague(stage, who, began, source)
        told.leads.append(story)
        follow(stage, who, story, dict(zip(steps, days, strict=True)))
    statuses = iter(shuffled(stage, CLIENTS))
    for won in [story for story in told.leads if story["status"] == "won"]:
        told.clients.append(client_of(stage, won, next(statuses)))
    for status in statuses:
        told.clients.append(older_client(stage, people, names, phones, status))
    return told


def shuffled(stage: Stage, counts: dict[str, int]) -> list[str]:
    listed = list(each(counts))
    stage.chance.shuffle(listed)
    return listed


def prospect(stage: Stage, people: People, names: Names, phones: Phones, rates: Rates) -> Prospect:
    chance = stage.chance
    town = chance.choices(TOWNS, [town.share for town in TOWNS])[0]
    name, email, business = contact(stage, names)
    feet = chance.randrange(70, 320, 5)
    building = Building("business" if business else "home", "whole", 1, feet)
    return Prospect(
        town, chance.choice(people.sales(town.id)).id, name, email,
        phone=phones.next(town) if chance.random() < 0.9 else None,
        business=business, feet=feet, value=sum(estimate(building, rates)) // 2,
    )  # fmt: skip


SCHEMES = (None, "Warm white", "Holiday, Chase", None, "Team colors", "Soft white, 60%", "October, Twinkle")
"""How visitors lit the house before they asked."""


def from_website(stage: Stage, who: Prospect, at: datetime, rates: Rates) -> tuple[Story, QuoteRequest]:
    """A lead as the quote dialog makes it, beside what the visitor said there."""
    chance = stage.chance
    said = NewQuote(
        property_type=PropertyType.BUSINESS if who.business else PropertyType.HOME,
        coverage=Coverage.WHOLE if who.feet > 180 else Coverage.FRONT,
        stories=chance.choice((1, 2, 2, 3)), feet=who.feet if chance.random() < 0.6 else None,
        zip=f"{chance.randint(who.town.first_zip, who.town.last_zip):05}", name=who.name, email=who.email,
        phone=who.phone, preferred_time=chance.choice((*PreferredTime, None)), scheme=SCHEMES[who.feet % len(SCHEMES)],
    )  # fmt: skip
    low, high = estimate(said, rates)
    story = Story(
        stage, Lead, at, branch_id=who.town.id, name=who.name, email=who.email, phone=who.phone, status="new",
        source="website", estimated_value=(low + high) // 2, notes=said.in_words(),
    )  # fmt: skip
    story.beside["value_kind"] = ValueKind.GUESS
    quote = QuoteRequest(
        id=stage.id(at), created_at=at, lead_id=story["id"], email_key=email_key(who.email), name=who.name,
        phone=who.phone, property_type=said.property_type, coverage=said.coverage, stories=said.stories,
        feet=said.feet, scheme=said.scheme, zip=said.zip, preferred_time=said.preferred_time, low=low, high=high,
    )  # fmt: skip
    return story, quote


def from_colleague(stage: Stage, who: Prospect, at: datetime, source: str) -> Story:
    """A lead that a sales representative wrote down after a call or a visit."""
    return Story(
        stage, Lead, at, who.rep, branch_id=who.town.id, name=who.name, email=who.email, phone=who.phone,
        status="new", source=source, address=who.town.address(stage.chance),
        notes=stage.chance.choice(WISHES) if stage.chance.random() < 0.7 else None,
    )  # fmt: skip


def follow(stage: Stage, who: Prospect, story: Story, steps: dict[str, float]) -> None:
    """Takes a lead on, step by step; each step comes so many days after the last."""
    at = story["created_at"]
    for step, days in steps.items():
        at = stage.after(at, days, days)
        story.edit(at, who.rep, **changes_at(stage, who, story, step))
        story.beside |= beside_at(story, step, at)


def path_to(stage: Stage, status: str) -> list[str]:
    if status == "lost":
        return [*PATH[1 : stage.chance.randrange(2, 5)], "lost"]
    return list(PATH[1 : PATH.index(status) + 1])


def changes_at(stage: Stage, who: Prospect, story: Story, step: str) -> dict[str, str | int | None]:
    """What a sales representative writes down at a step."""
    chance = stage.chance
    changes: dict[str, str | int | None] = {"status": step}
    if step == "contacted":
        changes |= {"assigned_to": who.rep, "notes": noted(story, chance.choice(WISHES))}
    elif step == "qualified":
        changes |= {
            "address": story["address"] or who.town.address(chance),
            "estimated_value": rounded(who.value),
        }
    elif step == "proposal":
        changes |= {"notes": noted(story, f"Proposal sent: {who.feet} ft.")}
    elif step == "negotiation" and chance.random() < 0.5:
        changes |= {"estimated_value": rounded(who.value * chance.uniform(0.92, 1.1))}
    elif step == "lost":
        changes |= {"notes": noted(story, chance.choice(tuple(LOST_BECAUSE)))}
    return changes


def beside_at(story: Story, step: str, at: datetime) -> dict[str, Any]:
    """What a step leaves in the row beside the lead."""
    if step == "contacted":
        return {"first_response_at": at}
    if step == "qualified":
        return {"value_kind": ValueKind.QUOTED}
    return {"lost_reason": LOST_BECAUSE[story["notes"].splitlines()[-1]]} if step == "lost" else {}


def noted(story: Story, line: str) -> str:
    return "\n".join(dict.fromkeys([*(story["notes"] or "").splitlines(), line]))


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


def client_of(stage: Stage, won: Story, status: str) -> Story:
    """The client that a won lead became, on the day it was won."""
    return client(
        stage, won["updated_at"], won["assigned_to"], status,
        branch_id=won["branch_id"], lead_id=won["id"], name=won["name"], email=won["email"], phone=won["phone"],
        address=won["address"],
    )  # fmt: skip


def older_client(stage: Stage, people: People, names: Names, phones: Phones, status: str) -> Story:
    """A client from before the leads were kept here."""
    town = stage.chance.choices(TOWNS, [town.share for town in TOWNS])[0]
    name, email, _ = contact(stage, names)
    manager = people.of(town.id, Role.BRANCH_OPS_MANAGER)[0].id
    return client(
        stage, stage.ago(stage.chance.uniform(200, 560)), manager, status,
        branch_id=town.id, name=name, email=email, phone=phones.next(town),
        address=town.address(stage.chance),
    )  # fmt: skip


def client(stage: Stage, at: datetime, by: str, status: str, **fields: str | None) -> Story:
    story = Story(stage, Client, at, by, status="active", **fields)
    if stage.chance.random() < KNOWN_BUILDINGS:
        story.beside |= {"access": stage.chance.choice(ACCESS), "hazards": stage.chance.choice(HAZARDS)}
    if status != "active":
        story.edit(stage.after(at, 30, 160), by, status=status)
    return story
