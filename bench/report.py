"""What was measured beside what it may be: printed as it comes, and written to results.md at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench import machine


@dataclass
class Line:
    """One figure of the results: what it is, what was found, and the limit it is held against (at most)."""

    mark: str
    what: str
    found: float
    limit: float
    unit: str = ""
    at_least: bool = False
    why: str = ""
    """Said where the figure misses its limit: what is known to make it so, and what was tried."""

    @property
    def missed(self) -> bool:
        return self.share > 1

    @property
    def share(self) -> float:
        """Of the limit; 1.00 just holds it, more misses it."""
        if self.at_least:
            return self.limit / self.found if self.found else float("inf")
        return self.found / self.limit if self.limit else float(self.found > 0)

    def cells(self) -> list[str]:
        bound = ">=" if self.at_least else "<="
        verdict = "**missed**" if self.missed else ""
        return [self.mark, self.what, shown(self.found, self.unit), f"{bound} {shown(self.limit, self.unit)}",
                f"{self.share:.2f}", verdict]  # fmt: skip


@dataclass
class Section:
    """One measurement: its lines, and the tables and words that explain them."""

    title: str
    lines: list[Line] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        self.text.append(table(heads, rows))

    def say(self, words: str) -> None:
        self.text.append(words)


HEADS = ("", "measured", "found", "limit", "share", "")


def shown(number: float, unit: str = "") -> str:
    digits = 0 if abs(number) >= 100 or float(number).is_integer() else 1 if abs(number) >= 10 else 2
    if unit == "CLS":
        return f"{number:.3f}"
    return f"{number:,.{digits}f}{'x' if unit == 'x' else f' {unit}' if unit else ''}"


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{'|'.join('---' for _ in heads)}|"]
    for row in rows:
        cells = (
            shown(cell) if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else str(cell)
            for cell in row
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def middle(values: Iterable[float]) -> float:
    return median(list(values))


def print_section(section: Section) -> None:
    for line in section.lines:
        print("  " + "  ".join(cell for cell in line.cells() if cell), flush=True)


def write(path: Path, sections: Sequence[Section], notes: Sequence[str]) -> None:
    """One Markdown file: the machine, all lines with their limits, then each measurement in full."""
    parts = ["# Speed, measured", f"One run of `make bench`, {datetime.now(UTC):%B %d, %Y %H:%M} UTC."]
    parts += ["\n".join(f"- {word}" for word in [*machine.described(), *notes])]
    lines = [line for section in sections for line in section.lines]
    parts += ["## Against the limits", table(HEADS, [line.cells() for line in lines])]
    parts += ["A share of 1.00 just holds the limit; more misses it."]
    if reasons := [f"- {line.mark}, {line.what}: {line.why}" for line in lines if line.missed and line.why]:
        parts += ["What misses, and why:", "\n".join(reasons)]
    for section in sections:
        parts += [f"## {section.title}", *section.text]
    path.write_text("\n\n".join(parts) + "\n")
