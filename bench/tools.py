"""What the bench needs besides the product: installed on the first run, each in a place of its own.

The peers and a Node for Lighthouse come from `requirements-bench.lock` into bench/.venv, Lighthouse itself from
bench/package-lock.json. wrk, nginx and PostgreSQL come from Debian, which only root may ask for them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from bench.databases import DEBIAN, Fault

HERE = Path(__file__).resolve().parent
LOCK = HERE.parent / "requirements-bench.lock"
PROGRAMS = {"wrk": "wrk", "nginx": "nginx-light", "chromium": "chromium"}


def install() -> None:
    """Everything, each step only when what it was made from has changed."""
    install_programs()
    once(LOCK, HERE / ".venv" / ".installed", install_peers)
    once(HERE / "package-lock.json", HERE / "node_modules" / ".installed", install_lighthouse)


def once(made_from: Path, mark: Path, step: object) -> None:
    wanted = hashlib.sha256(made_from.read_bytes()).hexdigest()
    if not mark.exists() or mark.read_text() != wanted:
        step()  # type: ignore[operator]
        mark.write_text(wanted)


def install_peers() -> None:
    print("Installing the peers ...", flush=True)
    subprocess.run([sys.executable, "-m", "venv", str(HERE / ".venv")], check=True)
    pip = [
        str(HERE / ".venv" / "bin" / "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    subprocess.run([*pip, "--no-deps", "--require-hashes", "-r", str(LOCK)], check=True)


def install_lighthouse() -> None:
    print("Installing Lighthouse ...", flush=True)
    # Its Node comes with the peers; the one on the machine may be older and only fetches the packages.
    subprocess.run(["npm", "ci", "--silent", "--engine-strict=false"], cwd=HERE, check=True)


def install_programs() -> None:
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    if not any(DEBIAN.glob("*/bin/postgres")):
        missing.append("postgresql")
    if not missing:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        needed = [program for program in PROGRAMS if not shutil.which(program)]
        if needed:
            raise Fault(f"The bench needs {', '.join(needed)}; install them, or run it as root on Debian.")
        return  # without Debian's PostgreSQL the one from PyPI serves, and its search is not measured
    print(f"Installing {', '.join(missing)} from Debian ...", flush=True)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # nothing is started
    subprocess.run(["apt-get", "update", "-qq"], env=quietly, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *missing],
        env=quietly,
        check=True,
        stdout=subprocess.DEVNULL,
    )
