"""What clients answer to a letter about their visits, by the link in it: that the time suits them, or that they need another one.

A link speaks for the client whom its letter went to, or whom that client was merged into, as long as the job and the address are
theirs. What makes it good is made of
the server's key, is kept nowhere, and stands in the fragment of the address, which reaches neither logs nor other sites. What is
answered counts for the times that were planned then and is noted in the job's history; where another time is asked for, those who
plan are told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from hmac import compare_digest

import msgspec
from sqlalchemy import Select, delete, select, update

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.keys import signed
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.core.values.contacts import email_key
from duskline.models.notifying.notifications import (
    NOTIFICATIONS,
    Notification,
    ToldOf,
    in_reach,
    told,
    unread_of,
)
from duskline.models.people.preferences import TOLD_TO, Happening
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType
from duskline.models.records.conversions import Merge
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Reply, ReplyKind, Visit
from duskline.models.schedule.visit_letters import Planned, VisitLetter, in_words, waited_for

LONGEST_TOKEN = 200
_PURPOSE = "answering a letter about a visit"
CHANGED = "Your visit has changed meanwhile. Please look at how it is planned now."
NOTED = {
    ReplyKind.CONFIRMED: "The client confirmed by the link in the email: {when}.",
    ReplyKind.ASKED: "The client asked for another time by the link in the email, instead of {when}: {words}",
}


def stand_of(visits: Sequence[Planned]) -> str:
    """What tells whether visits are still as somebody saw them."""
    return hashlib.sha256(msgspec.json.encode([visit.kept() for visit in visits])).hexdigest()[:16]


async def reply_address(database: Database, public_url: str, letter_id: str) -> str:
    """Where the link in a letter leads."""
    return f"{public_url}/support?view=visit#{await _token_of(database, letter_id)}"


async def _token_of(database: Database, letter_id: str) -> str:
    return f"{letter_id}.{await signed(database, _PURPOSE, letter_id)}"


async def letter_of(db: Db, token: str) -> VisitLetter | None:
    """The letter whose link has the token, while the link is good."""
    id = token.partition(".")[0]
    known = await _token_of(db.database, id)
    if not compare_digest(known.encode(), token.encode("utf-8", "replace")):
        return None
    found = (
        select(VisitLetter, Client)
        .join(WorkOrder, WorkOrder.id == VisitLetter.work_order_id)
        .join(Client, Client.id == WorkOrder.client_id)
        .where(VisitLetter.id == id)
    )
    row = (await db.execute(found)).one_or_none()
    if row is None or email_key(row[0].email) not in await _addresses(db, row[1], row[0].client_id):
        return None
    letter: VisitLetter = row[0]
    return letter


async def _addresses(db: Db, client: Client, id: str) -> set[str]:
    """The addresses of a client, as `id` had them that was merged into it; none where that is somebody else."""
    known = [client.email]
    while id != client.id:
        merged = await db.scalar(select(Merge).where(Merge.gone_id == id, Merge.undone_at.is_(None)))
        if merged is None:
            return set()
        known.append(merged.gone["row"]["email"])
        id = merged.kept_id
    return {email_key(email or "") for email in known}


async def answer(db: Db, order: WorkOrder, what: ReplyKind, words: str | None, stand: str) -> None:
    """Keeps what the client of a job says of its visits, which are held until the commit.

    Raises:
        Conflict: they are no longer as the client saw them.
    """
    await db.execute(_visits_of(order).with_for_update())
    waiting = await waited_for(db, order)
    if not waiting or stand_of(waiting) != stand:
        raise Conflict(CHANGED)
    if await _is_known(db, waiting, what, words):
        return
    for visit in waiting:
        reply = Reply(what, words, now(), visit.day, visit.start_minute, visit.end_minute)
        given = {"replied": msgspec.to_builtins(reply), "updated_at": Visit.updated_at}
        await db.execute(update(Visit.__table__).where(Visit.__table__.c.id == visit.id).values(given))
    said = NOTED[what].format(when=in_words(waiting), words=words)
    about = {"kind": RecordKind.WORK_ORDER, "record_id": order.id, "branch_id": order.branch_id}
    db.store(Activity(**about, type=ActivityType.NOTE, words=said))
    await _tell(db, order, what)


def _visits_of(order: WorkOrder) -> Select[Visit]:
    theirs = (Visit.kind == RecordKind.WORK_ORDER) & (Visit.record_id == order.id)
    return select(Visit).where(theirs).order_by(Visit.id)


async def _is_known(db: Db, waiting: Sequence[Planned], what: ReplyKind, words: str | None) -> bool:
    rows = await db.scalars(select(Visit).where(Visit.id.in_([visit.id for visit in waiting])))
    return all(row.reply and (row.reply.what, row.reply.words) == (what, words) for row in rows)


async def _tell(db: Db, order: WorkOrder, what: ReplyKind) -> None:
    """Those who plan hear that a client asks for another time, once; and no more where the client confirms after all."""
    unread = unread_of(ToldOf.WORK_ORDER, order.id, Happening.VISIT_ASKED)
    await db.execute(delete(NOTIFICATIONS).where(*unread))
    if what == ReplyKind.ASKED:
        for person in await db.scalars(in_reach(TOLD_TO[Happening.VISIT_ASKED], order.branch_id)):
            asked = told(person, Happening.VISIT_ASKED, ToldOf.WORK_ORDER, order.id, order.branch_id)
            db.store(Notification(**asked))
