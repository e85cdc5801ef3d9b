"""Pictures for the web: AVIF and JPEG at a few widths, their sizes and mean colour in the site's manifest."""

import fcntl
import io
import json
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "web" / "public" / "img"
MANIFEST = ROOT / "web" / "app" / "site" / "content" / "pictures.json"
WIDTHS = {"wide": (480, 720, 960, 1440, 1920), "card": (480, 720, 960, 1280), "portrait": (480, 720, 1080), "square": (320, 640, 960)}


def limit(width, hero):
    """Bytes an AVIF of this width may weigh: a tile must be cheap, a hero may be rich."""
    if width <= 480:
        return 24_000 if hero else 10_000
    if width <= 800:
        return 30_000 if hero else 16_000
    if width <= 1000:
        return 70_000 if hero else 34_000
    return 128_000 if hero else 80_000


def packed(image, kind, most, quality):
    """The best encoding that stays under `most` bytes."""
    while True:
        buffer = io.BytesIO()
        if kind == "avif":
            image.save(buffer, "AVIF", quality=quality, speed=7, subsampling="4:2:0", max_threads=1)
        else:
            image.save(buffer, "JPEG", quality=quality, optimize=True, progressive=True, subsampling="4:2:0")
        if buffer.tell() <= most or quality <= 26:
            return buffer.getvalue()
        quality -= 6


def encode(name, picture, hero=False, shape="wide"):
    """Writes all derivatives of one picture and its manifest entry."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray(picture)
    widths = [w for w in WIDTHS[shape] if w < image.width * 0.92] + [image.width]
    for old in IMAGES.glob(f"{name}-[0-9]*.*"):
        if old.stem.removeprefix(name + "-").isdigit():
            old.unlink()
    for width in widths:
        small = image.resize((width, round(image.height * width / image.width)), Image.LANCZOS) if width != image.width else image
        most = limit(width, hero)
        (IMAGES / f"{name}-{width}.avif").write_bytes(packed(small, "avif", most, 66))
        (IMAGES / f"{name}-{width}.jpg").write_bytes(packed(small, "jpeg", round(most * 1.9), 82))
    mean = np.asarray(image.resize((8, 8), Image.BOX)).reshape(-1, 3).mean(0).astype(int)
    entry = {"width": image.width, "height": image.height, "widths": widths, "color": "#%02x%02x%02x" % tuple(mean)}
    enter(name, entry)


def enter(name, entry):
    """Puts one entry into the manifest, one line a picture; two encoders may run side by side."""
    with MANIFEST.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        manifest = json.loads(file.read())
        manifest[name] = entry
        lines = [f"  {json.dumps(k)}: {json.dumps(manifest[k])}" for k in sorted(manifest)]
        file.seek(0)
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
        file.truncate()
