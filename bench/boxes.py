"""Boxes that the studio finds around a tapped door, on photos of which everything is known (tests/golden/), each made worse in three
ways: soft, overexposed, aslant. A visitor then looks at the box up close on a phone, sets the corners that they see to be off, and
confirms it. `python -m bench.boxes` writes that part of docs/studio.md, and tests/public/test_boxes.py holds what comes of it.
"""

from __future__ import annotations

import io
import json
import math
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image, ImageEnhance, ImageFilter

from bench.rooflines import BOXES, DUSK, TABLE, WIDTH, Golden, goldens
from duskline.models.pictures.roofline import (
    GRID,
    LightPlan,
    Measured,
    ReferenceKind,
    SizeReference,
    measured,
    shown,
)

PHONE, FILLED, CLOSEST = 390, 0.6, 6
"""Points across, how much of them a box fills that is looked at, and how close a picture comes (zoom.ts)."""
SEEN, FINGER, LINE = 5, 2, 4
"""Points of the screen by which a corner is seen to be off, and by which a finger sets one (SD); pixels by which lines are off (SD)."""
SLANT = 2.5
"""Degrees."""


def _soft(image: Image.Image) -> Image.Image:
    packed = io.BytesIO()
    image.filter(ImageFilter.GaussianBlur(2)).save(packed, "JPEG", quality=35)
    return Image.open(packed).convert("RGB")


def _bright(image: Image.Image) -> Image.Image:
    return ImageEnhance.Brightness(image).enhance(1.6)


def _aslant(image: Image.Image) -> Image.Image:
    return image.rotate(-SLANT, Image.Resampling.BICUBIC, fillcolor=image.getpixel((4, 4)))


DISTORTIONS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "soft": _soft,
    "bright": _bright,
    "aslant": _aslant,
}

Place = tuple[float, float]


class Tapped(NamedTuple):
    """A door of a photo, and the box that is found when it is tapped; in pixels of a photo as wide as the studio works."""

    golden: Golden
    distortion: str
    kind: ReferenceKind
    height: int
    door: list[Place]
    lines: list[list[Place]]
    tap: Place
    roll: float
    box: list[Place] | None


def tapped() -> list[Tapped]:
    """One door of each photo in each state: its garage, where it has one."""
    with tempfile.TemporaryDirectory() as folder:
        doors = [_tapped(golden, name, Path(folder)) for golden in goldens() for name in DISTORTIONS]
        asked = Path(folder) / "asked.json"
        photos = [
            {"file": str(_file(one, Path(folder))), "width": WIDTH, "height": one.height, "tap": dict(zip("xy", one.tap, strict=True))}
            for one in doors
        ]  # fmt: skip
        asked.write_text(json.dumps(photos), "utf-8")
        command = ["node", str(Path(__file__).with_name("boxes.mjs")), str(asked)]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return [
        one._replace(roll=seen["roll"], box=seen["box"] and [(at["x"], at["y"]) for at in seen["box"]])
        for one, seen in zip(doors, found, strict=True)
    ]


def _file(one: Tapped, folder: Path) -> Path:
    return folder / f"{one.golden.name}-{one.distortion}.rgba"


def _tapped(golden: Golden, distortion: str, folder: Path) -> Tapped:
    said = golden.said
    scale = WIDTH / said["width"]
    size = WIDTH, round(said["height"] * scale)
    turn = math.radians(SLANT) if distortion == "aslant" else 0.0

    def place(x: float, y: float) -> Place:
        right, down = x * scale - size[0] / 2, y * scale - size[1] / 2
        c, s = math.cos(turn), math.sin(turn)
        return size[0] / 2 + right * c - down * s, size[1] / 2 + right * s + down * c

    door = max(said["doors"], key=lambda one: one["width"])
    corners = [place(*at) for at in door["quad"]]
    chance = random.Random(f"{golden.name} {distortion}")
    middle = [sum(at[i] for at in corners) / 4 for i in (0, 1)]
    spread = [chance.uniform(-0.2, 0.2) * (corners[2][i] - corners[0][i]) for i in (0, 1)]
    tap = middle[0] + spread[0], middle[1] + spread[1]
    lines = [[place(*at) for at in edge["points"]] for edge in said["edges"]]
    one = Tapped(golden, distortion, door["kind"], size[1], corners, lines, tap, 0.0, None)
    with Image.open(golden.picture) as image:
        worse = DISTORTIONS[distortion](image.convert("RGB").resize(size, Image.Resampling.BICUBIC))
        _file(one, folder).write_bytes(worse.convert("RGBA").tobytes())
    return one


def confirmed(one: Tapped, chance: random.Random) -> tuple[list[Place], int]:
    """The box as a visitor leaves it who looks at it up close, and the corners that they have set."""
    box = one.box or _guess(one)
    xs, ys = [x / WIDTH for x, _ in box], [y / one.height for _, y in box]
    times = min(max(FILLED / max(max(xs) - min(xs), max(ys) - min(ys)), 1), CLOSEST)
    points = PHONE / WIDTH * times
    corners, placed = [*box], 0
    for i, (found, true) in enumerate(zip(box, one.door, strict=True)):
        if math.dist(found, true) * points > SEEN:
            corners[i] = (chance.gauss(true[0], FINGER / points), chance.gauss(true[1], FINGER / points))
            placed |= 1 << i
    return corners, placed


def _guess(one: Tapped) -> list[Place]:
    """Where nothing is found: a garage's shape around the tap."""
    wide, high = 0.045 * WIDTH * 16 / 7, 0.045 * WIDTH
    x, y = one.tap
    return [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]


def measured_by(
    one: Tapped, corners: list[Place], placed: int | None, chance: random.Random
) -> Measured | None:
    """The range of a drawing, as server and browser compute it."""

    def places(points: list[Place], noise: float = 0) -> list[int]:
        return [
            round(min(max(chance.gauss(value, noise) / of, 0), 1) * GRID)
            for point in points
            for value, of in zip(point, (WIDTH, one.height), strict=True)
        ]

    kind = msgspec.convert(one.kind, ReferenceKind)
    return measured(
        LightPlan(
            version=1,
            aspect=WIDTH / one.height,
            roll=min(max(one.roll, -0.3), 0.3),
            lines=[places(line, LINE) for line in one.lines],
            reference=SizeReference(kind=kind, corners=places(corners), placed=placed),
            scheme="warm",
            effect="steady",
            brightness=100,
            spacing=8,
            evening=1,
        )
    )


class Said(NamedTuple):
    """The figures that a visitor sees of one photo, over several draws."""

    shown: int
    holds: int
    widest: float
    """Half of the widest range, of its middle."""


def said(one: Tapped, draws: int, *, ignoring: bool = False) -> Said:
    """After the visitor has confirmed the box; `ignoring` takes it as it was found, as if it had been looked at."""
    chance = random.Random(f"{one.golden.name} {one.distortion}")
    ranges = []
    for _ in range(draws):
        corners, placed = (one.box or _guess(one), 0) if ignoring else confirmed(one, chance)
        found = measured_by(one, corners, placed, chance)
        if found and (range_ := shown(found.sum)):
            ranges.append(range_)
    holds = sum(low <= one.golden.feet <= high for low, high in ranges)
    return Said(len(ranges), holds, max(((high - low) / (high + low) for low, high in ranges), default=0.0))


BOXES_HEAD = """| photos | found at once | corners set by hand | a figure | widest | holds the truth | taken as found, holds |
|---|---|---|---|---|---|---|"""
BOXES_TEXT = """{start}
One door of each photo is tapped, its garage where it has one, with the photo made worse in three ways. A visitor on a phone 390 points
wide then looks at the box up close: a corner that is off by more than {seen} points of the screen they set, off by {finger} (SD). {draws}
draws of each. "Found at once" are boxes of which no corner was set. The last column is the control: the box as it was found, with
nobody looking.

{table}
"""


def table(doors: list[Tapped], draws: int) -> str:
    rows = [BOXES_HEAD]
    for name in DISTORTIONS:
        mine = [one for one in doors if one.distortion == name]
        told, ignored = ([said(one, draws, ignoring=way) for one in mine] for way in (False, True))
        placed = [confirmed(one, random.Random(0))[1].bit_count() for one in mine]
        shares = [
            sum(each.holds for each in by) / (sum(each.shown for each in by) or 1) for by in (told, ignored)
        ]
        rows.append(
            f"| {len(mine)}, {name} | {placed.count(0)} | {sum(placed)} of {4 * len(mine)} | "
            f"{sum(each.shown == draws for each in told)} of {len(mine)} | ±{max(each.widest for each in told):.0%} | "
            f"{shares[0]:.1%} | {shares[1]:.1%} |"
        )
    return "\n".join(rows)


def main() -> int:
    before, dusk, rest = TABLE.read_text("utf-8").partition(DUSK)
    written = BOXES_TEXT.format(start=BOXES, seen=SEEN, finger=FINGER, draws=100, table=table(tapped(), 100))
    TABLE.write_text(before.partition(BOXES)[0] + written + dusk + rest, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
