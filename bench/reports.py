"""P9: each report over a year, in a small company and in a large one."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from bench.bench import Bench
from bench.company import LAST_DAY, token_of
from bench.report import Line, Section, middle
from bench.servers import product

LIMITS = {"PostgreSQL": 60, "SQLite": 150}
FLAT = 2.0
"""The large company has the more persons with work on each day; beyond that nothing may grow."""
PATH = "/api/panel/reports"
YEAR = {
    "from": (LAST_DAY - timedelta(days=372)).isoformat(),
    "to": (LAST_DAY - timedelta(days=8)).isoformat(),
}
"""It begins and ends in the middle of a month: that costs the most."""
ASKED = {
    "sales": ("person", "source", "branch", "month", "reason"),
    "completion": ("person", "kind", "month"),
    "technicians": ("person", "branch"),
    "tickets": ("category", "priority", "person"),
    "sources": ("source", "landing_page"),
    "forecast": ("",),
    "custom": ("branch",),
}
WHO = ("admin", "busy region", "busy branch")


def measure(bench: Bench) -> Section:
    section = Section(f"P9: reports over a year at {bench.large.leads:,} leads")
    for database, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        rows: list[tuple[str, str, str, float, float, float]] = []
        with (
            product(bench.folder, address(bench.small), bench.port()) as small,
            product(bench.folder, address(bench.large), bench.port()) as large,
        ):
            for who in WHO:
                with small.asker(token_of(who)) as at_small, large.asker(token_of(who)) as at_large:
                    for name, by, url in urls():
                        pairs = [
                            (at_small.ask(url).milliseconds, at_large.ask(url).milliseconds)
                            for _ in range(bench.rounds + 2)
                        ][2:]
                        few, many = (middle(pair[place] for pair in pairs) for place in (0, 1))
                        rows.append((who, name, by, few, many, many / few))
        slowest = max(rows, key=lambda row: row[4])
        section.lines.append(
            Line(
                "P9",
                f"{database}: the slowest report ({' '.join(slowest[:3])})",
                slowest[4],
                LIMITS[database],
                "ms",
            )
        )
        usual = middle(row[5] for row in rows)
        section.lines.append(
            Line("P9", f"{database}: the large against the small, median of all", usual, FLAT, "x")
        )
        section.say(f"**{database}**")
        section.table(("who", "report", "by", "small ms", "large ms", "ratio"), rows)
    return section


def urls() -> list[tuple[str, str, str]]:
    """Report, group and address."""
    found = []
    for name, groups in ASKED.items():
        for by in groups:
            query = (
                YEAR
                | ({"by": by} if by else {})
                | ({"measures": "won,resolved,jobs"} if name == "custom" else {})
            )
            found.append(
                (name, by, f"{PATH}/{name}" + (f"?{urlencode(query)}" if name != "forecast" else ""))
            )
    return found
