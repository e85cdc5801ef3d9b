"""P5: the home page from memory, beside nginx serving the same bytes from a file."""

from __future__ import annotations

import gzip
from typing import Any

from bench.bench import Bench
from bench.clients import Rate, saturate
from bench.report import Line, Section, middle
from bench.servers import Server, nginx, product

LIMIT = 4
KINDS: dict[str, dict[str, str]] = {
    "plain": {},
    "gzip": {"Accept-Encoding": "gzip"},
    "unchanged (304)": {"Accept-Encoding": "gzip", "If-None-Match": ""},
}


def measure(bench: Bench) -> Section:
    section = Section("P5: the home page")
    with product(bench.folder, bench.databases.sqlite(bench.small), bench.port()) as ours:
        write_site(bench, ours)
        with nginx(bench.folder, bench.port()) as theirs:
            kinds = {
                name: (tagged(ours, "/", headers), tagged(theirs, "/index.html", headers))
                for name, headers in KINDS.items()
            }
            rates: dict[str, tuple[list[Rate], list[Rate]]] = {name: ([], []) for name in kinds}
            for _ in range(bench.rounds):
                for name, (mine, plain) in kinds.items():
                    rates[name][0].append(saturate(ours, "/", bench.seconds, **mine))
                    rates[name][1].append(saturate(theirs, "/index.html", bench.seconds, **plain))
    rows: list[tuple[Any, ...]] = []
    for name, both in rates.items():
        cpu = [middle(rate.cpu_microseconds for rate in runs) for runs in both]
        each = [round(middle(rate.requests_per_second for rate in runs)) for runs in both]
        section.lines.append(
            Line(
                "P5", f"server CPU of a prerendered page against nginx ({name})", cpu[0] / cpu[1], LIMIT, "x"
            )
        )
        rows.append((name, *cpu, cpu[0] / cpu[1], *each))
    heads = ("answer", "Duskline CPU us", "nginx CPU us", "ratio", "Duskline requests/s", "nginx requests/s")
    section.table(heads, rows)
    section.say(
        "nginx has one worker on the same core, `sendfile` and `gzip_static`, and sends no security headers. The product "
        "goes through its guard and writes an access line for each request, as nginx does."
    )
    return section


def write_site(bench: Bench, ours: Server) -> None:
    """The page as the product fills it, for nginx."""
    site = bench.folder / "site"
    site.mkdir(exist_ok=True)
    with ours.asker() as asker:
        page = asker.ask("/").body
    (site / "index.html").write_bytes(page)
    (site / "index.html.gz").write_bytes(gzip.compress(page, 9))


def tagged(server: Server, path: str, headers: dict[str, str]) -> dict[str, str]:
    """The headers, with the page's own tag where the answer shall be 304."""
    given = {name.replace("-", "_"): value for name, value in headers.items()}
    if "If_None_Match" in given:
        with server.asker() as asker:
            given["If_None_Match"] = asker.ask(path, headers={"Accept-Encoding": "gzip"}).headers["etag"]
    return given
