"""The manifest of a backup lists every file by size and hash; `verified` compares it with the folder."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from duskline.backups.sealing import SUFFIX
from duskline.settings import SettingsFault

NAME = "backup.json"
FORMAT = 1
FOLDERS = "files", "mail"
"""Folders of the data folder beside the database: pictures, and emails where no mail server is set."""
DATED = "duskline-%Y%m%dT%H%M%SZ"
"""The folder name of a backup, from the UTC time at which it began."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file as the backup stores it."""

    bytes: int
    sha256: str
    unsealed: str | None = None
    """The SHA-256 of the content before it was sealed; None in a plain backup."""


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lists the content of a backup by the names of the files in the data folder."""

    format: int
    made_at: datetime
    schema: str
    """The last migration that the database had gone through."""
    database: str
    files: dict[str, Entry]
    recipient: str | None = None
    """The age recipient that every file is sealed to; None in a plain backup."""

    def stored(self, name: str) -> str:
        """Returns the name of a file within the backup."""
        return f"{name}{SUFFIX}" if self.recipient else name

    def counted(self) -> str:
        """Returns a summary for people, such as "the database and 12 files, 3.4 MB."."""
        megabytes = sum(entry.bytes for entry in self.files.values()) / 1e6
        sealed = ", sealed" if self.recipient else ""
        return f"the database and {len(self.files) - 1:,} files, {megabytes:,.1f} MB{sealed}."


def read(folder: Path) -> Manifest:
    """Reads the manifest of a backup; raises SettingsFault."""
    try:
        manifest = msgspec.json.decode((folder / NAME).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        raise SettingsFault(f"{folder} is no backup: it has no {NAME} that can be read.") from None
    if manifest.format != FORMAT:
        raise SettingsFault(f"{folder} was made by a version whose backups this one cannot read.")
    if manifest.database not in manifest.files:
        raise SettingsFault("The backup is not whole: it lists no database.")
    return manifest


def write(folder: Path, manifest: Manifest) -> None:
    (folder / NAME).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))


def verified(folder: Path) -> Manifest:
    """Reads the manifest and compares every file with it; raises SettingsFault."""
    manifest = read(folder)
    for name, entry in manifest.files.items():
        file = folder / manifest.stored(name)
        if not file.resolve().is_relative_to(folder.resolve()):
            raise SettingsFault(f"The backup names a file outside of it: {name}.")
        if not file.is_file():
            raise SettingsFault(f"The backup is not whole: {name} is missing.")
        if not is_as_it_was(file, entry):
            raise SettingsFault(f"The backup is damaged: {name} is not what it was.")
    return manifest


def is_as_it_was(file: Path, entry: Entry) -> bool:
    return file.stat().st_size == entry.bytes and digest_of(file) == entry.sha256


def digest_of(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def files_in(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def backups_in(place: Path) -> list[tuple[datetime, Path]]:
    """Returns the backups in a folder with their times, oldest first."""
    found = (
        path
        for path in sorted(place.glob("duskline-*Z"))
        if re.fullmatch(r"duskline-\d{8}T\d{6}Z", path.name)
    )
    return [(datetime.strptime(path.name, DATED).replace(tzinfo=UTC), path) for path in found]
