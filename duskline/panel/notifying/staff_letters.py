"""What letters to staff say: what is new for them, and what waits in the morning. Written when they leave, as things are then.

A user who was deactivated gets none; what was read, taken back or has left one's reach meanwhile is not told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import date
from typing import Any

from sqlalchemy import and_, or_, select

from duskline.company import Company
from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, reading
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.letters.kinds import words_of
from duskline.letters.words import Line, Part, greeting, known_name, written
from duskline.models.notifying.notifications import Notification, ToldOf, kinds_for, title_of
from duskline.models.notifying.staff_mail import StaffLetter, Told, time_for, wait_for_the_morning
from duskline.models.people.preferences import ByMail, Happening, preferences_of
from duskline.models.people.sessions import acting
from duskline.models.records.activities import NextStep
from duskline.models.records.next_steps import is_left
from duskline.models.records.subjects import WRITERS
from duskline.policy import Actor, Can
from duskline.settings import Mailbox

MOST = 10
"""Of one kind in one letter; the others are counted."""
SAID: Mapping[Happening, tuple[str, str]] = {
    Happening.ASSIGNED: ("Assigned to you", "Assigned to you"),
    Happening.RESCHEDULED: (
        "A work order of yours moved to another day",
        "Work orders of yours moved to another day",
    ),
    Happening.ON_SITE: ("A crew told of a visit that had changed", "Crews told of visits that had changed"),
    Happening.VISIT_ASKED: ("A client asks for another time", "Clients ask for another time"),
    Happening.STEP_DUE: ("Next step due", "Next steps due"),
    Happening.ANSWER_DUE: ("Answer due soon", "Answers due soon"),
    Happening.NEW_LEAD: ("New lead", "New leads"),
    Happening.NEW_MESSAGE: ("New message", "New messages"),
    Happening.WEBHOOK_OFF: ("Webhook turned off", "Webhooks turned off"),
}
"""Of one and of several, in the order in which letters tell them."""
CALLED: Mapping[str, str] = {
    ToldOf.LEAD: "Lead",
    ToldOf.CLIENT: "Client",
    ToldOf.WORK_ORDER: "Work order",
    ToldOf.TICKET: "Ticket",
    ToldOf.ENQUIRY: "Message",
    ToldOf.WEBHOOK: "Webhook",
}
NAMELESS = "A record"
STEPS = (("Your next step", "Your next steps"), ("Next step that nobody has", "Next steps that nobody has"))
"""Headings, of one and of several: of one's own, and of those that are left."""


def staff_writers(database: Database, company: Callable[[], Awaitable[Company]], public_url: str) -> Writers:
    """What writes these letters; each is about a `Told`."""

    async def news(about: str) -> Letter | None:
        return await _letter(StaffLetter.NEWS, Told.of(about))

    async def digest(about: str) -> Letter | None:
        return await _letter(StaffLetter.DIGEST, Told.of(about))

    async def _letter(kind: StaffLetter, told: Told) -> Letter | None:
        actor = await acting(database, told.person)
        if actor is None or actor.role is None:
            return None
        there = await time_for(database, told.person, now())
        if there is None:
            await wait_for_the_morning(database, told)
            return None
        async with reading(database, actor) as db:
            pages = _Pages(actor, public_url)
            steps = await _steps(db, there.date()) if kind is StaffLetter.DIGEST else []
            news = await _news(db, told, with_steps=kind is StaffLetter.NEWS)
            words = await words_of(db, kind)
        if not steps and not news:
            return None
        given = {
            "greeting": greeting(actor.first_name),
            "summary": _summary(steps, news),
            "link": f"{public_url}/panel",
        }
        name = known_name(" ".join(filter(None, (actor.first_name, actor.last_name))))
        parts = [*_of_steps(steps, there.date(), pages), *_of_news(news, pages)]
        return written(words, Mailbox(actor.email, name), await company(), given, parts)

    return {StaffLetter.NEWS: news, StaffLetter.DIGEST: digest}


class _Pages:
    """Where things open for one person."""

    def __init__(self, actor: Actor, public_url: str) -> None:
        inbox = "leads" if actor.can(Can.MANAGE_LEADS) else "tickets"
        self._panel = f"{public_url}/panel"
        self._places = {
            ToldOf.ENQUIRY: f"/{inbox}?tab=inbox",
            ToldOf.TICKET: "/tickets?id={id}",
            ToldOf.WEBHOOK: "/settings?tab=integrations",
        }
        if actor.can(Can.MANAGE_WORK_ORDERS):
            self._places[ToldOf.WORK_ORDER] = "/work-orders?id={id}"

    def of(self, kind: str, id: str) -> str:
        """Its screen, or the page or card over the dashboard of what has none for them."""
        return self._panel + self._places.get(ToldOf(kind), "?record={kind}.{id}").format(kind=kind, id=id)


async def _news(db: Db, told: Told, *, with_steps: bool) -> dict[Happening, list[Any]]:
    """What is still to be told, the newest first; steps that are due stand among the steps of a digest."""
    wanted = {
        what for what, (_, mail) in (await preferences_of(db, db.actor)).items() if mail != ByMail.NEVER
    }
    found = (
        select(Notification.what, Notification.kind, Notification.record_id, title_of(Notification).label("title"))
        .where(
            Notification.user_id == db.actor.id,
            Notification.letter == told.name,
            Notification.read_at.is_(None),
            Notification.kind.in_(kinds_for(db.actor)),
            Notification.what.in_(wanted if with_steps else wanted - {Happening.STEP_DUE}),
        )
        .order_by(Notification.created_at.desc(), Notification.id.desc())
    )  # fmt: skip
    news: dict[Happening, list[Any]] = defaultdict(list)
    for row in await db.execute(found):
        news[row.what].append(row)
    return news


async def _steps(db: Db, today: date) -> list[Any]:
    """What one promised for today or earlier, as it is due; then what is left, to those who may have it."""
    if (await preferences_of(db, db.actor))[Happening.STEP_DUE][1] == ByMail.NEVER:
        return []
    mine = NextStep.assigned_to == db.actor.id
    writable = [kind for kind, may in WRITERS.items() if may.lets(db.actor)]
    left = and_(is_left(), NextStep.kind.in_(writable))
    found = (
        select(
            NextStep.words, NextStep.due_on, NextStep.due_minute, NextStep.kind, NextStep.record_id,
            title_of(NextStep).label("title"), left.label("left"),
        )
        .where(
            or_(and_(mine, NextStep.kind.in_(kinds_for(db.actor))), left),
            NextStep.is_open(),
            NextStep.due_on <= today,
        )
        .order_by("left", NextStep.due_on, NextStep.due_minute.nulls_last(), NextStep.id)
    )  # fmt: skip
    return list(await db.execute(found))


def _summary(steps: list[Any], news: Mapping[Happening, list[Any]]) -> str:
    """How much there is, and no word that anybody typed."""
    number = sum(map(len, news.values()))
    if not steps and number == 1:
        return SAID[next(iter(news))][0]
    counted = [(len(steps), "next step"), (number, "notification")]
    return ", ".join(f"{many:,} {one}{'' if many == 1 else 's'}" for many, one in counted if many)


def _of_steps(steps: list[Any], today: date, pages: _Pages) -> Iterator[Part]:
    for left, said in enumerate(STEPS):
        some = [step for step in steps if step.left == left]
        lines = [
            Line(
                _line(step.words), pages.of(step.kind, step.record_id), f"{_name(step)}, {_when(step, today)}"
            )
            for step in some[:MOST]
        ]
        if some:
            yield Part(_heading(said, len(some)), tuple(lines), len(some) - len(lines))


def _of_news(news: Mapping[Happening, list[Any]], pages: _Pages) -> Iterator[Part]:
    for what, said in SAID.items():
        if rows := news.get(what):
            note = {Happening.ASSIGNED, Happening.STEP_DUE}
            lines = [
                Line(_name(row), pages.of(row.kind, row.record_id), CALLED[row.kind] if what in note else "")
                for row in rows[:MOST]
            ]
            yield Part(_heading(said, len(rows)), tuple(lines), len(rows) - len(lines))


def _heading(said: tuple[str, str], number: int) -> str:
    return said[0] if number == 1 else f"{said[1]} ({number:,})"


def _name(row: Any) -> str:
    return _line(row.title or NAMELESS)


def _line(words: str) -> str:
    return " ".join(words.split())


def _when(step: Any, today: date) -> str:
    if step.due_on < today:
        return f"overdue since {step.due_on:%B} {step.due_on.day}"
    if step.due_minute is None:
        return "today"
    hour, minute = divmod(step.due_minute, 60)
    return f"today at {hour % 12 or 12}:{minute:02} {'PM' if hour >= 12 else 'AM'}"
