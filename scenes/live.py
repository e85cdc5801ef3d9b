"""Layers for the house that the page recolours by itself: night, LED groups A, B and C in white light, and day, all registered to the pixel.

Pixels hold the square root of linear light over a scale: light = (byte / 255)^2 x scale. `live.json` beside the images
says the scales, the exposures and the tone curve, so that the page can repeat `post.finish` exactly (without glare).
"""

import json

import numpy as np
from PIL import Image

from . import post
from .encode import IMAGES, packed

SIZES = ((1280, 720), (640, 360))
NIGHT_SKY = (0.62, 0.66, 0.74)  # a little later than the still picture, so that colours carry
SCALES = {"night": 1.0, "A": 3.0, "B": 3.0, "C": 3.0, "day": 2.0}


def layers(night, day=None):
    home = night["home"] * np.asarray(post.Look().home, np.float32)
    found = {
        "night": night["sky"] * np.asarray(NIGHT_SKY, np.float32) + home,
        "A": night["A"],
        "B": night["B"],
        "C": night["C"],
    }
    if day is not None:
        found["day"] = day["sky"] + day["home"]
    return found


def stored(light, scale, size, seed=3):
    """Linear light as 8-bit square roots, dithered by half a level."""
    small = post.resized(light.astype(np.float32), *size) if light.shape[1] < size[0] else shrunk(light, size)
    root = np.sqrt(np.clip(small / scale, 0, 1)) * 255
    dither = np.random.RandomState(seed).uniform(-0.5, 0.5, root.shape[:2])[..., None]
    return np.clip(root + dither * (root > 2) + 0.5, 0, 255).astype(np.uint8)


def shrunk(light, size):
    """Area average in linear light, so that a bulb keeps its energy."""
    return np.stack([np.asarray(Image.fromarray(np.ascontiguousarray(light[..., i], np.float32)).resize(size, Image.BOX)) for i in range(3)], -1)


def write(night, day=None):
    """Without a render by day the set is night and the three groups; the note says which layers there are."""
    folder = IMAGES / "live"
    folder.mkdir(parents=True, exist_ok=True)
    found = layers(night, day)
    for name, light in found.items():
        for size in SIZES:
            image = Image.fromarray(stored(light, SCALES[name], size))
            most = 60_000 if size[0] > 700 else 20_000
            (folder / f"{name}-{size[0]}.avif").write_bytes(packed(image, "avif", most, 70))
            (folder / f"{name}-{size[0]}.jpg").write_bytes(packed(image, "jpeg", most * 2, 84))
    note = {
        "layers": list(found),
        "sizes": SIZES,
        "encoding": "light = (byte / 255)^2 * scale, linear Rec.709, per channel; decode before any filtering that must be exact",
        "sum": "night + gain * (tintA * A + tintB * B + tintC * C), then * 2^stops, then tone; or day * 2^stops.day, then tone",
        "scale": SCALES,
        "stops": {"night": 1.5, "day": 0.35},
        "white": {"night": [1, 1, 1], "day": [1.05, 1, 0.95]},
        "gain": {"warm": 1.5, "saturated": 2.0},
        "tints": {"warm": post.WARM[0], "neutral": post.NEUTRAL[0], "red": post.RED, "green": post.GREEN, "blue": post.BLUE, "teal": post.TEAL, "violet": post.VIOLET, "magenta": post.MAGENTA, "amber": post.AMBER},
        "tone": {
            "name": "AgX: matrix, log2 curve, power, saturation, matrix; the result is display-encoded",
            "toAgx": post.TO_AGX.round(6).tolist(),
            "fromAgx": post.FROM_AGX.round(6).tolist(),
            "log2": [-12.47393, 4.026069],
            "curve": [15.5, -40.14, 31.96, -6.868, 0.4298, 0.1191, -0.00232],
            "power": 1.22,
            "saturation": 1.3,
        },
    }
    note["tone"] = {k: ([[float(round(x, 6)) for x in row] for row in v] if k.endswith("Agx") else v) for k, v in note["tone"].items()}
    (folder / "live.json").write_text(json.dumps(note, indent=1) + "\n")
