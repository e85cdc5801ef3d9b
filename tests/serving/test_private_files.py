"""What lies in the data folder is for the user who runs the server alone, whatever the shell's umask is."""

import asyncio
import os
from pathlib import Path

import httpx

from duskline.core.system.files import Files
from tests.pictures import photo
from tests.servers import run, serving

OPEN = 0o000
"""The umask of a careless shell: everything that is made is for everybody."""


def open_to_others(folder: Path) -> dict[str, str]:
    """Everything in the folder that is not its owner's alone, with its mode."""
    paths = [folder, *folder.rglob("*")]
    wanted = {path: 0o700 if path.is_dir() else 0o600 for path in paths if path.suffix != ".log"}
    modes = {path: path.stat().st_mode & 0o777 for path in wanted}
    return {str(path): oct(mode) for path, mode in modes.items() if mode != wanted[path]}


def test_nothing_is_for_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = {"DATA_DIR": str(data)}
    assert run("migrate", umask=OPEN, settings=settings).returncode == 0
    assert run("demo", umask=OPEN, settings=settings).returncode == 0
    with serving(umask=OPEN, settings=settings) as server:
        form = {
            "name": "Ann",
            "email": "ann@home.example",
            "location": "Elm St",
            "description": "Long enough.",
        }
        sent = httpx.post(
            f"{server.url}/api/gallery", data=form, files={"image": ("a.jpg", photo())}, timeout=60
        )
        assert sent.status_code == 201, sent.text
        names = {path.name for path in data.rglob("*")}
        assert {
            "duskline.db",
            "duskline.db-wal",
            "duskline.db-shm",
            "duskline.lock",
            "demo-accounts.txt",
        } <= names
        assert any(name.endswith(".webp") for name in names)
        assert open_to_others(data) == {}


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert run("migrate", settings={"DATA_DIR": str(data)}).returncode == 0
    others = data / "somebody-elses.sh"
    others.write_text("#!/bin/sh\n")
    (data / "files" / "gallery").mkdir(parents=True)
    (data / "files" / "gallery" / "a.webp").write_bytes(b"a")
    for path in data.rglob("*"):
        path.chmod(0o755)
    assert run("migrate", settings={"DATA_DIR": str(data)}).returncode == 0
    assert open_to_others(data) == {str(others): "0o755"}


def test_control_the_same_umask_without_the_command_line(tmp_path: Path) -> None:
    before = os.umask(OPEN)
    try:
        asyncio.run(Files(tmp_path / "data").put("a/b.webp", b"a"))
    finally:
        os.umask(before)
    assert len(open_to_others(tmp_path / "data")) == 3
