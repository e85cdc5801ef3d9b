"""Runs the measurements: `make bench`, or `python -m bench --help` for parts of it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from bench import (
    board,
    browser,
    dashboard,
    database_speed,
    growth,
    importing,
    list_cost,
    machine,
    mail,
    offline,
    pages,
    plans,
    record_page,
    report,
    reports,
    searching,
    starting,
    studio,
    templates,
    tools,
    writing,
)
from bench.bench import Bench
from bench.company import SIZES
from bench.databases import SERVER_SETTINGS, Databases, Fault, running_postgres
from bench.report import Section

ROOT = Path(__file__).resolve().parents[1]
MEASUREMENTS: dict[str, Callable[[Bench], Section]] = {
    "list": list_cost.measure,
    "record": record_page.measure,
    "board": board.measure,
    "offline": offline.measure,
    "studio": studio.measure,
    "growth": growth.measure,
    "dashboard": dashboard.measure,
    "reports": reports.measure,
    "search": searching.measure,
    "pages": pages.measure,
    "templates": templates.measure,
    "start": starting.measure,
    "writes": writing.measure,
    "import": importing.measure,
    "mail": mail.measure,
    "database": database_speed.measure,
    "plans": plans.measure,
    "browser": browser.measure,
}


def main() -> int:
    given = arguments()
    os.umask(0o022)
    folder: Path = given.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        tools.install()
        with running_postgres(folder, given.port) as (server, origin):
            small, middle, large = (SIZES[name] for name in given.sizes)
            databases = Databases(folder, server)
            bench = Bench(
                folder, databases, origin, small, middle, large, given.seconds, given.rounds, given.port + 1
            )
            run(given, bench)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"Written to {given.output}.")
    return 0


def notes(given: argparse.Namespace, origin: str) -> list[str]:
    """What a reader should know of the run."""
    sizes = ", ".join(f"{SIZES[name].leads:,}" for name in given.sizes)
    settings = ", ".join(f"{name} {value}" for name, value in SERVER_SETTINGS.items())
    return [
        f"{sizes} leads, with a fifth as many clients and half as many work orders and tickets;",
        "50 branches in 10 regions, one of them busy and one quiet",
        f"{given.rounds} rounds of everything in turns, {given.seconds} s each under load; what counts is the median",
        "the server has core 0 to itself; whoever asks, and PostgreSQL, share core 1",
        f"PostgreSQL from {origin}, {settings}; load average {machine.load():.1f} at the end",
    ]


def run(given: argparse.Namespace, bench: Bench) -> None:
    """Every measurement; what is there is written after each, so that a run that breaks off leaves it."""
    sections: list[Section] = []
    for name in given.only or MEASUREMENTS:
        print(f"{name} ...", flush=True)
        sections.append(MEASUREMENTS[name](bench))
        report.print_section(sections[-1])
        report.write(given.output, sections, notes(given, bench.origin))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure speed against limits and peers."
    )
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "var" / "bench", help="where the databases are kept"
    )
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results.md")
    parser.add_argument("--only", nargs="+", choices=MEASUREMENTS, help="some of the measurements")
    parser.add_argument(
        "--sizes", nargs=3, choices=SIZES, default=["10k", "100k", "1m"], help="small, middle, large"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3, help="of one run under load")
    parser.add_argument("--port", type=int, default=8200, help="the first of the ports that are used")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
