"""Plants faults in copies of the server, one at a time, and counts those that the tests notice.

`make mutants` calls it. Progress goes to stderr, the tables to stdout. The same seed and count on the same tree plant the
same faults. Why it is none of the tools made for this: docs/proof.md.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path

from tests.mutants.faults import Fault, faults_of
from tests.mutants.tree import (
    HANGS,
    NOT_RUN,
    SURVIVED,
    Measured,
    Tree,
    Verdict,
    first_within,
    quick_first,
    runs_on_import,
    witnesses,
)

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "duskline"
PLACES = ("duskline/policy.py", "duskline/models", "duskline/panel", "duskline/public", "duskline/account")
TESTS = ["tests", "--ignore=tests/mutants", "-k", "not postgres or schema"]
"""SQLite ignores how long a column may be: only PostgreSQL's schema tells."""
NOTICED = ("killed", HANGS.word)
NORMAL_95 = 1.959964
NEAR_SECONDS = 60.0
"""For how long the tests nearest to a fault are asked about it alone; nearly all that are noticed are noticed by then."""
TOGETHER = 16
"""How many faults are planted at once for every test: most of those whose nearest tests saw nothing stay unseen."""
MOST_FAILED = 0.3
"""The share of tests that may fail without a fault; with more, something is missing here, and little would be asked."""
Outcome = tuple[Fault, Verdict]


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=400)
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--kept", type=Path, help="a file of outcomes: a run that was broken off goes on")
    asked.add_argument("tests", nargs="*", default=TESTS, help="words for pytest")
    given = asked.parse_args()
    faults = sample(ROOT, PLACES, given.seed, given.count)
    outcomes, failed = run(ROOT, PACKAGE, faults, given.tests, given.jobs, given.seed, given.kept)
    print(
        f"Seed {given.seed}: {len(faults)} faults of the {len(sample(ROOT, PLACES, 0, None))} that can be planted.\n"
    )
    print("\n".join(report(outcomes, failed)))
    return 0


def sample(root: Path, places: Iterable[str], seed: int, count: int | None) -> list[Fault]:
    """So many of all faults, chosen by the seed alone; None is all of them."""
    files = sorted(path for place in places for path in _files(root / place))
    every = [fault for path in files for fault in faults_of(str(path.relative_to(root)), path.read_bytes())]
    return every if count is None else random.Random(seed).sample(every, min(count, len(every)))


def _files(place: Path) -> Iterable[Path]:
    return place.rglob("*.py") if place.is_dir() else [place]


def run(
    root: Path,
    package: str,
    faults: list[Fault],
    tests: list[str],
    jobs: int,
    seed: int,
    kept: Path | None = None,
) -> tuple[list[Outcome], frozenset[str]]:
    """What became of each fault, and the tests that fail without any, which are not asked."""
    with tempfile.TemporaryDirectory(prefix="duskline-mutants-") as folder:
        trees = [Tree(root, Path(folder) / str(number), seed) for number in range(jobs)]
        measuring = Tree(root, Path(folder) / "measuring", seed)
        measured = measuring.measure(package, tests, jobs)
        if len(measured.failed) > MOST_FAILED * len(measured.seconds):
            raise SystemExit(
                f"Fails without any fault, so mend it first: {len(measured.failed)} of {len(measured.seconds)} tests."
            )
        if not measuring.accepts(list(measured.seconds)):
            raise SystemExit("pytest does not find every test by the name it gave.")
        judges = Judges(trees, measured)
        near, everybody = Known(kept, "near"), Known(kept, "all")
        with ThreadPoolExecutor(jobs) as pool:
            for outcomes in pool.map(judges.near, near.missing(faults)):
                near.learn(outcomes)
            unseen = [fault for fault in faults if judges.is_in_doubt(fault, near[fault])]
            print(f"{len(unseen)} that the nearest tests missed are asked of every test.", file=sys.stderr)
            for outcomes in pool.map(judges.together, groups(everybody.missing(unseen))):
                everybody.learn(outcomes)
        verdicts = near.of(faults) | everybody.of(unseen)
        return list(verdicts.items()), measured.failed


class Known:
    """What is known of faults by now: what their nearest tests said, or what all did. A file keeps it, where there is one."""

    def __init__(self, kept: Path | None, asked: str) -> None:
        self._kept, self._asked = kept, asked
        lines = kept.read_text("utf-8").splitlines() if kept is not None and kept.exists() else []
        told = [json.loads(line) for line in lines]
        self._verdicts = {key: Verdict(word, by) for who, key, word, by in told if who == asked}

    def __getitem__(self, fault: Fault) -> Verdict:
        return self._verdicts[_key(fault)]

    def of(self, faults: Iterable[Fault]) -> dict[Fault, Verdict]:
        return {fault: self[fault] for fault in faults}

    def missing(self, faults: Iterable[Fault]) -> list[Fault]:
        return [fault for fault in faults if _key(fault) not in self._verdicts]

    def learn(self, outcomes: Iterable[Outcome]) -> None:
        for fault, verdict in outcomes:
            self._verdicts[_key(fault)] = verdict
            if self._kept is not None:
                with self._kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([self._asked, _key(fault), *verdict]) + "\n")


def _key(fault: Fault) -> str:
    return f"{fault.file} {fault.start} {fault.before} {fault.after}"


class Judges:
    """They plant faults, as many times at once as there are trees, and ask the tests."""

    def __init__(self, trees: Iterable[Tree], measured: Measured) -> None:
        self.measured = measured
        self.everybody = quick_first(measured.seconds.keys() - measured.failed, measured)
        self._free: queue.SimpleQueue[Tree] = queue.SimpleQueue()
        for tree in trees:
            self._free.put(tree)

    def near(self, fault: Fault) -> list[Outcome]:
        """What the nearest of the tests say that run the place or use its file."""
        if chosen := self._nearest(fault):
            verdict = self._asked([fault], chosen)
        else:
            verdict = SURVIVED if runs_on_import(fault, self.measured) else NOT_RUN
        return [told(fault, verdict)]

    def is_in_doubt(self, fault: Fault, verdict: Verdict) -> bool:
        """Whether tests that were not asked may notice it."""
        if verdict != SURVIVED:
            return False
        asked_all = len(self._nearest(fault)) == len(witnesses(fault, self.measured))
        return runs_on_import(fault, self.measured) or not asked_all

    def together(self, group: list[Fault]) -> list[Outcome]:
        """What all tests say of all of them at once; a test that notices is asked which of them it is."""
        found: list[Outcome] = []
        tests = self.everybody
        while group:
            verdict = self._asked(group, tests)
            if verdict == SURVIVED or len(group) == 1:
                return found + [told(fault, verdict) for fault in group]
            culprits = self._culprits(group, verdict.by) if verdict.by in tests else {}
            if not culprits:
                half = len(group) // 2
                return found + self.together(group[:half]) + self.together(group[half:])
            found += [told(fault, said) for fault, said in culprits.items()]
            group = [fault for fault in group if fault not in culprits]
            tests = tests[tests.index(verdict.by) :]
        return found

    def _culprits(self, group: list[Fault], test: str) -> dict[Fault, Verdict]:
        """Which of the faults the test notices, found by halves: mostly it is one."""
        verdict = self._asked(group, [test])
        if verdict == SURVIVED:
            return {}
        if len(group) == 1:
            return {group[0]: verdict}
        half = len(group) // 2
        return self._culprits(group[:half], test) | self._culprits(group[half:], test)

    def _nearest(self, fault: Fault) -> list[str]:
        return first_within(NEAR_SECONDS, witnesses(fault, self.measured), self.measured)

    def _asked(self, faults: list[Fault], tests: list[str]) -> Verdict:
        tree = self._free.get()
        try:
            return tree.verdict(faults, tests, self.measured)
        finally:
            self._free.put(tree)


def told(fault: Fault, verdict: Verdict) -> Outcome:
    print(f"{where(fault)} {fault.kind}: {' '.join(verdict)}", file=sys.stderr, flush=True)
    return fault, verdict


def groups(faults: list[Fault]) -> list[list[Fault]]:
    """The faults in groups of at most TOGETHER, of which no two overlap."""
    found: list[list[Fault]] = []
    for fault in faults:
        for group in found:
            if len(group) < TOGETHER and not any(fault.overlaps(other) for other in group):
                group.append(fault)
                break
        else:
            found.append([fault])
    return found


def report(outcomes: list[Outcome], failed: Iterable[str]) -> list[str]:
    """The share, by kind, and every fault that nobody noticed, as Markdown."""
    words = Counter(verdict.word for _, verdict in outcomes)
    noticed = sum(words[word] for word in NOTICED)
    low, high = wilson(noticed, len(outcomes))
    share = f"{noticed / len(outcomes):.1%} (95 % interval {low:.1%} to {high:.1%})"
    lines = [
        f"Noticed: {noticed} of {len(outcomes)}, {share}.",
        ", ".join(f"{word}: {words[word]}" for word in (*NOTICED, SURVIVED.word, NOT_RUN.word)) + ".",
        "",
        "| kind of fault | noticed | of |",
        "|---|---|---|",
    ]
    kinds = Counter(fault.kind for fault, _ in outcomes)
    seen = Counter(fault.kind for fault, verdict in outcomes if verdict.word in NOTICED)
    lines += [f"| {kind} | {seen[kind]} | {number} |" for kind, number in sorted(kinds.items())]
    lines += ["", "| where | fault | instead of | stands | |", "|---|---|---|---|---|"]
    lines += [
        f"| {where(fault)} | {fault.kind} | `{_cell(fault.before)}` | `{_cell(fault.after)}` | {verdict.word} |"
        for fault, verdict in sorted(outcomes, key=lambda outcome: (outcome[0].file, outcome[0].start))
        if verdict.word not in NOTICED
    ]
    return lines + [f"\nNot asked, because it fails without a fault: {test}" for test in sorted(failed)]


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, 95 times in 100."""
    share, z = hits / of, NORMAL_95
    middle = share + z * z / (2 * of)
    margin = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - margin) / (1 + z * z / of), (middle + margin) / (1 + z * z / of)


def where(fault: Fault) -> str:
    return f"{fault.file}:{fault.lines.start}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
