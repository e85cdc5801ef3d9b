"""Runs the journeys of web/journeys in a real Chromium, against two real servers with demo data.

`python -m tests.journeys [words for playwright]`. The journeys read JOURNEY_SQLITE_URL, JOURNEY_POSTGRES_URL,
JOURNEY_PASSWORD (of every demo account) and CHROMIUM.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgres import clone, drop, postgres

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START_SECONDS = 60


def main(words: list[str]) -> int:
    """Start everything, run the journeys, stop everything; gives Playwright's exit status."""
    chromium = find_chromium()
    if chromium is None:
        print(
            "The journeys need Chromium; install it (on Debian: apt install chromium) or set CHROMIUM to it."
        )
        return 1
    password = secrets.token_urlsafe(12)
    with (
        tempfile.TemporaryDirectory(prefix="duskline-journeys-") as name,
        postgres(Path(name)) as server,
        a_database(server) as database,
        running(Path(name) / "one", None, password) as sqlite,
        running(Path(name) / "two", database, password) as other,
    ):
        addresses = {"JOURNEY_SQLITE_URL": sqlite, "JOURNEY_POSTGRES_URL": other}
        environment = {**os.environ, **addresses, "JOURNEY_PASSWORD": password, "CHROMIUM": chromium}
        command = ["npx", "--no-install", "playwright", "test", *words]
        return subprocess.run(command, cwd=ROOT / "web", env=environment, check=False).returncode


def find_chromium() -> str | None:
    """The system's Chromium, else Debian's package where it may be installed."""
    if given := os.environ.get("CHROMIUM"):
        return given
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found or os.geteuid() != 0 or not shutil.which("apt-get"):
        return found
    print("Installing Chromium ...", flush=True)
    for words in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *words], check=False, stdout=subprocess.DEVNULL)
    return shutil.which("chromium")


@contextmanager
def a_database(server: str) -> Iterator[str]:
    url = clone(server)
    try:
        yield url
    finally:
        drop(server, url)


@contextmanager
def running(data: Path, database: str | None, password: str) -> Iterator[str]:
    """A server with demo data on a free port; gives its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {
        "DATA_DIR": str(data),
        "PUBLIC_URL": url,
        "DEMO_PASSWORD": password,
        "DATABASE_URL": database or "",
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DUSKLINE_")}
    environment |= {f"DUSKLINE_{name}": value for name, value in settings.items()}
    for command in ("migrate", "demo"):
        subprocess.run(duskline(command), cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    log = data / "server.log"
    with log.open("w") as stderr:
        server = subprocess.Popen(
            duskline("serve", "--port", str(port)), cwd=ROOT, env=environment, stderr=stderr
        )
    try:
        wait_for(url, server, log)
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


def duskline(*words: str) -> list[str]:
    return [sys.executable, "-m", "duskline", *words]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=5).close()
            return
        except OSError:
            if server.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"The server for the journeys did not start:\n{log.read_text()}") from None
            time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
