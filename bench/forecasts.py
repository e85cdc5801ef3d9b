"""Whether the forecast's range holds what comes: companies that are made up, and the sample data month by month.

`python -m bench.forecasts` writes the tables into docs/forecast.md; with the address of a database (`sqlite:///var/duskline.db`) it
prints how the forecast would have done there.
"""

from __future__ import annotations

import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from sqlalchemy import create_engine

from duskline.core.data.figures import ALL, DAY, EVERY_BRANCH, MONTH, Figure, Values, keys_of
from duskline.models.records.about import RecordKind
from duskline.models.records.sales import Lead
from duskline.models.reporting.forecast import History, Outlook, Range, run_rate
from duskline.models.reporting.forecasting import DAYS_ASKED, RECORD, STAGES_ASKED, history_of, stage_months
from duskline.models.reporting.lead_facts import (
    AGES,
    AHEAD,
    STAGES,
    Change,
    LeadFacts,
    StageFacts,
    changes_of,
    facts_of,
    sources,
)
from duskline.models.reporting.reading import Cells, Found

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs" / "forecast.md"
BEGINS, ENDS = "<!-- table: begin -->", "<!-- table: end -->"
COMPANIES = 200
TODAY = date(2026, 6, 1)
ZONE = "UTC"
SHAPES = ("exponential", "lognormal", "delayed")
OF_STAGES = [figure for figure in StageFacts.figures if figure.name in STAGES_ASKED]
OF_DAYS = [figure._replace(by=(ALL,)) for figure in LeadFacts.figures if figure.name in DAYS_ASKED]
MISSED = 10
"""By how much the interval score of an 80 percent range grows with each win that lies outside (2 / 0.2)."""


class Track(NamedTuple):
    """The statuses that a lead went through."""

    changes: list[Change]

    @property
    def won(self) -> date | None:
        last = self.changes[-1]
        return last.at.date() if last.status == "won" else None


class Company(NamedTuple):
    shape: str
    grows: bool
    has_season: bool
    leads: list[Track]


def company(seed: int, days: tuple[int, int] = (250, 1_000)) -> Company:
    """Leads whose wins take time, in one of three shapes; in every second company their number grows, in others it has a season.

    A lead has one pace through all of its stages, so it is not what the forecast takes for granted; some are never settled.
    """
    chance = random.Random(seed)
    shape, grows, has_season = SHAPES[seed % 3], seed // 3 % 2 == 1, seed // 6 % 2 == 1
    age = chance.randint(*days)
    a_day = math.exp(chance.uniform(math.log(0.25), math.log(2.5)))
    growth = chance.uniform(-0.3, 1.0) if grows else 0.0
    swing, peak = chance.uniform(0.2, 0.6) if has_season else 0.0, chance.random()
    took = _times(chance, shape)
    lead = partial(
        _lead, chance, took, won=chance.uniform(0.2, 0.6), never=chance.uniform(0, 0.25),
        slower=chance.uniform(0.7, 2), skipped=chance.uniform(0, 0.3), tilt=[chance.uniform(0.3, 2) for _ in STAGES[:-1]],
    )  # fmt: skip
    leads, week = [], 1.0
    for day in range(-age, AHEAD):
        if (day + age) % 7 == 0:
            week = chance.gammavariate(25, 1 / 25)
        usual = a_day * (1 + growth) ** (day / 365) * (1 + swing * math.cos(2 * math.pi * (day / 365 - peak)))
        for _ in range(_poisson(chance, usual * week)):
            leads.append(Track(lead(day + chance.random())))
    return Company(shape, grows, has_season, leads)


def _times(chance: random.Random, shape: str) -> Callable[[], float]:
    """Days from a lead to its win, about as many on the average in each shape."""
    mean, spread, least = chance.uniform(12, 70), chance.uniform(0.5, 1), chance.uniform(0.3, 0.7)
    return {
        "exponential": lambda: chance.expovariate(1 / mean),
        "lognormal": lambda: chance.lognormvariate(math.log(mean) - spread * spread / 2, spread),
        "delayed": lambda: mean * least + chance.expovariate(1 / (mean * (1 - least))),
    }[shape]


def _lead(
    chance: random.Random, took: Callable[[], float], at: float, *, won: float, never: float, slower: float, skipped: float,
    tilt: Sequence[float],
) -> list[Change]:  # fmt: skip
    drawn = chance.random()
    last = "won" if drawn < won else "lost" if drawn < 1 - never * (1 - won) else None
    stages = len(tilt) if last == "won" else chance.randint(1, len(tilt))
    parts = [weight * chance.expovariate(1) for weight in tilt[:stages]]
    whole_way = took() * (1 if last == "won" else slower)
    found = [Change("new", _moment(at))]
    for place, part in enumerate(parts, 1):
        at += whole_way * part / sum(parts)
        status = STAGES[place].value if place < stages else last
        if status and (place == stages or chance.random() >= skipped):
            found.append(Change(status, _moment(at)))
    return found


def _moment(day: float) -> datetime:
    return datetime.combine(TODAY, time(), UTC) + timedelta(days=day)


def _poisson(chance: random.Random, mean: float) -> int:
    number, product, least = 0, chance.random(), math.exp(-mean)
    while product > least:
        number, product = number + 1, product * chance.random()
    return number


def history(leads: Iterable[Track], today: date = TODAY) -> History:
    """The history that the panel would read in the morning of a day, from the same facts and figures."""
    months, lately, days = (defaultdict[tuple[str, date], Cells](Cells) for _ in range(3))
    first, standing = stage_months(today)[0], defaultdict[str, int](int)
    recent, year = (today - timedelta(days=number - 1) for number in (AGES[-1], RECORD))
    for number, lead in enumerate(leads):
        known = [change for change in lead.changes if change.at.date() < today]
        if not known:
            continue
        status = known[-1].status
        if status not in Lead.settled:
            standing[status] += 1
        made = known[0].at
        row = SimpleNamespace(
            id=str(number), branch_id="1", assigned_to=None, source=None, landing_page="", campaign="", lost_reason=None,
            created_at=made, first_response_at=None, counted_as="quoted", estimated_value=1, status=status, zone=ZONE,
        )  # fmt: skip
        one, stages = facts_of(row, known)
        _count(days, OF_DAYS, one, DAY, year)
        for each in stages:
            _count(months, OF_STAGES, each, MONTH, first)
            _count(lately, OF_STAGES, each, DAY, recent)
    return history_of(months, lately, days, standing, today)


def _count(found: Found, figures: Sequence[Figure], row: Values, span: str, since: date) -> None:
    for figure in figures:
        for name, _, its_span, day, branch, value, part in keys_of(figure, row):
            if (its_span, branch) == (span, EVERY_BRANCH) and day >= since:
                found[value, day].add(name, part, 1, row[figure.amount] or 0 if figure.amount else 0)


class Case(NamedTuple):
    """A forecast and what came, beside the run rate of six months, and that of twelve weeks."""

    company: Company
    today: date
    came: int
    ranges: tuple[Range, Range, Range]

    def held(self, which: int) -> bool:
        return self.ranges[which].low <= self.came <= self.ranges[which].high

    def width(self, which: int) -> float:
        return self.ranges[which].high - self.ranges[which].low

    def score(self, which: int) -> float:
        """The interval score (Gneiting and Raftery): less is better."""
        _, low, high = self.ranges[which]
        return self.width(which) + MISSED * (max(0, low - self.came) + max(0, self.came - high))


FORECAST, RUN_RATE, TWELVE_WEEKS = range(3)


def case(made: Company, today: date = TODAY) -> Case | None:
    """None where there is too little history."""
    known = history(made.leads, today)
    return judged(made, known, today) if known.is_enough else None


def judged(made: Company, known: History, today: date = TODAY) -> Case:
    won = [lead.won for lead in made.leads]
    came = sum(day is not None and today <= day < today + timedelta(days=AHEAD) for day in won)
    return Case(made, today, came, (Outlook(known).wins, run_rate(known.won), run_rate(known.won, 84)))


def cases(companies: Iterable[Company]) -> list[Case]:
    return [found for each in companies if (found := case(each))]


def share_held(some: Sequence[Case], which: int) -> float:
    return statistics.fmean(each.held(which) for each in some)


def mean_score(some: Sequence[Case], which: int) -> float:
    return statistics.fmean(each.score(which) for each in some)


HEAD = """| {} | forecasts | wins that came | forecast: held | width | score | run rate: held | width | score | twelve weeks: held | width | score |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


def row(name: str, some: Sequence[Case]) -> str:
    cells = [name, str(len(some)), f"{statistics.fmean(each.came for each in some):.1f}"]
    for which in (FORECAST, RUN_RATE, TWELVE_WEEKS):
        width = statistics.fmean(each.width(which) for each in some)
        cells += [f"{share_held(some, which):.0%}", f"{width:.1f}", f"{mean_score(some, which):.1f}"]
    return f"| {' | '.join(cells)} |"


def companies_table(found: Sequence[Case]) -> Iterator[str]:
    yield HEAD.format("companies")
    yield row("**all**", found)
    for shape in SHAPES:
        yield row(shape, [each for each in found if each.company.shape == shape])
    for grows, has_season in ((False, False), (True, False), (False, True), (True, True)):
        some = [
            each for each in found if (each.company.grows, each.company.has_season) == (grows, has_season)
        ]
        yield row(f"{'growth' if grows else 'no growth'}, {'season' if has_season else 'no season'}", some)


def months_table(found: Sequence[Case]) -> Iterator[str]:
    yield "| month from | wins that came | forecast | run rate | twelve weeks |\n|---|---:|---:|---:|---:|"
    for each in found:
        shown = [f"{low:.0f} to {high:.0f}" for _, low, high in each.ranges]
        yield f"| {each.today} | {each.came} | {' | '.join(shown)} |"
    yield f"\n{HEAD.format('months')}\n{row('all', found)}"


def months(url: str) -> list[Case]:
    """Of a database, on the first of each month for which all is known that came."""
    made, today = Company("", False, False, list(_leads(url))), datetime.now(UTC).date()
    day, found = today.replace(day=1), []
    first = min(lead.changes[0].at.date() for lead in made.leads)
    while day > first:
        if day + timedelta(days=AHEAD) <= today and (one := case(made, day)):
            found.append(one)
        day = (day - timedelta(days=1)).replace(day=1)
    return found[::-1]


def _leads(url: str) -> Iterator[Track]:
    with create_engine(url).connect() as connection:
        rows = connection.execute(sources()).all()
        for some in (rows[first : first + 500] for first in range(0, len(rows), 500)):
            changes = changes_of(connection, RecordKind.LEAD, [lead.id for lead in some])
            for lead in some:
                yield Track(changes.get(lead.id) or [Change(lead.status, lead.created_at)])


def sample_months() -> list[Case]:
    """Of the sample data, loaded into a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DUSKLINE_DATA_DIR": folder}
        subprocess.run(
            [sys.executable, "-m", "duskline", "demo"],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
        )
        return months(f"sqlite:///{folder}/duskline.db")


def main() -> int:
    if len(sys.argv) > 1:
        print(*months_table(months(sys.argv[1])), sep="\n")
        return 0
    simulated = cases(company(seed) for seed in range(COMPANIES))
    tables = [*companies_table(simulated), "", *months_table(sample_months())]
    before, _, rest = TABLE.read_text("utf-8").partition(BEGINS)
    TABLE.write_text("\n".join([before + BEGINS, *tables, ENDS + rest.partition(ENDS)[2]]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
