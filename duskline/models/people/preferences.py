"""How people want to be told: by kind of happening, in the panel and by mail, and at which hours no letter may come.

What nobody chose follows from the role (decision 47). Preferences are asked for when somebody is told, and not kept with what
they are told of: a change holds at once, for what is waiting too.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Date,
    ForeignKey,
    Integer,
    Select,
    and_,
    case,
    func,
    or_,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.elements import SQLCoreOperations

from duskline.core.data.base import Base, enum_column
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.policy import (
    ASSIGN_JOBS,
    CONVERT,
    EDIT_CONFIG,
    MANAGE_WORK_ORDERS,
    SEE_ENQUIRIES,
    Actor,
    Can,
    Role,
)


class Happening(StrEnum):
    """What somebody is told of."""

    NEW_LEAD = "new_lead"
    NEW_MESSAGE = "new_message"
    ASSIGNED = "assigned"
    RESCHEDULED = "rescheduled"
    ON_SITE = "on_site"
    VISIT_ASKED = "visit_asked"
    """A client asks for another time."""
    STEP_DUE = "step_due"
    ANSWER_DUE = "answer_due"
    WEBHOOK_OFF = "webhook_off"


class ByMail(StrEnum):
    """When a letter tells of it; `morning` is the digest."""

    AT_ONCE = "at_once"
    MORNING = "morning"
    NEVER = "never"


TOLD_TO: Mapping[Happening, frozenset[Can]] = {
    Happening.NEW_LEAD: frozenset({Can.MANAGE_LEADS}),
    Happening.NEW_MESSAGE: SEE_ENQUIRIES.flags,
    Happening.ASSIGNED: CONVERT.flags,
    Happening.RESCHEDULED: MANAGE_WORK_ORDERS.flags,
    Happening.ON_SITE: ASSIGN_JOBS.flags,
    Happening.VISIT_ASKED: ASSIGN_JOBS.flags,
    Happening.STEP_DUE: CONVERT.flags,
    Happening.ANSWER_DUE: SEE_ENQUIRIES.flags,
    Happening.WEBHOOK_OFF: EDIT_CONFIG.flags,
}
"""The permissions of which a person needs one to be notified."""
BY_MAIL: Mapping[Happening, ByMail] = {
    Happening.NEW_LEAD: ByMail.MORNING,
    Happening.NEW_MESSAGE: ByMail.MORNING,
    Happening.ASSIGNED: ByMail.AT_ONCE,
    Happening.RESCHEDULED: ByMail.AT_ONCE,
    Happening.ON_SITE: ByMail.MORNING,
    Happening.VISIT_ASKED: ByMail.AT_ONCE,
    Happening.STEP_DUE: ByMail.MORNING,
    Happening.ANSWER_DUE: ByMail.MORNING,
    Happening.WEBHOOK_OFF: ByMail.AT_ONCE,
}
"""Until somebody chooses."""
BY_MAIL_OF: Mapping[tuple[Role, Happening], ByMail] = {
    (Role.SUPPORT, Happening.ANSWER_DUE): ByMail.AT_ONCE,
    (Role.SALES_REP, Happening.NEW_MESSAGE): ByMail.NEVER,
    (Role.SALES_REP, Happening.ANSWER_DUE): ByMail.NEVER,
}
"""And where that is different for a role."""
QUIET_FROM, QUIET_UNTIL = 20 * 60, 7 * 60
"""Minutes after midnight, until somebody sets others."""


class Preference(Base):
    """How a person wants to be told of one kind of happening."""

    __tablename__ = "notification_preferences"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    what: Mapped[Happening] = enum_column("what", Happening, primary_key=True)
    in_panel: Mapped[bool] = mapped_column(Boolean)
    by_mail: Mapped[ByMail] = enum_column("by_mail", ByMail)


class MailHours(Base):
    """When letters may come to a person, in minutes after midnight where they work; and the day of their latest digest.

    None is what holds for everybody. Hours that end when they begin are none.
    """

    __tablename__ = "mail_hours"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    quiet_from: Mapped[int | None] = mapped_column(Integer)
    quiet_until: Mapped[int | None] = mapped_column(Integer)
    digest_on: Mapped[date | None] = mapped_column(Date)


def may_be_told(actor: Actor) -> list[Happening]:
    """The kinds that somebody's role can get."""
    return [what for what, flags in TOLD_TO.items() if actor.can(*flags)]


def hidden_from(person: ColumnElement[str]) -> Select[Happening]:
    """The kinds that somebody does not want to see in the panel."""
    return select(Preference.what).where(Preference.user_id == person, Preference.in_panel.is_(False))


def by_mail(what: SQLCoreOperations[Happening], role: SQLCoreOperations[Role | None]) -> ColumnElement[Any]:
    """When a letter tells a person of a kind of happening; the statement joins their `Preference`, which may be missing."""
    own = [(and_(role == r, what == w), mode.value) for (r, w), mode in BY_MAIL_OF.items()]
    others = [(what == w, mode.value) for w, mode in BY_MAIL.items()]
    return func.coalesce(Preference.by_mail, case(*own, *others))


def quiet_until() -> ColumnElement[int]:
    """When a person's quiet hours end, and their digest comes; the statement joins their `MailHours`."""
    return func.coalesce(MailHours.quiet_until, QUIET_UNTIL)


def is_quiet(minute: int) -> ColumnElement[bool]:
    """Whether this minute of their day lies in a person's quiet hours."""
    begin, end = func.coalesce(MailHours.quiet_from, QUIET_FROM), quiet_until()
    since_begin, before_end = begin <= minute, end > minute
    over_midnight = and_(begin > end, or_(since_begin, before_end))
    return or_(over_midnight, and_(begin < end, since_begin, before_end))


async def preferences_of(db: Db, actor: Actor) -> dict[Happening, tuple[bool, ByMail]]:
    """By kind, for those that the person's role can get: whether the panel tells of it, and when a letter does."""
    columns = Preference.what, Preference.in_panel, Preference.by_mail
    rows = await db.execute(select(*columns).where(Preference.user_id == actor.id))
    chosen = {what: (in_panel, ByMail(mail)) for what, in_panel, mail in rows}
    return {what: chosen.get(what, (True, _unchosen(actor, what))) for what in may_be_told(actor)}


def _unchosen(actor: Actor, what: Happening) -> ByMail:
    assert actor.role
    return BY_MAIL_OF.get((actor.role, what), BY_MAIL[what])


async def prefer(db: Db, what: Happening, **fields: Any) -> None:
    """The actor wants to be told so: `in_panel` and `by_mail`, of which one that is left out stays."""
    in_panel, mail = (await preferences_of(db, db.actor))[what]
    whole = {"what": what, "in_panel": in_panel, "by_mail": mail, **fields}
    await _keep(db, Preference, ["user_id", "what"], whole, fields)


async def quiet_hours_of(db: Db, actor: Actor) -> tuple[int, int]:
    """From when until when no letter comes to a person."""
    begin = func.coalesce(MailHours.quiet_from, QUIET_FROM)
    found = await db.execute(select(begin, quiet_until()).where(MailHours.user_id == actor.id))
    return found.first() or (QUIET_FROM, QUIET_UNTIL)


async def keep_quiet(db: Db, **fields: int) -> None:
    """No letter comes to the actor from `quiet_from` until `quiet_until`; one that is left out stays."""
    await _keep(db, MailHours, ["user_id"], fields, fields)


async def _keep(
    db: Db, table: type[Base], key: list[str], row: Mapping[str, Any], changed: Mapping[str, Any]
) -> None:
    if not changed:
        return
    new = insert_into(table.__table__, db.database.dialect.name).values(user_id=db.actor.id, **row)
    await db.execute(new.on_conflict_do_update(index_elements=key, set_=dict(changed)))
