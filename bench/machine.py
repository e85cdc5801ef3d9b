"""The machine: which core does what, what a process tree has used, and what the results say of it."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
from pathlib import Path

SERVER_CORE, OTHER_CORE = 0, 1
"""The measured server has a core of its own; whoever asks, and the database, share the other."""
TICKS = os.sysconf("SC_CLK_TCK")


def on_core(core: int) -> list[str]:
    """Words before a command that keep it on one core, where there is more than one."""
    return ["taskset", "-c", str(core)] if (os.cpu_count() or 1) > 1 else []


def tree(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for parent in found:
        try:
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            continue
    return found


def cpu_seconds(pid: int) -> float:
    """What the tree has used so far, in user and kernel mode."""
    ticks = 0
    for member in tree(pid):
        try:
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def resident(pid: int) -> tuple[float, float]:
    """MiB in memory: shared pages counted once, and counted in every process that maps them."""
    once = often = 0
    for member in tree(pid):
        for line in Path(f"/proc/{member}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == "Pss":
                once += int(rest.split()[0])
            elif name == "Rss":
                often += int(rest.split()[0])
    return once / 1024, often / 1024


def load() -> float:
    return os.getloadavg()[0]


def described() -> list[str]:
    """What a reader needs to judge the figures."""
    processor = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / 2**20
    programs = (version("postgres", "--version"), version("nginx", "-v"), version("chromium", "--version"))
    return [
        f"{os.cpu_count()} cores ({processor}), {memory:.0f} GiB memory, Linux {platform.release().partition('-')[0]}",
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {', '.join(programs)}",
    ]


def version(program: str, flag: str) -> str:
    if not shutil.which(program):
        return f"no {program}"
    done = subprocess.run([program, flag], capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).strip().splitlines()[-1]
