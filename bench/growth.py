"""P2: the same page in a small company and in a large one, under every filter that the screens offer."""

from __future__ import annotations

import base64
from contextlib import ExitStack
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from bench.bench import Bench
from bench.clients import Asker
from bench.company import (
    BUSY_BRANCH,
    CLIENT_STATUSES,
    DAYS,
    FIRST_DAY,
    LAST_DAY,
    LEAD_STATUSES,
    ORDER_STATUSES,
    QUIET_BRANCH,
    TICKET_CATEGORIES,
    TICKET_PRIORITIES,
    TICKET_STATUSES,
    token_of,
)  # fmt: skip
from bench.report import Line, Section, middle
from bench.servers import product

LIMIT = 1.3
PAGE = 50
TURNS = 4
"""How many times as often as everything else: one request is soon asked."""
WORST_SHOWN = 20
WHY = (
    "the statements read about as many blocks at either size, and totals are kept as rows change; a request of a few "
    "milliseconds shows every unrest of the machine, which the median of all cases does not."
)
LISTS = {
    "leads": {"status": tuple(LEAD_STATUSES)},
    "clients": {"status": tuple(CLIENT_STATUSES)},
    "work-orders": {"status": tuple(ORDER_STATUSES)},
    "support-tickets": {
        "status": tuple(TICKET_STATUSES), "priority": tuple(TICKET_PRIORITIES), "category": tuple(TICKET_CATEGORIES),
    },
}  # fmt: skip
STEPS = {
    "steps of one": {"stepOf": f"crew-{BUSY_BRANCH}-0", "sort": "due"},
    "steps of today": {"stepOn": LAST_DAY.isoformat(), "sort": "due"},
    "steps overdue": {"stepBy": (LAST_DAY - timedelta(days=1)).isoformat(), "sort": "due"},
    "no step": {"step": "none"},
    "steps overdue, one status": {
        "stepBy": (LAST_DAY - timedelta(days=1)).isoformat(),
        "status": "negotiation",
        "sort": "due",
    },
    "no step, one status": {"step": "none", "status": "negotiation"},
}
"""Leads by what is to be done about them next."""
PLACES = {"first page": None, "middle page": DAYS // 2, "last pages": 60}
"""Where a page begins: days after the company's first, the newest without."""


class Case(NamedTuple):
    """One page that somebody asks for."""

    who: str
    what: str
    path: str
    query: dict[str, str]

    def url(self, limit: int) -> str:
        return f"/api/panel/{self.path}?{urlencode(self.query | {'limit': str(limit)})}"


def cases() -> list[Case]:
    found = []
    for path, filters in LISTS.items():
        narrowed: dict[str, dict[str, str]] = {"no filter": {}}
        for name, values in filters.items():
            narrowed |= {f"{name} {value}": {name: value} for value in values}
        if path == "leads":
            narrowed |= STEPS
        if path != "clients":
            narrowed |= {"assigned to one": {"assignedTo": f"crew-{BUSY_BRANCH}-0"}}
            narrowed |= {
                "assigned to one, one status": {
                    "assignedTo": f"crew-{BUSY_BRANCH}-0",
                    "status": filters["status"][0],
                }
            }
        narrowed |= {"busy branch": {"branchId": BUSY_BRANCH}, "quiet branch": {"branchId": QUIET_BRANCH}}
        narrowed |= {
            "busy branch, rare status": {"branchId": BUSY_BRANCH, "status": rarest(filters["status"], path)}
        }
        for who in ("admin", "busy region", "quiet region", "busy branch", "quiet branch"):
            for what, query in narrowed.items():
                for place, days in PLACES.items():
                    if days is None or what == "no filter":
                        found.append(Case(who, f"{path}, {what}, {place}", path, query | cursor(days)))
    return found


def rarest(statuses: tuple[str, ...], path: str) -> str:
    weights = {
        "leads": LEAD_STATUSES,
        "clients": CLIENT_STATUSES,
        "work-orders": ORDER_STATUSES,
        "support-tickets": TICKET_STATUSES,
    }
    return min(statuses, key=lambda status: weights[path][status])


def cursor(days: int | None) -> dict[str, str]:
    if days is None:
        return {}
    position = f"{(FIRST_DAY + timedelta(days=days)).isoformat()} z"
    return {"cursor": base64.urlsafe_b64encode(position.encode()).decode().rstrip("=")}


def measure(bench: Bench) -> Section:
    section = Section(f"P2: one page at {bench.large.leads:,} leads against {bench.small.leads:,}")
    for database, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        with ExitStack() as stack:
            small = stack.enter_context(product(bench.folder, address(bench.small), bench.port()))
            large = stack.enter_context(product(bench.folder, address(bench.large), bench.port()))
            found = []
            for who in ("admin", "busy region", "quiet region", "busy branch", "quiet branch"):
                with small.asker(token_of(who)) as at_small, large.asker(token_of(who)) as at_large:
                    for case in (case for case in cases() if case.who == who):
                        found.append((case, *compared(case, at_small, at_large, bench.rounds * TURNS)))
        report(section, database, [row for row in found if row[1]])
    section.say(
        "Both companies answer pages of the same length (as long as the smaller one can fill), one request after "
        "another over one connection, in turns; milliseconds are medians as the caller sees them."
    )
    return section


def compared(case: Case, small: Asker, large: Asker, turns: int) -> tuple[int, float, float]:
    """Rows on the page, and milliseconds in the small and in the large company."""
    full = case.url(PAGE)
    rows = min(len(small.ask(full).json()), len(large.ask(full).json()))
    if not rows:
        return 0, 0, 0
    url = case.url(rows)
    pairs = [(small.ask(url).milliseconds, large.ask(url).milliseconds) for _ in range(turns)]
    return rows, middle(pair[0] for pair in pairs), middle(pair[1] for pair in pairs)


def report(section: Section, database: str, found: list[tuple[Case, int, float, float]]) -> None:
    ranked = sorted(found, key=lambda row: row[3] / row[2], reverse=True)
    _, _, small, large = ranked[0]
    usual = middle(row[3] / row[2] for row in found)
    section.lines += [
        Line(
            "P2",
            f"{database}: a page at the large size against the small, worst of {len(found)} cases",
            large / small,
            LIMIT,
            "x",
            why=WHY,
        ),
        Line("P2", f"{database}: the same, median of all cases", usual, LIMIT, "x"),
    ]
    section.say(
        f"**{database}**: {sum(row[3] / row[2] <= LIMIT for row in found)} of {len(found)} cases within {LIMIT}x; the worst:"
    )
    section.table(
        ("who", "page", "rows", "small ms", "large ms", "ratio"),
        [
            (case.who, case.what, rows, small, large, large / small)
            for case, rows, small, large in ranked[:WORST_SHOWN]
        ],
    )
