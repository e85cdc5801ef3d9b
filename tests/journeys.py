"""Runs the journeys of web/journeys in a real Chromium, some files at a time, against real servers: with demo data on both
engines, with hostile words, with long lists, and with nothing at all.

`python -m tests.journeys [words for playwright]`. The journeys read JOURNEY_SQLITE_URLS and JOURNEY_POSTGRES_URLS (an
address for each file run at a time, so that none meets what another one writes), JOURNEY_PASSWORD (of every demo account),
JOURNEY_LONG_URL, JOURNEY_EMPTY_URL (its administrator has the same password), JOURNEY_WORDS_URL, JOURNEY_WORDS_PASSWORD and JOURNEY_WORDS (a file; see tests/hostile_words.py),
JOURNEY_COMPANY and JOURNEY_PYTHON (data of the demo company that no server has, and what runs one on a copy of it), and CHROMIUM.
"""

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.hostile_words import served_words
from tests.long_lists import served_long_lists
from tests.postgres import clone, drop, postgres
from tests.scratch import scratch
from tests.servers import ROOT, run, serving

AT_A_TIME = 2
WITHOUT_WINDOWS = "chromium-headless-shell"
"""Chromium's engine alone, also the name of Debian's package: the same journeys in two thirds of the time."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main(words: list[str]) -> int:
    """Start everything, run the journeys, stop everything; gives Playwright's exit status."""
    chromium = find_chromium()
    if chromium is None:
        print(
            "The journeys need Chromium; install it (on Debian: apt install chromium-headless-shell) or set CHROMIUM to it."
        )
        return 1
    password = secrets.token_urlsafe(12)
    with scratch() as folder, ExitStack() as stack:
        environment = {
            **os.environ,
            **started(stack, folder, password),
            "JOURNEY_PASSWORD": password,
            "CHROMIUM": chromium,
        }
        command = ["npx", "--no-install", "playwright", "test", *words]
        return subprocess.run(command, cwd=ROOT / "web", env=environment, check=False).returncode


def started(stack: ExitStack, folder: Path, password: str) -> dict[str, str]:
    """Starts every server, until the stack is closed; gives what the journeys must know of them."""
    server = stack.enter_context(postgres(folder))
    filled = stack.enter_context(a_database(server))
    return {
        "JOURNEY_SQLITE_URLS": " ".join(started_on(stack, folder / "sqlite", password)),
        "JOURNEY_COMPANY": str(folder / "sqlite" / "company"),
        "JOURNEY_PYTHON": sys.executable,
        "JOURNEY_POSTGRES_URLS": " ".join(started_on(stack, folder / "postgresql", password, server, filled)),
        **stack.enter_context(served_words(folder / "words")),
        **stack.enter_context(served_long_lists(folder / "long")),
        "JOURNEY_EMPTY_URL": stack.enter_context(begun(folder / "empty", password)),
    }


def started_on(
    stack: ExitStack, folder: Path, password: str, server: str = "", database: str = ""
) -> list[str]:
    """The addresses of servers on copies of one company: it takes longer to make than to copy."""
    fill(folder / "company", database, password)
    found = []
    for number in range(AT_A_TIME):
        shutil.copytree(folder / "company", folder / str(number))
        own = stack.enter_context(a_database(server, database)) if server else ""
        found.append(stack.enter_context(running(folder / str(number), own)))
    return found


@contextmanager
def begun(data: Path, password: str) -> Iterator[str]:
    """A server on a company that begins today, with its first administrator; gives its address."""
    words = ("begin", "admin@duskline.example", "--password-stdin")
    done = run(*words, typed=f"{password}\n", settings={"DATA_DIR": str(data)})
    if done.returncode:
        raise SystemExit(done.stderr)
    with running(data, "") as address:
        yield address


def find_chromium() -> str | None:
    """The one that a person names, else Debian's without windows where it may be installed, else the system's."""
    if given := os.environ.get("CHROMIUM"):
        return given
    if not shutil.which(WITHOUT_WINDOWS) and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium ...", flush=True)
        for words in (["update"], ["install", "--yes", "--no-install-recommends", WITHOUT_WINDOWS]):
            subprocess.run(["apt-get", "-qq", *words], check=False, stdout=subprocess.DEVNULL)
    return next(filter(None, map(shutil.which, (WITHOUT_WINDOWS, *NAMES))), None)


@contextmanager
def a_database(server: str, template: str | None = None) -> Iterator[str]:
    url = clone(server, template)
    try:
        yield url
    finally:
        drop(server, url)


def fill(data: Path, database: str, password: str) -> None:
    """Makes a company of demo data, every account with this password."""
    for command in ("migrate", "demo"):
        done = run(
            command, settings={"DATA_DIR": str(data), "DATABASE_URL": database, "DEMO_PASSWORD": password}
        )
        if done.returncode:
            raise SystemExit(done.stderr)


@contextmanager
def running(data: Path, database: str) -> Iterator[str]:
    """A server on that company, where each journey is a visitor of its own (journeys/site-visitor.ts); gives its address."""
    settings = {"DATA_DIR": str(data), "DATABASE_URL": database, "TRUSTED_PROXIES": "127.0.0.1"}
    with serving(settings=settings) as server:
        yield server.url


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
