"""What the pages show in sections that a company fills in its own words: quotes, people, milestones, case studies, awards,
figures, goals, questions and pictures.

An item looks alike in every section; `SECTIONS` says what it has there, and how long that may be. All begin with samples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec
from sqlalchemy import JSON, Index, Select, String, Text, func, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import NOT_LISTED
from duskline.models.places.order import make_room
from duskline.models.site.content import GalleryCategory

MOST_DETAILS = 4
LINKED = "Pages link to this question. Hide it instead."
NOT_HERE = "There is no such field in this section"


class SectionName(StrEnum):
    TESTIMONIALS = "testimonials"
    BUSINESS_TESTIMONIALS = "business_testimonials"
    CASES = "cases"
    TEAM = "team"
    MILESTONES = "milestones"
    AWARDS = "awards"
    IMPACT = "impact"
    GOALS = "goals"
    HOME_QUESTIONS = "home_questions"
    SUPPORT_QUESTIONS = "support_questions"
    FINANCING_QUESTIONS = "financing_questions"
    WORK = "work"
    PROJECTS = "projects"
    GALLERY = "gallery"


class Showing(StrEnum):
    ALL = "all"
    OWN = "own"
    """Without the samples; nothing at all while there are no own items."""
    NONE = "none"


class Part(msgspec.Struct, frozen=True):
    """A text of an item."""

    name: str
    longest: int
    required: bool = True
    choices: tuple[str, ...] = ()
    """What it is one of; without any it may say anything."""


class Kind(msgspec.Struct, frozen=True):
    """What the items of a section have."""

    page: str
    most: int
    """As many items as the page stays light with."""
    parts: tuple[Part, ...]
    rating: bool = False
    details: bool = False
    picture: bool = False
    needs_picture: bool = False

    @property
    def fields(self) -> frozenset[str]:
        """The columns that an item of this section may fill."""
        named = {part.name for part in self.parts}
        named |= {"rating"} if self.rating else set()
        named |= {"details"} if self.details else set()
        return frozenset(named | ({"image", "image_alt"} if self.picture else set()))


def _quotes(page: str, most: int) -> Kind:
    return Kind(page, most, (Part("title", 80), Part("note", 80), Part("text", 300)), rating=True)


def _questions(page: str, most: int) -> Kind:
    return Kind(page, most, (Part("title", 120), Part("text", 500)))


def _pictures(page: str, most: int, categories: tuple[str, ...] = ()) -> Kind:
    return Kind(page, most, (Part("title", 30, choices=categories),), picture=True, needs_picture=True)


SECTIONS: Mapping[SectionName, Kind] = MappingProxyType(
    {
        SectionName.TESTIMONIALS: _quotes("/", 8),
        SectionName.BUSINESS_TESTIMONIALS: _quotes("/commercial", 6),
        SectionName.CASES: Kind(
            "/commercial", 6, (Part("title", 80), Part("note", 80), Part("text", 400)), details=True, picture=True
        ),
        SectionName.TEAM: Kind(
            "/about", 12, (Part("title", 60), Part("note", 80, required=False), Part("text", 160)), picture=True
        ),
        SectionName.MILESTONES: Kind("/about", 12, (Part("note", 20), Part("title", 80), Part("text", 200))),
        SectionName.AWARDS: Kind("/how-it-works", 10, (Part("note", 20), Part("title", 80), Part("text", 120))),
        SectionName.IMPACT: Kind("/about", 8, (Part("title", 20), Part("text", 120))),
        SectionName.GOALS: Kind("/about", 6, (Part("title", 160),)),
        SectionName.HOME_QUESTIONS: _questions("/residential", 10),
        SectionName.SUPPORT_QUESTIONS: _questions("/support", 16),
        SectionName.FINANCING_QUESTIONS: _questions("/financing", 10),
        SectionName.WORK: _pictures("/", 9),
        SectionName.PROJECTS: _pictures("/residential", 6),
        SectionName.GALLERY: _pictures("/gallery", 12, tuple(GalleryCategory)),
    }
)  # fmt: skip

FACTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "brand": ("brand",),
        "founded": ("foundedYear",),
        "install time": ("installTime",),
        "price": ("price", "range"),
        "product years": ("warranty", "productYears"),
        "labor years": ("warranty", "laborYears"),
    }
)
"""Facts that texts may name in braces, as `{price}`; pages show what they are at the time."""
UNKNOWN_FACT = f"In braces you can write {', '.join(f'{{{name}}}' for name in FACTS)} and nothing else"
_NAMED = re.compile(r"\{([^{}]*)\}")


class SiteSection(Identified, Versioned, Audited, Base):
    """One section; its id is its name."""

    __tablename__ = "site_sections"
    audit_name = "site_section"

    shows: Mapped[Showing] = enum_column("shows", Showing, default=Showing.ALL)


class SiteItem(Identified, Updated, Versioned, Audited, Base):
    """One quote, person, milestone, and so on."""

    __tablename__ = "site_items"
    __table_args__ = (Index(None, "section", "place"), Index(None, "image"))
    audit_name = "site_item"

    section: Mapped[SectionName] = enum_column("section", SectionName)
    place: Mapped[int]
    """From 1 on."""
    title: Mapped[str] = mapped_column(String(200))
    note: Mapped[str | None] = mapped_column(String(200))
    text: Mapped[str | None] = mapped_column(Text)
    rating: Mapped[int | None]
    details: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """Each a term with a text."""
    image: Mapped[str | None] = mapped_column(String(300))
    image_alt: Mapped[str | None] = mapped_column(String(300))
    """What the picture shows, for those who cannot see it."""
    anchor: Mapped[str | None] = mapped_column(String(40))
    """By which pages link to it."""
    sample: Mapped[bool] = mapped_column(default=False)
    """Whether it came with the product and nobody has said that it is true."""
    shown: Mapped[bool] = mapped_column(default=True)


def on_pages() -> Select[SiteItem]:
    """The items that visitors see."""
    section = SiteSection.__table__.c
    shows = or_(section.shows == Showing.ALL, (section.shows == Showing.OWN) & SiteItem.sample.is_(False))
    return (
        select(SiteItem)
        .join(SiteSection.__table__, section.id == SiteItem.section)
        .where(SiteItem.shown, shows)
    )


async def add_item(db: Db, item: SiteItem, place: int | None) -> None:
    """One more, at a place or at the end.

    Raises:
        Conflict: the section is full.
        Invalid: it has what the section has not, or lacks something.
    """
    require_fitting(item)
    count = await count_of(db, item.section)
    most = SECTIONS[item.section].most
    if count >= most:
        raise Conflict(f"This section holds {most} at most. Delete or change one of them first.")
    item.place = min(place or count + 1, count + 1)
    db.store(item)
    await db.flush()
    await make_room(db, item, None, item.place, _among(item))


async def put_item(db: Db, item: SiteItem, place: int) -> None:
    """Puts it at a place of its section, or at the end where there are fewer."""
    place = min(place, await count_of(db, item.section))
    if place != item.place:
        await make_room(db, item, item.place, place, _among(item))
        item.place = place


async def delete_item(db: Db, item: SiteItem) -> None:
    """Takes it out for good.

    Raises:
        Conflict: pages link to it.
    """
    if item.anchor:
        raise Conflict(LINKED)
    await make_room(db, item, item.place, None, _among(item))
    await db.delete(item)


async def count_of(db: Db, section: SectionName) -> int:
    return await db.scalar(select(func.count()).where(SiteItem.section == section)) or 0


def _among(item: SiteItem) -> Any:
    """Those that stand in one order with it."""
    return SiteItem.__table__.c.section == item.section


def require_fitting(item: SiteItem) -> None:
    """By the rules of its section.

    Raises:
        Invalid: it has what the section has not, lacks something, is too long, or names a fact that there is not.
    """
    if faults := {**dict(_unknown_facts(item)), **dict(_faults(item, SECTIONS[item.section]))}:
        raise Invalid(faults)


def _faults(item: SiteItem, kind: Kind) -> Iterator[tuple[str, str]]:
    for name in ("note", "text", "rating", "details", "image", "image_alt"):
        if getattr(item, name) and name not in kind.fields:
            yield ("imageAlt" if name == "image_alt" else name), NOT_HERE
    for part in kind.parts:
        if fault := _fault_of(part, getattr(item, part.name) or ""):
            yield part.name, fault
    if kind.rating and item.rating is None:
        yield "rating", "Required"
    if kind.needs_picture and not item.image:
        yield "image", "Choose a picture"
    if kind.picture and item.image and not item.image_alt:
        yield "imageAlt", "Say what the picture shows, for those who cannot see it"


def _unknown_facts(item: SiteItem) -> Iterator[tuple[str, str]]:
    """The texts with something in braces that is no fact."""
    texts = {"title": item.title, "note": item.note, "text": item.text, "imageAlt": item.image_alt}
    for place, detail in enumerate(item.details or ()):
        texts |= {f"details.{place}.{name}": words for name, words in detail.items()}
    for name, words in texts.items():
        if not FACTS.keys() >= {*_NAMED.findall(words or "")}:
            yield name, UNKNOWN_FACT


def _fault_of(part: Part, words: str) -> str | None:
    if not words:
        return "Required" if part.required else None
    if len(words) > part.longest:
        return f"Please use at most {part.longest:,} characters"
    if part.choices and words not in part.choices:
        return NOT_LISTED
    return None


def with_facts(words: str | None, facts: Mapping[str, Any]) -> str | None:
    """A text with the facts that it names, as pages show it."""
    return _NAMED.sub(lambda found: _fact(found[1], facts) or found[0], words) if words else words


def _fact(name: str, facts: Mapping[str, Any]) -> str:
    value: Any = facts
    for key in FACTS.get(name, ()):
        value = value[key]
    return str(value) if name in FACTS else ""
