"""Starts the server: first everything that can be wrong is asked, then Granian runs the workers.

Granian shares a port silently with a second server, waits for ever for a worker that was signalled while it
booted, and leaves its workers serving when it is killed. The probe, the lock, the time limit and the watch
over the parent here close those gaps.
"""

import asyncio
import fcntl
import gc
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from granian.constants import HTTPModes, Interfaces, Loops, TaskImpl
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer
from sqlalchemy import select

from duskline.app import BUILD, create_app
from duskline.company import CompanyFile
from duskline.core.data import schema
from duskline.core.data.database import Database
from duskline.core.data.session import reading
from duskline.core.http.connections import Connections, affordable
from duskline.core.http.middleware import EdgeMiddleware
from duskline.core.pages.serving import BuildFault, Pages, read_build
from duskline.core.system import logs
from duskline.models.people.people import User
from duskline.policy import CONSOLE
from duskline.settings import ROOT, Settings, SettingsFault, is_loopback

KILL_SECONDS = 10
"""How long a worker may take to stop before it is ended: a little longer than its connections have to finish."""
HEADER_MILLISECONDS = 30_000
DATABASE_SECONDS = 10
FOLDER_SECONDS = 5
PARENT_CHECK_SECONDS = 0.5
RESTORING = "duskline.restoring"
"""The file in the data folder that stands there while a backup is restored."""


def serve(host: str, port: int, workers: int, *, reload: bool = False) -> None:
    """Serve until a signal comes; raises SettingsFault when the start is not safe."""
    name_local_address(host, port)
    settings = Settings.from_environment()
    settings.check_workers(workers)
    address = resolve(host)
    check_pages(settings)
    with sole_user(settings.data_dir, FOLDER_SECONDS):
        probe_port(address, port)
        check_database(settings)
        check_accounts(settings)
        print(f"Duskline serves {settings.public_url} (Ctrl-C stops it).", flush=True)
        gc.freeze()
        granian(address, port, workers, affordable(), reload=reload).serve()


def name_local_address(host: str, port: int) -> None:
    """Without a public address the server is for this machine only, at the address it listens on."""
    if os.environ.get("DUSKLINE_PUBLIC_URL"):
        return
    if not is_loopback(host):
        raise SettingsFault(f"Serving on {host} needs DUSKLINE_PUBLIC_URL, the address that visitors use.")
    name = f"[{host}]" if ":" in host else host
    os.environ["DUSKLINE_PUBLIC_URL"] = f"http://{name}:{port}"


def resolve(host: str) -> str:
    """The address of a host name."""
    try:
        return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    except OSError:
        raise SettingsFault(f"The host {host} is not known on this machine.") from None


def probe_port(address: str, port: int) -> None:
    """Granian would share a taken port with the other server; an ordinary bind finds out."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
            probe.listen(1)
        except OSError as fault:
            raise SettingsFault(f"Port {port} on {address} cannot be used: {fault.strerror}.") from None


def check_pages(settings: Settings) -> None:
    """The facts are right, and the built pages can be filled with them."""
    facts = CompanyFile(settings.company_file).company.facts()
    try:
        pages = Pages(read_build(BUILD), facts, settings.public_url, settings.ga_measurement_id)
    except BuildFault as fault:
        raise SettingsFault(f"The built pages do not fit this server: {fault}; run `make setup`.") from None
    if pages.missing:
        raise SettingsFault(pages.missing)


def check_database(settings: Settings) -> None:
    """The database is there, answers, and has the schema of this version."""
    check_restored(settings)
    if is_absent(settings):
        raise SettingsFault("There is no database yet; run `duskline migrate` first.")
    if usable_version(settings) != schema.newest():
        raise SettingsFault("The database has the schema of another version; run `duskline migrate` first.")


def check_accounts(settings: Settings) -> None:
    """In public nobody signs in with what the sample data printed."""
    if settings.is_public and asyncio.run(has_samples(settings)):
        raise SettingsFault(
            "This database holds the accounts of the sample data, so it is not served in public; "
            "point DUSKLINE_DATA_DIR or DUSKLINE_DATABASE_URL at a new place for your own data."
        )


async def has_samples(settings: Settings) -> bool:
    database = Database(settings.database_url)
    try:
        async with reading(database, CONSOLE) as db:
            return await db.scalar(select(User.id).where(User.sample).limit(1)) is not None
    finally:
        await database.close()


def migrate(settings: Settings) -> None:
    """Bring the database up to date and rebuild what is derived from its rows; on SQLite this also creates it."""
    with sole_user(settings.data_dir):
        check_restored(settings)
        version = None if is_absent(settings) else usable_version(settings)
        if version not in (None, *schema.versions()):
            raise SettingsFault(
                f"The database was migrated to {version} by another version of Duskline, which this one does not know; "
                "start the newer version, or restore a copy from before the upgrade."
            )
        asyncio.run(upgrade(settings.database_url))


def is_absent(settings: Settings) -> bool:
    """Whether the file of an embedded database is still to be created."""
    return settings.is_sqlite and not Path(settings.database_url.split("///", 1)[1]).exists()


@contextmanager
def restoring(data_dir: Path) -> Iterator[None]:
    """Keeps everybody out of a place until all of a backup is in it, and what it would let in has ended."""
    mark = data_dir / RESTORING
    mark.touch()
    yield
    mark.unlink()


def check_restored(settings: Settings) -> None:
    """No restore broke off here."""
    if (settings.data_dir / RESTORING).exists():
        raise SettingsFault(
            f"A restore did not finish. Empty {settings.data_dir} and the database, and restore again."
        )


def usable_version(settings: Settings) -> str | None:
    """The version of a database that can be reached and stores whatever people type."""
    try:
        version, encoding = asyncio.run(look_at(settings.database_url))
    except Exception as fault:
        raise SettingsFault(f"The database cannot be reached: {first_line(fault)}.") from None
    if encoding != schema.UTF_8:
        raise SettingsFault(
            f"The database stores text as {encoding}, which lacks letters that people type; "
            f"create it with ENCODING '{schema.UTF_8}'."
        )
    return version


async def upgrade(database_url: str) -> None:
    database = Database(database_url)
    try:
        await schema.upgrade(database)
    finally:
        await database.close()


async def look_at(database_url: str) -> tuple[str | None, str]:
    """The database's version and its encoding."""
    database = Database(database_url)
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            return await schema.version(database), await schema.encoding(database)
    finally:
        await database.close()


def first_line(fault: Exception) -> str:
    """What went wrong, without the statement, its values or a link to a manual."""
    cause = getattr(fault, "orig", None) or fault
    return (str(cause) or type(cause).__name__).splitlines()[0]


@contextmanager
def sole_user(data_dir: Path, seconds: float = 0) -> Iterator[None]:
    """Hold the data folder: a server holds it while it runs, migrations and demo data while they work.

    `seconds` is how long to wait for workers that outlive a killed server.
    """
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep_private(data_dir)
        lock = (data_dir / "duskline.lock").open("w")
    except OSError as fault:
        raise SettingsFault(f"The data folder {data_dir} cannot be written: {fault.strerror}.") from None
    with lock:
        until = time.monotonic() + seconds
        while not taken(lock.fileno()):
            if time.monotonic() >= until:
                raise SettingsFault(f"A Duskline server is using {data_dir}; stop it first.")
            time.sleep(0.1)
        yield


def keep_private(data_dir: Path) -> None:
    """Closes what an earlier version left open in the data folder; what is made from now on is closed by the umask.

    Only what is ours by name: the folder may hold other things.
    """
    ours = (data_dir, *data_dir.glob("duskline.*"))
    if not any(is_open_to_others(path) for path in ours):
        return
    for path in (*ours, *data_dir.glob("files"), *(data_dir / "files").rglob("*")):
        with suppress(FileNotFoundError):  # a command that ends takes SQLite's log with it
            path.chmod(0o700 if path.is_dir() else 0o600)


def is_open_to_others(path: Path) -> bool:
    return path.exists() and bool(path.stat().st_mode & 0o077)


def taken(descriptor: int) -> bool:
    """Whether the lock is ours now. Workers inherit it, so it ends with the last of them."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def granian(address: str, port: int, workers: int, connections: int, *, reload: bool) -> MPServer:
    """The server as we want it; workers build the application themselves."""
    return MPServer(
        "duskline.serve:application",
        factory=True,
        address=address,
        port=port,
        interface=Interfaces.ASGI,
        workers=workers,
        backpressure=connections,
        loop=Loops.uvloop,
        task_impl=TaskImpl.asyncio,
        http=HTTPModes.http1,
        websockets=False,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=65536),
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_SECONDS,
        log_level=LogLevels.warning,
        log_dictconfig=logs.CONFIG,
        reload=reload,
        reload_paths=[ROOT / "duskline", BUILD],
    )


def application() -> EdgeMiddleware:
    """What a worker runs. From here on garbage is looked for again, but not among what stays."""
    end_with_parent()
    watch_connections()
    app = create_app()
    gc.freeze()
    gc.enable()
    return app


def watch_connections() -> None:
    """Granian holds connections without bounds; see `core/http/connections.py`."""
    Connections(affordable(), Settings.from_environment().trusted_proxies).watch()


def end_with_parent() -> None:
    """A worker whose parent is gone stops by itself, finishing its requests."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        while parent and os.getppid() == parent.pid:
            time.sleep(PARENT_CHECK_SECONDS)
        for _ in range(KILL_SECONDS):  # a worker that still boots does not hear the first ones
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()
