"""The commands `backup`, `backup-key` and `restore`."""

from __future__ import annotations

import argparse
from datetime import timedelta
from pathlib import Path

from duskline.backups import making, restoring, sealing
from duskline.serve import check_database
from duskline.settings import Settings, SettingsFault


def backup(arguments: argparse.Namespace) -> None:
    """Make a backup in the named folder, or in that of the settings, where old backups are removed."""
    settings = Settings.from_environment()
    place = Path(arguments.folder).absolute() if arguments.folder else settings.backup_to
    if place is None:
        raise SettingsFault("Name a folder for the backup, or set DUSKLINE_BACKUP_TO.")
    check_database(settings)
    folder, manifest = making.make(settings, place)
    print(f"{folder}\n{manifest.counted()}")
    if not arguments.folder and (
        forgotten := making.forget_old(place, timedelta(days=settings.backup_keep_days))
    ):
        print(f"Removed {forgotten} older than {settings.backup_keep_days} days.")


def backup_key(arguments: argparse.Namespace) -> None:
    """Make the identity that opens sealed backups, and print the setting of the server."""
    recipient = sealing.new_identity(Path(arguments.file).absolute())
    print(f"DUSKLINE_BACKUP_RECIPIENT={recipient}")
    print(
        f"Set this. Keep {arguments.file} away from the server, in two places: without it no sealed backup can be opened."
    )


def restore(arguments: argparse.Namespace) -> None:
    """Restore a backup into an empty place."""
    settings = Settings.from_environment()
    identity = Path(arguments.identity).absolute() if arguments.identity else None
    manifest = restoring.put_back(settings, Path(arguments.folder).absolute(), identity)
    print(f"Restored what stood at {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC: {manifest.counted()}")
    print(
        "Everybody signs in again. A user who was deactivated since is active as then, with their API tokens and calendar addresses: "
        "deactivate them again in Users, and end again the tokens that were ended since."
    )
