"""Runs every suite, one after the other, and ends with what failed and one line: how many tests passed and failed.

`make test` calls it. A suite that breaks down counts as one failed test, so that nothing passes by not running.
"""

import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
REPORT = "JUNIT_FILE"
SIDE_BY_SIDE = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
"""A process for each core, with databases of its own, and one more: tests of `serving` wait for what they start. One that is done takes
over tests of another."""
SAYS_WHY = re.compile(r"\s*(?:E  |Error:|Expected|Received|Test timeout|[+-] )")
LINES, LETTERS = 5, 160
"""Of each failure, at the end: a log may be cut down to its last lines."""


class Suite(NamedTuple):
    """What it is called, how it is run, and where; REPORT in a word becomes the file for its results."""

    name: str
    command: list[str]
    folder: Path = ROOT


SUITES = (
    Suite(
        "server", [sys.executable, "-m", "pytest", *SIDE_BY_SIDE, "--postgres=part", f"--junitxml={REPORT}"]
    ),
    Suite(
        "browser code",
        [
            "npx",
            "--no-install",
            "vitest",
            "run",
            "--coverage",
            "--reporter=dot",
            "--reporter=junit",
            f"--outputFile.junit={REPORT}",
        ],
        ROOT / "web",
    ),
    Suite("journeys", [sys.executable, "-m", "tests.journeys", "--reporter=line,junit"]),
)


def main() -> int:
    passed = failed = 0
    why: list[str] = []
    with tempfile.TemporaryDirectory(prefix="duskline-tests-") as folder:
        for suite in SUITES:
            print(f"\n== {suite.name} ==", flush=True)
            report = Path(folder) / f"{suite.name}.xml"
            good, bad = run(suite, report)
            print(f"{suite.name}: {good} passed, {bad} failed", flush=True)
            passed, failed = passed + good, failed + bad
            why += reasons(report)
    print("", *why, sep="\n")
    print(f"\n{passed} passed, {failed} failed")
    return 1 if failed else 0


def run(suite: Suite, report: Path) -> tuple[int, int]:
    """How many tests of the suite passed and failed; skipped ones are neither."""
    command = [word.replace(REPORT, str(report)) for word in suite.command]
    # Hundreds of processes start on the way: each would compile all of our modules again where a machine forbids to keep that.
    own = {
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report),
        "PLAYWRIGHT_JUNIT_STRIP_ANSI": "1",
        "PYTHONDONTWRITEBYTECODE": "",
    }
    environment = {**os.environ, **own}
    status = subprocess.run(command, cwd=suite.folder, env=environment, check=False).returncode
    good, bad = counts(report)
    return good, bad if bad or status == 0 else 1


def counts(report: Path) -> tuple[int, int]:
    cases = cases_in(report)
    bad = sum(fault_of(case) is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - bad - skipped, bad


def reasons(report: Path) -> list[str]:
    """Returns what failed and the first lines that say why, of each test that did."""
    lines = []
    for case in cases_in(report):
        if (fault := fault_of(case)) is not None:
            told = [
                line.strip()[:LETTERS] for line in (fault.text or "").splitlines() if SAYS_WHY.match(line)
            ]
            lines += [f"FAILED {case.get('classname')} {case.get('name')}", *told[:LINES]]
    return lines


def cases_in(report: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(report).iter("testcase")) if report.exists() else []


def fault_of(case: ElementTree.Element) -> ElementTree.Element | None:
    failure = case.find("failure")
    return case.find("error") if failure is None else failure


if __name__ == "__main__":
    sys.exit(main())
