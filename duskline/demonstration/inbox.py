"""The sample inbox: what visitors wrote, who took it and what it became; and who reads the newsletter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.values.contacts import email_key
from duskline.demonstration.people import Names, People
from duskline.demonstration.places import TOWNS, Phones, Town
from duskline.demonstration.sales import DOMAINS
from duskline.demonstration.service import work_through
from duskline.demonstration.story import AGENT, Stage, Story
from duskline.models.people.people import User
from duskline.models.records.enquiries import (
    ContactSubmission,
    EnquiryHandling,
    EnquiryState,
    NewsletterSubscription,
    Topic,
)
from duskline.models.records.sales import Lead
from duskline.models.records.service import SupportTicket
from duskline.panel.records.tickets import AS_TICKET
from duskline.policy import Role

SUBSCRIBERS = 25
MESSAGES = {
    "contact": (
        "Do you also light detached garages? Ours stands about 40 feet behind the house and has power.",
        "We have a tile roof and copper gutters. Can the channel be mounted without drilling into either?",
        "How long is the wait for a consultation at the moment? We would like to be ready before December.",
        "Our town house association allows warm white only. Can the colors be locked in the app?",
        "Is it possible to see a finished house near us in the evening before we decide?",
        "I manage six storefronts on one street. Can they run on one schedule, with one person in charge?",
        "Does the price change for a three-story house with dormers?",
        "We are building and the electrician asks what you need at the eave. Who can he talk to?",
        "Would your lights bother a telescope hobby? We like our dark sky, but the drive needs light.",
        "Please call me about a quote for our church hall and the covered walk next to it.",
        "My parents live in another state. Can I control their lights from my phone?",
        "I saw the lights on a neighbor's house and could not find the fixtures by day. Well done, please call.",
        "Is there a smaller package for a front porch and two gables only?",
        "What happens to the schedule when the internet is down for a few days?",
    ),
    "emergency": (
        "Since the storm a piece of the channel hangs over the front door. Can somebody come today?",
        "The outdoor breaker trips every time the lights come on. I have left them off.",
        "All lights went out this afternoon and we host an event tonight. The reset did not help.",
        "There is a burnt smell at the controller box. I have switched off the power.",
        "A ladder of the gutter crew tore the wire at the downspout. It is taped up, but it is raining.",
    ),
    "product_registration": (
        "Please register our system. It was finished last Friday; the crew left the sheet with the serial number.",
        "We bought a house with your lights and would like to register them in our name.",
        "Registration for the back patio zone that was added this month.",
        "Registering the system at our shop; the contract runs on the name of the owner.",
        "I did not get a confirmation for my registration. Could you look whether it arrived?",
    ),
    "extended_coverage": (
        "Our system is ten months old. What does extended coverage include, and what does it cost?",
        "Please send the terms of the extended coverage for a system of about 200 feet.",
        "Can extended coverage be moved to the next owner when we sell?",
        "We would like the extended coverage together with a yearly inspection.",
    ),
}  # fmt: skip
ROBOTS = (
    "Rank first in every search engine within a week. Answer now for a free report.",
    "Dear owner, your listing expires today. Confirm your details on our page.",
    "We supply solar panels at factory prices, minimum order two containers.",
)
FATES = (
    "open", "open", "lead", "archived", "open", "ticket", "open", "lead", "archived", "open", "open", "ticket",
)  # fmt: skip
"""What becomes of a message, in turn; a lead or ticket only where the topic suits."""
FROM_CLIENTS = frozenset({"emergency", "extended_coverage"})
KNOWN = 0.6
"""The share of their messages that come from somebody in the books, who is known again."""
COUNT = 37
WORKING_THROUGH = timedelta(days=5)


@dataclass
class Inbox:
    messages: list[ContactSubmission] = field(default_factory=list)
    leads: list[Story] = field(default_factory=list)
    tickets: list[Story] = field(default_factory=list)
    trail: list[AuditLog] = field(default_factory=list)


def inbox(stage: Stage, people: People, clients: Sequence[Story]) -> Inbox:
    """Messages of every topic and state, the newest of them open."""
    told = Inbox()
    names, phones = Names(stage.chance), Phones(stage.chance, code=1)
    topics = [topic for topic, texts in MESSAGES.items() for _ in texts]
    stage.chance.shuffle(topics)
    texts = {topic: iter(texts * 3) for topic, texts in MESSAGES.items()}
    for number in range(COUNT):
        topic = topics[number % len(topics)]
        message = written(stage, names, phones, next(texts[topic]), 0.2 + number * 0.9)
        if topic in FROM_CLIENTS and stage.chance.random() < KNOWN:
            _write_as(stage.chance.choice(clients), message)
        deal_with(stage, people, told, message, topic, FATES[number % len(FATES)])
    for number, text in enumerate(ROBOTS):
        robot = written(stage, names, phones, text, 1 + number * 6)
        robot.handling = EnquiryHandling(topic="contact", suspected=True)
        told.messages.append(robot)
    return told


def written(stage: Stage, names: Names, phones: Phones, text: str, days: float) -> ContactSubmission:
    first, last = names.next()
    at = stage.ago(days)
    town = stage.chance.choice(TOWNS)
    return ContactSubmission(
        id=stage.id(at), created_at=at, name=f"{first} {last}",
        email=f"{first}.{last}@{stage.chance.choice(DOMAINS)}".lower(),
        phone=phones.next(town) if stage.chance.random() < 0.6 else None, message=text,
    )  # fmt: skip


def _write_as(client: Story, message: ContactSubmission) -> None:
    message.name, message.email, message.phone = client["name"], client["email"], client["phone"]


def deal_with(
    stage: Stage, people: People, told: Inbox, message: ContactSubmission, topic: str, fate: str
) -> None:
    """Leaves the message open, files it, or makes of it what its taker would."""
    town = stage.chance.choice(TOWNS)
    handling = EnquiryHandling(topic=topic, state="open")
    message.handling = handling
    told.messages.append(message)
    if fate == "open":
        return
    taker = taker_of(stage, people, town, fate)
    at = stage.after(message.created_at, 0.05, 0.8)
    handling.taken_by, handling.taken_at = taker.id, at
    if fate == "archived":
        handling.state = EnquiryState.ARCHIVED
        told.trail.append(filed(stage, message, taker, at))
        return
    handling.state = EnquiryState.TAKEN
    if fate == "lead" and topic == "contact":
        told.leads.append(lead_of(stage, message, town, taker, at))
        handling.lead_id = told.leads[-1]["id"]
    else:
        told.tickets.append(ticket_of(stage, message, topic, town, taker, at))
        handling.ticket_id = told.tickets[-1]["id"]


def taker_of(stage: Stage, people: People, town: Town, fate: str) -> User:
    roles = (Role.SALES_REP, Role.BRANCH_OPS_MANAGER) if fate == "lead" else (Role.BRANCH_OPS_MANAGER,)
    return stage.chance.choice(people.of(town.id, *roles))


def lead_of(stage: Stage, message: ContactSubmission, town: Town, taker: User, at: datetime) -> Story:
    story = Story(
        stage, Lead, at, taker.id, branch_id=town.id, name=message.name, email=message.email,
        phone=message.phone, source="Contact form", notes=message.message, status="new",
    )  # fmt: skip
    story.edit(stage.after(at, 0.1, 1), taker.id, status="contacted", assigned_to=taker.id)
    return story


def ticket_of(
    stage: Stage, message: ContactSubmission, topic: str, town: Town, taker: User, at: datetime
) -> Story:
    subject, category, priority = AS_TICKET[Topic(topic)]
    sender = ", ".join(part for part in (message.name, message.email, message.phone) if part)
    story = Story(
        stage, SupportTicket, at, taker.id, created_by=taker.id, branch_id=town.id,
        subject=f"{subject}: {message.name}", description=f"{message.message}\n\nFrom {sender}",
        category=category, priority=priority, status="open",
    )  # fmt: skip
    work_through(stage, story, taker.id, "open" if stage.moment - at < WORKING_THROUGH else "resolved")
    return story


def filed(stage: Stage, message: ContactSubmission, taker: User, at: datetime) -> AuditLog:
    return AuditLog(
        id=stage.id(at), created_at=at, user_id=taker.id, action="update", entity_type="enquiry",
        entity_id=message.id, ip_address="192.0.2.10", user_agent=AGENT,
        changes={
            "state": ["open", "archived"], "taken_by": [None, taker.id], "taken_at": [None, at.isoformat()],
        },
    )  # fmt: skip


def subscribers(stage: Stage) -> list[Base]:
    """Addresses of the newsletter."""
    names = Names(stage.chance)
    told: list[Base] = []
    for number in range(SUBSCRIBERS):
        first, last = names.next()
        email = f"{first}.{last}@{stage.chance.choice(DOMAINS)}".lower()
        at = stage.ago(1 + number * 7)
        told.append(
            NewsletterSubscription(id=stage.id(at), email=email, email_key=email_key(email), created_at=at)
        )
    return told
