"""Houses of ours for visitors without a photo: the day pictures that the site serves, with the lines that an installer would draw.

`python -m scenes --similar` writes houses.json and plans.json in web/app/studio/similar/. Each plan is one of the product's
(models/pictures/roofline.py): the same roof edges that the lights of our night pictures hang on, projected through the camera of the day picture.
Needs no render.
"""

import json
from dataclasses import dataclass

import numpy as np

from .catalogue import PICTURES, SHOTS
from .encode import MANIFEST, ROOT
from .opening import FOOT
from .survey import surveyed

HOUSES = ROOT / "web" / "app" / "studio" / "similar" / "houses.json"
PLANS = HOUSES.with_name("plans.json")
GRID, STORY = 4095, 9.5
BELOW_EDGE = 0.85 * FOOT  # as the studio hangs its lights under a line
MOST_LINES, MOST_WINDOWS = 24, 40
ALL_CORNERS = 15
"""Known, as if a hand had set each of them."""
DOORS = {"garage16x7": (16, 7), "garage16x8": (16, 8), "door3x7": (3, 7), "door_double": (6, 80 / 12)}


@dataclass(frozen=True)
class House:
    """Its size is taken from the first door of that kind, or from its front (left, right, y) by stories."""

    id: str
    name: str
    alt: str
    picture: str
    reference: str | tuple
    stories: int


HOUSES_OF_OURS = (
    House("farmhouse", "Farmhouse", "White farmhouse by day, with three gables, a porch and a wide garage", "farmhouse-day", "garage16x8", 2),
    House("colonial", "Brick colonial", "Brick colonial by day, with two stories, a hip roof and a portico", "colonial-day", "door_double", 2),
    House("craftsman", "Craftsman", "Sage-green bungalow by day, with a wide gable over a deep porch", "craftsman-day", "door3x7", 1),
    House("ranch", "Ranch house", "Long, low ranch house by day, with hip roofs and a double garage", "ranch-day", "garage16x7", 1),
    House("storefronts", "Storefronts", "Row of brick storefronts by day, with cornices and shop windows", "retail-day", (-9.7, 10.1, 0.0), 2),
    House("hotel", "Boutique hotel", "Stone hotel by day, with four floors over an arcade", "hotel-day", (-11.9, 11.9, 0.0), 3),
)


def box(corners, feet):
    """A rectangle of exactly that size, as wide and high as its kind, on the sill of a door of the world."""
    sill = (corners[2] + corners[3]) / 2
    along = corners[2] - corners[3]
    half = along / np.linalg.norm(along) * feet[0] * FOOT / 2
    up = np.array((0, 0, feet[1] * FOOT))
    return np.array([sill - half + up, sill + half + up, sill + half, sill - half])


def reference(house, doors):
    """Of exactly the size that its kind has, so that our own houses are measured right."""
    if isinstance(house.reference, str):
        kind = "garage" if house.reference.startswith("garage") else "door"
        return {"k": house.reference}, box(next(d["corners"] for d in doors if d["kind"] == kind), DOORS[house.reference])
    left, right, y = house.reference
    top = STORY * house.stories * FOOT
    return {"k": "stories"}, np.array([(left, y, top), (right, y, top), (right, y, 0), (left, y, 0)])


def plan(house):
    size = [json.loads(MANIFEST.read_text())[house.picture][side] for side in ("width", "height")]
    shot = SHOTS[PICTURES[house.picture].shot]
    seen = surveyed(shot, size, BELOW_EDGE)

    def places(points):
        return np.clip(np.round(np.asarray(points) / size * GRID), 0, GRID).astype(int).ravel().tolist()

    kind, corners = reference(house, seen["doors"])
    return {
        "v": 1,
        "a": round(size[0] / size[1], 4),
        "f": round(seen["focal"], 4),
        "roll": 0,
        "l": [places(edge["points"]) for edge in seen["edges"]][:MOST_LINES],
        "r": {**kind, "q": places(shot.view.project(corners, *size)[:, :2]), "n": house.stories, "h": ALL_CORNERS},
        "w": [places(quad) for quad in seen["windows"]][:MOST_WINDOWS],
        "s": "warm",
        "e": "steady",
        "b": 100,
        "d": 8,
        "n": 1,
        "m": house.id,
    }


def write():
    """The houses whose day picture the site serves, and apart from them their plans, which come with the first that is picked."""
    pictures = json.loads(MANIFEST.read_text())
    served = [house for house in HOUSES_OF_OURS if house.picture in pictures]
    rows = [json.dumps(row(house, pictures[house.picture])) for house in served]
    plans = [f'"{house.id}": {json.dumps(plan(house))}' for house in served]
    HOUSES.parent.mkdir(parents=True, exist_ok=True)
    HOUSES.write_text("[\n  " + ",\n  ".join(rows) + "\n]\n")
    PLANS.write_text("{\n  " + ",\n  ".join(plans) + "\n}\n")


def row(house, picture):
    about = {"id": house.id, "name": house.name, "alt": house.alt, "picture": house.picture}
    return {**about, "width": max(picture["widths"])}
