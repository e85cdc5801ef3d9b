"""Whoever follows a citation finds what it cites: rules in docs/product.md, decisions, documents of the repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = {".css", ".html", ".in", ".md", ".mjs", ".py", ".sh", ".toml", ".ts", ".tsx", ".yaml", ".yml"}
NOT_OURS = {"build", "dist", "node_modules", "playwright-report", "test-results", "var"}
HIDDEN_AND_OURS = {".ci", ".github"}
NUMBERS = r"\d+(?:(?:, | and | to )\d+)*"
RULES = re.compile(rf"(?P<where>product\.md,\s+)?\brules?\s(?P<numbers>{NUMBERS})", re.IGNORECASE)
DECISIONS = re.compile(rf"\bdecisions?\s(?P<numbers>{NUMBERS})", re.IGNORECASE)
DOCUMENTS = re.compile(r"[\w-]+\.md\b")
ELSEWHERE = re.compile(
    r"\brulings?\b|\bthe spec(?:ification)?\b|\bspec(?:ification)?(?:'s\b|,?\ssection|\s\d)|\(C\d+\)",
    re.IGNORECASE,
)
"""Words for documents that are not part of the repository."""


def files_of(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in NOT_OURS and (path.name[0] != "." or path.name in HIDDEN_AND_OURS):
                yield from files_of(path)
        elif path.suffix in WRITTEN or path.name in ("Makefile", "run"):
            yield path


FILES = {str(path.relative_to(ROOT)): path for path in files_of(ROOT) if path != Path(__file__).resolve()}
PRODUCT = (ROOT / "docs/product.md").read_text("utf-8")
KNOWN_RULES = [int(number) for number in re.findall(r"^\*\*(\d+)\. ", PRODUCT, re.MULTILINE)]
KNOWN_DECISIONS = {int(path.name[:4]) for path in ROOT.glob("docs/decisions/0*.md")}
KNOWN_DOCUMENTS = {path.name for path in FILES.values() if path.suffix == ".md"}


def numbers_of(cited: re.Match[str]) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", cited["numbers"])}


def dead_ends(name: str, text: str) -> list[str]:
    """The citations in a file that lead nowhere, or do not say where. The rules may cite each other by number alone."""
    found = [match[0] for match in ELSEWHERE.finditer(text)]
    found += [match[0] for match in DOCUMENTS.finditer(text) if match[0] not in KNOWN_DOCUMENTS]
    for match in RULES.finditer(text):
        if numbers_of(match) - set(KNOWN_RULES) or not (match["where"] or name == "docs/product.md"):
            found.append(match[0])
    found += [match[0] for match in DECISIONS.finditer(text) if numbers_of(match) - KNOWN_DECISIONS]
    return found


def test_every_citation_leads_somewhere() -> None:
    assert len(FILES) > 400
    found = {name: ends for name, path in FILES.items() if (ends := dead_ends(name, path.read_text("utf-8")))}
    assert found == {}


def test_no_two_rules_have_one_number() -> None:
    assert len(KNOWN_RULES) == len(set(KNOWN_RULES)) > 50


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Never oneself (product.md, rule 999).", "product.md, rule 999"),
        ("Open to staff (product.md, rules 18, 19 and 998).", "product.md, rules 18, 19 and 998"),
        ("Never oneself (rule 22).", "rule 22"),
        ("Decided in decision 9999.", "decision 9999"),
        ("See docs/nowhere.md.", "nowhere.md"),
        ("Never oneself (ruling 22).", "ruling"),
        ("The states of the specification.", "the specification"),
        ("What the console says (specification, section 7).", "specification, section"),
    ],
)
def test_control_a_citation_that_leads_nowhere_is_seen(text: str, seen: str) -> None:
    assert dead_ends("duskline/policy.py", text) == [seen]


@pytest.mark.parametrize(
    "text",
    [
        "Never oneself (product.md, rule 22).",
        "Open to staff (product.md, rules 18, 19 and 25), by decision 18.",
        'The hours follow schema.org: "@type": "OpeningHoursSpecification", see docs/product.md.',
    ],
)
def test_control_what_leads_somewhere_is_left_alone(text: str) -> None:
    assert dead_ends("duskline/policy.py", text) == []


def missing_files(text: str) -> list[str]:
    """The files that a document names and nobody has; `suppliers` is the recipes' example of something new."""
    named = re.findall(
        r"`((?:bench|docs|duskline|tests|web)/[\w./-]+|[\w-]+/[\w./-]+\.(?:css|md|mjs|py|tsx?))`", text
    )
    return [name for name in named if not re.search(r"supplier|^web/dist\b", name) and not exists(name)]


def exists(name: str) -> bool:
    """Whether a file lies under this path, or under one that ends so."""
    return (ROOT / name).exists() or any(path.endswith(f"/{name}") for path in FILES)


def test_documents_name_files_that_exist() -> None:
    texts = {name: path.read_text("utf-8") for name, path in FILES.items() if path.suffix == ".md"}
    assert texts["docs/recipes.md"].count("`duskline/") > 20
    assert {name: missing for name, text in texts.items() if (missing := missing_files(text))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "See `duskline/policy.py`, `duskline/nowhere.py` and `duskline/panel/records/suppliers.py`.",
        "`Criteria` in `duskline/nowhere.py`, beside `core/data/scoping.py`, puts that right.",
    ],
)
def test_control_a_file_that_moved_is_seen(text: str) -> None:
    assert missing_files(text) == ["duskline/nowhere.py"]


def test_control_a_file_that_moved_is_seen_by_the_end_of_its_path() -> None:
    assert missing_files("It stands in `core/nowhere.py`, tested by `laws/test_imports.py`.") == [
        "core/nowhere.py"
    ]
