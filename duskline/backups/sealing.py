"""Encrypts files of a backup in the format of `age` (https://age-encryption.org).

The server knows the public recipient alone. The identity, which decrypts the files, is kept elsewhere; the `age` command opens them too.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pyrage

from duskline.settings import SettingsFault

SUFFIX = ".age"


def new_identity(file: Path) -> str:
    """Writes a new identity, readable by its user alone; returns its recipient. Raises SettingsFault."""
    identity = pyrage.x25519.Identity.generate()
    recipient = str(identity.to_public())
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as out:
            out.write(f"# recipient: {recipient}\n{identity}\n")
            out.flush()
            os.fsync(out.fileno())
    except OSError as fault:
        raise SettingsFault(f"The key could not be written to {file}: {fault.strerror}.") from None
    return recipient


def seal(source: Path, target: Path, recipient: str) -> None:
    """Writes `source` encrypted to the recipient into `target`."""
    with source.open("rb") as plain, target.open("wb") as sealed:
        pyrage.encrypt_io(plain, sealed, [pyrage.x25519.Recipient.from_str(recipient)])


class Opener:
    """Opens sealed files with the identities in a file; without a file, copies plain ones."""

    def __init__(self, file: Path | None) -> None:
        self._identities = _identities_in(file) if file else None

    def open(self, source: Path, target: Path) -> None:
        """Writes the original file; raises SettingsFault where the identity belongs to another recipient."""
        if self._identities is None:
            shutil.copyfile(source, target)
            return
        try:
            with source.open("rb") as sealed, target.open("wb") as plain:
                pyrage.decrypt_io(sealed, plain, self._identities)
        except pyrage.DecryptError:
            raise SettingsFault("This key does not open the backup: it was sealed to another one.") from None


def _identities_in(file: Path) -> list[pyrage.x25519.Identity]:
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
        found = [pyrage.x25519.Identity.from_str(line) for line in lines if line and not line.startswith("#")]
    except OSError as fault:
        raise SettingsFault(f"The key {file} could not be read: {fault.strerror}.") from None
    except (pyrage.IdentityError, UnicodeDecodeError):
        found = []
    if not found:
        raise SettingsFault(f"{file} holds no key; a key begins with AGE-SECRET-KEY-1.")
    return found
