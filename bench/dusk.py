"""How much our dusk looks like the true one, part by part: `python -m bench.dusk [--reference FOLDER]` writes its half of docs/studio.md.

Each photo of tests/golden/ is lit by the studio's engine in Chromium, with the lines, windows and size that it truly has, and compared
by FLIP (Andersson et al. 2020; `flip-evaluator`) with the render of the same house at dusk under our lights. A folder of another
studio's scripts stands beside it. FLIP and NumPy are the bench's own (requirements-bench.in).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.rooflines import DUSK, GOLDEN, TABLE, Golden, goldens
from bench.tools import HERE, LOCK, install_peers, once

EVENINGS = (0.4, 0.5, 0.62)
"""Of each way of lighting the one counts that is nearest to the renders, the same for all photos: no hour stands in a photo."""
SIZE = 480, 360
"""What the renders of dusk were made at: above it there is nothing to compare."""
SPACING, COLOR = 8, "#ffb86a"
WISHED, WISHED_ON = 0.25, 10
PARTS = ("skyline", "sky", "plants", "roof", "eaves", "behind leaves", "walls", "windows", "ground")
Found = dict[str, dict[str, float]]
"""By photo and part, "whole" among them: the mean of FLIP, 0 (alike) to 1."""


def known(golden: Golden) -> dict[str, Any]:
    """What somebody would draw who knew the house, in pixels of the photo."""
    said = golden.said

    def places(points: list[list[float]]) -> list[dict[str, float]]:
        return [{"x": x, "y": y} for x, y in points]

    top_left, top_right, low_right, low_left = said["stories"]["quad"]
    scales = [(low[1] - top[1]) / said["stories"]["height"] for top, low in ((top_left, low_left), (top_right, low_right))]  # fmt: skip
    slant = (scales[1] - scales[0]) / (low_right[0] - low_left[0])
    return {
        "lines": [places(edge["points"]) for edge in said["edges"]],
        "windows": [places(quad) for quad in said["windows"]],
        "foot": [scales[0] + slant * (x - low_left[0]) for x in (0, said["width"])],
        "front": {"left": low_left, "right": low_right, "scales": scales},
        "spacing": SPACING,
        "color": COLOR,
        "evenings": EVENINGS,
    }


def lit(folder: Path, reference: Path | None, ours: bool = True) -> None:
    """Writes NAME-ours-EVENING.png and NAME-reference-EVENING.png."""
    photos = [{"name": each.name, "file": str(each.picture), "known": known(each)} for each in goldens()]
    in_chromium(folder, photos=photos, ours=ours, reference=reference and str(reference))


def in_chromium(folder: Path, **asked: Any) -> str:
    """What dusk.mjs says."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    file = folder / "asked.json"
    file.write_text(json.dumps({"folder": str(folder), "chromium": chromium, **asked}), "utf-8")
    command = ["node", str(HERE / "dusk.mjs"), str(file)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def compared(folder: Path, by: str) -> Found:
    """Of the evening that is nearest to the renders over all photos."""
    asked = {
        "golden": str(GOLDEN),
        "folder": str(folder),
        "by": by,
        "size": SIZE,
        "evenings": EVENINGS,
        "photos": {each.name: each.said for each in goldens()},
    }
    once(LOCK, HERE / ".venv" / ".installed", install_peers)
    done = subprocess.run(
        [str(HERE / ".venv" / "bin" / "python"), str(HERE / "flip.py")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    by_evening: dict[str, Found] = json.loads(done.stdout)
    return min(by_evening.values(), key=lambda found: fmean(parts["whole"] for parts in found.values()))


TEXT = """
Each photo lit by the engine in Chromium, with its true lines, windows and size, warm white, 8 in apart, and compared with the render of
the same house at dusk under our lights: mean FLIP ({size}, 67 pixels to a degree), 0 where pictures look alike, in all and in each
part that pictures lit so far showed to be artificial. Parts are known from the geometry (`NAME-parts.png`). {beside}

{table}
"""
BESIDE = """The second figure is the
trial's script on the same photo and drawing, at the hour that fits it best; **bold** where ours is a quarter lower. The shaders' figures
were chosen on these renders, one set for all."""


def table(ours: Found, reference: Found | None) -> Iterator[str]:
    names = ("whole", *PARTS)
    yield f"| photo | {' | '.join(names)} |"
    yield "|---" * (len(names) + 1) + "|"
    for photo, parts in ours.items():
        yield f"| {photo} | {' | '.join(_cell(parts.get(name), reference[photo].get(name) if reference else None) for name in names)} |"
    cells = [_cell(_mean(ours, name), _mean(reference, name) if reference else None) for name in names]
    yield f"| **mean** | {' | '.join(cells)} |"
    if reference:
        lower = [
            [
                parts[name] <= (1 - WISHED) * reference[photo][name]
                for photo, parts in ours.items()
                if name in parts
            ]
            for name in names
        ]
        yield f"| a quarter lower on | {' | '.join(f'{sum(each)} of {len(each)}' for each in lower)} |"


def _mean(found: Found, name: str) -> float:
    return fmean(parts[name] for parts in found.values() if name in parts)


def _cell(mine: float | None, other: float | None) -> str:
    if mine is None:
        return ""
    if not other:
        return f"{mine:.3f}"
    both = f"{mine:.3f} / {other:.3f}"
    return f"**{both}**" if mine <= (1 - WISHED) * other else both


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.dusk")
    parser.add_argument(
        "--reference", type=Path, help="a folder with index.html and scripts of another studio"
    )
    parser.add_argument("--folder", type=Path, help="where the pictures are kept; else nowhere")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = given.folder or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        lit(folder, given.reference)
        ours = compared(folder, "ours")
        reference = compared(folder, "reference") if given.reference else None
    rows = "\n".join(table(ours, reference))
    said = TEXT.format(table=rows, beside=BESIDE if reference else "", size="{} x {}".format(*SIZE))
    before = TABLE.read_text("utf-8").partition(DUSK)[0].rstrip("\n") + "\n"
    TABLE.write_text(before + DUSK + said, "utf-8")
    print(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
