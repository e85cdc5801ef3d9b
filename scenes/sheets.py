"""Contact sheets: every picture of the site at a glance, as it is served, in `scenes/sheets/`."""

import json
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from .catalogue import PICTURES
from .encode import IMAGES, MANIFEST

SHEETS = Path(__file__).resolve().parent / "sheets"
COLUMNS, ROWS = 4, 4
TILE, LABEL, GAP = (320, 240), 22, 8
PAPER, INK = (20, 22, 30), (225, 225, 230)


def write():
    """`sheet-1.jpg` and so on, in the order of the catalogue."""
    SHEETS.mkdir(exist_ok=True)
    for old in SHEETS.glob("sheet-*.jpg"):
        old.unlink()
    manifest = json.loads(MANIFEST.read_text())
    names = [name for name in PICTURES if name in manifest]
    per_sheet = COLUMNS * ROWS
    for number, start in enumerate(range(0, len(names), per_sheet), 1):
        shown = names[start : start + per_sheet]
        sheet(shown, manifest).save(SHEETS / f"sheet-{number}.jpg", quality=80, optimize=True, progressive=True)


def sheet(names, manifest):
    width, height = TILE[0] + GAP, TILE[1] + LABEL + GAP
    page = Image.new("RGB", (COLUMNS * width + GAP, -(-len(names) // COLUMNS) * height + GAP), PAPER)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(13)
    for place, name in enumerate(names):
        x, y = GAP + place % COLUMNS * width, GAP + place // COLUMNS * height
        picture = Image.open(IMAGES / f"{name}-{nearest(manifest[name]['widths'])}.jpg")
        picture.thumbnail(TILE, Image.LANCZOS)
        page.paste(picture, (x, y + LABEL))
        draw.text((x, y + 2), name, INK, font)
    return page


def nearest(widths):
    """The smallest file that is still wider than a tile."""
    return min((width for width in widths if width >= TILE[0]), default=widths[-1])
