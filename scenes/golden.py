"""Photos as phones take them, of houses whose every foot is known: four buildings, three lenses each, by day and at dusk.

`python -m scenes --golden` renders what is missing and writes tests/golden/: NAME.jpg (the day, degraded: tilt, barrel, noise, blown
sky, JPEG at 80, in some a tree stands before part of the house), NAME-dusk.jpg (the same camera, our lights in warm white), NAME-parts.png (which part
shows what, numbers of scenes/parts.py) and NAME.json (what is true of it). Masters are 640 pixels wide and enlarged: a phone's own smoothing is no sharper.
"""

import json
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image

from . import post
from .buildings.colonial import colonial
from .buildings.craftsman import craftsman
from .buildings.farmhouse import farmhouse
from .buildings.ranch import ranch
from .camera import View
from .encode import ROOT
from .opening import FOOT
from .parts import PARTS, parts
from .scene import Shot
from .survey import surveyed

FOLDER = ROOT / "tests" / "golden"
MASTER, DUSK_MASTER, SIZE, DUSK_SIZE, PARTS_SIZE = (640, 480), (480, 360), (1024, 768), (800, 600), (400, 300)


@dataclass(frozen=True)
class House:
    """What stands before the camera: where its front's middle is, how wide a view takes it in, and its front from the ground to the
    eave as somebody would draw a box around it (left, right, y, top), with the stories that they would call it."""

    build: object
    middle: tuple
    width: float
    front: tuple
    stories: int
    tree: tuple  # before the house, in one photo at least: kind, x, y, size


HOUSES = {
    "farmhouse": House(farmhouse, (3.0, -2.0), 20.5, (-4.7, -0.5, -1.4, 5.5), 2, ("maple0", -4.6, -9.5, 0.62)),
    "colonial": House(colonial, (0.0, 0.0), 18.5, (-6.8, 6.8, 0.0, 6.1), 2, ("elm1", -6.0, -8.0, 0.60)),
    "craftsman": House(craftsman, (0.9, -1.5), 17.5, (-5.2, 3.6, -2.3, 2.85), 1, ("maple1", 5.6, -8.5, 0.55)),
    "ranch": House(ranch, (1.4, -1.5), 24.0, (-8.2, 4.4, 0.0, 2.64), 1, ("elm0", -6.4, -9.0, 0.5)),
}


@dataclass(frozen=True)
class Photo:
    """How it was taken (lens in mm of a 36 mm frame, degrees from the front, up and fallen to the right) and what the phone made of it."""

    house: str
    lens: float
    side: float
    pitch: float
    roll: float
    stops: float = 0.4
    noise: float = 0.012
    barrel: float = 0.012
    aside: float = 0.0  # degrees that it looks past the middle, to the right

    def shot(self, time):
        house, angle = HOUSES[self.house], math.radians(self.side)
        away = house.width * self.lens / 36
        x, y = house.middle[0] - away * math.sin(angle), house.middle[1] - away * math.cos(angle)
        view = View((x, y, 1.6), turn=-self.side - self.aside, lens=self.lens, shift=0.0, pitch=self.pitch, roll=self.roll)

        def build(stage):
            house.build(stage)
            kind, tx, ty, size = house.tree
            stage.put(kind, tx, ty, size, yaw=40, jitter=0)

        day = time == "day"
        return Shot(build, view, time, MASTER if day else DUSK_MASTER, lit=0.7, samples=4, usual_doors=True)


PHOTOS = {
    "farmhouse-26": Photo("farmhouse", 26, 12, 7.0, 1.4, barrel=0.022, noise=0.010),
    "farmhouse-33": Photo("farmhouse", 33, -14, 4.0, -2.6, stops=0.9, aside=1.5),
    "farmhouse-40": Photo("farmhouse", 40, 24, 3.0, 3.2, noise=0.020, barrel=0.006),
    "colonial-26": Photo("colonial", 26, -10, 8.0, -1.2, stops=1.0, barrel=0.020),
    "colonial-33": Photo("colonial", 33, 3, 5.0, 2.2, noise=0.022, aside=-1.0),
    "colonial-40": Photo("colonial", 40, 20, 4.0, -3.5, barrel=0.006),
    "craftsman-26": Photo("craftsman", 26, 15, 4.0, 2.0, noise=0.018, barrel=0.024),
    "craftsman-33": Photo("craftsman", 33, -8, 2.5, -1.6, stops=0.9, aside=1.0),
    "craftsman-40": Photo("craftsman", 40, 2, 2.0, 4.0, barrel=0.004),
    "ranch-26": Photo("ranch", 26, 8, 3.0, -2.2, stops=1.0, barrel=0.018),
    "ranch-33": Photo("ranch", 33, 18, 2.0, 1.1, noise=0.016),
    "ranch-40": Photo("ranch", 40, -16, 1.5, 3.0, noise=0.024, barrel=0.005),
}


def shots(name):
    """One shot of a house at an hour (`farmhouse-day`), with the views of its three photos by the names of their masters."""
    house, _, time = name.rpartition("-")
    taken = {f"golden-{name}-{time}": photo.shot(time) for name, photo in PHOTOS.items() if photo.house == house}
    return next(iter(taken.values())), {name: shot.view for name, shot in taken.items()}


def bent(points, size, barrel):
    """Where a lens that bends outwards puts points of a straight picture; the corners stay."""
    middle = np.asarray(size, float) / 2
    away = (np.asarray(points, float) - middle) / np.hypot(*middle)
    radius = np.linalg.norm(away, axis=-1, keepdims=True)
    bent_radius = radius
    for _ in range(8):
        bent_radius = radius * (1 + barrel) / (1 + barrel * bent_radius**2)
    return middle + away * (bent_radius / np.maximum(radius, 1e-9)) * np.hypot(*middle)


def through_lens(pixels, size, barrel):
    """A picture enlarged to `size` and bent: each pixel is fetched from where it came, between its four neighbors."""
    h, w = pixels.shape[:2]
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32) + 0.5
    middle_x, middle_y = size[0] / 2, size[1] / 2
    square = ((x - middle_x) ** 2 + (y - middle_y) ** 2) / (middle_x**2 + middle_y**2)
    straight = (1 + barrel * square) / (1 + barrel)
    from_x = np.clip((middle_x + (x - middle_x) * straight) * w / size[0] - 0.5, 0, w - 1.001)
    from_y = np.clip((middle_y + (y - middle_y) * straight) * h / size[1] - 0.5, 0, h - 1.001)
    left, top = from_x.astype(int), from_y.astype(int)
    u, v = (from_x - left)[..., None], (from_y - top)[..., None]
    upper = pixels[top, left] * (1 - u) + pixels[top, left + 1] * u
    lower = pixels[top + 1, left] * (1 - u) + pixels[top + 1, left + 1] * u
    return upper * (1 - v) + lower * v


def day(layers, photo, seed):
    """A phone's picture: exposed for the house, the sky blown, grain in two sizes and more of it in the dark."""
    look = post.Look(post.OFF, stops=0.2 + photo.stops, white=(1.05, 1, 0.95), glare=0.12)
    pixels = through_lens(post.finish(layers, look).astype(np.float32), SIZE, photo.barrel) * (1.04 + 0.10 * (photo.stops > 0.8))
    rs = np.random.RandomState(seed)
    coarse = np.asarray(Image.fromarray(rs.randn(SIZE[1] // 2, SIZE[0] // 2).astype(np.float32)).resize(SIZE, Image.BILINEAR))
    grain = 0.6 * coarse + 0.4 * rs.randn(SIZE[1], SIZE[0])
    dark = 1.3 - np.clip(pixels.mean(-1) / 255, 0, 1)
    return np.clip(pixels + (grain * dark * photo.noise * 255)[..., None], 0, 255).astype(np.uint8)


def dusk(layers, photo):
    pixels = post.finish(layers, post.Look(gain=1.5))
    return np.clip(through_lens(pixels.astype(np.float32), DUSK_SIZE, photo.barrel), 0, 255).astype(np.uint8)


def parts_of(photo):
    """Bent as the photo is: each part is a picture of its own, and the one of which most is left has the pixel."""
    seen = parts(photo.shot("day"), PARTS_SIZE)
    apart = np.stack([seen == i for i in range(len(PARTS))], -1).astype(np.float32)
    return through_lens(apart, PARTS_SIZE, photo.barrel).argmax(-1).astype(np.uint8)


def door_kind(door):
    """The name that a plan gives it; its size is that of the name (`Opening.usual`)."""
    if door["kind"] == "garage":
        return "garage16x7"
    return "door_double" if door["width"] > 4.5 else "door3x6_8"


def truth(name):
    """What is true of a photo, in its pixels."""
    photo = PHOTOS[name]
    house, taken = HOUSES[photo.house], photo.shot("day")
    seen = surveyed(taken, SIZE)

    def places(points):
        return np.round(bent(points, SIZE, photo.barrel), 1).tolist()

    left, right, y, top = house.front
    box = taken.view.project([(left, y, top), (right, y, top), (right, y, 0), (left, y, 0)], *SIZE)[:, :2]
    counts: dict = {}
    edges = []
    for edge in seen["edges"]:
        counts[edge["kind"]] = counts.get(edge["kind"], 0) + 1
        edges.append({"name": f"{edge['kind']} {counts[edge['kind']]}", "kind": edge["kind"], "feet": round(edge["feet"], 2), "points": places(edge["points"]), "bulbs": places(edge["bulbs"])})
    return {
        "house": photo.house,
        "width": SIZE[0],
        "height": SIZE[1],
        "focal": round(seen["focal"] * (1 + photo.barrel), 4),
        "roll": round(math.radians(photo.roll), 5),
        "edges": edges,
        "doors": [{"kind": door_kind(d), "width": round(d["width"], 3), "height": round(d["height"], 3), "quad": places(d["quad"])} for d in seen["doors"]],
        "stories": {"count": house.stories, "height": round(top / FOOT, 2), "quad": places(box)},
        "windows": [places(quad) for quad in seen["windows"]],
    }


def row(value):
    return json.dumps(value, separators=(", ", ": "))


def written(said):
    """JSON with a line for each edge, door and window."""
    parts = []
    for key, value in said.items():
        if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
            parts.append(f'  "{key}": [\n    ' + ",\n    ".join(row(v) for v in value) + "\n  ]")
        else:
            parts.append(f'  "{key}": {row(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(master):
    """Everything whose masters are there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seed, (name, photo) in enumerate(PHOTOS.items()):
        (FOLDER / f"{name}.json").write_text(written(truth(name)))
        Image.fromarray(parts_of(photo)).save(FOLDER / f"{name}-parts.png", optimize=True)
        for time, make in (("day", lambda layers: day(layers, photo, seed)), ("dusk", lambda layers: dusk(layers, photo))):
            path = master(f"golden-{name}-{time}")
            if path.exists():
                pixels = make(post.read_layers(path))
                Image.fromarray(pixels).save(FOLDER / f"{name}{'' if time == 'day' else '-dusk'}.jpg", quality=80, optimize=True, subsampling="4:2:0")
