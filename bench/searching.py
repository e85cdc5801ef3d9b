"""P4: search with three or more letters, hit or miss, in all records and within one's reach."""

from __future__ import annotations

from urllib.parse import urlencode

from bench.bench import Bench
from bench.company import BRANCHES, PER_REGION, RARE_WORD, token_of, town_of
from bench.report import Line, Section, middle
from bench.servers import Server, product

LIMIT = 20
TURNS = 3
ELSEWHERE = town_of(BRANCHES - PER_REGION - 1)
"""The town of another branch: many records have it, none in the branches below."""
QUIET_TOWN = town_of(BRANCHES - 1)
WHY = (
    "the total is exact up to 10,000, and counting thousands of rows that hold a text takes longer than finding "
    "fifty of them; a word made of common trigrams that few rows hold (a town, two names) is met in thousands of "
    "rows that have to be looked at. Both databases know the branch in their index, and find all hits once."
)
LISTS = ("leads", "clients", "work-orders", "support-tickets")
WORDS = {
    "in no record": "zzqxw",
    "in one record": "555-0000137",
    "in one of a thousand": RARE_WORD.lower(),
    "a person's name": "hana ingram",
    "in a tenth": "lantern street",
    "in nearly all": "example",
    "a town of elsewhere": ELSEWHERE.lower(),
    "a quiet branch's town": QUIET_TOWN.lower(),
    "in all tickets": "controller",
}
WHO = ("admin", "busy region", "busy branch", "quiet branch")


def measure(bench: Bench) -> Section:
    section = Section(f"P4: search at {bench.large.leads:,} leads")
    for database, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        if database == "PostgreSQL" and bench.origin != "Debian":
            section.say("PostgreSQL: not measured, because the one from PyPI has no trigrams (pg_trgm).")
            continue
        with product(bench.folder, address(bench.large), bench.port()) as server:
            found = [row for who in WHO for row in asked(bench, server, who)]
        report(section, database, found)
    section.say("Milliseconds are medians as the caller sees them, the page's rows and its count included.")
    return section


def asked(bench: Bench, server: Server, who: str) -> list[tuple[str, str, str, str, float]]:
    rows = []
    with server.asker(token_of(who)) as asker:
        for path in LISTS:
            for what, word in WORDS.items():
                answers = [
                    asker.ask(f"/api/panel/{path}?{urlencode({'q': word})}")
                    for _ in range(bench.rounds * TURNS)
                ]
                count = answers[0].headers["x-total-count"]
                rows.append((who, path, what, count, middle(answer.milliseconds for answer in answers)))
    return rows


def report(section: Section, database: str, found: list[tuple[str, str, str, str, float]]) -> None:
    ranked = sorted(found, key=lambda row: row[-1], reverse=True)
    section.lines += [
        Line("P4", f"{database}: worst of {len(found)} searches", ranked[0][-1], LIMIT, "ms", why=WHY),
        Line("P4", f"{database}: median of all searches", middle(row[-1] for row in found), LIMIT, "ms"),
    ]
    within = sum(row[-1] <= LIMIT for row in found)
    section.say(f"**{database}**: {within} of {len(found)} searches within {LIMIT} ms; the slowest:")
    section.table(("who", "list", "word", "found", "ms"), ranked[:15])
