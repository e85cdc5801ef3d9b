"""What happens to a visit on site, as the crew reports it: at once, or when there is a network again (product.md, rule 130).

By then others may have changed the same job. Whatever was written is kept, merged with what they wrote (`site_merge`); how the visit
stands only goes forward by itself. What others noted of the visit stays, unless its person knew of it (`site_known`). Where the visit was cancelled, moved to another day or given to others meanwhile, it stays as it
is, and those who plan hear of it. Every word and time that finds no place in the visit or its record becomes a note of the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.audit import note
from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.system.errors import Forbidden, Invalid, Refusal
from duskline.core.values.wall_clock import believed, day_in_words, time_in_words, time_on_clock
from duskline.models.company.checklists import ChecklistItem, VisitCheck, lacking, lines_of, offered
from duskline.models.notifying.notifications import NOTIFICATIONS, ToldOf, in_reach, told
from duskline.models.people.preferences import TOLD_TO, Happening
from duskline.models.pictures.measuring import MeasuredFeet, measure
from duskline.models.places.places import zone_in
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType
from duskline.models.records.completion import complete, reopen
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import FORWARD, NOTED, Visit, VisitStatus, plans, record_of, was_to_come
from duskline.models.records.warranties import Years
from duskline.models.schedule.arrivals import announce
from duskline.models.schedule.site_known import facts_of, own, unknown
from duskline.models.schedule.site_merge import LineChange, merged_lines, merged_text, numbered

LONGEST_NOTES = 10_000
MOST_LINES = 100
LONGEST_AGO = timedelta(days=366)
"""What is put right later than that was typed wrong."""
PROMPT = timedelta(minutes=1)
"""How old a press may be when it arrives, for the log to tell its time."""
CALLED = {
    VisitStatus.PLANNED: "planned",
    VisitStatus.ON_THE_WAY: "on the way",
    VisitStatus.STARTED: "started",
    VisitStatus.DONE: "done",
}
OUT_OF_ORDER = "It must end after it begins, so this time is kept in a note."
CANCELLED = "This visit was cancelled meanwhile."
GIVEN_AWAY = "This visit was given to others meanwhile."
MOVED = "This visit was moved to {day} meanwhile."
UNPLANNED = "This visit was taken from its day meanwhile."
KEPT = "What you noted is kept, and those who plan are told."
NEVER_YOURS = "You can work only on your own visits."
TOO_LONG = (
    "With what others wrote meanwhile, the notes are longer than 10,000 characters. Please shorten yours"
)


class Typed(NamedTuple):
    """A time that can be put right: in which field, of which step, and as the end of a sentence."""

    field: str
    step: VisitStatus
    happened: str


TYPED = {
    "started_at": Typed("startedAt", VisitStatus.STARTED, "began"),
    "done_at": Typed("doneAt", VisitStatus.DONE, "ended"),
}


class Told(NamedTuple):
    """What came out otherwise than asked: in which field, in a sentence, what was asked and what stands.

    `note`: the words and times of it that stand nowhere else, for the history of the record; without a sentence nothing else is of use.
    """

    field: str
    words: str
    mine: str | None = None
    kept: str | None = None
    note: str | None = None


class Outcome(NamedTuple):
    """What came of a press."""

    visit: Visit
    told: list[Told]


class Letters(NamedTuple):
    """Whether the company tells its clients of visits, and whether letters leave at all."""

    wanted: bool
    leave: bool


class Press(NamedTuple):
    """What somebody on site pressed or wrote; what they did not is None."""

    at: datetime | None = None
    """By the clock of the phone."""
    day: date | None = None
    """Of the visit, as the phone showed it."""
    status: VisitStatus | None = None
    reason: str | None = None
    started_at: datetime | None = None
    done_at: datetime | None = None
    arrival: tuple[int, int] | None = None
    """Between which minutes of the day the client is to expect them."""
    notes: tuple[str | None, str | None] | None = None
    """What was there, and what is to be."""
    materials: Sequence[LineChange] = ()
    met: str | None = None
    nobody_there: bool = False
    missing: str | None = None
    """Why something that is required is not done."""
    checks: Sequence[tuple[str, bool]] = ()
    """Lines of the checklist, and whether they are done."""
    runs: Sequence[MeasuredFeet] = ()
    """What runs of the lighting plan came to."""
    completes_job: bool = False
    base: Mapping[str, Any] | None = None
    """The facts of the visit as the phone showed them; None where it does not say."""

    @property
    def moment(self) -> datetime:
        return believed(self.at, now())

    @property
    def times(self) -> dict[str, datetime]:
        """When it really began and ended, as somebody typed it."""
        typed = {"started_at": self.started_at, "done_at": self.done_at}
        return {name: at for name, at in typed.items() if at is not None}

    def takes_back(self, reached: VisitStatus) -> bool:
        """Whether it goes back from where the phone showed the visit, else from where the visit is; nobody goes forward to planned.

        To where the phone showed it, too: a notice offers to undo a press that the visit did not show yet.
        """
        if self.status is None or self.reason is None or self.times:
            return False
        if self.status == VisitStatus.PLANNED:
            return True
        if self.base is None:
            return reached in FORWARD and FORWARD.index(self.status) < FORWARD.index(reached)
        shown = self.base["status"]
        return shown in FORWARD and FORWARD.index(self.status) <= FORWARD.index(shown)


async def operate(db: Db, id: str, press: Press, years: Years, letters: Letters) -> Outcome:
    """Does what was pressed, and says what came out otherwise.

    Raises:
        NotFound: no such visit, or out of scope.
        Forbidden: somebody else's, and it always was.
        Invalid: what makes no sense by itself.
        Refusal: 409 what must be done before the last visit ends is not, and nobody says why.
    """
    record = await record_of(db, id)
    visit = await db.find_locked(Visit, id)
    was_done = visit.status == VisitStatus.DONE
    _require_sense(press)
    outdated = await _outdated(db, visit, press)
    ticked = await _check(db, visit, press)
    said = []
    if outdated is None:
        await _require_checklist(db, visit, record, press)
        said = await _take_in(db, visit, press)
    elif facts := await _facts(db, visit, press):
        note = " ".join([outdated, *facts])
        said = [Told("status", f"{outdated} {KEPT}", press.status, visit.status, note)]
    elif press.notes or press.materials or press.checks or press.runs:
        said = [Told("status", f"{outdated} {KEPT}", press.status, visit.status)]
    if said and outdated is not None:
        await _tell_planners(db, visit)
    said += [*ticked, *_note(record, press), *_use(record, press), *await _measure(db, record, press)]
    await db.flush()
    if was_done and visit.is_open and isinstance(record, WorkOrder) and not record.is_unsettled:
        await reopen(db, record, years)
    if outdated is None and press.completes_job and isinstance(record, WorkOrder):
        said += await _complete(db, record, visit, years)
    if outdated is None and press.arrival is not None:
        said += await _announce(db, visit, press, letters)
    _write_down(db, visit, press, said)
    await db.flush()
    return Outcome(visit, [each for each in said if each.words])


def _write_down(db: Db, visit: Visit, press: Press, said: Sequence[Told]) -> None:
    """What found no place in the visit or its record stands in a note of the record."""
    notes = [each.note for each in said if each.note]
    if notes:
        db.store(
            Activity(
                kind=visit.kind, record_id=visit.record_id, branch_id=visit.branch_id, type=ActivityType.NOTE,
                words=" ".join(notes), happened_at=press.moment, by_id=db.actor.id,
            )
        )  # fmt: skip


def _require_sense(press: Press) -> None:
    if press.status == VisitStatus.CANCELLED:
        raise Invalid({"status": "Those who plan visits cancel them. Please choose how it goes"})
    if press.completes_job and press.status != VisitStatus.DONE:
        raise Invalid({"completesJob": "A job is completed together with a visit that is done"})
    if press.times and not press.reason:
        raise Invalid({"reason": "Please say why"})
    for name, at in press.times.items():
        if at > now():
            raise Invalid({TYPED[name].field: "This time is still to come"})
        if at < now() - LONGEST_AGO:
            raise Invalid({TYPED[name].field: "This time is more than a year ago"})
    if press.started_at and press.done_at and press.started_at > press.done_at:
        raise Invalid({"doneAt": "It must end after it begins"})


async def _outdated(db: Db, visit: Visit, press: Press) -> str | None:
    """Why the visit is not theirs to take further any more, if it is not. A planner who never was to come may take it further."""
    if db.actor.id not in visit.crew:
        if await was_to_come(db, visit.id):
            return CANCELLED if visit.status == VisitStatus.CANCELLED else GIVEN_AWAY
        if not plans(db.actor, visit.kind):
            raise Forbidden(NEVER_YOURS)
    if visit.status == VisitStatus.CANCELLED:
        return CANCELLED
    if press.day is not None and press.day != visit.day:
        return UNPLANNED if visit.day is None else MOVED.format(day=day_in_words(visit.day))
    return None


async def _take_in(db: Db, visit: Visit, press: Press) -> list[Told]:
    """Takes the visit where the press says, and keeps its facts; what was there and gives way to them stands in a note."""
    before, zone = facts_of(visit), await zone_in(db, visit.branch_id)
    corrects = press.status is None and press.reason is not None
    theirs = await unknown(db, visit, press.base or (before if corrects else {}))
    slips: set[str] = set()
    if press.takes_back(visit.status):
        # A time of one's own that one takes back is nothing for others to read.
        slips = await own(db, visit) & {*NOTED.values()}
        said = _go_back(visit, press, theirs)
        if visit.status != press.status:
            press = press._replace(reason=None)  # of what was not done; it stands in the note
    else:
        said = _go_on(visit, press)
    said += [*_correct(visit, press, theirs, zone), *_close(visit, press, theirs)]
    gone = {
        name: value for name, value in before.items() if getattr(visit, name) != value and name not in slips
    }
    if lines := _in_words(gone, zone):
        said.append(Told("status", "", note=" ".join(["Until then:", *lines])))
    return said


def _go_back(visit: Visit, press: Press, theirs: frozenset[str]) -> list[Told]:
    """Back to an earlier step, unless others noted more that the phone did not show, or somebody pressed more after it."""
    assert press.status is not None
    asked, stood = FORWARD.index(press.status), FORWARD.index(visit.status)
    later = [NOTED[step] for step in FORWARD[asked + 1 :]]
    removed: dict[str, Any] = dict.fromkeys(later)
    if "done_at" in removed:
        removed |= {"met": None, "nobody_there": False, "missing": None}
    note = f"Pressed: back to {CALLED[press.status]}."
    late = now() - press.moment > PROMPT
    if asked == stood:
        return [Told("status", "", note=note)] if late else []
    if asked < stood and theirs.isdisjoint({"status", *removed}) and not _since(visit, later, press.moment):
        visit.apply({"status": press.status, **removed})
        _keep_time(visit, press)
        return [Told("status", "", note=note)] if late else []
    words = (
        f"Others noted meanwhile that this visit is {CALLED[visit.status]}, and that stays. "
        f"That you took it back to {CALLED[press.status]} is kept in a note."
    )
    note = f"{note} {_line('Reason', press.reason)}"
    return [Told("status", words, press.status, visit.status, note)]


def _go_on(visit: Visit, press: Press) -> list[Told]:
    """Forward by itself."""
    if press.status is None:
        return []
    if FORWARD.index(press.status) >= FORWARD.index(visit.status):
        visit.apply({"status": press.status})
        return [] if _keep_time(visit, press) else _another_time(visit, press)
    note = None if _keep_time(visit, press) else _pressed(press.status)
    words = (
        f"This visit is {CALLED[visit.status]} already, and stays so. The time of what you pressed is kept."
    )
    return [Told("status", words, press.status, visit.status, note)]


def _another_time(visit: Visit, press: Press) -> list[Told]:
    """The visit came to this step at another time, which was there first and stays."""
    column = NOTED.get(visit.status)
    if press.at is None or column is None or column in press.times:
        return []
    mine, stands = press.moment, getattr(visit, column)
    if mine == stands:
        return []
    words = f"This visit is {CALLED[visit.status]} already, and the time noted for it stays. Yours is kept in a note."
    return [Told("status", words, mine.isoformat(), stands and stands.isoformat(), _pressed(visit.status))]


def _pressed(status: VisitStatus) -> str:
    return f"Pressed: {CALLED[status]}."


def _since(visit: Visit, columns: Sequence[str], at: datetime) -> bool:
    return any((noted := getattr(visit, column)) is not None and noted > at for column in columns)


def _keep_time(visit: Visit, press: Press) -> bool:
    """Whether the visit keeps when it was pressed: not where that is known, or something later was pressed before."""
    column = NOTED.get(press.status) if press.status else None
    if column is None or getattr(visit, column) is not None:
        return False
    later = [getattr(visit, NOTED[each]) for each in FORWARD[FORWARD.index(press.status) + 1 :]]
    if any(noted is not None and noted < press.moment for noted in later):
        return False
    visit.apply({column: press.moment})
    return True


def _correct(visit: Visit, press: Press, theirs: frozenset[str], zone: str) -> list[Told]:
    """Times that somebody forgot to press, put right with a reason, where the visit has a place for them."""
    stand = {name: getattr(visit, name) for name in TYPED}
    typed = {name: at for name, at in press.times.items() if at != stand[name]}
    stays = {name: words for name in typed if (words := _why_not(visit, name, theirs))}
    put = {name: at for name, at in typed.items() if name not in stays}
    began, over = (stand | put).values()
    if began and over and began > over:
        stays, put = dict.fromkeys(put, OUT_OF_ORDER) | stays, {}
    visit.apply(put)
    said = [
        Told(
            TYPED[name].field, words, typed[name].isoformat(), stand[name] and stand[name].isoformat(),
            *_in_words({name: typed[name]}, zone),
        )
        for name, words in stays.items()
    ]  # fmt: skip
    if press.reason is None:
        return said
    if said and not put:
        return [*said, Told("reason", "", note=_line("Reason", press.reason))]
    words = "Somebody else gave another reason before you, and that stays. Yours is kept in a note."
    otherwise = Told("reason", words, press.reason, visit.reason, _line("Reason", press.reason))
    return [*said, *_keep(visit, {"reason": press.reason}, theirs, otherwise)]


def _why_not(visit: Visit, name: str, theirs: frozenset[str]) -> str | None:
    """Why the visit does not take a time that somebody typed."""
    _, step, happened = TYPED[name]
    if FORWARD.index(visit.status) < FORWARD.index(step):
        return (
            f"This visit is {CALLED[visit.status]} by now, so the time when it {happened} is kept in a note."
        )
    if name in theirs:
        return f"Somebody else noted before you when this visit {happened}, and that stays. Yours is kept in a note."
    return None


def _close(visit: Visit, press: Press, theirs: frozenset[str]) -> list[Told]:
    """Whom they met, and why something is missing."""
    said = []
    if press.missing:
        words = "Somebody else of the crew said before you why something is missing, and that stays."
        otherwise = Told("missing", words, press.missing, visit.missing, _line("Missing", press.missing))
        said += _keep(visit, {"missing": press.missing}, theirs, otherwise)
    if whom := _whom(press.met, press.nobody_there):
        words = "Somebody else of the crew told whom they met before you, and that stays."
        stands = _whom(visit.met, visit.nobody_there)
        otherwise = Told("met", words, whom, stands, _line("Met", whom))
        fact = {"met": press.met, "nobody_there": press.nobody_there}
        said += _keep(visit, fact, theirs, otherwise)
    return said


def _keep(visit: Visit, fact: dict[str, Any], theirs: frozenset[str], otherwise: Told) -> list[Told]:
    """Keeps a fact, unless others noted another that the phone did not show."""
    if theirs.isdisjoint(fact):
        visit.apply(fact)
    return [otherwise] if any(getattr(visit, name) != value for name, value in fact.items()) else []


def _whom(met: str | None, nobody_there: bool) -> str | None:
    if met is None:
        return "Nobody there" if nobody_there else None
    return f"{met} (nobody there)" if nobody_there else met


def _line(called: str, words: str | None) -> str | None:
    if words is None:
        return None
    return f"{called}: {words}" if words.endswith((".", "!", "?")) else f"{called}: {words}."


def _in_words(facts: Mapping[str, Any], zone: str) -> list[str]:
    """A line for each fact of a visit."""
    times = {"set_off_at": "Set off", "started_at": "Started", "done_at": "Ended"}
    lines = [
        _line(called, time_on_clock(facts[name], zone)) for name, called in times.items() if facts.get(name)
    ]
    lines.append(_line("Reason", facts.get("reason")))
    lines.append(_line("Met", _whom(facts.get("met"), facts.get("nobody_there", False))))
    lines.append(_line("Missing", facts.get("missing")))
    return [line for line in lines if line]


async def _facts(db: Db, visit: Visit, press: Press) -> list[str]:
    """How it went, for a visit that keeps nothing of it: every word, and every time on the clock of the branch."""
    zone = await zone_in(db, visit.branch_id)
    words = {"reason": press.reason, "met": press.met, "nobody_there": press.nobody_there}
    facts = [
        _pressed(press.status) if press.status else None,
        *_in_words(press.times | words | {"missing": press.missing}, zone),
        _line("The client was to be told", _window(*press.arrival) if press.arrival else None),
        "The job was to be completed." if press.completes_job else None,
    ]
    found = [fact for fact in facts if fact]
    if found and press.day is not None and press.day != visit.day:
        found.insert(0, f"It was noted for {day_in_words(press.day)}.")
    return found


def _window(start_minute: int, end_minute: int) -> str:
    return f"between {time_in_words(start_minute)} and {time_in_words(end_minute)}"


async def _announce(db: Db, visit: Visit, press: Press, letters: Letters) -> list[Told]:
    """Mails the client when to expect them, or says why not."""
    assert press.arrival is not None
    fault = await announce(db, visit, press.arrival, press.at, wanted=letters.wanted, leaves=letters.leave)
    if fault is None:
        return []
    note = f"The client was not told to expect somebody {_window(*press.arrival)}, because {fault}."
    return [Told("arrival", f"Your client was not told, because {fault}.", note=note)]


async def _tell_planners(db: Db, visit: Visit) -> None:
    """Once a day for each visit: one press brings several things along."""
    about = ToldOf(visit.kind), visit.record_id, visit.branch_id
    people = set(await db.scalars(in_reach(TOLD_TO[Happening.ON_SITE], visit.branch_id))) - {db.actor.id}
    rows = [
        told(person, Happening.ON_SITE, *about, key=f"site:{visit.id}:{now():%Y%m%d}:{person}")
        for person in sorted(people)
    ]
    if rows:
        new = insert_into(NOTIFICATIONS, db.database.dialect.name)
        await db.execute(new.on_conflict_do_nothing(index_elements=[NOTIFICATIONS.c.key]), rows)


def _note(record: Any, press: Press) -> list[Told]:
    if press.notes is None:
        return []
    base, mine = press.notes
    merged = merged_text(base, record.notes, mine)
    if len(merged.text or "") > LONGEST_NOTES:
        raise Invalid({"notes": TOO_LONG})
    record.apply({"notes": merged.text})
    words = "Others changed the notes meanwhile. What you added stands below what they wrote."
    return [Told("notes", words, mine, merged.text)] if merged.told else []


def _use(record: Any, press: Press) -> list[Told]:
    """Materials, by line."""
    if not press.materials:
        return []
    if record.kind != RecordKind.WORK_ORDER:
        raise Invalid({"materials": "Materials are noted on work orders"})
    lines, otherwise = merged_lines(numbered(record.materials_used), press.materials)
    if len(lines) > MOST_LINES:
        raise Invalid({"materials": f"A work order holds at most {MOST_LINES} lines of materials"})
    record.apply({"materials_used": lines})
    words = "Somebody else changed this line meanwhile, and theirs stays."
    told = [(_shown(line.mine) if line.mine else None, _shown(line.kept)) for line in otherwise]
    return [Told("materials", words, mine, kept, _line("Materials", mine)) for mine, kept in told]


def _shown(line: dict[str, Any]) -> str:
    return " ".join(str(part) for part in (line["quantity"], line["unit"], line["name"]) if part is not None)


async def _measure(db: Db, record: Any, press: Press) -> list[Told]:
    """Feet of runs, which are facts of the place whatever became of the visit."""
    if not press.runs:
        return []
    said = await measure(db, record, press.runs, press.moment)
    return [Told("runs", *each, note=_line("Measured", each.mine if each.kept else None)) for each in said]


async def _check(db: Db, visit: Visit, press: Press) -> list[Told]:
    """Lines of the checklist; of each counts what was pressed last."""
    if not press.checks:
        return []
    wanted = dict(press.checks)
    known = {
        item.id: item for item in await db.scalars(select(ChecklistItem).where(ChecklistItem.id.in_(wanted)))
    }
    if unknown := wanted.keys() - known.keys():
        place = [id for id, _ in press.checks].index(min(unknown))
        raise Invalid({f"checks.{place}.item": "This is not on the checklist"})
    theirs = select(VisitCheck).where(VisitCheck.visit_id == visit.id, VisitCheck.item_id.in_(wanted))
    there = {check.item_id: check for check in await db.scalars(theirs)}
    told, changed = [], {}
    for id, done in wanted.items():
        check = there.get(id)
        if check is not None and check.at > press.moment:
            if check.done != done:
                words = f"Somebody else changed this after you: {known[id].words}."
                told.append(Told("checks", words, _ticked(done), _ticked(check.done)))
            continue
        if check is None or check.done != done:
            changed[known[id].words] = done
        if check is None:
            check = db.store(VisitCheck(visit_id=visit.id, item_id=id))
        check.done, check.by_id, check.at = done, db.actor.id, press.moment
    if changed:
        await note(db, visit, checks=[{words: not done for words, done in changed.items()}, changed])
    await db.flush()
    return told


def _ticked(done: bool) -> str:
    return "Done" if done else "Not done"


async def _require_checklist(db: Db, visit: Visit, record: Any, press: Press) -> None:
    """What is required is due with the last visit, and may be left out by saying why."""
    ends = press.status == VisitStatus.DONE and visit.status != VisitStatus.DONE
    if not ends or press.missing or visit.missing or await _others_open(db, visit):
        return
    kind, photos = JobKind.SURVEY, None
    if isinstance(record, WorkOrder):
        kind, photos = (await db.find(WorkOrderDetails, record.id)).kind, record.images
    checks = select(VisitCheck.item_id, VisitCheck.done).where(VisitCheck.visit_id == visit.id)
    done: dict[str, bool] = dict(list(await db.execute(checks)))
    items = (await db.execute(offered())).all()
    if lacks := lacking(lines_of(items, kind, photos, done)):
        listed = "; ".join(lacks)
        raise Refusal(
            409, f"Still to do: {listed}. Please do it, or say why it is missing.", {"missing": listed}
        )


async def _others_open(db: Db, visit: Visit) -> bool:
    same = (Visit.kind == visit.kind) & (Visit.record_id == visit.record_id) & (Visit.id != visit.id)
    return any(other.is_open for other in await db.scalars(select(Visit).where(same)))


async def _complete(db: Db, order: WorkOrder, visit: Visit, years: Years) -> list[Told]:
    """The last visit's end is that of the job; while others are open it goes on."""
    if await _others_open(db, visit):
        words = "The work order is not completed: it has other visits that are still to come."
        return [Told("completesJob", words)]
    if order.is_unsettled:
        await complete(db, order, years)
    return []
