"""The letter that tells a client of a visit, written when it leaves: as things are planned then. Where there is nothing to tell any
more, none leaves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import date

from sqlalchemy import select

from duskline.company import Company
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing
from duskline.core.mail import outbox
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.letters.kinds import words_of
from duskline.letters.words import written
from duskline.models.branches import office_of
from duskline.models.details import JobKind, WorkOrderDetails
from duskline.models.properties import Property
from duskline.models.sales import Client
from duskline.models.service import WorkOrder
from duskline.models.visit_letters import KIND, Telling, VisitLetter, VisitNews, tellings
from duskline.policy import CONSOLE
from duskline.settings import Mailbox

PURPOSES: Mapping[JobKind, str] = {
    JobKind.INSTALLATION: "install your lighting",
    JobKind.SERVICE: "service your lighting",
    JobKind.SURVEY: "measure your roofline",
    JobKind.INSPECTION: "inspect your lighting",
}
TOLD: Mapping[VisitNews, str] = {
    VisitNews.PLANNED: "Visit planned for {day}",
    VisitNews.MOVED: "Visit moved to {day}",
    VisitNews.CANCELLED: "Visit of {day} cancelled",
}
"""What the history says of each."""


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
            wrote = await _written(db, letter.work_order_id, telling, known)
            said = TOLD[telling.what].format(day=_day(telling.day))
            letter.apply({"what": telling.what, "day": telling.day, "words": said})
            await db.commit()
        return wrote

    return {KIND: visit}


async def tell_of_removal(db: Db, company: Company, order: WorkOrder) -> None:
    """Whoever waits for the visit hears that nobody comes, at once: what they were told goes with the order."""
    for telling in await tellings(db, order.id, goes=True) if company.tell_clients else ():
        letter = await _written(db, order.id, telling, company)
        await outbox.enqueue(db, letter, kind=KIND, branch=order.branch_id)


async def _written(db: Db, order_id: str, telling: Telling, company: Company) -> Letter:
    asked = (
        select(WorkOrder.branch_id, WorkOrderDetails.kind, Property.address, Client.id, Client.address)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Property, Property.id == WorkOrderDetails.property_id)
        .where(WorkOrder.id == order_id)
    )
    branch, job, building, whose, home = (await db.execute(asked)).one()
    if telling.client_id != whose:  # the job is somebody else's by now, and so is where it is done
        theirs = select(Client.address).where(Client.id == telling.client_id)
        building, home = None, await db.scalar(theirs) or ""
    lasts = f"What to expect: an installation usually takes {company.install_time}."
    places = {
        "greeting": f"Hello {telling.name},",
        "day": _day(telling.day),
        "former": _day(telling.former or telling.day),
        "place": building or home,
        "purpose": PURPOSES[job],
        "expect": lasts if job == JobKind.INSTALLATION else "",
    }
    words, to = await words_of(db, f"visit_{telling.what}"), Mailbox(telling.email, telling.name)
    return written(words, to, company, places, office=await office_of(db, branch))


def _day(day: date) -> str:
    return f"{day:%A, %B} {day.day}, {day.year}"
