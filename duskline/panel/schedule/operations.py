"""What a crew on site presses and writes. Who may enter: as for visits; each for the visits that they are, or were, to come to."""

from __future__ import annotations

import datetime
from typing import Annotated

import msgspec

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import (
    UNSET,
    Body,
    EndMinute,
    Id,
    LongText,
    Meta,
    Minute,
    Moment,
    Name,
    Place,
    ResponseModel,
    UnsetType,
)
from duskline.models.company.checklists import MOST
from duskline.models.pictures.drawings import MOST_RUNS
from duskline.models.pictures.measuring import MeasuredFeet
from duskline.models.records.visits import Visit, VisitStatus
from duskline.models.schedule.on_site import MOST_LINES, Letters, Press, operate
from duskline.models.schedule.own_visits import one_visit
from duskline.models.schedule.site_merge import Line, LineChange
from duskline.panel.pictures.sizes import MeasuredLength, Quantity, RunLine, Unit
from duskline.panel.rows import OwnVisitRow, own_visit_row
from duskline.policy import VISIT
from duskline.services import services

PATH = "/api/panel/visits/{id:str}/operations"


class SiteNotes(Body, kw_only=True):
    """The notes as somebody found them, and as they are to be."""

    base: LongText | None = None
    text: LongText | None = None


class SeenMaterial(Body, kw_only=True):
    """A line as somebody found it."""

    name: Name
    quantity: Quantity
    unit: Unit | None = None


class ArrivalWindow(Body, kw_only=True):
    """Between which minutes of the day somebody will be there, on the clock of the branch."""

    start_minute: Minute
    end_minute: EndMinute


class SiteMaterial(Body, kw_only=True):
    """One line of materials: as it is to be, or that it goes."""

    id: Id
    name: Name | None = None
    quantity: Quantity | None = None
    unit: Unit | None = None
    removed: bool = False
    base: SeenMaterial | UnsetType | None = UNSET
    """As it was found, null where it is new. Without it nothing is compared, and the line becomes what is sent."""


class Closing(Body, kw_only=True):
    """How a visit ended."""

    met: Name | None = None
    """Who of the client's people was there."""
    nobody_there: bool = False
    missing: Place | None = None
    """Why something that is required is not done."""


class SiteCheck(Body, kw_only=True):
    """A line of the checklist, done or not."""

    item: Id
    done: bool = True


class SiteRun(Body, kw_only=True):
    """Feet of one run of the lighting plan, by its line; none takes them back."""

    line: RunLine
    feet: MeasuredLength | None = None


class SeenVisit(Body, kw_only=True):
    """A visit as the phone showed it when it was pressed, with all that had been pressed before."""

    status: VisitStatus
    set_off_at: Moment | None = None
    started_at: Moment | None = None
    done_at: Moment | None = None
    reason: Place | None = None
    met: Name | None = None
    nobody_there: bool = False
    missing: Place | None = None


class VisitOperation(Body, kw_only=True):
    """What was pressed at one time; the Idempotency-Key names it."""

    at: Moment | None = None
    """By the clock of the phone; what is still to come, or older than 31 days, counts as its arrival."""
    day: datetime.date | None = None
    """Of the visit, as the phone showed it: on another day by now, it stays as it stands."""
    status: VisitStatus | None = None
    reason: Place | None = None
    started_at: Moment | None = None
    done_at: Moment | None = None
    arrival: ArrivalWindow | None = None
    """With `on_the_way`: what the client is mailed, unless that comes later than 15 minutes after the press."""
    notes: SiteNotes | None = None
    materials: Annotated[list[SiteMaterial], Meta(max_length=MOST_LINES)] = msgspec.field(
        default_factory=list
    )
    checks: Annotated[list[SiteCheck], Meta(max_length=MOST)] = msgspec.field(default_factory=list)
    runs: Annotated[list[SiteRun], Meta(max_length=MOST_RUNS)] = msgspec.field(default_factory=list)
    closing: Closing | None = None
    completes_job: bool = False
    base: SeenVisit | None = None
    """What others noted and this does not show stays. Without it, what the person noted last is known to them, and a correction
    without a `status` was made on the visit as it is."""


class ToldRow(ResponseModel):
    """Something that came out otherwise than asked."""

    field: str
    words: str
    mine: str | None
    kept: str | None


class VisitOperated(ResponseModel):
    visit: OwnVisitRow
    told: list[ToldRow]


@change(post, PATH, may=VISIT, status=200, shows=Visit)
async def operate_visit(db: Db, request: StrictRequest, id: str, data: VisitOperation) -> VisitOperated:
    """Does what was pressed on site, merged with what others did meanwhile; answers the visit and what came out otherwise."""
    _require_window(data)
    ours = services(request)
    letters = Letters(wanted=ours.company.tell_clients, leave=ours.sends_mail)
    outcome = await operate(db, id, _press(data), ours.company.warranty, letters)
    return VisitOperated(
        visit=own_visit_row(await one_visit(db, id), tells=ours.tells_clients),
        told=[ToldRow(each.field, each.words, each.mine, each.kept) for each in outcome.told],
    )


def _require_window(data: VisitOperation) -> None:
    if data.arrival is None:
        return
    if data.status != VisitStatus.ON_THE_WAY:
        raise Invalid({"arrival": "The client is told when you set out. Please send it with On my way"})
    if data.arrival.start_minute >= data.arrival.end_minute:
        raise Invalid({"arrival.endMinute": "It must end after it begins"})


def _press(data: VisitOperation) -> Press:
    closing, arrival = data.closing or Closing(), data.arrival
    return Press(
        at=data.at, day=data.day, status=data.status, reason=data.reason, started_at=data.started_at,
        done_at=data.done_at, arrival=(arrival.start_minute, arrival.end_minute) if arrival else None,
        notes=(data.notes.base, data.notes.text) if data.notes else None,
        materials=[_change(place, line) for place, line in enumerate(data.materials)],
        met=closing.met, nobody_there=closing.nobody_there, missing=closing.missing,
        checks=[(check.item, check.done) for check in data.checks],
        runs=[MeasuredFeet(run.line, run.feet and round(run.feet, 1)) for run in data.runs], completes_job=data.completes_job,
        base=msgspec.structs.asdict(data.base) if data.base else None,
    )  # fmt: skip


def _change(place: int, line: SiteMaterial) -> LineChange:
    if not line.removed and (line.name is None or line.quantity is None):
        missing = "name" if line.name is None else "quantity"
        raise Invalid({f"materials.{place}.{missing}": "Required"})
    mine = None if line.removed else _facts(line)
    if line.base is UNSET:
        return LineChange(line.id, mine, blind=True)
    return LineChange(line.id, mine, _facts(line.base) if line.base else None)


def _facts(line: SiteMaterial | SeenMaterial) -> Line:
    return {"name": line.name, "quantity": line.quantity, "unit": line.unit}


ROUTES = [operate_visit]
