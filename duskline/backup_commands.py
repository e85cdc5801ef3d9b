"""The commands `backup` and `restore`: everything that Duskline keeps, as a folder that tells what it holds.

A backup is made beside a serving server. Files are copied before and after the database: one that a row of the copy names was there
before, or came meanwhile. A folder gets its name when it is whole, and each file in it is known by its hash.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from duskline.core.data import dumps, schema
from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.serve import check_database, first_line, is_absent, sole_user
from duskline.settings import Settings, SettingsFault

MANIFEST = "backup.json"
FOLDERS = "files", "mail"
"""What lies in the data folder beside the database: pictures, and letters where no mail server is named."""
FORMAT = 1


class Entry(msgspec.Struct, frozen=True):
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds, by the names within its folder."""

    format: int
    made_at: datetime
    schema: str
    """The last migration that the database had gone through."""
    database: str
    files: dict[str, Entry]


def backup(arguments: argparse.Namespace) -> None:
    """Copy everything into a new folder within the one that is named."""
    settings = Settings.from_environment()
    check_database(settings)
    made_at = now()
    folder = Path(arguments.folder).absolute() / f"duskline-{made_at:%Y%m%dT%H%M%SZ}"
    part = folder.with_name(f"{folder.name}.part")
    if folder.exists() or part.exists():
        raise SettingsFault(f"{folder} is there already; wait a second, or name another folder.")
    try:
        part.mkdir(parents=True)
        manifest = _filled(settings, part, made_at)
        os.sync()
        part.rename(folder)
    except OSError as fault:
        raise SettingsFault(f"The backup could not be written: {fault.strerror}.") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    print(f"{folder}\n{_counted(manifest)}")


def restore(arguments: argparse.Namespace) -> None:
    """Put a backup back where nothing is yet; what it holds is verified before anything is written."""
    settings = Settings.from_environment()
    folder = Path(arguments.folder).absolute()
    manifest = verified(folder)
    if manifest.schema not in schema.versions():
        raise SettingsFault(
            f"The backup has migration {manifest.schema}, which this version does not know; use the version that made it."
        )
    with sole_user(settings.data_dir):
        _require_room(settings, manifest)
        try:
            _put_back(settings, folder, manifest)
        except OSError as fault:
            raise SettingsFault(f"The backup could not be put back: {fault.strerror}.") from None
    print(f"Restored what stood at {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC: {_counted(manifest)}")
    if manifest.schema != schema.newest():
        print("It is of an earlier version: run `duskline migrate` before you start the server.")


def verified(folder: Path) -> Manifest:
    """What a backup says of itself, once every file is as it says; raises SettingsFault."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        raise SettingsFault(f"{folder} is no backup: it has no {MANIFEST} that can be read.") from None
    if manifest.format != FORMAT:
        raise SettingsFault(f"{folder} was made by a version whose backups this one cannot read.")
    if manifest.database not in manifest.files:
        raise SettingsFault("The backup is not whole: it lists no database.")
    for name, entry in manifest.files.items():
        file = folder / name
        if not file.resolve().is_relative_to(folder.resolve()):
            raise SettingsFault(f"The backup names a file outside of it: {name}.")
        if not file.is_file():
            raise SettingsFault(f"The backup is not whole: {name} is missing.")
        if _entry(file) != entry:
            raise SettingsFault(f"The backup is damaged: {name} is not what it was.")
    return manifest


def _filled(settings: Settings, part: Path, made_at: datetime) -> Manifest:
    _copy_files(settings.data_dir, part)
    name = dumps.name_of(settings.database_url)
    try:
        dumps.dump(settings.database_url, part / name)
    except dumps.DumpFault as fault:
        raise SettingsFault(f"The database could not be copied. {fault}.") from None
    _copy_files(settings.data_dir, part)
    files = {str(file.relative_to(part)): _entry(file) for file in _files_in(part)}
    manifest = Manifest(FORMAT, made_at, schema.newest(), name, files)
    (part / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _copy_files(source: Path, target: Path) -> None:
    """Those that are not there yet; one that the sweep takes away meanwhile belongs to no row."""
    for name in FOLDERS:
        for file in _files_in(source / name):
            copy = target / file.relative_to(source)
            if copy.exists():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            try:
                shutil.copyfile(file, copy)
            except FileNotFoundError:
                copy.unlink(missing_ok=True)


def _require_room(settings: Settings, manifest: Manifest) -> None:
    """Nothing is written over."""
    if manifest.database != dumps.name_of(settings.database_url):
        raise SettingsFault(
            "The backup is of the other kind of database; point DUSKLINE_DATABASE_URL at one of its kind."
        )
    if not is_absent(settings) and asyncio.run(_has_tables(settings)):
        raise SettingsFault("There is a database already. Point DUSKLINE_DATABASE_URL at an empty one.")
    for name in FOLDERS:
        if next(_files_in(settings.data_dir / name), None) is not None:
            raise SettingsFault(
                f"There are files in {settings.data_dir / name} already. Move them away, or point DUSKLINE_DATA_DIR elsewhere."
            )


def _put_back(settings: Settings, folder: Path, manifest: Manifest) -> None:
    """The database last: where it is missing, no server starts on half of a backup."""
    for name in manifest.files:
        if name != manifest.database:
            target = settings.data_dir / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / name, target)
    os.sync()
    try:
        dumps.load(settings.database_url, folder / manifest.database)
    except dumps.DumpFault as fault:
        raise SettingsFault(f"The database could not be put back. {fault}.") from None


async def _has_tables(settings: Settings) -> bool:
    database = Database(settings.database_url)
    try:
        return await schema.has_tables(database)
    except Exception as fault:
        raise SettingsFault(f"The database cannot be reached: {first_line(fault)}.") from None
    finally:
        await database.close()


def _files_in(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _entry(file: Path) -> Entry:
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    return Entry(file.stat().st_size, digest)


def _counted(manifest: Manifest) -> str:
    megabytes = sum(entry.bytes for entry in manifest.files.values()) / 1e6
    return f"the database and {len(manifest.files) - 1:,} files, {megabytes:,.1f} MB."
