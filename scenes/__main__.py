"""`python -m scenes NAME... [--draft] [--all] [--post] [--list] [--cards] [--live] [--sheets] [--check] [--samples N]`: renders what is missing, then makes and encodes the pictures.

A shot already rendered is kept in scenes/out/ and used again; `--again` renders it anew. `--post` renders nothing.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from PIL import Image

from . import cards, check, encode, golden, live, post, sheets, similar
from .catalogue import PICTURES, SHOTS

OUT = Path(__file__).resolve().parent / "out"


def master(shot, draft):
    return OUT / ("draft" if draft else "master") / f"{shot}.exr"


def render_shot(name, draft, quick, threads, samples=None):
    from . import render

    golden_house = name.removeprefix("golden-") if name.startswith("golden-") else None
    shot, views = golden.shots(golden_house) if golden_house else (SHOTS[name], {name: SHOTS[name].view})
    width, height = shot.size
    samples = samples or shot.samples
    if draft:
        width, height, samples = 320, round(320 * height / width), 6
    elif quick:
        width, height, samples = width * 2 // 3, height * 2 // 3, 4
    master(name, draft).parent.mkdir(parents=True, exist_ok=True)
    started = time.time()
    render.render(shot, width, height, samples, [(view, master(each, draft)) for each, view in views.items()], threads)
    print(f"{name}: {width}x{height}, {samples} samples, {time.time() - started:.0f} s", flush=True)


def rendered(shot, options):
    """Whether a shot could be rendered, in a process of its own: Blender keeps what it has loaded."""
    flags = ["--threads", str(options.threads), *(["--draft"] if options.draft else []), *(["--quick"] if options.quick else []), *(["--samples", str(options.samples)] if options.samples else [])]
    return subprocess.run([sys.executable, "-m", "scenes", "--shot", shot, *flags], stdout=None).returncode == 0


def picture(name, draft):
    entry = PICTURES[name]
    layers = post.read_layers(master(entry.shot, draft))
    pixels = post.finish(layers, entry.look)
    if entry.crop:
        h, w = pixels.shape[:2]
        x0, y0, x1, y1 = entry.crop
        pixels = pixels[round(y0 * h) : round(y1 * h), round(x0 * w) : round(x1 * w)]
    return pixels


def make(name, draft):
    pixels = picture(name, draft)
    (OUT / "view").mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(OUT / "view" / f"{name}.png")
    if draft:
        return
    entry = PICTURES[name]
    width = entry.width or round(SHOTS[entry.shot].size[0] * (entry.crop[2] - entry.crop[0] if entry.crop else 1))
    if width != pixels.shape[1]:
        image = Image.fromarray(pixels)
        pixels = np.asarray(image.resize((width, round(image.height * width / image.width)), Image.LANCZOS))
    encode.encode(name, pixels, entry.hero, entry.shape)


def main():
    parser = argparse.ArgumentParser(prog="python -m scenes", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--draft", action="store_true", help="320 wide, 6 samples, a PNG to look at, nothing encoded")
    parser.add_argument("--quick", action="store_true", help="two thirds of the size, 4 samples, enlarged: a stand-in until there is time")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--post", action="store_true", help="use the layers that are there")
    parser.add_argument("--again", action="store_true", help="render even if the layers are there")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--cards", action="store_true", help="draw the social cards of the pictures that are there")
    parser.add_argument("--sheets", action="store_true", help="draw the contact sheets of the encoded pictures")
    parser.add_argument("--check", action="store_true", help="judge what needs no eye; no render")
    parser.add_argument("--live", action="store_true", help="write the layers of the house that the page recolours")
    parser.add_argument("--golden", action="store_true", help="photos of known geometry, tests/golden/; render what is missing")
    parser.add_argument("--similar", action="store_true", help="write the plans of our houses for the studio; no render")
    parser.add_argument("--samples", type=int, help="instead of the catalogue's")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--shot", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.shot:
        return render_shot(options.shot, options.draft, options.quick, options.threads, options.samples)
    if options.list:
        return print("\n".join(PICTURES))
    if options.check:
        found = list(check.faults())
        print("\n".join(found) or "nothing to complain about")
        return sys.exit(bool(found))
    if options.cards:
        return cards.draw_cards(lambda name: picture(name, False) if master(PICTURES[name].shot, False).exists() else None)
    if options.sheets:
        return sheets.write()
    if options.live:
        day = master("farmhouse-day", False)
        return live.write(post.read_layers(master("farmhouse-dusk", False)), post.read_layers(day) if day.exists() else None)
    if options.similar:
        return similar.write()
    if options.golden:
        for name in (f"golden-{house}-{hour}" for hour in ("day", "dusk") for house in golden.HOUSES):
            if options.again or not all(master(each, False).exists() for each in golden.shots(name.removeprefix("golden-"))[1]):
                rendered(name, options)
        return golden.write(lambda name: master(name, False))
    done = set()
    for name in list(PICTURES) if options.all else options.names:
        shot = PICTURES[name].shot
        missing = not master(shot, options.draft).exists()
        if not options.post and shot not in done and (missing or options.again):
            if not rendered(shot, options):
                print(f"{name}: the render failed", file=sys.stderr)
                continue
        done.add(shot)
        make(name, options.draft)


if __name__ == "__main__":
    main()
