"""Sales: leads, the quote requests they came from, and clients."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from math import prod
from typing import Any, ClassVar, Protocol

from sqlalchemy import (
    ColumnElement,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    and_,
    func,
    literal_column,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.counts import BY_STATUS, Counted
from duskline.core.data.pointers import pointer
from duskline.core.data.search import FirstCharacters, Recognized, Searchable, Telephoned
from duskline.core.data.unfinished import Batched
from duskline.core.values.contacts import phone_key
from duskline.core.values.texts import folded
from duskline.models.records.about import RecordKind, Subject
from duskline.models.records.mergeable import Mergeable, Two
from duskline.policy import Can, Scoped

BY_PERSON = (("assigned_to",), ("assigned_to", "status"))
"""How records of people are counted: each person's, and each person's of one status."""
BY_VALUE = ("status", "counted_as")
"""How the values of leads are summed: guesses and what was quoted apart, in each status."""
NO_STEP = "none"
LONGEST_LANDING, LONGEST_CAMPAIGN = 300, 100
SHORTEST_ROOFLINE, LONGEST_ROOFLINE = 20, 1_000
"""Feet."""


class LeadStatus(StrEnum):
    NEW = "new"
    CONTACTED = "contacted"
    QUALIFIED = "qualified"
    PROPOSAL = "proposal"
    NEGOTIATION = "negotiation"
    WON = "won"
    LOST = "lost"


class ClientStatus(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"
    SUSPENDED = "suspended"


class PropertyType(StrEnum):
    HOME = "home"
    BUSINESS = "business"


class Coverage(StrEnum):
    FRONT = "front"
    WHOLE = "whole"


class PreferredTime(StrEnum):
    """When somebody likes to be called."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    ANYTIME = "anytime"

    @property
    def in_words(self) -> str | None:
        """For those who read the record; none where any time is good."""
        return None if self is PreferredTime.ANYTIME else f"Best reached in the {self}."


class PriceRange(Protocol):
    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


class Factors(Protocol):
    """What a building changes about its price, in percent."""

    @property
    def business(self) -> int: ...

    @property
    def two_stories(self) -> int: ...

    @property
    def three_stories(self) -> int: ...

    @property
    def front(self) -> int: ...

    @property
    def front_share(self) -> int: ...


class Rates(Protocol):
    """The company's prices: of a typical home, of one installed foot, and what a building changes about both."""

    @property
    def price(self) -> PriceRange: ...

    @property
    def rate_per_foot(self) -> PriceRange: ...

    @property
    def rate_factors(self) -> Factors: ...


class Kind(Protocol):
    """What changes the price of a foot."""

    @property
    def property_type(self) -> str: ...

    @property
    def coverage(self) -> str: ...

    @property
    def stories(self) -> int: ...


class Building(Kind, Protocol):
    """What a visitor says of a building; `feet` is None where nobody knows the length."""

    @property
    def feet(self) -> int | None: ...


def estimate(building: Building, rates: Rates) -> tuple[int, int]:
    """What lighting a building is likely to cost, in whole dollars: from the company's low to its high rate.

    A length that nobody knows starts from the range of a typical home: anything narrower would be invented. The
    quote dialog computes the same (`tests/vectors/estimates.json` holds both to it), so that the range that was shown is
    the range that is kept.
    """
    is_known = building.feet is not None
    start = rates.rate_per_foot if is_known else rates.price
    factor = prod(_percentages(building, rates.rate_factors, is_known=is_known))
    # Half-up in whole numbers: three percentages make millionths.
    low, high = (
        (end * (building.feet or 1) * factor + 500_000) // 1_000_000 for end in (start.low, start.high)
    )
    return low, high


def estimate_of_drawn(kind: Kind, feet: tuple[int, int], rates: Rates) -> tuple[int, int]:
    """What lighting a drawn length is likely to cost, to the hundred dollars: its least feet at the low rate, to its most at the high one.

    Studio, quote, letter and panel ask nothing else of a drawing (`tests/vectors/rooflines.json`), so that one drawing has one range.
    """
    factor = prod(_percentages(kind, rates.rate_factors, is_known=True))
    low, high = (
        (rate * length * factor + 50_000_000) // 100_000_000 * 100
        for rate, length in zip((rates.rate_per_foot.low, rates.rate_per_foot.high), feet, strict=True)
    )
    return low, high


def _percentages(building: Kind, factors: Factors, *, is_known: bool) -> tuple[int, int, int]:
    front = factors.front if is_known else factors.front_share
    return (
        factors.business if building.property_type == "business" else 100,
        {1: 100, 2: factors.two_stories}.get(building.stories, factors.three_stories),
        front if building.coverage == "front" else 100,
    )


class Assigned:
    """A record that one person takes care of, until its status says that nothing is left to do."""

    handled_by: ClassVar[Can]
    """The flag of those who may take care of it."""
    settled: ClassVar[tuple[str, ...]]
    status: Mapped[str]
    assigned_to: Mapped[str | None]

    @classmethod
    def is_open(cls) -> ColumnElement[bool]:
        # Each word its own placeholder: a list of unknown length cannot be compiled once.
        return and_(*(cls.status != word for word in cls.settled))

    @property
    def is_unsettled(self) -> bool:
        """Whether it is open."""
        return self.status not in self.settled


def assignee_index() -> Index:
    """One person's records, newest first; branch and status come along, so that counting stays in the index."""
    return Index(None, "assigned_to", "created_at", "id", "branch_id", "status")


def list_indexes() -> tuple[Index, ...]:
    """What a list needs: newest first, in a branch or everywhere, narrowed by status or not."""
    return (
        Index(None, "created_at", "id"),
        Index(None, "branch_id", "created_at", "id"),
        Index(None, "status", "created_at", "id"),
        Index(None, "branch_id", "status", "created_at", "id"),
    )


def index_order(entity: Any, name: str, *keys: Any) -> None:
    """What another order of a list needs, in a branch or everywhere. The status comes along: what it leaves out is not read."""
    table, status = entity.__tablename__, entity.status
    Index(f"ix_{table}_by_{name}", *keys, entity.id, entity.branch_id, status)
    Index(f"ix_{table}_of_branch_by_{name}", entity.branch_id, *keys, entity.id, status)


class ValueKind(StrEnum):
    """What a lead's estimated value is: the website's range, or what somebody quoted."""

    GUESS = "guess"
    QUOTED = "quoted"


class Awaited:
    """What is to be done next about a record, as `models/records/next_steps.py` keeps it: a list narrows and sorts by its own columns."""

    step: Mapped[str | None] = mapped_column(String(40))
    """`NO_STEP` where the record is open and nobody has promised anything about it."""
    step_on: Mapped[date | None] = mapped_column(Date)
    """The day of the next step that is open."""
    step_minute: Mapped[int | None] = mapped_column(Integer)
    """Minutes after midnight; what is due any time of a day comes last on it."""
    step_of: Mapped[str | None] = mapped_column(String(36))
    """Who promised it."""


DUE = ("step_on", "step_minute", text("id DESC"))


def _awaited(name: str, column: str, *columns: Any) -> Index:
    """An index of the rows alone that have some value in a column."""
    some = text(f"{column} IS NOT NULL")
    return Index(f"ix_leads_{name}", *columns, sqlite_where=some, postgresql_where=some)


class Lead(
    Subject,
    Mergeable,
    Batched,
    Assigned,
    Awaited,
    Identified,
    Updated,
    Versioned,
    Recognized,
    Searchable,
    Audited,
    Counted,
    Scoped,
    Base,
):
    __tablename__ = "leads"
    __table_args__ = (
        *list_indexes(), assignee_index(), Index(None, "phone_key"),
        _awaited("without_step", "step", "step", "created_at", "id", "branch_id"),
        _awaited("without_step_by_branch", "step", "branch_id", "step", "created_at", "id", "status"),
        _awaited("without_step_by_status", "step", "status", "step", "created_at", "id", "branch_id"),
        _awaited("without_step_by_person", "step", "assigned_to", "step", "created_at", "id", "branch_id", "status"),
        _awaited("due", "step_on", *DUE, "branch_id", "status"),
        _awaited("due_by_branch", "step_on", "branch_id", *DUE, "status"),
        _awaited("due_by_status", "step_on", "status", *DUE, "branch_id"),
        _awaited("due_by_person", "step_of", "step_of", *DUE, "branch_id", "status"),
    )  # fmt: skip
    kind = RecordKind.LEAD
    searched = ("name", "email", "phone", "phone_key", "address")
    audit_name = count_kind = "lead"
    counted_by = (BY_STATUS, *BY_PERSON, BY_VALUE, ("assigned_to", *BY_VALUE))
    summed = "estimated_value"
    handled_by = Can.MANAGE_LEADS
    settled = ("won", "lost")
    fields: ClassVar = {
        "branch_id": Two.KEEP, "name": Two.KEEP, "email": Two.KEEP, "status": Two.KEEP, "phone": Two.FILL, "address": Two.FILL,
        "source": Two.FILL, "estimated_value": Two.FILL, "assigned_to": Two.FILL, "notes": Two.NOTES,
    }  # fmt: skip

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    assigned_to: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254))
    address: Mapped[str | None] = mapped_column(String(300))
    status: Mapped[LeadStatus] = enum_column("status", LeadStatus, default=LeadStatus.NEW)
    source: Mapped[str | None] = mapped_column(String(300))
    estimated_value: Mapped[int | None] = mapped_column(Integer)
    notes: Mapped[str | None] = mapped_column(Text)
    counted_as: Mapped[str] = mapped_column(
        String(40), default=ValueKind.QUOTED, server_default=ValueKind.QUOTED
    )
    """What its value is, as `LeadDetails` says: what nobody marked as a guess is quoted."""

    @classmethod
    def worth(cls) -> ColumnElement[int]:
        """What leads are sorted by: one without a value is worth nothing yet. An index knows the expression by its words."""
        return func.coalesce(cls.estimated_value, literal_column("0", Integer))


index_order(Lead, "name", FirstCharacters(Lead.search))
index_order(Lead, "value", Lead.worth())

REQUESTED = (
    "property_type", "coverage", "stories", "feet", "scheme", "street", "zip", "preferred_time", "low", "high", "name",
    "phone", "served",
)  # fmt: skip
"""The columns of a quote request that say what the visitor wants."""


def request_as_changes(said: Mapping[str, object]) -> dict[str, list[object]]:
    """What was said, in the form of a record's history."""
    words = {name: value for name, value in said.items() if value is not None and name != "served"}
    if said["feet"] is None:
        words["value"] = "a guess: the length is not known"
    if not said["served"]:
        words["service_area"] = "outside"
    return {name: [None, value] for name, value in words.items()}


class QuoteRequest(Identified, Telephoned, Base):
    """What a visitor said in the quote dialog; the lead carries the rest."""

    __tablename__ = "quote_requests"
    __table_args__ = (Index(None, "email_key", "created_at"),)

    lead_id: Mapped[str] = mapped_column(
        ForeignKey("leads.id", ondelete="CASCADE"), index=True, info=pointer(counts="requests")
    )
    email_key: Mapped[str] = mapped_column(String(254))
    name: Mapped[str | None] = mapped_column(String(200))
    property_type: Mapped[PropertyType] = enum_column("property_type", PropertyType)
    coverage: Mapped[Coverage] = enum_column("coverage", Coverage)
    stories: Mapped[int] = mapped_column(Integer)
    feet: Mapped[int | None] = mapped_column(Integer)
    scheme: Mapped[str | None] = mapped_column(String(100))
    """How the visitor lit the house on the page, in words."""
    street: Mapped[str | None] = mapped_column(String(300))
    zip: Mapped[str] = mapped_column(String(10))
    served: Mapped[bool] = mapped_column(default=True)
    """Whether the ZIP code lies in the area of a branch."""
    preferred_time: Mapped[PreferredTime | None] = mapped_column(String(40))
    landing_page: Mapped[str | None] = mapped_column(String(LONGEST_LANDING))
    """The page on which the visitor began, as the form told it."""
    campaign: Mapped[str | None] = mapped_column(String(LONGEST_CAMPAIGN))
    low: Mapped[int] = mapped_column(Integer)
    high: Mapped[int] = mapped_column(Integer)

    def as_changes(self) -> dict[str, list[object]]:
        return request_as_changes({name: getattr(self, name) for name in REQUESTED})

    def says(self, said: Mapping[str, object]) -> bool:
        """Whether a request would repeat this one word for word."""
        return all(getattr(self, name) == value for name, value in said.items())

    def is_from(self, said: Mapping[str, Any]) -> bool:
        """Whether the same person about the same place may have sent both: an email address alone can be anybody's."""
        phone = phone_key(said["phone"])
        return (
            folded(self.name or "") == folded(said["name"])
            and self.zip[:5] == said["zip"][:5]
            and (phone is None or self.phone_key in (None, phone))
        )


class Client(
    Subject,
    Mergeable,
    Batched,
    Identified,
    Updated,
    Versioned,
    Recognized,
    Searchable,
    Audited,
    Counted,
    Scoped,
    Base,
):
    __tablename__ = "clients"
    __table_args__ = (*list_indexes(), Index(None, "lead_id"), Index(None, "phone_key"))
    kind = RecordKind.CLIENT
    searched = ("name", "email", "phone", "phone_key", "address")
    audit_name = count_kind = "client"
    fields: ClassVar = {
        "branch_id": Two.KEEP, "name": Two.KEEP, "email": Two.KEEP, "status": Two.KEEP, "address": Two.KEEP, "phone": Two.FILL,
        "lead_id": Two.FILL,
    }  # fmt: skip

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    lead_id: Mapped[str | None] = mapped_column(
        ForeignKey("leads.id"), info=pointer(counts="clients", holds=("client", "clients"))
    )
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254))
    address: Mapped[str] = mapped_column(String(300))
    status: Mapped[ClientStatus] = enum_column("status", ClientStatus, default=ClientStatus.ACTIVE)


index_order(Client, "name", FirstCharacters(Client.search))
