"""The words of each letter. A paragraph stands once, for the plain text and for the HTML.

A place is a name in braces, in our words as in those of an organization (`letters/kinds.py`). One that nobody fills is a fault and
not a gap; a paragraph that comes out empty is left out. What fills a place is text, in which nothing is a place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import jinja2

from duskline.company import Company
from duskline.core.mail.letters import Letter, header_words
from duskline.settings import Mailbox


class Words(NamedTuple):
    """What a kind of letter says. `action` is what its button reads, which leads to the place `link`; `closing` stands below.
    `heading` stands above all of it, where the letter is about one thing that has a name."""

    subject: str
    paragraphs: tuple[str, ...]
    action: str = ""
    closing: tuple[str, ...] = ()
    heading: str = ""


class Line(NamedTuple):
    """One thing that a letter tells of: what it is called, where it opens, and what else is to be said of it."""

    words: str
    link: str
    note: str = ""


class Picture(NamedTuple):
    """What is shown above the words; `words` say what it shows."""

    address: str
    words: str


class Part(NamedTuple):
    """Things of one kind, under a heading; `more` of them are not shown."""

    heading: str
    lines: tuple[Line, ...]
    more: int = 0


UNASKED = "Was this not you? Then somebody mistyped an address. Reply to let us know, or ignore this email."
NEXT: Mapping[bool, str] = {
    True: "What happens next: we will get in touch {response} to arrange a visit and measure the roofline.",
    False: (
        "Your ZIP code is outside the area we serve today. We will get in touch {response} to let you know whether we can come anyway."
    ),
}
"""After a quote request: whether a branch serves the place."""
CONFIRMATIONS: Mapping[str, Words] = {
    "quote": Words(
        "Your quote request {reference}",
        (
            "{greeting}",
            "Thank you for asking {brand} for a quote. Your request has arrived; its reference number is {reference}.",
            """From what you told us, the lighting would cost between ${low} and ${high}.
            That is a range and not yet a price: for a price we need to see the house.""",
            "{next}",
            "Anything to add or change? {reach}",
            UNASKED,
        ),
    ),
    "message": Words(
        "Your message {reference}",
        (
            "{greeting}",
            "Thank you for writing to {brand}. Your message has arrived; its reference number is {reference}.",
            "What happens next: one of us will read it and reply {response}.",
            "Anything to add? {reply}",
            UNASKED,
        ),
    ),
}
OWN_DATA = Words(
    "Please confirm your request",
    (
        "Hello,",
        "Somebody entered this address on the website of {brand} and asked for {wanted}.",
        "If that was you, open the link and press the button there. Until then we do nothing.",
    ),
    "Confirm My Request",
    (UNASKED,),
)
"""What somebody asks about their own data counts once its link was opened."""
ANSWER = "Confirm or Ask for Another Time"
VISITS: Mapping[str, Words] = {
    "planned": Words(
        "Your visit on {day}",
        (
            "{greeting}",
            "{brand} is coming to {place} {when} to {purpose}.",
            "{expect}",
            "Please let us know whether this works for you.",
        ),
        ANSWER,
        ("Would you rather talk to us? {reach}",),
    ),
    "moved": Words(
        "Your visit has moved to {day}",
        (
            "{greeting}",
            """Your visit {before} has moved: {brand} is coming to {place} {when} instead, to
            {purpose}.""",
            "{expect}",
            "Please let us know whether this works for you.",
        ),
        ANSWER,
        ("Would you rather talk to us? {reach}",),
    ),
    "cancelled": Words(
        "Your visit on {day} is cancelled",
        (
            "{greeting}",
            "{brand} is not coming to {place} {when} as planned.",
            "{still}",
            "Would you like another time, or did you not expect this? {reach}",
        ),
    ),
}
ARRIVING = Words(
    "We are on our way to you",
    (
        "{greeting}",
        "{brand} is on the way to {place} to {purpose}, and expects to be there {window} today.",
        "Is something in the way? {reach}",
    ),
)
"""Somebody set out for a visit."""
NEWS_OF_A_POST = Words(
    "{title}",
    ("{summary}",),
    "Read the Post",
    ("You are getting this because you subscribed to the {brand} newsletter.",),
    heading="{title}",
)
TRIAL = Words(
    "A test from {brand}",
    ("This email came from {site}, so mail is working.", "There is nothing you need to do."),
)
"""Whether mail leaves and arrives."""
ACCESS: Mapping[str, Words] = {
    "invitation": Words(
        "Your invitation to {brand}",
        (
            "{greeting}",
            "{invited} to the staff panel of {brand}.",
            "Enter your name, choose a password, and you are in. The link works once and expires 72 hours after the invitation.",
        ),
        "Accept Invitation",
        ("Were you not expecting this? Ignore this email, and nobody gets in.",),
    ),
    "password": Words(
        "Choose a new password for {brand}",
        (
            "{greeting}",
            "Somebody, most likely you, asked for a new password for your account at {brand}.",
            "The link works once and expires an hour after the request.",
        ),
        "Choose New Password",
        ("Was this not you? Ignore this email: your password stays as it is.",),
    ),
    "password_changed": Words(
        "Your {brand} password was changed",
        (
            "{greeting}",
            "The password for your account at {brand} was just changed, and your other devices were logged out.",
            "Was it not you? Choose a new password right away, and tell an administrator.",
        ),
        "Choose New Password",
    ),
    "second_factor_on": Words(
        "Two-step verification is on for {brand}",
        (
            "{greeting}",
            """From now on, signing in to your account at {brand} asks for a second step: a passkey, or a code from your
            authenticator app. Your other devices were logged out.""",
            "Keep your recovery codes where you can get to them without your phone: each signs you in once.",
            "Was it not you? Choose a new password right away, and tell an administrator.",
        ),
        "Choose New Password",
    ),
    "second_factor_changed": Words(
        "How you sign in to {brand} has changed",
        (
            "{greeting}",
            "{change} your account at {brand}. Two-step verification stays on.",
            "Was it not you? Choose a new password right away, and tell an administrator.",
        ),
        "Choose New Password",
    ),
    "second_factor_off": Words(
        "Two-step verification is off for {brand}",
        (
            "{greeting}",
            "From now on, your password alone signs in to your account at {brand}.",
            "Was it neither you nor an administrator you asked? Choose a new password right away, and tell an administrator.",
        ),
        "Choose New Password",
    ),
}
CHOSEN = "You choose what you are told, and when: press the bell in the panel, then Preferences."
STAFF: Mapping[str, Words] = {
    "news": Words(
        "{summary}",
        ("{greeting}", "Here is what is new for you at {brand}."),
        "Open the Panel",
        (CHOSEN,),
    ),
    "report": Words(
        "{report}, {days}",
        ("{greeting}", "{sentence}"),
        "Open the Report",
        ("You asked for this letter in the panel, under Reports, and can end it there.",),
    ),
    "digest": Words(
        "Your morning: {summary}",
        ("{greeting}", "Here is what is waiting for you at {brand} today."),
        "Open the Panel",
        (CHOSEN,),
    ),
}
_NAME = re.compile(r"(?:[^\W\d_]|[ ,'\u2019-]|\.(?!\w))+")
"""Letters, and what stands between the parts of names: no number, no link, no mark that ends a call to do something."""
LONGEST_GREETED = 50
PLACE = re.compile(r"\{([^{}\n]*)\}")
_FRAME = jinja2.Environment(
    undefined=jinja2.StrictUndefined, autoescape=True, loader=jinja2.FileSystemLoader(Path(__file__).parent)
)


def written(
    words: Words,
    to: Mailbox,
    company: Company,
    places: Mapping[str, object],
    parts: Sequence[Part] = (),
    office: Mapping[str, str] | None = None,
    picture: Picture | None = None,
    unsubscribe: str | None = None,
) -> Letter:
    """The letter, in both forms. Replies go to the company; `places` fill what the words leave open, `parts` stand below.

    `unsubscribe` is where a subscription ends.
    `office` are the `address`, `phone`, `email` and `hours` of the branch that the letter speaks for, where they are its own, and the
    days on which it is `closed` soon.
    """
    told = {
        "address": company.address, "phone": company.phone, "email": company.email,
        "hours": company.hours, **(office or {}),
    }  # fmt: skip
    if closed := told.pop("closed", None):
        told["hours"] = f"{told['hours']}; closed {closed}"
    given = {**common_places(company, told), **places}
    subject = header_words(_filled(words.subject, given))
    paragraphs, closing = (
        [filled for each in part if (filled := _filled(each, given))]
        for part in (words.paragraphs, words.closing)
    )
    heading = _filled(words.heading, given)
    action = {"words": words.action, "link": given["link"]} if words.action else None
    pressed = [f"{action['words']}:\n{action['link']}"] if action else []
    footer = [line for line in (company.legal_name, told["address"], told["phone"], told["hours"]) if line]
    ended = [f"Unsubscribe: {unsubscribe}"] if unsubscribe else []
    signed = "-- \n" + "\n".join([*footer, *ended])
    plain = [heading, *paragraphs, *map(_plain, parts), *pressed, *closing, signed]
    frame = _FRAME.get_template("frame.html")
    return Letter(
        to=to,
        subject=subject,
        text="\n\n".join(filter(None, plain)) + "\n",
        html=frame.render(
            subject=subject,
            brand=company.brand,
            heading=heading,
            paragraphs=paragraphs,
            parts=parts,
            action=action,
            closing=closing,
            footer=footer,
            picture=picture,
            unsubscribe=unsubscribe,
        ),
        unsubscribe=unsubscribe,
        reply_to=Mailbox(told["email"], company.brand) if told["email"] else None,
    )


def _plain(part: Part) -> str:
    lines = [f"- {words}{f' ({note})' if note else ''}\n  {link}" for words, link, note in part.lines]
    more = [f"and {part.more:,} more"] if part.more else []
    return "\n".join([part.heading, *lines, *more])


def known_name(typed: str | None) -> str:
    """A name that can be said in a letter to the person of the address; "" where something else was typed."""
    name = " ".join((typed or "").split())
    return name if len(name) <= LONGEST_GREETED and _NAME.fullmatch(name) else ""


def greeting(name: str | None) -> str:
    """How a letter begins; `name` is what somebody typed."""
    known = known_name(name)
    return f"Hello {known}," if known else "Hello,"


def common_places(company: Company, told: Mapping[str, str | None]) -> dict[str, str]:
    """What every letter can say. `told` are the `address`, `phone`, `email` and `hours` of whom it speaks for.

    `reply` and `reach` are sentences on how to answer, the second with the hours in which somebody picks up.
    """
    phone, hours = told["phone"], told["hours"]
    return {
        "brand": company.brand,
        "response": company.answers.words,
        **{name: value or "" for name, value in told.items()},
        "reply": f"Reply to this email, or call {phone}." if phone else "Reply to this email.",
        "reach": f"Reply to this email, or call {phone} ({hours})." if phone else "Reply to this email.",
    }


def subject_of(words: Words, company: Company) -> str:
    """The subject of a letter that is written later."""
    return header_words(_filled(words.subject, {"brand": company.brand}))


def _filled(words: str, places: Mapping[str, object]) -> str:
    return " ".join(PLACE.sub(lambda place: str(places[place[1]]), words).split())
