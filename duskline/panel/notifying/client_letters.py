"""The letter that tells a client of the visits of a job, written when it leaves: as things are planned then. Where there is nothing to
tell any more, none leaves. With it go a link by which the client answers, and a file that calendar programs open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import select

from duskline.company import Company
from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing
from duskline.core.mail import outbox
from duskline.core.mail.letters import Attachment, Letter
from duskline.core.mail.worker import Writers
from duskline.core.values.icalendar import Event, calendar
from duskline.core.values.wall_clock import day_in_words, moment, time_in_words
from duskline.letters.kinds import words_of
from duskline.letters.words import written
from duskline.models.company.branches import office_of
from duskline.models.places.places import zone_in
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit, VisitStatus
from duskline.models.schedule import arrivals
from duskline.models.schedule.arrivals import LATE, ArrivalLetter
from duskline.models.schedule.visit_letters import (
    KIND,
    PURPOSES,
    Planned,
    Telling,
    VisitLetter,
    VisitNews,
    in_words,
    tellings,
)
from duskline.models.schedule.visit_replies import reply_address
from duskline.policy import CONSOLE
from duskline.settings import Mailbox

TOLD: Mapping[VisitNews, str] = {
    VisitNews.PLANNED: "Visit planned for {when}",
    VisitNews.MOVED: "Visit moved to {when}",
    VisitNews.CANCELLED: "Visit of {when} cancelled",
}
"""What the history says of each."""
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""From when on sequences count seconds: what a later letter says counts for calendar programs."""


def client_writers(database: Database, company: Callable[[], Awaitable[Company]], public_url: str) -> Writers:
    """What writes these letters; each is about a `VisitLetter`."""

    async def visit(about: str) -> Letter | None:
        known = await company()
        async with changing(database, CONSOLE) as db:
            letter = await db.get(VisitLetter, about, with_for_update=True)
            if letter is None or not known.tell_clients:
                return None
            told = await tellings(db, letter.work_order_id)
            telling = next((each for each in told if each.email == letter.email), None)
            if telling is None:
                return None
            link = await reply_address(database, public_url, letter.id)
            wrote = await _written(db, letter.work_order_id, telling, known, public_url, link)
            letter.apply({
                "what": telling.what, "day": telling.visits[0].day, "words": _in_history(telling),
                "visits": [visit.kept() for visit in telling.known],
            })  # fmt: skip
            await db.commit()
        return wrote

    async def arrival(about: str) -> Letter | None:
        known = await company()
        async with changing(database, CONSOLE) as db:
            letter = await db.get(ArrivalLetter, about, with_for_update=True)
            if letter is None or not known.tell_clients:
                return None
            if not letter.is_in_time:
                letter.apply({"missed": LATE})
                await db.commit()
                return None
            visit = await db.find(Visit, letter.visit_id)
            return (
                await _arriving(db, visit, letter, known) if visit.status == VisitStatus.ON_THE_WAY else None
            )

    return {KIND: visit, arrivals.KIND: arrival}


async def _arriving(db: Db, visit: Visit, letter: ArrivalLetter, company: Company) -> Letter:
    branch, job, building, _, home = await _place_of(db, visit.record_id)
    start, end = time_in_words(letter.start_minute), time_in_words(letter.end_minute)
    places = {
        "greeting": f"Hello {letter.name},",
        "place": building or home,
        "purpose": PURPOSES[job],
        "window": f"between {start} and {end}",
    }
    words, to = await words_of(db, "visit_arriving"), Mailbox(letter.email, letter.name)
    return written(words, to, company, places, office=await office_of(db, branch))


async def tell_of_removal(db: Db, company: Company, order: WorkOrder, public_url: str) -> None:
    """A client who waits for the visit hears that nobody comes, at once: what they were told goes with the order."""
    for telling in await tellings(db, order.id, goes=True) if company.tell_clients else ():
        letter = await _written(db, order.id, telling, company, public_url)
        await outbox.enqueue(db, letter, kind=KIND, branch=order.branch_id)


async def _written(
    db: Db, order_id: str, telling: Telling, company: Company, public_url: str, link: str = ""
) -> Letter:
    branch, job, building, whose, home = await _place_of(db, order_id)
    if telling.client_id != whose:  # the job is somebody else's by now, and so is where it is done
        theirs = select(Client.address).where(Client.id == telling.client_id)
        building, home = None, await db.scalar(theirs) or ""
    lasts = f"What to expect: an installation usually takes {company.install_time}."
    places = {
        "greeting": f"Hello {telling.name},",
        "day": day_in_words(telling.visits[0].day),
        "when": f"on {in_words(telling.visits)}",
        "former": day_in_words((telling.former or telling.visits)[0].day),
        "before": f"on {in_words(telling.former or telling.visits)}",
        "still": f"We are still coming on {in_words(telling.known)}." if telling.known else "",
        "place": building or home,
        "link": link,
        "purpose": PURPOSES[job],
        "expect": lasts if job == JobKind.INSTALLATION else "",
    }
    words, to = await words_of(db, f"visit_{telling.what}"), Mailbox(telling.email, telling.name)
    letter = written(words, to, company, places, office=await office_of(db, branch))
    title = f"{company.brand}: {PURPOSES[job]}"
    events = await _events(db, telling, branch, title, str(places["place"]), public_url)
    return msgspec.structs.replace(
        letter, attachment=Attachment("visit.ics", "text/calendar", calendar(company.brand, events).decode())
    )


async def _place_of(db: Db, order_id: str) -> tuple[str, JobKind, str | None, str, str]:
    """Branch and kind of a job, the address of its building, whose it is, and where they live."""
    asked = (
        select(WorkOrder.branch_id, WorkOrderDetails.kind, Property.address, Client.id, Client.address)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Property, Property.id == WorkOrderDetails.property_id)
        .where(WorkOrder.id == order_id)
    )
    branch, job, building, whose, home = (await db.execute(asked)).one()
    return branch, job, building, whose, home


async def _events(
    db: Db, telling: Telling, branch: str, title: str, place: str, public_url: str
) -> list[Event]:
    """The visits as things are by now, and as cancelled those that were told of and are not to be."""
    zone, at = await zone_in(db, branch), now()
    there = {visit.id: visit for visit in telling.known}
    gone = [visit for visit in telling.former if visit.id not in there]
    return [
        Event(
            uid=f"visit-{visit.id}@{urlsplit(public_url).hostname}", when=_moments(visit, zone), title=title, place=place,
            address=f"{public_url}/support", changed=at, sequence=int((at - BEGINNING).total_seconds()),
            status="CONFIRMED" if visit.id in there else "CANCELLED",
        )
        for visit in [*telling.known, *gone]
    ]  # fmt: skip


def _moments(visit: Planned, zone: str) -> date | tuple[datetime, datetime]:
    if visit.start_minute is None or visit.end_minute is None:
        return visit.day
    return moment(visit.day, visit.start_minute, zone), moment(visit.day, visit.end_minute, zone)


def _in_history(telling: Telling) -> str:
    """Of the first visit, and how many more there are."""
    first, *others = telling.visits
    more = f" and {len(others)} more" if others else ""
    return TOLD[telling.what].format(when=f"{first.words}{more}")
