"""What reports measure: each a number worked out of kept figures, and the list of the records that it counts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from types import MappingProxyType
from typing import NamedTuple

from duskline.core.data.facts import Facts
from duskline.core.data.figures import ALL, PERSON, Figure
from duskline.models.reporting.answers import Better, ColumnShown, Money, Unit
from duskline.models.reporting.lead_facts import STAGES, YES, LeadFacts
from duskline.models.reporting.order_facts import LATE, ON_DAY, OPEN, UNDATED, CrewFacts, OrderFacts
from duskline.models.reporting.ticket_facts import WAITING, EnquiryFacts, TicketFacts
from duskline.policy import SEE_ENQUIRIES, SEE_LEADS, SEE_TICKETS, SEE_WORK_ORDERS, May

MINUTES_OF_A_DAY = 24 * 60
EARLY, LATER, RETURN = 7, 30, 60
"""Days of age at which records that began at different times are compared."""
BRANCH, PERIOD = "branch", "month"
"""Groups of every measure: by what figures are kept anyway."""


class Take(Enum):
    """How a number comes of a figure."""

    COUNT = auto()
    SUM = auto()
    SHARE = auto()
    """Of all that `over` counts and that are old enough, in percent."""
    MEDIAN = auto()
    P90 = auto()
    AGE = auto()
    """The mean number of days until today of what is so at present."""


class Subject(StrEnum):
    """The list that a measure counts, by the path of its call."""

    LEADS = "/api/panel/leads"
    WORK_ORDERS = "/api/panel/work-orders"
    TICKETS = "/api/panel/support-tickets"
    ENQUIRIES = "/api/panel/enquiries"


OPENED_BY: Mapping[Subject, May] = {
    Subject.LEADS: SEE_LEADS,
    Subject.WORK_ORDERS: SEE_WORK_ORDERS,
    Subject.TICKETS: SEE_TICKETS,
    Subject.ENQUIRIES: SEE_ENQUIRIES,
}
FILTERS = {
    "source": "source", "landing_page": "landingPage", "campaign": "campaign", "reason": "lostReason", "kind": "kind",
    "category": "category", "priority": "priority",
}  # fmt: skip
"""By which filter a list is narrowed to one value of a group."""


class Measure(NamedTuple):
    id: str
    title: str
    unit: Unit
    take: Take
    subject: Subject
    figure: str
    days: str | None
    """The filter of the list that takes the period; None of what is so at present."""
    parts: tuple[str, ...] | None = None
    """Of the figure, those that count; None is all."""
    over: tuple[str, ...] = ()
    """The figures of which a share is taken; of a sum or a median, the one that counts what it is about."""
    among: str | None = None
    """Of a share whose `over` counts what is known alone: the figure that counts what it is about."""
    query: Mapping[str, str] = MappingProxyType({})
    """What else narrows the list."""
    money: Money | None = None
    better: Better | None = None
    scale: int = 1
    """By which a sum or a median is divided."""
    age: int = 0
    """How many days ago a record has to have begun to be counted: younger ones had less time."""
    note: str | None = None

    @property
    def asks(self) -> set[tuple[str, int]]:
        """All figures that it is made of, each with the age that a record has to have; what a share is about counts the younger ones as well."""
        about = self.among or (self.over[0] if self.age else None)
        aged_ones = {(name, self.age) for name in (self.figure, *self.over)}
        return aged_ones | ({(about, 0)} if about else set())

    @property
    def looks_ahead(self) -> bool:
        """Whether days to come have some of it: work that is planned for them."""
        return self.days == "planned"

    @property
    def column(self) -> ColumnShown:
        return ColumnShown(self.id, self.title, self.unit, self.money, self.better, self.note)

    @property
    def groups(self) -> tuple[str, ...]:
        """What it can be grouped by."""
        kept = set.intersection(*(set(FIGURES[name].by) for name, _ in self.asks))
        own = tuple(group for group in FIGURES[self.figure].by if group in kept and group != ALL)
        places = [] if self.subject is Subject.ENQUIRIES else [BRANCH]
        return (*own, *places, *([PERIOD] if self.days else []))

    @property
    def of_people(self) -> bool:
        """Whether its total stands among the people, as that of nobody: several are at one job."""
        return ALL not in FIGURES[self.figure].by


def _figures(*entities: type[Facts]) -> dict[str, Figure]:
    return {figure.name: figure for entity in entities for figure in entity.figures}


ENTITIES = (LeadFacts, OrderFacts, CrewFacts, TicketFacts, EnquiryFacts)
FIGURES = _figures(*ENTITIES)
FACTS = {figure.name: entity for entity in ENTITIES for figure in entity.figures}
"""Whose rows a figure counts."""
_UP, _DOWN = Better.UP, Better.DOWN


def _lead(
    id: str, title: str, unit: Unit, take: Take, figure: str, days: str = "made", **more: object
) -> Measure:
    return Measure(id, title, unit, take, Subject.LEADS, figure, days, **more)  # type: ignore[arg-type]


def _order(
    id: str, title: str, unit: Unit, take: Take, figure: str, days: str | None, **more: object
) -> Measure:
    return Measure(id, title, unit, take, Subject.WORK_ORDERS, figure, days, **more)  # type: ignore[arg-type]


def _ticket(
    id: str, title: str, unit: Unit, take: Take, figure: str, days: str | None, **more: object
) -> Measure:
    return Measure(id, title, unit, take, Subject.TICKETS, figure, days, **more)  # type: ignore[arg-type]


def _aged(how: str, began: str, days: int) -> str:
    return f"{how} {days} days, of those {began} at least {days} days ago"


def _reached(stage: int) -> Measure:
    name = STAGES[stage].value
    return _lead(
        f"reached_{name}", f"Reached {name}", Unit.PERCENT, Take.SHARE, "lead.made",
        parts=tuple(map(str, range(stage, len(STAGES)))), over=("lead.made",), query={"reachedIn30Days": name}, better=_UP,
        age=LATER, note=_aged("Within", "made", LATER),
    )  # fmt: skip


def _value(kind: Money, title: str) -> Measure:
    return _lead(
        kind.value, title, Unit.DOLLARS, Take.SUM, "lead.worth", "won", parts=(kind.value,), over=("lead.won",),
        query={"value": kind.value}, money=kind, better=_UP,
    )  # fmt: skip


LEADS_MADE = _lead("leads", "New leads", Unit.COUNT, Take.COUNT, "lead.made", better=_UP)
WON = _lead("won", "Won", Unit.COUNT, Take.COUNT, "lead.won", "won", better=_UP)
QUOTED, GUESS = _value(Money.QUOTED, "Won, as quoted"), _value(Money.GUESS, "Won, as guessed")
SALES = (
    LEADS_MADE,
    _lead("answered", "Answered", Unit.PERCENT, Take.SHARE, "lead.answered_soon", over=("lead.made",), query={"answeredIn7Days": YES}, better=_UP, age=EARLY, note=_aged("Within", "made", EARLY)),
    _lead("answer_median", "First answer, median", Unit.MINUTES, Take.MEDIAN, "lead.answered", over=("lead.made",), query={"answered": YES}, better=_DOWN),
    _lead("answer_p90", "First answer, nine of ten", Unit.MINUTES, Take.P90, "lead.answered", over=("lead.made",), query={"answered": YES}, better=_DOWN),
    *(_reached(stage) for stage in range(1, len(STAGES) - 1)),
    WON,
    _lead("lost", "Lost", Unit.COUNT, Take.COUNT, "lead.lost", "lost", better=_DOWN),
    _lead("won_share", "Won of all settled", Unit.PERCENT, Take.SHARE, "lead.won", "won", over=("lead.won", "lead.lost"), better=_UP),
    QUOTED,
    GUESS,
    _lead("win_median", "Time to win, median", Unit.DAYS, Take.MEDIAN, "lead.win_time", "won", scale=MINUTES_OF_A_DAY, better=_DOWN),
    _lead("win_p90", "Time to win, nine of ten", Unit.DAYS, Take.P90, "lead.win_time", "won", scale=MINUTES_OF_A_DAY, better=_DOWN),
)  # fmt: skip
COMPLETION = (
    _order("planned", "Planned", Unit.COUNT, Take.COUNT, "order.planned", "planned"),
    _order("on_day", "Done on the day", Unit.COUNT, Take.COUNT, "order.planned", "planned", parts=(ON_DAY,), query={"outcome": ON_DAY}, better=_UP),
    _order("on_day_share", "Share done on the day", Unit.PERCENT, Take.SHARE, "order.planned", "planned", parts=(ON_DAY,), over=("order.planned",), query={"outcome": ON_DAY}, better=_UP, age=1, note="Of those planned before today"),
    _order("late", "Done late", Unit.COUNT, Take.COUNT, "order.planned", "planned", parts=(LATE,), query={"outcome": LATE}, better=_DOWN),
    _order("not_done", "Not done yet", Unit.COUNT, Take.COUNT, "order.planned", "planned", parts=(OPEN,), query={"outcome": OPEN}),
    _order("completed", "Completed", Unit.COUNT, Take.COUNT, "order.completed", "completed", better=_UP),
    _order("completion_median", "From order to completion, median", Unit.DAYS, Take.MEDIAN, "order.completed", "completed", scale=MINUTES_OF_A_DAY, better=_DOWN),
    _order("undated", "Without a day now", Unit.COUNT, Take.COUNT, "order.open", None, parts=(UNDATED,), query={"open": UNDATED}, better=_DOWN),
    _order("open", "Open orders now", Unit.COUNT, Take.COUNT, "order.open", None, query={"unsettled": YES}),
    _order("open_age", "Average age of open orders", Unit.DAYS, Take.AGE, "order.open", None, query={"unsettled": YES}, better=_DOWN),
)  # fmt: skip
TECHNICIANS = (
    _order("jobs", "Jobs", Unit.COUNT, Take.COUNT, "crew.jobs", "completed", better=_UP),
    _order("feet", "Feet", Unit.FEET, Take.SUM, "crew.feet", "completed", over=("crew.jobs",), better=_UP),
    _order("site_hours", "Hours on site", Unit.HOURS, Take.SUM, "crew.hours", "completed", over=("crew.jobs",), scale=60),
    _order("photos", "Photos complete", Unit.PERCENT, Take.SHARE, "crew.photos", "completed", over=("crew.jobs",), query={"photosComplete": YES}, better=_UP),
    _order("checks", "Checklist complete", Unit.PERCENT, Take.SHARE, "crew.checks", "completed", parts=(YES,), over=("crew.checks",), among="crew.jobs", query={"checklistComplete": YES}, better=_UP),
    _order("returned", "Return visit within 60 days", Unit.PERCENT, Take.SHARE, "crew.returned", "completed", over=("crew.jobs",), query={"returned": YES}, better=_DOWN, age=RETURN, note="Of those completed at least 60 days ago"),
)  # fmt: skip
TICKETS = (
    _ticket("tickets", "New tickets", Unit.COUNT, Take.COUNT, "ticket.made", "made", better=_DOWN),
    _ticket("ticket_answered", "Tickets answered", Unit.PERCENT, Take.SHARE, "ticket.answered_soon", "made", over=("ticket.made",), query={"answeredIn7Days": YES}, better=_UP, age=EARLY, note=_aged("Within", "made", EARLY)),
    _ticket("ticket_answer_median", "First answer to a ticket, median", Unit.MINUTES, Take.MEDIAN, "ticket.answered", "made", over=("ticket.made",), query={"answered": YES}, better=_DOWN),
    _ticket("ticket_answer_p90", "First answer to a ticket, nine of ten", Unit.MINUTES, Take.P90, "ticket.answered", "made", over=("ticket.made",), query={"answered": YES}, better=_DOWN),
    _ticket("resolved", "Resolved", Unit.COUNT, Take.COUNT, "ticket.resolved", "resolved", better=_UP),
    _ticket("resolve_median", "Time to resolve, median", Unit.MINUTES, Take.MEDIAN, "ticket.resolved", "resolved", better=_DOWN),
    _ticket("resolve_p90", "Time to resolve, nine of ten", Unit.MINUTES, Take.P90, "ticket.resolved", "resolved", better=_DOWN),
    _ticket("reopened", "Reopened", Unit.PERCENT, Take.SHARE, "ticket.reopened_soon", "made", over=("ticket.made",), query={"reopenedIn30Days": YES}, better=_DOWN, age=LATER, note=_aged("Within", "made", LATER)),
    _ticket("waiting", "Waiting for an answer now", Unit.COUNT, Take.COUNT, "ticket.open", None, parts=(WAITING,), query={"open": WAITING}, better=_DOWN),
    _ticket("tickets_open", "Open tickets now", Unit.COUNT, Take.COUNT, "ticket.open", None, query={"unsettled": YES}, better=_DOWN),
)  # fmt: skip
SOURCES = (
    Measure("enquiries", "Messages", Unit.COUNT, Take.COUNT, Subject.ENQUIRIES, "enquiry.made", "made", better=_UP),
    LEADS_MADE,
    WON,
    QUOTED,
    GUESS,
    _order("measured", "Drawings measured on site", Unit.COUNT, Take.COUNT, "order.measured", "measured"),
    _order("drawing_error", "Drawings off by, median", Unit.PERCENT, Take.MEDIAN, "order.measured", "measured", scale=10, better=_DOWN),
    _order("drawing_error_p90", "Drawings off by, nine of ten", Unit.PERCENT, Take.P90, "order.measured", "measured", scale=10, better=_DOWN),
)  # fmt: skip
MEASURES = {measure.id: measure for measure in (*SALES, *COMPLETION, *TECHNICIANS, *TICKETS, *SOURCES)}


def group_query(measure: Measure, group: str, key: str) -> dict[str, str] | None:
    """What narrows a measure's list to one value of a group; None where no list is narrowed so."""
    if group == BRANCH:
        return {"branchId": key} if key else None
    if group != PERSON:
        return {FILTERS[group]: key or "none"}
    if measure.of_people:
        return {"by": key}
    return {"assignedTo": key} if key else {"unassigned": YES}
