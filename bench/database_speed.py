"""What the machine's PostgreSQL can do by itself (pgbench), to judge the other figures by."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from bench.bench import Bench
from bench.databases import DEBIAN, at, recreate
from bench.report import Section, middle

SCALE = 10
KINDS = {"SELECT of one row (-S)": ["-S"], "TPC-B, three updates and an insert": []}


def measure(bench: Bench) -> Section:
    section = Section("The database's own speed")
    program = next(iter(sorted(DEBIAN.glob("*/bin/pgbench"), reverse=True)), None) or shutil.which("pgbench")
    if program is None:
        section.say("Not measured: there is no pgbench on this machine.")
        return section
    asyncio.run(recreate(bench.databases.server, "pgbench"))
    url = at(bench.databases.server, "pgbench")
    run(program, ["-i", "-q", "-s", str(SCALE)], url)
    rows: list[tuple[Any, ...]] = []
    for name, words in KINDS.items():
        said = [
            run(program, ["-n", "-c", "16", "-T", str(bench.seconds), *words], url)
            for _ in range(bench.rounds)
        ]
        rows.append(
            (
                name,
                round(middle(number(r"tps = ([\d.]+)", text) for text in said)),
                middle(number(r"latency average = ([\d.]+)", text) for text in said),
            )
        )
    section.table((f"pgbench, scale {SCALE}, 16 connections", "per second", "average ms"), rows)
    section.say("pgbench and PostgreSQL share one core.")
    return section


def run(program: str | Path, words: list[str], url: str) -> str:
    return subprocess.run([str(program), *words, url], capture_output=True, text=True, check=True).stdout


def number(pattern: str, text: str) -> float:
    return float(re.search(pattern, text)[1])  # type: ignore[index]
