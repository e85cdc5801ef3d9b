"""Restores a backup into an empty place. The whole backup is verified before a file is written."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from duskline.backups.manifest import FOLDERS, Manifest, digest_of, files_in, verified
from duskline.backups.sealing import Opener
from duskline.core.data import dumps, schema
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.credentials import restored
from duskline.policy import CONSOLE
from duskline.serve import first_line, is_absent, restoring, sole_user, upgrade
from duskline.settings import Settings, SettingsFault


def put_back(settings: Settings, folder: Path, identity: Path | None) -> Manifest:
    """Restores all files, the database last, so that no server starts on half of a backup.

    Raises:
        SettingsFault: the backup is damaged or of another version, the identity is missing or wrong, or the place is not empty.
    """
    manifest = verified(folder)
    if manifest.schema not in schema.versions():
        raise SettingsFault(
            f"The backup has migration {manifest.schema}, which this version does not know; use the version that made it."
        )
    if manifest.recipient and identity is None:
        raise SettingsFault("The backup is sealed; name its key file with --identity.")
    opener = Opener(identity if manifest.recipient else None)
    with sole_user(settings.data_dir):
        _require_room(settings, manifest)
        with restoring(settings.data_dir):
            try:
                _open_all(settings, folder, manifest, opener)
            except OSError as fault:
                raise SettingsFault(f"The backup could not be put back: {fault.strerror}.") from None
            asyncio.run(_made_ready(settings, manifest))
    return manifest


async def _made_ready(settings: Settings, manifest: Manifest) -> None:
    """What is put back is brought up to date, and lets nobody in by what was held then."""
    if manifest.schema != schema.newest():
        await upgrade(settings.database_url)
    database = Database(settings.database_url)
    try:
        await end_as_restored(database)
    finally:
        await database.close()


def _open_all(settings: Settings, folder: Path, manifest: Manifest, opener: Opener) -> None:
    for left in settings.data_dir.glob("restore-????????/"):  # by one that was killed
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.data_dir) as aside:
        database = Path(aside) / manifest.database
        _open(folder, manifest, manifest.database, opener, database)
        for name in manifest.files:
            if name != manifest.database:
                _open(folder, manifest, name, opener, settings.data_dir / name)
        os.sync()
        try:
            dumps.load(settings.database_url, database)
        except dumps.DumpFault as fault:
            raise SettingsFault(f"The database could not be put back. {fault}.") from None


def _open(folder: Path, manifest: Manifest, name: str, opener: Opener, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    opener.open(folder / manifest.stored(name), target)
    entry = manifest.files[name]
    if entry.unsealed is not None and digest_of(target) != entry.unsealed:
        raise SettingsFault(f"The backup is damaged: {name} is not what it was before it was sealed.")


def _require_room(settings: Settings, manifest: Manifest) -> None:
    """Refuses to write over a database or files."""
    if manifest.database != dumps.name_of(settings.database_url):
        raise SettingsFault(
            "The backup is of the other kind of database; point DUSKLINE_DATABASE_URL at one of its kind."
        )
    if not is_absent(settings) and asyncio.run(_has_tables(settings)):
        raise SettingsFault("There is a database already. Point DUSKLINE_DATABASE_URL at an empty one.")
    for name in FOLDERS:
        if next(files_in(settings.data_dir / name), None) is not None:
            raise SettingsFault(
                f"There are files in {settings.data_dir / name} already. Move them away, or point DUSKLINE_DATA_DIR elsewhere."
            )


async def end_as_restored(database: Database) -> None:
    """Ends what let people in when the backup was made, and may have ended since."""
    async with changing(database, CONSOLE) as db:
        await restored(db)
        await db.commit()


async def _has_tables(settings: Settings) -> bool:
    database = Database(settings.database_url)
    try:
        return await schema.has_tables(database)
    except Exception as fault:
        raise SettingsFault(f"The database cannot be reached: {first_line(fault)}.") from None
    finally:
        await database.close()
