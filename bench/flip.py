"""Mean FLIP of pictures against true ones, whole and part by part: reads what is asked (dusk.py) and answers, both JSON. Runs in bench/.venv."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import flip_evaluator
import numpy as np
from PIL import Image, ImageDraw

SKY, PLANTS, ROOF, WALL, GLASS, GROUND = 0, 1, 3, 4, 5, 6
"""As scenes/parts.py numbers them."""
RIM = 3
"""Pixels to each side of where the sky ends."""
LEAST = 50
"""Pixels without which a photo has no such part."""


def pixels(path: Path, size: tuple[int, int]) -> Any:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB").resize(size, Image.Resampling.LANCZOS), np.float32) / 255


def spread(mask: Any, by: int) -> Any:
    out = mask.copy()
    for step in range(1, by + 1):
        for axis in (0, 1):
            for way in (step, -step):
                out |= np.roll(mask, way, axis)
    return out


def eaves(said: dict[str, Any], size: tuple[int, int]) -> Any:
    """From the outer line of each roof edge to as far below its bulbs again."""
    image = Image.new("1", size)
    scale = size[0] / said["width"]
    for edge in said["edges"]:
        lower = [
            (2 * b[0] - a[0], 2 * b[1] - a[1]) for a, b in zip(edge["points"], edge["bulbs"], strict=True)
        ]
        outline = [(x * scale, y * scale) for x, y in [*edge["points"], *reversed(lower)]]
        ImageDraw.Draw(image).polygon(outline, fill=1)
    return np.asarray(image)


def parts(path: Path, said: dict[str, Any], size: tuple[int, int]) -> dict[str, Any]:
    with Image.open(path) as image:
        seen = np.asarray(image.resize(size, Image.Resampling.NEAREST))
    edge = eaves(said, size)
    sky, plants = seen == SKY, seen == PLANTS
    skyline = spread(sky, RIM) & spread(~sky, RIM) & ~edge
    return {
        "skyline": skyline,
        "sky": sky & ~skyline,
        "plants": plants & ~edge & ~skyline,
        "roof": (seen == ROOF) & ~edge,
        "eaves": edge & ~plants,
        "behind leaves": edge & plants,
        "walls": (seen == WALL) & ~edge,
        "windows": seen == GLASS,
        "ground": seen == GROUND,
    }


def main() -> None:
    asked = json.load(sys.stdin)
    golden, folder = Path(asked["golden"]), Path(asked["folder"])
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name, said in asked["photos"].items():
        size = asked["size"]
        true = pixels(golden / f"{name}-dusk.jpg", size)
        masks = parts(golden / f"{name}-parts.png", said, size)
        for evening in asked["evenings"]:
            mine = pixels(folder / f"{name}-{asked['by']}-{evening}.png", size)
            off, mean, _ = flip_evaluator.evaluate(true, mine, "LDR", applyMagma=False)
            by_part = {part: float(off[mask].mean()) for part, mask in masks.items() if mask.sum() >= LEAST}
            found.setdefault(str(evening), {})[name] = {"whole": float(mean), **by_part}
    json.dump(found, sys.stdout)


main()
