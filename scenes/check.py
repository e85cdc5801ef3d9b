"""What can be judged without an eye: pairs share their geometry, every picture is there, weights stay in bounds, text has a dark place."""

import json

import numpy as np
from PIL import Image

from .catalogue import PICTURES, SHOTS
from .encode import IMAGES, MANIFEST, limit

PAIRS = (("colonial-day", "colonial-night"), ("retail-day", "retail-night"), ("channel-day", "channel-night"), ("farmhouse-day", "farmhouse-dusk"), ("plan-clay", "plan-lit"))
TEXT_BOX = (0.0, 0.36, 0.35, 0.80)  # left, right, top, bottom of a hero, as shares of the frame
MOST_TOTAL = 25_000_000


def faults():
    """Sentences, one per fault."""
    for a, b in PAIRS:
        if SHOTS[a].view != SHOTS[b].view:
            yield f"{a} and {b} do not share a camera"
        if SHOTS[a].stage(night=False).extent_hash() != SHOTS[b].stage(night=True).extent_hash():
            yield f"{a} and {b} do not share their geometry"
    manifest = json.loads(MANIFEST.read_text())
    for name, picture in PICTURES.items():
        if name not in manifest:
            yield f"{name} has not been rendered"
            continue
        for width in manifest[name]["widths"]:
            size = (IMAGES / f"{name}-{width}.avif").stat().st_size
            if size > limit(width, picture.hero):
                yield f"{name}-{width}.avif weighs {size} bytes, more than {limit(width, picture.hero)}"
        if picture.hero and picture.shape == "wide" and picture.look.leds[0] != (0, 0, 0):
            bright = text_luminance(name, manifest[name]["widths"][-1])
            if bright > 0.10:
                yield f"{name}: the place of the text reaches a luminance of {bright:.2f} (0.10 is wished; the scrim must do the rest)"
    total = sum(f.stat().st_size for f in IMAGES.rglob("*.*"))
    if total > MOST_TOTAL:
        yield f"all pictures weigh {total} bytes, more than {MOST_TOTAL}"


def text_luminance(name, width):
    """The 99th percentile of luminance where a hero carries its words."""
    pixels = np.asarray(Image.open(IMAGES / f"{name}-{width}.jpg")).astype(np.float32) / 255
    linear = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722])
    h, w = light.shape
    x0, x1, y0, y1 = TEXT_BOX
    return float(np.percentile(light[int(y0 * h) : int(y1 * h), int(x0 * w) : int(x1 * w)], 99))
