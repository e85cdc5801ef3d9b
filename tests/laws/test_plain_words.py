"""Code and the sentences in it name the actor and use the verb of the field: some words never do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VAGUE = re.compile(r"\b(whoever|anew)\b", re.IGNORECASE)
"""Say who: the user, the visitor, the actor, the caller. Say what: rebuild, read again, recount."""


def sources() -> Iterator[Path]:
    """Yields the product's own files: a migration stays as it was run, and what is generated follows."""
    for path in sorted((ROOT / "duskline").rglob("*.py")):
        if "versions" not in path.parts:
            yield path
    for path in sorted((ROOT / "web" / "app").rglob("*.ts*")):
        if path.name != "schema.d.ts" and ".test." not in path.name:
            yield path


def vague_in(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if VAGUE.search(line)]


def test_no_word_stands_for_an_actor_or_an_act() -> None:
    files = list(sources())
    assert len(files) > 1000
    assert {str(path): found for path in files if (found := vague_in(path.read_text()))} == {}


def test_control_such_words_are_found() -> None:
    assert vague_in("# Whoever asks\nThe caller asks\nIt is made anew.") == [
        "# Whoever asks",
        "It is made anew.",
    ]
