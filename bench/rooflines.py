"""How right the studio is, on photos of which everything is known (tests/golden/): `python -m bench.rooflines` writes docs/studio.md
up to what other files here write.

Feet: each photo is drawn on 500 times as people draw. Corners of a door are off by 2 pixels and points of a line by 4 (standard
deviations, of a photo 1,600 wide), and the file names no lens. What counts is whether the true length of all lines lies within the
band that is shown. Edges: the ends of each roof edge are tapped, off by 4 pixels; what counts is whether the edge that is then traced
lies within 8 pixels of the true one, all along. That half runs what the browser runs, with Node.js (`edges.mjs`).
"""

from __future__ import annotations

import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from duskline.models.pictures.roofline import GRID, LightPlan, ReferenceKind, SizeReference, measured

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"
TABLE = ROOT / "docs" / "studio.md"
BOXES, DUSK = "\n## Boxes\n", "\n## Dusk\n"
"""Where the parts begin that bench/boxes.py and bench/dusk.py write."""
CORNER_NOISE, LINE_NOISE, WIDTH = 2, 4, 1600
DRAWS = 500
WISHED, WISHED_EDGES = 0.9, 0.95
TAPS, JITTER, CLOSE, FINGER = 40, 4, 8, 22
"""Draws of each edge; pixels by which a tap is off; within which an edge is right; how far a tap is drawn to an edge."""
KINDS = ("garage", "door", "stories")


class Golden(NamedTuple):
    """A photo of which everything is known (scenes/golden.py), by its name."""

    name: str
    said: dict[str, Any]

    @property
    def picture(self) -> Path:
        return GOLDEN / f"{self.name}.jpg"

    @property
    def feet(self) -> float:
        return sum(float(edge["feet"]) for edge in self.said["edges"])


class Draws(NamedTuple):
    """What was measured on one photo by one kind of reference: each the share by which the sum was off."""

    name: str
    kind: str
    off: list[float]
    within: float
    """Share of draws whose band holds the truth."""


def goldens() -> list[Golden]:
    return [Golden(path.stem, json.loads(path.read_text("utf-8"))) for path in sorted(GOLDEN.glob("*.json"))]


def references(golden: Golden, kind: str) -> Iterator[SizeReference]:
    """Everything in a photo that may give its size, corners in places of the plan."""
    if kind == "stories":
        front = golden.said["stories"]
        yield SizeReference(
            kind="stories", corners=[*map(round, _places(golden, front["quad"], 0))], stories=front["count"]
        )
    for door in golden.said["doors"]:
        if door["kind"].startswith(kind):
            yield SizeReference(kind=door["kind"], corners=[*map(round, _places(golden, door["quad"], 0))])


def draw(golden: Golden, reference: SizeReference, chance: random.Random) -> LightPlan:
    """A plan as a person with an unsteady hand sends it."""
    quads = [door["quad"] for door in golden.said["doors"] if door["kind"] == reference.kind]
    corners = golden.said["stories"]["quad"] if reference.stories else quads[0]
    noisy = _places(golden, corners, CORNER_NOISE, chance)
    kind: ReferenceKind = reference.kind
    return LightPlan(
        version=1,
        aspect=golden.said["width"] / golden.said["height"],
        roll=golden.said["roll"],
        lines=[
            [*map(round, _places(golden, edge["points"], LINE_NOISE, chance))]
            for edge in golden.said["edges"]
        ],
        reference=SizeReference(
            kind=kind, corners=[*map(round, noisy)], stories=reference.stories, placed=15
        ),
        scheme="warm",
        effect="steady",
        brightness=100,
        spacing=8,
        evening=1,
    )


def _places(
    golden: Golden, points: list[list[float]], noise: float, chance: random.Random | None = None
) -> Iterator[float]:
    width, height = golden.said["width"], golden.said["height"]
    for x, y in points:
        for value, of in ((x, width), (y, height)):
            off = chance.gauss(0, noise * width / WIDTH) if chance else 0
            yield min(max((value + off) / of, 0), 1) * GRID


def draws(golden: Golden, kind: str, count: int) -> Draws | None:
    """None where the photo shows nothing of that kind."""
    found = [*references(golden, kind)]
    if not found:
        return None
    chance = random.Random(f"{golden.name} {kind}")
    off, within = [], 0
    for i in range(count):
        said = measured(draw(golden, found[i % len(found)], chance))
        if said is None:
            off.append(math.nan)
            continue
        off.append(said.sum.feet / golden.feet - 1)
        within += said.sum.low <= golden.feet <= said.sum.high
    return Draws(golden.name, kind, off, within / count)


def measured_all(count: int = DRAWS) -> list[Draws]:
    return [found for kind in KINDS for golden in goldens() if (found := draws(golden, kind, count))]


def edges(taps: int = TAPS, jitter: float = JITTER) -> list[dict[str, Any]]:
    """What is traced on every photo, by the browser's own code."""
    with tempfile.TemporaryDirectory() as folder:
        photos = [_photo(golden, Path(folder)) for golden in goldens()]
        asked = Path(folder) / "asked.json"
        asked.write_text(
            json.dumps({"photos": photos, "draws": taps, "jitter": jitter, "reach": FINGER, "close": CLOSE}),
            "utf-8",
        )
        command = ["node", str(Path(__file__).with_name("edges.mjs")), str(asked)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found: list[dict[str, Any]] = json.loads(answer)
        return found


def _photo(golden: Golden, folder: Path) -> dict[str, Any]:
    """Its pixels, as wide as the studio works, and its edges in them."""
    said = golden.said
    size = WIDTH, round(WIDTH * said["height"] / said["width"])
    file = folder / f"{golden.name}.rgba"
    with Image.open(golden.picture) as image:
        file.write_bytes(image.convert("RGBA").resize(size, Image.Resampling.BICUBIC).tobytes())

    def places(points: list[list[float]]) -> list[dict[str, float]]:
        return [{"x": x * WIDTH / said["width"], "y": y * WIDTH / said["width"]} for x, y in points]

    lines = [
        {"name": edge["name"], "points": places(edge["points"]), "bulbs": places(edge["bulbs"])}
        for edge in said["edges"]
    ]
    return {"name": golden.name, "file": str(file), "width": size[0], "height": size[1], "edges": lines}


FEET_HEAD = """| photo | by | draws | bias | SD | worst | within the band |
|---|---|---|---|---|---|---|"""
EDGES_HEAD = f"""| photo | edges | ends within {CLOSE} px | traced within {CLOSE} px | median px | worst edge | offered unasked |
|---|---|---|---|---|---|---|"""
TEXT = """# How right the studio is

Measured by `python -m bench.rooflines` on photos of tests/golden/: renders of four houses through three lenses each, with a tilt,
a lens that bends, noise, a blown sky, JPEG at 80 and a tree before some. Everything about them is known (scenes/golden.py). No photo
of a real phone was at hand.

## Feet

{draws} draws for each photo and reference; corners off by {corner} px and lines by {line} px (SD, of 1,600), lens not known to the
program. The bands are those of decisions 63 and 85, of boxes whose corners a hand has set. A door stands deeper than the eaves, so by it lengths come out long; a garage stands
before them, so by it they come out short.

{feet}

## Edges

{taps} draws of each straight piece of a roof edge, both ends tapped {jitter} px off (SD, of 1,600). An edge is right if no place of it
is farther than {close} px from the true one, which is a band: from the roof's outer line down to where bulbs hang.

{edges}
"""


def row(name: str, kind: str, drawn: list[Draws]) -> str:
    off = [each for one in drawn for each in one.off if not math.isnan(each)]
    bias, deviation = statistics.fmean(off), statistics.pstdev(off)
    within = statistics.fmean(one.within for one in drawn)
    worst = max(map(abs, off))
    return f"| {name} | {kind} | {len(off):,} | {bias:+.1%} | {deviation:.1%} | {worst:.1%} | {within:.1%} |"


def feet_table(drawn: list[Draws]) -> Iterator[str]:
    yield FEET_HEAD
    for kind in KINDS:
        mine = [one for one in drawn if one.kind == kind]
        yield from (row(one.name, kind, [one]) for one in mine)
        yield row("**all**", kind, mine)


def edges_table(found: list[dict[str, Any]]) -> Iterator[str]:
    yield EDGES_HEAD
    for photo in found:
        yield _edges_row(photo["name"], [photo])
    yield _edges_row("**all**", found)


def _edges_row(name: str, photos: list[dict[str, Any]]) -> str:
    rows = [one for photo in photos for one in photo["rows"]]
    offs = [off for one in rows for off in one["offs"]]
    ends = statistics.fmean(end <= CLOSE for off in offs for end in off["ends"])
    worst = min(rows, key=_share)
    offered = f"{sum(photo['found'] for photo in photos)} of {sum(photo['of'] for photo in photos)}"
    middle = statistics.median(off["way"] for off in offs)
    return f"| {name} | {len(rows)} | {ends:.1%} | {traced_share(photos):.1%} | {middle:.1f} | {worst['edge']}: {_share(worst):.0%} | {offered} |"


def traced_share(photos: list[dict[str, Any]]) -> float:
    """Of all draws, those whose edge is right."""
    return statistics.fmean(
        off["way"] <= CLOSE for photo in photos for one in photo["rows"] for off in one["offs"]
    )


def _share(one: dict[str, Any]) -> float:
    return statistics.fmean(off["way"] <= CLOSE for off in one["offs"])


def main() -> int:
    text = TEXT.format(
        draws=DRAWS,
        corner=CORNER_NOISE,
        line=LINE_NOISE,
        taps=TAPS,
        jitter=JITTER,
        close=CLOSE,
        feet="\n".join(feet_table(measured_all())),
        edges="\n".join(edges_table(edges())),
    )
    rest = TABLE.read_text("utf-8").partition(BOXES)[1:]
    TABLE.write_text(text + "".join(rest), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
