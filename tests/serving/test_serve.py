"""The server as a process: what it refuses to start on, and how it stops."""

import http.client
import os
import signal
import socket
import sqlite3
import time
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import FULL_COUNTS
from tests.servers import Server, free_port, run, serving, wait_for

BODY = b'{"email": "nobody@example.com"}'


@pytest.fixture
def migrated(tmp_path: Path) -> dict[str, str]:
    """Settings of a migrated SQLite database."""
    settings = {"DATA_DIR": str(tmp_path / "data")}
    assert run("migrate", settings=settings).stdout == "The database is up to date.\n"
    return settings


def refusal(*words: str, **settings: str) -> str:
    """What a command that must refuse says: one sentence, without a traceback."""
    done = run(*words, settings=settings)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("duskline: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/healthz", timeout=5).close()
    except OSError:
        return False
    return True


def gone(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def end(processes: list[int]) -> None:
    for process in processes:
        if not gone(process):
            os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops_cleanly(on_this_engine: dict[str, str], by: signal.Signals) -> None:
    with serving(settings=on_this_engine) as server:
        assert urllib.request.urlopen(f"{server.url}/").status == 200
        assert urllib.request.urlopen(f"{server.url}/readyz").status == 200
        assert f"Duskline serves {server.url}" in server.log.read_text()
        assert server.stop(by) == 0
        assert "Traceback" not in server.log.read_text()


def test_ctrl_c_reaches_every_process_and_that_is_fine(migrated: dict[str, str]) -> None:
    with serving(settings=migrated) as server:
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(60) == 0
        assert "Traceback" not in server.log.read_text()


def test_requests_in_flight_are_finished(migrated: dict[str, str]) -> None:
    for _ in range(20 if FULL_COUNTS else 2):
        with serving(settings=migrated) as server:
            calls = [begun(server) for _ in range(8)]
            assert answers(server.url)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            for call in calls:
                call.send(BODY[5:])
            # In many rounds the limit is met; what counts is that every call is answered.
            assert {call.getresponse().status for call in calls} <= {403, 429}
            assert server.process.wait(60) == 0


def begun(server: Server) -> http.client.HTTPConnection:
    """A call whose body is still on its way."""
    call = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    call.putrequest("POST", "/api/auth/check-email")
    call.putheader("content-type", "application/json")
    call.putheader("content-length", str(len(BODY)))
    call.endheaders(BODY[:5])
    return call


def test_a_taken_port_is_refused(migrated: dict[str, str]) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"Port {port} on 127.0.0.1 cannot be used" in refusal("serve", "--port", str(port), **migrated)


def test_without_the_probe_two_servers_share_a_port(migrated: dict[str, str], tmp_path: Path) -> None:
    """Control: this is what the probe is for."""
    with serving(settings=migrated) as first:
        port = int(first.url.rpartition(":")[2])
        data = {"DATA_DIR": str(tmp_path / "other")}
        run("migrate", settings=data)
        second = Server(port=port, without="probe_port", settings=data)
        wait_for("the second did not start", lambda: "serves" in second.log.read_text() and second.workers())
        assert second.process.poll() is None
        second.stop(signal.SIGTERM)


def test_the_data_folder_has_one_server(migrated: dict[str, str]) -> None:
    with serving(settings=migrated):
        for command in (["serve", "--port", str(free_port())], ["migrate"]):
            assert "A Duskline server is using" in refusal(*command, **migrated)
    assert run("migrate", settings=migrated).returncode == 0


def test_a_database_that_is_not_ready_is_refused(tmp_path: Path, migrated: dict[str, str]) -> None:
    assert "There is no database yet; run `duskline migrate` first." in refusal(
        "serve", DATA_DIR=str(tmp_path / "new")
    )
    with sqlite3.connect(Path(migrated["DATA_DIR"]) / "duskline.db") as database:
        database.execute("UPDATE alembic_version SET version_num = 'unknown'")
    assert "the schema of another version" in refusal("serve", "--port", str(free_port()), **migrated)
    assert "migrated to unknown by another version" in refusal("migrate", **migrated)


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_database_that_is_away_is_refused_without_its_password(tmp_path: Path, command: str) -> None:
    away = f"postgresql://me:hidden@127.0.0.1:{free_port()}/db"
    said = refusal(command, DATA_DIR=str(tmp_path), DATABASE_URL=away)
    assert "The database cannot be reached" in said
    assert "hidden" not in said


@pytest.mark.parametrize(
    ("words", "settings", "said"),
    [
        (["--workers", "2"], {}, "More than one worker needs PostgreSQL"),
        (["--host", "0.0.0.0"], {}, "needs DUSKLINE_PUBLIC_URL"),
        (
            ["--host", "nowhere.invalid"],
            {"PUBLIC_URL": "https://example.com"},
            "is not known on this machine",
        ),
        ([], {"PUBLIC_URL": "http://example.com"}, "must begin with https://"),
        ([], {"COMPANY_FILE": "/nowhere.toml"}, "cannot be read"),
        ([], {"DATA_DIR": "/proc/duskline"}, "cannot be written"),
    ],
)
def test_wrong_settings_are_refused(
    tmp_path: Path, words: list[str], settings: dict[str, str], said: str
) -> None:
    given = {"DATA_DIR": str(tmp_path), **settings}
    assert said in refusal("serve", "--port", str(free_port()), *words, **given)


@pytest.mark.parametrize("engine", ["postgres"], indirect=True, scope="session")
def test_two_workers_outlive_a_lost_one_and_end_with_their_parent(on_this_engine: dict[str, str]) -> None:
    with serving("--workers", "2", settings=on_this_engine) as server:
        wait_for("both workers did not start", lambda: len(server.workers()) == 2)
        first, second = server.workers()
        os.kill(first, signal.SIGKILL)
        wait_for("the lost worker did not come back", lambda: set(server.workers()) - {first, second})
        wait_for("the server does not answer", lambda: answers(server.url))
        orphans = server.workers()
        server.process.kill()
        server.process.wait()
        try:
            wait_for("the workers live on", lambda: all(map(gone, orphans)))
        finally:
            end(orphans)
        assert not answers(server.url)
    with serving("--workers", "2", settings=on_this_engine):
        pass


def test_without_the_watch_workers_outlive_their_parent(migrated: dict[str, str]) -> None:
    """Control: this is what the watch over the parent is for."""
    with serving(without="end_with_parent", settings=migrated) as server:
        orphans = server.workers()
        server.process.kill()
        server.process.wait()
        time.sleep(2)
        assert answers(server.url)
        end(orphans)
