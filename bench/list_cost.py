"""P1: what a page of leads costs the server, beside a bare handler and the usual ways to write it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from bench.bench import Bench
from bench.clients import Rate, saturate
from bench.company import token_of
from bench.report import Line, Section, middle
from bench.servers import Server, peer, product

WHO = ("busy branch", "admin")
PATH = "/api/panel/leads"
LIMIT = 2.4
Arms = dict[str, tuple[Server, str]]


def measure(bench: Bench) -> Section:
    section = Section(f"P1: a page of fifty leads out of {bench.middle.leads:,} on PostgreSQL")
    url = bench.databases.postgres(bench.middle)
    with ExitStack() as stack:
        bare = stack.enter_context(peer(bench.folder, "bare", url, bench.port()))
        ours = stack.enter_context(product(bench.folder, url, bench.port()))
        fastapi = stack.enter_context(peer(bench.folder, "fastapi_orm", url, bench.port()))
        django = stack.enter_context(peer(bench.folder, "django_orm", url, bench.port(), "wsgi"))
        arms: Arms = {
            "bare handler, no count": (bare, "/leads"),
            "bare handler": (bare, "/counted"),
            "Duskline": (ours, PATH),
            "FastAPI with entities": (fastapi, "/leads"),
            "Django": (django, "/leads"),
        }
        for who in WHO:
            check_same(arms, who)
            report(section, who, in_turns(bench, arms, who))
    section.say(
        "Every arm looks the session up, narrows to what the person reaches and answers the same fifty rows; all but "
        "the first count as well, up to 10,001. The server has one core to itself, wrk (16 connections) and PostgreSQL "
        "share the other. The limit is held against the first arm, which does less than the product."
    )
    return section


def _ids(rows: Any) -> list[str]:
    return [row["id"] for row in rows]


def check_same(arms: Arms, who: str, told: Callable[[Any], Any] = _ids) -> None:
    """All arms answer the same, by what `told` makes of an answer; else they cannot be compared."""
    answers = {}
    for name, (server, path) in arms.items():
        with server.asker(token_of(who)) as asker:
            answer = asker.ask(path)
            assert answer.status == 200, f"{name} answers {answer.status} to {who}."
            answers[name] = told(answer.json())
    assert len({str(answer) for answer in answers.values()}) == 1, f"The arms disagree about {who}."


def in_turns(bench: Bench, arms: Arms, who: str) -> dict[str, list[Rate]]:
    rates: dict[str, list[Rate]] = {name: [] for name in arms}
    for server, path in arms.values():
        saturate(server, path, 1, token_of(who))
    for _ in range(bench.rounds):
        for name, (server, path) in arms.items():
            rates[name].append(saturate(server, path, bench.seconds, token_of(who)))
    return rates


def report(section: Section, who: str, rates: dict[str, list[Rate]]) -> None:
    cpu = {name: middle(rate.cpu_microseconds for rate in runs) for name, runs in rates.items()}
    base, counted = cpu["bare handler, no count"], cpu["bare handler"]
    ours = cpu["Duskline"]
    section.lines += [
        Line(
            "P1",
            f"server CPU of a page of leads against a bare handler without a count ({who})",
            ours / base,
            LIMIT,
            "x",
        ),
        Line("P1", f"the same against a bare handler that counts too ({who})", ours / counted, LIMIT, "x"),
    ]
    section.say(f"**{who.capitalize()}**")
    section.table(
        ("arm", "CPU us per request", "x bare, no count", "x bare", "requests/s", "p99 ms"),
        [
            (
                name, cpu[name], cpu[name] / base, cpu[name] / counted,
                round(middle(rate.requests_per_second for rate in runs)),
                middle(rate.p99_milliseconds for rate in runs),
            )
            for name, runs in rates.items()
        ],
    )  # fmt: skip
