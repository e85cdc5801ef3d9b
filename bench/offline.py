"""Today without a network, from what a phone keeps: how soon it stands, and what it costs to keep it."""

from __future__ import annotations

import json
import secrets
import shutil

from bench.bench import Bench
from bench.browser import node, with_sample_data
from bench.databases import Fault
from bench.report import Line, Section, middle

TECHNICIAN = "technician@duskline.example"
SHOWN = 300
LIST = 160 * 1024


def measure(bench: Bench) -> Section:
    section = Section("Today without a network")
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    if chromium is None:
        raise Fault("There is no Chromium on this machine; install it first.")
    password = secrets.token_urlsafe(12)
    with with_sample_data(bench, password) as server:
        address = f"http://127.0.0.1:{server.port}"
        lines = node("offline.mjs", address, chromium, str(bench.rounds), TECHNICIAN, password)
    first, *runs = map(json.loads, lines)
    section.lines += [
        Line(
            "",
            "Today without a network: from the address to the first visit",
            middle(run["shown"] for run in runs),
            SHOWN,
            "ms",
        ),
        Line("", "the service worker's list as it is sent", first["bytes"], LIST, "B"),
    ]
    section.say(
        "The line is cut and the service worker stopped before each start, as on a phone from the pocket."
    )
    return section
