"""Makes a backup beside a serving server.

Files are copied before and after the database, so that every file that a row of the copy names is there. A file that the previous
backup holds too is a hard link and takes no room. A folder gets its name when it is complete.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from duskline.backups.manifest import (
    DATED,
    FOLDERS,
    FORMAT,
    Entry,
    Manifest,
    backups_in,
    digest_of,
    files_in,
    is_as_it_was,
    read,
    write,
)  # fmt: skip
from duskline.backups.sealing import seal
from duskline.core.data import dumps, schema
from duskline.core.data.base import now
from duskline.settings import Settings, SettingsFault

UNFINISHED = ".part"
FORGOTTEN = ".gone"
A_DAY = timedelta(days=1)


def make(settings: Settings, place: Path) -> tuple[Path, Manifest]:
    """Copies the database and all files into a new folder of `place`; raises SettingsFault."""
    made_at = now()
    folder = place / made_at.strftime(DATED)
    part = folder.with_name(f"{folder.name}{UNFINISHED}")
    if folder.exists() or part.exists():
        raise SettingsFault(f"{folder} is there already; wait a second, or name another folder.")
    try:
        part.mkdir(parents=True)
        manifest = _Filling(settings, part, made_at).filled()
        os.sync()
        part.rename(folder)
    except OSError as fault:
        raise SettingsFault(f"The backup could not be written: {fault.strerror}.") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder, manifest


def forget_old(place: Path, keep: timedelta) -> int:
    """Removes backups older than `keep`, never the newest, and leftovers of killed ones; returns how many were older."""
    old = [path for made_at, path in backups_in(place)[:-1] if made_at < now() - keep]
    for path in old:
        path.rename(path.with_name(f"{path.name}{FORGOTTEN}"))  # half a backup must not look like one
    yesterday = (now() - A_DAY).timestamp()
    left = [path for path in place.glob(f"duskline-*Z{UNFINISHED}") if path.stat().st_mtime < yesterday]
    for path in (*left, *place.glob(f"duskline-*Z{FORGOTTEN}")):
        shutil.rmtree(path, ignore_errors=True)
    return len(old)


class _Filling:
    """Fills the folder of one backup."""

    def __init__(self, settings: Settings, part: Path, made_at: datetime) -> None:
        self._settings, self._part = settings, part
        self._manifest = Manifest(
            FORMAT,
            made_at,
            schema.newest(),
            dumps.name_of(settings.database_url),
            {},
            settings.backup_recipient,
        )
        self._before = self._newest()

    def filled(self) -> Manifest:
        self._take_files()
        self._take_database()
        self._take_files()
        write(self._part, self._manifest)
        return self._manifest

    def _newest(self) -> tuple[Path, Manifest] | None:
        """Returns the newest backup whose files may be linked; None where there is none."""
        for _, folder in reversed(backups_in(self._part.parent)):
            with suppress(SettingsFault):  # a damaged one lends nothing
                manifest = read(folder)
                return (folder, manifest) if manifest.recipient == self._manifest.recipient else None
        return None

    def _take_files(self) -> None:
        """Takes files that are not in the backup yet; one that the sweep removes in between belongs to no row."""
        for folder in FOLDERS:
            for file in files_in(self._settings.data_dir / folder):
                name = str(file.relative_to(self._settings.data_dir))
                if name not in self._manifest.files:
                    with suppress(FileNotFoundError):
                        self._take(file, name)

    def _take(self, file: Path, name: str) -> None:
        digest = digest_of(file)
        self._manifest.files[name] = self._linked(name, digest) or self._copied(file, name, digest)

    def _linked(self, name: str, digest: str) -> Entry | None:
        """Links an unchanged file of the previous backup; None where that is damaged or cannot be linked."""
        if self._before is None:
            return None
        folder, manifest = self._before
        entry, stored = manifest.files.get(name), folder / manifest.stored(name)
        if entry is None or digest != (entry.unsealed or entry.sha256):
            return None
        try:
            if not is_as_it_was(stored, entry):
                return None
            os.link(stored, self._place_of(name))
        except OSError:
            return None
        return entry

    def _copied(self, file: Path, name: str, digest: str) -> Entry:
        target, recipient = self._place_of(name), self._manifest.recipient
        try:
            if recipient is None:
                shutil.copyfile(file, target)
                return Entry(target.stat().st_size, digest)
            seal(file, target, recipient)
        except FileNotFoundError:
            target.unlink(missing_ok=True)
            raise
        return Entry(target.stat().st_size, digest_of(target), digest)

    def _place_of(self, name: str) -> Path:
        target = self._part / self._manifest.stored(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        return target

    def _take_database(self) -> None:
        """Dumps into the data folder first: plain data never lies where sealed backups do."""
        name = self._manifest.database
        with tempfile.TemporaryDirectory(prefix="backup-", dir=self._settings.data_dir) as aside:
            copy = Path(aside) / name
            try:
                dumps.dump(self._settings.database_url, copy)
            except dumps.DumpFault as fault:
                raise SettingsFault(f"The database could not be copied. {fault}.") from None
            self._manifest.files[name] = self._copied(copy, name, digest_of(copy))
