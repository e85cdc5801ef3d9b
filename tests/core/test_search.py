"""Search means the same on both databases: the same rows, in the same order, for the most awkward of words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from duskline.core.data import schema
from duskline.core.data.base import now
from duskline.core.data.database import Database, Reader
from duskline.core.data.session import changing, reading
from duskline.core.http import listing as core_listing
from duskline.core.values.texts import folded
from duskline.models.places.places import Branch, Organization, Region
from duskline.models.records.sales import Lead
from duskline.panel.records.leads import LEADS
from duskline.policy import CONSOLE, EVERYWHERE, Actor, Role, Scope
from duskline.settings import read_database_url
from tests.conftest import FULL_COUNTS
from tests.databases import ENGINES, databases_of
from tests.scratch import scratch

AWKWARD = (
    "Ann", "ANN", "Joanna", "O'Hara", "O\u2019Hara", 'Ann "the lamp" Lee', "100% Light", "50_50", "back\\slash", "a\\%b",
    "Ren\u00e9e", "Rene\u0301e", "Strasse", "Stra\u00dfe", "STRA\u1e9eE", "\u0130stanbul", "Istanbul", "\u0131s\u0131k",
    "\uff21\uff2e\uff2e", "\ufb01ller", "filler", "\u03a3\u03b1\u03c2", "\u03c3\u03b1\u03c3", "\u6771\u4eac\u30bf\u30ef\u30fc",
    "\u0639\u0645\u0631", "\U0001f4a1\U0001f4a1\U0001f4a1 lamp", "x\u200dy\u200dz", "tab\tand\nline", "two  spaces", "AND OR NOT",
    "NEAR(lamp lee)", "lamp*", "^lamp", "lamp:lee", "-lamp", "(lamp", "{lamp}", "a.b-c_d+e", "--", "''", '"""', "%%", "__", "a",
    "ab", "abc", "\u2126 ohm", "\u1e69\u0323", "e\u0301\u0301e", "\u2460\u2461\u2462", "\ud55c\uae00", "naïve café", "#1!", "@home",
    "long " * 30,
)  # fmt: skip
"""Names of leads; each is also looked for, whole and in parts."""
LENGTHS = (2, 3, 4, 6, 9)
EVERYBODY = Actor(id="admin", role=Role.ADMIN, scope=EVERYWHERE)
ONE_BRANCH = Actor(id="rep", role=Role.SALES_REP, scope=Scope(branches=("odd",)))


def questions() -> list[str]:
    """Each name, its upper and lower case, and pieces from everywhere in it."""
    found = {"zzq", "example", "@", ".example", "\x1f", "\x00", " ", "lee\x1fann"}
    for name in AWKWARD:
        found |= {name, name.upper(), name.lower(), f" {name} "}
        step = 1 if FULL_COUNTS else 3
        found |= {name[at : at + length] for length in LENGTHS for at in range(0, len(name), step)}
    return sorted(word[:200] for word in found)


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    """An empty database of each kind."""
    with ExitStack() as stack:
        made = {}
        for engine in ENGINES:
            folder = stack.enter_context(scratch())
            made[engine] = stack.enter_context(databases_of(engine, folder)).create()
        yield made


@pytest.fixture(scope="module")
async def both(addresses: dict[str, str]) -> AsyncIterator[dict[str, Database]]:
    """The same leads on both databases."""
    made = {engine: Database(read_database_url(url, Path())) for engine, url in addresses.items()}
    for database in made.values():
        await fill(database)
    yield made
    for database in made.values():
        await database.close()


async def fill(database: Database) -> None:
    await schema.upgrade(database)
    start = now() - timedelta(days=1)
    async with changing(database, CONSOLE) as db:
        db.store(Organization(id="company", name="Company"))
        await db.flush()
        db.store(Region(id="north", organization_id="company", name="North", code="N"))
        await db.flush()
        for branch in ("odd", "even"):
            db.store(Branch(id=branch, region_id="north", name=branch, address=branch))
        await db.flush()
        for number, name in enumerate(AWKWARD * 2):
            db.store(
                Lead(
                    id=f"lead-{number}", branch_id=("even", "odd")[number % 2], name=name, phone=f"555-{number:04}",
                    email=f"lead{number}@lamp.example", created_at=start + timedelta(seconds=number // 3),
                )
            )  # fmt: skip
        await db.commit()


async def found(database: Database, actor: Actor, word: str) -> tuple[list[str], str]:
    answer = await LEADS.page(Reader(database, actor), "/list", {"q": word, "limit": "200"})
    return [row.id for row in answer.content], answer.headers["X-Total-Count"]


async def by_python(database: Database, actor: Actor, word: str) -> list[str]:
    async with reading(database, actor) as db:
        rows = await db.scalars(select(Lead).order_by(Lead.created_at.desc(), Lead.id.desc()))
        # A separator of fields and a NUL are no letters: nobody can search across two fields.
        wanted = folded(word.replace("\x00", " ").replace("\x1f", " "))
        return [row.id for row in rows if wanted in row.search]


@pytest.mark.parametrize("counted", [10_000, 0], ids=["rare words are sorted", "common words are walked"])
@pytest.mark.parametrize("actor", [EVERYBODY, ONE_BRANCH], ids=["everywhere", "one branch"])
async def test_both_databases_find_the_same(
    both: dict[str, Database], actor: Actor, counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core_listing, "COUNT_BOUND", counted)
    met = 0
    for word in questions():
        in_sqlite, in_postgres = [await found(both[engine], actor, word) for engine in ENGINES]
        assert in_sqlite == in_postgres, repr(word)
        assert in_sqlite[0] == await by_python(both["sqlite"], actor, word), repr(word)
        met += bool(in_sqlite[0])
    assert met > len(AWKWARD)


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_changed_name_is_found_by_its_new_words_alone(both: dict[str, Database], engine: str) -> None:
    database = both[engine]
    async with changing(database, CONSOLE) as db:
        lead = db.store(Lead(branch_id="odd", name="Quillfeather", email="q@q.example"))
        await db.commit()
    assert (await found(database, EVERYBODY, "quillf"))[0] == [lead.id]
    async with changing(database, CONSOLE) as db:
        (await db.find(Lead, lead.id)).name = "Brambleton"
        await db.commit()
    assert (await found(database, EVERYBODY, "quillf"))[0] == []
    assert (await found(database, EVERYBODY, "RAMBLE"))[0] == [lead.id]
    async with changing(database, CONSOLE) as db:
        await db.delete(await db.find(Lead, lead.id))
        await db.commit()
    assert (await found(database, EVERYBODY, "ramble"))[0] == []


@pytest.mark.parametrize("word", ["%", "_", "\\"])
async def test_control_the_signs_of_like_mean_themselves(both: dict[str, Database], word: str) -> None:
    names = {f"lead-{number}" for number, name in enumerate(AWKWARD * 2) if word in folded(name)}
    for database in both.values():
        assert set((await found(database, EVERYBODY, word))[0]) == names
