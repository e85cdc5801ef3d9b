"""What every measurement is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from bench.company import Size
from bench.databases import Databases


@dataclass
class Bench:
    """Where to work, on which companies, and how long."""

    folder: Path
    databases: Databases
    origin: str
    """Whose PostgreSQL: Debian has trigrams, PyPI has not."""
    small: Size
    middle: Size
    large: Size
    seconds: int
    """Of one run under full load."""
    rounds: int
    """How often everything is measured, in turns; what counts is the median."""
    first_port: int
    _ports: Iterator[int] = field(init=False)

    def __post_init__(self) -> None:
        self._ports = count(self.first_port)

    def port(self) -> int:
        return next(self._ports)
