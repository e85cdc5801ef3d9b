"""Simple pictures of lit buildings at dusk, drawn when a rendered one is not at hand.

A drawing is a sky, a building of polygons, and lights along its edges: each light a dot, the dots blurred into a
glow, and a wash down the wall below them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Point = tuple[float, float]
Color = tuple[int, int, int]
WIDTH, HEIGHT = 960, 720
GROUND = 0.8
"""Where the building stands: shares of the picture's height and width are used throughout."""

WARM, NEUTRAL, AMBER = (255, 196, 120), (255, 232, 205), (255, 160, 60)
TEAL, VIOLET, MAGENTA = (60, 210, 200), (150, 100, 255), (255, 70, 160)
RED, GREEN, BLUE = (255, 50, 40), (50, 210, 90), (70, 120, 255)


@dataclass(frozen=True)
class Building:
    """Walls, roofs and windows as polygons; edges carry the lights, each above a wall as deep as told."""

    walls: tuple[tuple[Point, ...], ...]
    roofs: tuple[tuple[Point, ...], ...]
    windows: tuple[tuple[float, float, float, float], ...]
    edges: tuple[tuple[Point, Point, float], ...]


HOUSE = Building(
    walls=(
        ((0.16, 0.8), (0.16, 0.5), (0.84, 0.5), (0.84, 0.8)),
        ((0.22, 0.5), (0.36, 0.28), (0.5, 0.5)),
    ),
    roofs=(((0.36, 0.28), (0.72, 0.28), (0.87, 0.5), (0.5, 0.5)), ((0.56, 0.62), (0.84, 0.62), (0.86, 0.655), (0.54, 0.655))),
    windows=((0.21, 0.57, 0.28, 0.7), (0.3, 0.57, 0.37, 0.7), (0.42, 0.57, 0.48, 0.7), (0.33, 0.37, 0.39, 0.46),
             (0.6, 0.69, 0.66, 0.8), (0.7, 0.68, 0.8, 0.76)),
    edges=(((0.14, 0.5), (0.22, 0.5), 0.16), ((0.22, 0.5), (0.36, 0.28), 0.03), ((0.36, 0.28), (0.5, 0.5), 0.03),
           ((0.5, 0.5), (0.87, 0.5), 0.11), ((0.54, 0.655), (0.86, 0.655), 0.12)),
)  # fmt: skip
SHOPS = Building(
    walls=(((0.06, 0.8), (0.06, 0.34), (0.94, 0.34), (0.94, 0.8)),),
    roofs=(((0.05, 0.3), (0.95, 0.3), (0.95, 0.34), (0.05, 0.34)),),
    windows=tuple((0.09 + n * 0.145, 0.62, 0.2 + n * 0.145, 0.8) for n in range(6))
    + tuple((0.11 + n * 0.145, 0.42, 0.175 + n * 0.145, 0.52) for n in range(6)),
    edges=(((0.05, 0.345), (0.95, 0.345), 0.2), ((0.06, 0.59), (0.94, 0.59), 0.07)),
)
BARN = Building(
    walls=(((0.24, 0.8), (0.24, 0.5), (0.32, 0.34), (0.5, 0.24), (0.68, 0.34), (0.76, 0.5), (0.76, 0.8)),),
    roofs=(
        ((0.2, 0.52), (0.3, 0.325), (0.5, 0.215), (0.5, 0.245), (0.32, 0.345), (0.24, 0.5)),
        ((0.8, 0.52), (0.7, 0.325), (0.5, 0.215), (0.5, 0.245), (0.68, 0.345), (0.76, 0.5)),
    ),
    windows=((0.41, 0.58, 0.59, 0.8), (0.46, 0.36, 0.54, 0.45), (0.29, 0.6, 0.35, 0.7), (0.65, 0.6, 0.71, 0.7)),
    edges=(((0.22, 0.52), (0.31, 0.34), 0.05), ((0.31, 0.34), (0.5, 0.235), 0.05),
           ((0.5, 0.235), (0.69, 0.34), 0.05), ((0.69, 0.34), (0.78, 0.52), 0.05)),
)  # fmt: skip


def drawn(building: Building, colors: tuple[Color, ...], seed: str) -> Image.Image:
    """The building at dusk with lights in the colors, one after the other along its edges."""
    chance = Random(seed)  # noqa: S311 - places trees and stars
    picture = sky(chance)
    trees(picture, chance)
    lawn(picture)
    paint(picture, building)
    glow = lights(building, colors)
    for radius, strength in ((1.5, 1.15), (10, 1.2), (45, 1.05)):
        blurred = glow.filter(ImageFilter.GaussianBlur(radius))
        picture = ImageChops.screen(
            picture, blurred.point(lambda value, by=strength * radius**0.5: min(255, int(value * by)))
        )
    return picture


def sky(chance: Random) -> Image.Image:
    """From deep blue to a last warm band at the horizon."""
    column = Image.new("RGB", (1, HEIGHT))
    stops = (
        (0.0, (9, 14, 38)),
        (0.45, (34, 46, 92)),
        (0.7, (112, 88, 118)),
        (0.8, (196, 124, 100)),
        (1.0, (60, 50, 60)),
    )
    for y in range(HEIGHT):
        column.putpixel((0, y), between(stops, y / HEIGHT))
    picture = column.resize((WIDTH, HEIGHT))
    pen = ImageDraw.Draw(picture)
    for _ in range(70):
        x, y, bright = chance.randrange(WIDTH), chance.randrange(HEIGHT // 3), chance.randrange(70, 170)
        pen.point((x, y), (bright, bright, bright + 20))
    return picture


def between(stops: tuple[tuple[float, Color], ...], at: float) -> Color:
    for (low, first), (high, second) in itertools.pairwise(stops):
        if at <= high:
            part = (at - low) / (high - low)
            red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
            return red, green, blue
    return stops[-1][1]


def trees(picture: Image.Image, chance: Random) -> None:
    pen = ImageDraw.Draw(picture)
    for _ in range(46):
        x, size = chance.randrange(WIDTH), chance.randrange(30, 112)
        if 0.2 < x / WIDTH < 0.8:
            size //= 2
        foot = round(GROUND * HEIGHT)
        pen.ellipse((x - size, foot - size * 2, x + size, foot + size), fill=(16, 20, 34))


def lawn(picture: Image.Image) -> None:
    pen = ImageDraw.Draw(picture)
    for y in range(round(GROUND * HEIGHT), HEIGHT):
        fade = (y / HEIGHT - GROUND) / (1 - GROUND)
        pen.line((0, y, WIDTH, y), fill=(round(26 - 14 * fade), round(32 - 16 * fade), round(38 - 16 * fade)))


def paint(picture: Image.Image, building: Building) -> None:
    pen = ImageDraw.Draw(picture)
    for wall in building.walls:
        pen.polygon([placed(point) for point in wall], fill=(44, 48, 66))
    for left, top, right, bottom in building.windows:
        pen.rectangle(
            (*placed((left, top)), *placed((right, bottom))),
            fill=(236, 178, 104),
            outline=(24, 26, 38),
            width=4,
        )
    for roof in building.roofs:
        pen.polygon([placed(point) for point in roof], fill=(22, 24, 38))


def lights(building: Building, colors: tuple[Color, ...]) -> Image.Image:
    """Dots along the edges and a fading wash below them, on black."""
    layer = Image.new("RGB", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(layer)
    number = 0
    for start, end, depth in building.edges:
        (x1, y1), (x2, y2) = placed(start), placed(end)
        steps = max(2, round(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / 13))
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
            color = colors[number // 4 % len(colors)]
            number += 1
            wash(pen, x, y, round(depth * HEIGHT), color)
            pen.ellipse((x - 2, y - 2, x + 2, y + 2), fill=color)
    return layer


def wash(pen: ImageDraw.ImageDraw, x: float, y: float, depth: int, color: Color) -> None:
    """A cone of light down the wall."""
    for down in range(0, depth, 3):
        fade = (1 - down / depth) ** 2 * 0.16
        half = 3 + down * 0.08
        red, green, blue = (round(part * fade) for part in color)
        pen.line((x - half, y + down, x + half, y + down), fill=(red, green, blue), width=3)


def placed(point: Point) -> tuple[int, int]:
    return round(point[0] * WIDTH), round(point[1] * HEIGHT)
