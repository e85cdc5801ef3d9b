"""P7: what the page of a client with two hundred events costs the server, beside a bare handler that reads the same."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from bench.bench import Bench
from bench.clients import Rate
from bench.company import ASKED, EVENTS, JOBS, THREAD
from bench.list_cost import Arms, check_same, in_turns
from bench.report import Line, Section, middle
from bench.servers import peer, product

WHO = ("busy branch", "admin")
LIMIT = 2.4


def measure(bench: Bench) -> Section:
    section = Section(f"P7: the page of a client with {2 * EVENTS} events, on PostgreSQL")
    url = bench.databases.postgres(bench.middle)
    with ExitStack() as stack:
        bare = stack.enter_context(peer(bench.folder, "bare", url, bench.port()))
        ours = stack.enter_context(product(bench.folder, url, bench.port()))
        arms: Arms = {
            "bare handler": (bare, f"/record/{THREAD}"),
            "Duskline": (ours, f"/api/panel/clients/{THREAD}/record"),
        }
        for who in WHO:
            check_same(arms, who, _told)
            _report(section, who, in_turns(bench, arms, who))
    section.say(
        f"Both look the session up and answer the client, its properties, {JOBS} jobs and {ASKED} tickets, a lead, and the "
        "newest fifty of all events, in as many statements. The bare handler knows nothing of flags and scope."
    )
    return section


def _told(page: Any) -> list[list[str]]:
    """What both must answer alike."""
    return [[row["id"] for row in rows] for rows in (page["members"], page["timeline"]["events"])]


def _report(section: Section, who: str, rates: dict[str, list[Rate]]) -> None:
    cpu = {name: middle(rate.cpu_microseconds for rate in runs) for name, runs in rates.items()}
    share = cpu["Duskline"] / cpu["bare handler"]
    section.lines.append(
        Line("P7", f"server CPU of a client's page against a bare handler ({who})", share, LIMIT, "x")
    )
    section.say(f"**{who.capitalize()}**")
    section.table(
        ("arm", "CPU us per request", "requests/s", "p99 ms"),
        [
            (
                name,
                cpu[name],
                round(middle(rate.requests_per_second for rate in runs)),
                middle(rate.p99_milliseconds for rate in runs),
            )
            for name, runs in rates.items()
        ],
    )
