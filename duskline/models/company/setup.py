"""Setting up: the place where an empty company begins, and what its administrator still has to do there.

Whether a step is done is read from the company's own data. What is kept is only that the checklist is open, and which steps
somebody said are not needed.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.mail.outbox import Mail, MailState
from duskline.models.people.people import User, UserStatus, UserType
from duskline.models.places.places import (
    DEFAULT_BRANCH,
    NO_ADDRESS,
    Branch,
    BranchDetails,
    BranchServiceArea,
    Organization,
    PlaceStatus,
    Region,
)
from duskline.models.places.settings import Setting, held_of
from duskline.models.site.site import SectionName, Showing, SiteItem, SiteSection

SETUP = "setup"
"""The group of settings."""
CLOSED = MappingProxyType({"open": False, "not_needed": []})
"""What counts while nobody said anything: a company that had branches before asked for no checklist."""

QUESTIONS = (SectionName.HOME_QUESTIONS, SectionName.SUPPORT_QUESTIONS, SectionName.FINANCING_QUESTIONS)
"""Sections whose samples claim nothing about anybody: pages show them as the company's own."""


class Step(StrEnum):
    """In the order in which they are worked through."""

    FACTS = "facts"
    PLACE = "place"
    PRICES = "prices"
    MAIL = "mail"
    PEOPLE = "people"
    AREA = "area"
    CONTENT = "content"


class Lack(StrEnum):
    """What a step still lacks. The facts are those that still say what the sample file says."""

    SAMPLE = "sample"
    BRAND = "brand"
    LEGAL_NAME = "legal_name"
    EMAIL = "email"
    PHONE = "phone"
    ADDRESS = "address"
    HOURS = "hours"
    PRICES = "prices"
    MAIL_SERVER = "mail_server"
    LETTER = "letter"
    COLLEAGUES = "colleagues"
    ZIP_CODES = "zip_codes"
    SAMPLES = "samples"


async def ensure_default_branch(database: Database, company: str, address: str | None) -> None:
    """Creates the default branch where there is none, so that the first visitor's request has a place to go (product.md, rule 5).

    Such a company is new: its checklist opens.
    """
    async with database.writes.begin() as connection:
        await begin_company(connection, company, address)


async def begin_company(connection: AsyncConnection, company: str, address: str | None) -> None:
    """The same within a transaction."""
    begun: tuple[tuple[type[Base], str, dict[str, Any]], ...] = (
        (Organization, DEFAULT_BRANCH, {"name": company}),
        (
            Region,
            DEFAULT_BRANCH,
            {"name": "Main region", "code": "MAIN", "organization_id": DEFAULT_BRANCH},
        ),
        (
            Branch,
            DEFAULT_BRANCH,
            {"name": "Main branch", "address": address or NO_ADDRESS, "region_id": DEFAULT_BRANCH},
        ),
        (Setting, SETUP, {"held": {"open": True}, "version": 1}),
    )
    if await connection.scalar(select(func.count()).select_from(Branch.__table__)):
        return
    for entity, id, columns in begun:
        new = insert_into(entity.__table__, connection.dialect.name).values(id=id, **columns)
        await connection.execute(new.on_conflict_do_nothing())


async def begin_anew(db: Db, company: str, address: str | None) -> None:
    """After sample data: the pages leave out invented people and figures, and a company without a branch gets one."""
    connection, sections = await db.connection(), SiteSection.__table__
    with_samples = (sections.c.shows == Showing.ALL) & sections.c.id.not_in(QUESTIONS)
    own = {"shows": Showing.OWN, "version": sections.c.version + 1}
    await connection.execute(update(sections).where(with_samples).values(own))
    await begin_company(connection, company, address)


async def kept(db: Db) -> tuple[dict[str, Any], int]:
    """What was said about the checklist, and its version."""
    row = (await held_of(db, [SETUP])).get(SETUP)
    return ({**CLOSED, **row.held}, row.version) if row else (dict(CLOSED), 0)


async def lacking(db: Db) -> set[Lack]:
    """What the company's rows lack, in one statement."""
    found = (await db.execute(select(*(there.label(lack) for lack, there in _there().items())))).one()
    return {lack for lack, there in zip(_there(), found, strict=True) if not there}


def _there() -> dict[Lack, ColumnElement[bool]]:
    """By what would be lacking, whether it is there."""
    here = (Branch.status == PlaceStatus.ACTIVE) & (Branch.address != NO_ADDRESS)
    here_or_invited = or_(User.status == UserStatus.ACTIVE, User.invited_until.is_not(None))
    staff = (User.user_type == UserType.STAFF) & here_or_invited
    in_office = select(BranchDetails.id).join(Branch, Branch.id == BranchDetails.id)
    samples = select(SiteItem.id).join(SiteSection, SiteSection.id == SiteItem.section)
    samples = samples.where(SiteItem.sample, SiteItem.shown, SiteSection.id.not_in(QUESTIONS))
    open_somewhere = (Branch.status == PlaceStatus.ACTIVE) & BranchDetails.open_hours.is_not(None)
    return {
        Lack.ADDRESS: exists(select(Branch.id).where(here)),
        Lack.HOURS: exists(in_office.where(open_somewhere)),
        Lack.LETTER: exists(select(Mail.id).where(Mail.state == MailState.SENT)),
        Lack.COLLEAGUES: select(func.count() > 1).select_from(User).where(staff).scalar_subquery(),
        Lack.ZIP_CODES: exists(select(BranchServiceArea.zip)),
        Lack.SAMPLES: ~exists(samples.where(SiteSection.shows == Showing.ALL)),
    }
