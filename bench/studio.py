"""From a photo of 9 million pixels to its first dusk, in Chromium's software renderer: time, heap, longest task of the page."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from PIL import Image

from bench.bench import Bench
from bench.dusk import in_chromium
from bench.report import Line, Section, middle
from bench.rooflines import GOLDEN

PHOTO, LARGE = "farmhouse-33", (3500, 2625)
FIRST_DUSK, HEAP, LONGEST = 2500, 250, 200


def measure(bench: Bench) -> Section:
    section = Section("The studio: from a photo to dusk")
    with tempfile.TemporaryDirectory() as passing:
        folder = Path(passing)
        with Image.open(GOLDEN / f"{PHOTO}.jpg") as image:
            image.resize(LARGE).save(folder / "large.jpg", quality=90)
        photo = {"name": PHOTO, "file": str(folder / "large.jpg")}
        said = in_chromium(folder, photos=[photo], rounds=bench.rounds)
    runs = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    section.lines += [
        Line("", "from a photo to its first dusk", middle(run["shown"] for run in runs), FIRST_DUSK, "ms"),
        Line("", "the page's heap after it", middle(run["heap"] for run in runs), HEAP, "MB"),
        Line("", "the page's longest task", middle(run["longest"] for run in runs), LONGEST, "ms"),
    ]
    section.say(
        f"{len(runs)} rounds, each in a page of its own, with edges found by themselves. Tasks end when drawing is asked for; "
        "the software renderer then draws on, which the first figure waits for."
    )
    return section
