"""Photos lit by the studio as shipped: `python -m bench.photos house.jpg` opens each as a visitor on a phone would, presses
"Find the Edges for Me", and lays what was found beside its dusk (`--sheet`, var/photos.jpg unless said). What a visitor would be told
is printed. Photos stay on this machine."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from bench.servers import ROOT, data_folder, product

WIDE, LABEL, GAP = 480, 26, 10
PAPER, INK = (20, 22, 30), (225, 225, 230)


def main() -> int:
    given = arguments()
    with tempfile.TemporaryDirectory() as folder:
        found = lit(Path(folder), [photo.absolute() for photo in given.photos])
        for photo in found:
            print(f"{photo['name']}: {' '.join(photo['said'])} {photo.get('milliseconds', '')}")
        shown = [photo for photo in found if "after" in photo]
        if shown:
            given.sheet.parent.mkdir(parents=True, exist_ok=True)
            sheet(shown, given.across).save(given.sheet, quality=84, optimize=True, progressive=True)
            print(f"See {given.sheet}")
    return 0 if shown else 1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.photos", description=__doc__)
    parser.add_argument("photos", nargs="+", type=Path, help="photos of houses, as a camera wrote them")
    parser.add_argument(
        "--sheet", type=Path, default=ROOT / "var" / "photos.jpg", help="where the sheet goes"
    )
    parser.add_argument("--across", type=int, default=1, help="photos beside each other in the sheet")
    return parser.parse_args()


def lit(folder: Path, photos: list[Path]) -> list[dict[str, Any]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    data = data_folder(folder, port)
    data.mkdir()
    database = f"sqlite:///{data}/empty.db"
    settings = {"DUSKLINE_DATABASE_URL": database, "DUSKLINE_DATA_DIR": str(data)}
    command = [sys.executable, "-m", "duskline", "migrate"]
    subprocess.run(command, env={**os.environ, **settings}, check=True, stdout=subprocess.DEVNULL)
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with product(folder, database, port, rested=False, core=None) as server:
        address = f"http://127.0.0.1:{server.port}"
        asked = [
            "node",
            str(ROOT / "bench" / "photos.mjs"),
            address,
            chromium,
            str(folder),
            *map(str, photos),
        ]
        lines = subprocess.run(asked, capture_output=True, text=True)
    if lines.returncode:
        sys.exit(lines.stderr)
    return [json.loads(line) for line in lines.stdout.splitlines()]


def sheet(photos: list[dict[str, Any]], across: int) -> Image.Image:
    """Pairs of before and after, `across` of them in a row."""
    pairs = [[fitted(photo[which]) for which in ("before", "after")] for photo in photos]
    tall = max(picture.height for pair in pairs for picture in pair) + LABEL + GAP
    wide = 2 * WIDE + 3 * GAP
    page = Image.new("RGB", (across * wide, -(-len(pairs) // across) * tall + GAP), PAPER)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(14)
    for place, (photo, pair) in enumerate(zip(photos, pairs, strict=True)):
        left, top = place % across * wide + GAP, place // across * tall + GAP
        draw.text((left, top), photo["name"], INK, font)
        for nth, picture in enumerate(pair):
            page.paste(picture, (left + nth * (WIDE + GAP), top + LABEL))
    return page


def fitted(file: str) -> Image.Image:
    with Image.open(file) as picture:
        return picture.convert("RGB").resize(
            (WIDE, round(WIDE * picture.height / picture.width)), Image.Resampling.LANCZOS
        )


if __name__ == "__main__":
    sys.exit(main())
