"""Copies of the work tree to plant faults in, and what the tests say about one.

The work tree itself is only read. Packages are large and are linked to; everything else is copied, built pages too: a server
keeps compiled templates beside them.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

from tests.mutants.contexts import NO_TEST
from tests.mutants.faults import Fault, planted

LINKED = ("node_modules", ".venv")
LEFT_OUT = shutil.ignore_patterns(
    ".git", "__pycache__", ".*_cache", ".hypothesis", "var", "out", "scenes", *LINKED
)
MEASURED = """\
[run]
source = {package}
branch = False
parallel = True
concurrency = thread, greenlet
patch = subprocess
data_file = {folder}/measured/data
"""
QUIET = ("-q", "-p", "no:cacheprovider", "--tb=no", "-rfE")
PATIENCE_SECONDS, PATIENCE_TIMES = 60, 4
"""How much longer than without a fault a test, and all of them, may take before they count as hanging."""


class Measured(NamedTuple):
    """What the tests did without a fault: which test ran which lines, how long each took, and which failed."""

    tests: Mapping[str, Mapping[int, frozenset[str]]]
    seconds: Mapping[str, float]
    failed: frozenset[str]


class Verdict(NamedTuple):
    """`by` is the test that noticed."""

    word: str
    by: str = ""


NOT_RUN = Verdict("not run")
SURVIVED = Verdict("survived")
HANGS = Verdict("hangs")


class Tree:
    """One copy."""

    def __init__(self, source: Path, folder: Path, seed: int) -> None:
        self.folder = folder.resolve()
        self.environment = {**os.environ, "DUSKLINE_TEST_SEED": str(seed)}
        shutil.copytree(source, folder, ignore=LEFT_OUT, symlinks=True)
        for link in (*LINKED, *(f"web/{name}" for name in LINKED)):
            if (source / link).exists():
                (folder / link).symlink_to((source / link).resolve())

    def measure(self, package: str, tests: list[str], processes: int) -> Measured:
        """Run the tests once as they are."""
        settings, times = self.folder / "measure.ini", self.folder / "times.json"
        settings.write_text(MEASURED.format(package=package, folder=self.folder), "utf-8")
        (self.folder / "measured").mkdir()
        words = ["coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-p", "tests.mutants.contexts"]
        side_by_side = ["-n", str(processes), "--dist", "worksteal"] if processes > 1 else []
        subprocess.run(
            [sys.executable, "-m", *words, *QUIET, *side_by_side, *tests],
            cwd=self.folder, env={**self.environment, "TIMES_FILE": str(times)}, check=False, stdout=sys.stderr,
        )  # fmt: skip
        told = json.loads(times.read_text("utf-8"))
        return Measured(self._lines(), told["seconds"], frozenset(told["failed"]))

    def _lines(self) -> dict[str, dict[int, frozenset[str]]]:
        found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for path in (self.folder / "measured").iterdir():
            data = CoverageData(str(path))
            data.read()
            for file in data.measured_files():
                name = str(Path(file).relative_to(self.folder))
                for line, contexts in data.contexts_by_lineno(file).items():
                    found[name][line].update(contexts)
        return {name: {line: frozenset(by) for line, by in lines.items()} for name, lines in found.items()}

    def accepts(self, tests: list[str]) -> bool:
        """Whether pytest finds all of them by their names. If not, it would end early and every fault seem noticed."""
        words = [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            *QUIET,
            "-p",
            "no:xdist",
            self._chosen(tests),
        ]
        found = subprocess.run(
            words, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL, check=False
        )
        return found.returncode == 0

    def verdict(self, faults: Sequence[Fault], tests: list[str], measured: Measured) -> Verdict:
        """What these tests say about the faults, of which no two overlap.

        A test that notices must do so twice: a busy machine fails tests too.
        """
        with ExitStack() as standing:
            for file in {fault.file for fault in faults}:
                standing.enter_context(self._planted([fault for fault in faults if fault.file == file]))
            found = self._asked(tests, measured)
            if found.by in tests and self._asked([found.by], measured) == SURVIVED:
                found = self._asked(tests, measured)
        return found

    def _asked(self, tests: list[str], measured: Measured) -> Verdict:
        words = [sys.executable, "-m", "pytest", "-x", *QUIET, "-p", "no:xdist"]
        seconds = [measured.seconds[test] for test in tests]
        with subprocess.Popen(
            [*words, *ends_after(patience(max(seconds))), self._chosen(tests)],
            cwd=self.folder, env=self.environment, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as running:  # fmt: skip
            try:
                said, _ = running.communicate(timeout=patience(sum(seconds)))
            except subprocess.TimeoutExpired:
                return HANGS
            finally:
                _end(running)
        if running.returncode == 0:
            return SURVIVED
        if re.search(r"^Timeout \(", said, re.MULTILINE):
            return HANGS
        first = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
        return Verdict("killed", first[1] if first else "before the first test")

    def _chosen(self, tests: list[str]) -> str:
        """A word for pytest that names them; there may be more than a command line holds."""
        path = self.folder / "chosen.txt"
        path.write_text("\n".join(tests), "utf-8")
        return f"@{path}"

    @contextmanager
    def _planted(self, faults: Sequence[Fault]) -> Iterator[None]:
        """Those of one file."""
        path = self.folder / faults[0].file
        whole = path.read_bytes()
        try:
            self._write(path, planted(faults, whole))
            yield
        finally:
            self._write(path, whole)

    def _write(self, path: Path, source: bytes) -> None:
        """Python tells compiled files by second and size, and a fault often changes neither."""
        path.write_bytes(source)
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _end(running: subprocess.Popen[str]) -> None:
    """With everything that it started."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)


def witnesses(fault: Fault, measured: Measured) -> list[str]:
    """The tests that run the place, quick files first; of a place that runs on import, those that use its file."""
    lines = measured.tests.get(fault.file, {})
    near = _that_run(fault, measured)
    if NO_TEST in near:
        near |= frozenset[str]().union(*lines.values())
    return quick_first(near - {NO_TEST} - measured.failed, measured, _folder(fault.file))


def runs_on_import(fault: Fault, measured: Measured) -> bool:
    """Whether the place belongs to everybody: no test runs it, and yet it has run."""
    return _that_run(fault, measured) == {NO_TEST}


def _that_run(fault: Fault, measured: Measured) -> frozenset[str]:
    """Tests, or NO_TEST alone where what runs the place is none of them."""
    lines = measured.tests.get(fault.file, {})
    by = frozenset[str]().union(*(lines.get(line, frozenset()) for line in fault.lines))
    by = by or lines.get(fault.statement, frozenset())
    return (by - {NO_TEST} - measured.failed) or (by & {NO_TEST})


def quick_first(tests: Iterable[str], measured: Measured, folder: str = "") -> list[str]:
    """File by file, so that what a file's tests share is made once; those of the folder before the others."""
    seconds: dict[str, float] = defaultdict(float)
    for test in tests:
        seconds[test.partition("::")[0]] += measured.seconds[test]
    return sorted(tests, key=lambda test: (_folder(test) != folder, seconds[test.partition("::")[0]], test))


def _folder(path: str) -> str:
    """`panel` of `duskline/panel/pickers.py` and of `tests/panel/records/test_pickers.py`."""
    return "".join(path.split("/")[1:2])


def first_within(seconds: float, tests: Sequence[str], measured: Measured) -> list[str]:
    """As many of the tests, in their order, as take no longer together, and the first in any case."""
    ends = accumulate(measured.seconds[test] for test in tests)
    return [
        test
        for number, (test, end) in enumerate(zip(tests, ends, strict=True))
        if not number or end <= seconds
    ]


def patience(seconds: float) -> float:
    """How long to wait for what takes so many seconds without a fault."""
    return PATIENCE_SECONDS + PATIENCE_TIMES * seconds


def ends_after(seconds: float) -> list[str]:
    """Words for pytest: a single test that takes longer ends the whole run."""
    return ["-o", f"faulthandler_timeout={seconds:.0f}", "-o", "faulthandler_exit_on_timeout=true"]
