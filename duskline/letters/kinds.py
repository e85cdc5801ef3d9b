"""Every kind of letter: to whom and when it goes, its words, and what its places stand for; and the words as the organization has set
them, in a group of settings for each kind (product.md, rule 118)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from duskline.company import Company
from duskline.core.data.session import Db
from duskline.core.mail.letters import Letter
from duskline.letters.words import (
    ACCESS,
    ARRIVING,
    CONFIRMATIONS,
    NEWS_OF_A_POST,
    NEXT,
    OWN_DATA,
    PLACE,
    STAFF,
    TRIAL,
    VISITS,
    Line,
    Part,
    Picture,
    Words,
    common_places,
    written,
)
from duskline.models.places.settings import held_of
from duskline.settings import Mailbox

GROUP = "letter_"
"""Of settings, before the kind's name."""
EDITED = ("subject", "words", "below")
"""What an organization sets of a letter: its subject, what it says, and what it says below its button or list."""
UNKNOWN = "{{{name}}} is not available in this email. Choose from {known}."


class Audience(StrEnum):
    VISITORS = "visitors"
    CLIENTS = "clients"
    SUBSCRIBERS = "subscribers"
    STAFF = "staff"


class Kind(NamedTuple):
    """`sample` fills its own places in a preview; what all letters can say is known from the company."""

    audience: Audience
    title: str
    when: str
    ours: Words
    sample: Mapping[str, str]
    parts: tuple[Part, ...] = ()


_HELLO = {"greeting": "Hello Ada Sample,"}
_REQUEST = {**_HELLO, "reference": "K7MQ-2R4X"}
_PANEL = {"greeting": "Hello Kim,"}
_VISIT = {
    **_HELLO, "day": "Tuesday, June 2, 2026", "when": "on Tuesday, June 2, 2026, from 8 AM to 4 PM",
    "former": "Monday, June 1, 2026", "before": "on Monday, June 1, 2026, from 8 AM to 4 PM", "still": "",
    "place": "12 Sample Street, Columbus, OH 43004",
    "purpose": "install your lighting", "expect": "What to expect: an installation usually takes 1-2 days.",
}  # fmt: skip
_NEWS = (
    Part(
        "Assigned to you",
        (
            Line("Ada Sample", "/panel", "Lead"),
            Line("Porch and gables", "/panel", "Work order"),
        ),
    ),
)
_MORNING = (
    Part("Your next step", (Line("Call about the proposal", "/panel", "Ada Sample, today at 10:00 AM"),)),
    *_NEWS,
)

KINDS: Mapping[str, Kind] = {
    "quote": Kind(
        Audience.VISITORS, "Quote request", "When a visitor asks for a quote", CONFIRMATIONS["quote"],
        {**_REQUEST, "low": "2,000", "high": "3,500", "next": NEXT[True]},
    ),
    "message": Kind(
        Audience.VISITORS, "Message", "When a visitor sends a message", CONFIRMATIONS["message"], _REQUEST
    ),
    "privacy_request": Kind(
        Audience.VISITORS, "Request about own data", "When somebody asks for their data or to be forgotten", OWN_DATA,
        {"wanted": "a copy of what we know about you"},
    ),
    "visit_planned": Kind(
        Audience.CLIENTS, "Visit planned", "Five minutes after a visit is planned", VISITS["planned"], _VISIT
    ),
    "visit_moved": Kind(
        Audience.CLIENTS, "Visit moved", "Five minutes after a visit is moved", VISITS["moved"], _VISIT
    ),
    "visit_cancelled": Kind(
        Audience.CLIENTS, "Visit cancelled", "Five minutes after a visit is cancelled", VISITS["cancelled"], _VISIT
    ),
    "visit_arriving": Kind(
        Audience.CLIENTS, "On the way", "When a crew sets out and says when they arrive", ARRIVING,
        {**_HELLO, "window": "between 9 AM and 9:30 AM", **{name: _VISIT[name] for name in ("place", "purpose")}},
    ),
    "newsletter": Kind(
        Audience.SUBSCRIBERS, "Newsletter", "Two minutes after a post is published, if subscribers are told", NEWS_OF_A_POST,
        {"title": "How dusk falls", "summary": "What an evening looks like, hour by hour."},
    ),
    "invitation": Kind(
        Audience.STAFF, "Invitation", "When somebody is invited to the panel", ACCESS["invitation"],
        {"greeting": "Hello,", "invited": "Lee Sample has invited you"},
    ),
    "password": Kind(
        Audience.STAFF, "Forgotten password", "When somebody asks for a new password", ACCESS["password"], _PANEL
    ),
    "password_changed": Kind(
        Audience.STAFF, "Password changed", "When somebody's password was changed", ACCESS["password_changed"], _PANEL
    ),
    "second_factor_on": Kind(
        Audience.STAFF, "Two-step verification on", "When somebody turned it on", ACCESS["second_factor_on"], _PANEL
    ),
    "second_factor_changed": Kind(
        Audience.STAFF, "Sign-in changed", "When a passkey or an app was added or removed", ACCESS["second_factor_changed"],
        {**_PANEL, "change": "A passkey was added to"},
    ),
    "second_factor_off": Kind(
        Audience.STAFF, "Two-step verification off", "When it was turned off", ACCESS["second_factor_off"], _PANEL
    ),
    "news": Kind(
        Audience.STAFF, "What is new", "Right away outside quiet hours, to those who chose that", STAFF["news"],
        {**_PANEL, "summary": "2 notifications"}, _NEWS,
    ),
    "digest": Kind(
        Audience.STAFF, "Morning summary", "When quiet hours end, to those who chose that", STAFF["digest"],
        {**_PANEL, "summary": "1 next step, 2 notifications"}, _MORNING,
    ),
    "report": Kind(
        Audience.STAFF, "Weekly report", "On Monday morning, to those who asked for a saved report", STAFF["report"],
        {
            **_PANEL, "report": "Sales performance", "days": "June 1 to June 7",
            "sentence": "4 leads won, 1 more than before, worth $18,000 as quoted; 2 lost; 12 new leads.",
        },
        (Part("The week in numbers", (Line("Won: 4", "/panel", "the week before: 3"),)),),
    ),
    "trial": Kind(Audience.STAFF, "Test email", "When somebody tests mail in Settings", TRIAL, {"site": "https://www.example.com"}),
}  # fmt: skip


def as_set(words: Words) -> dict[str, str]:
    """Words as people edit them: paragraphs with an empty line between them."""
    plain = {"words": words.paragraphs, "below": words.closing}
    return {
        "subject": words.subject,
        **{name: "\n\n".join(" ".join(each.split()) for each in part) for name, part in plain.items()},
    }


def as_words(ours: Words, edited: Mapping[str, str]) -> Words:
    """Our words with what was edited of them."""
    given = {**as_set(ours), **edited}
    paragraphs, closing = (
        tuple(each for each in re.split(r"\n\s*\n", given[name].strip()) if each)
        for name in ("words", "below")
    )
    return ours._replace(subject=given["subject"], paragraphs=paragraphs, closing=closing)


async def words_of(db: Db, kind: str) -> Words:
    """The words of a kind as they are set now."""
    setting = (await held_of(db, [GROUP + kind])).get(GROUP + kind)
    return as_words(KINDS[kind].ours, fitting(kind, setting.held if setting else {}))


def fitting(kind: str, held: Mapping[str, str]) -> dict[str, str]:
    """What counts of what was set: not what names a place that a later version gave up."""
    known = {name: words for name, words in held.items() if name in EDITED}
    faulty = faults_of(kind, known)
    return {name: words for name, words in known.items() if name not in faulty}


def places_of(kind: str) -> list[str]:
    """The places that words of this kind may hold, its own first."""
    common = ("brand", "phone", "email", "hours", "address", "response", "reply", "reach")
    return [*KINDS[kind].sample, *common]


def faults_of(kind: str, given: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with words, by field: a place that this kind does not have."""
    known = places_of(kind)
    faults = {}
    for name, words in given.items():
        unknown = next((place for place in PLACE.findall(words) if place not in known), None)
        if unknown is not None:
            listed = ", ".join(f"{{{place}}}" for place in known)
            faults[name] = UNKNOWN.format(name=unknown, known=listed)
    return faults


def sampled(kind: str, words: Words, company: Company, public_url: str) -> Letter:
    """A letter of a kind to nobody, with what we made up in its places."""
    about = KINDS[kind]
    common = common_places(
        company, {name: getattr(company, name) for name in ("address", "phone", "email", "hours")}
    )
    own = {name: PLACE.sub(lambda place: common[place[1]], said) for name, said in about.sample.items()}
    parts = [
        part._replace(lines=tuple(line._replace(link=public_url + line.link) for line in part.lines))
        for part in about.parts
    ]
    reader = about.audience is Audience.SUBSCRIBERS
    return written(
        words,
        Mailbox("ada@sample.example", "Ada Sample"),
        company,
        {**own, "link": public_url},
        parts,
        picture=Picture(f"{public_url}/img/barn-party-720.jpg", own["title"]) if reader else None,
        unsubscribe=public_url if reader else None,
    )
