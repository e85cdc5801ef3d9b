"""The sample photos: what visitors sent in for the gallery, and what crews took at finished work orders.

The pictures are our own: a rendered one where the site has it, else a drawing. They are kept as uploads are.
Place and description say that they are samples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

from PIL import Image

from duskline.core.media import worker
from duskline.core.media.images import Picture
from duskline.core.system.files import Files
from duskline.demonstration.drawing import (
    AMBER,
    BARN,
    BLUE,
    GREEN,
    HOUSE,
    MAGENTA,
    NEUTRAL,
    RED,
    SHOPS,
    TEAL,
    VIOLET,
    WARM,
    Building,
    Color,
    drawn,
)  # fmt: skip
from duskline.demonstration.people import Names, People
from duskline.demonstration.sales import DOMAINS
from duskline.demonstration.story import Stage, Story
from duskline.models.pictures import photos
from duskline.models.site.content import APPROVED, PENDING, REJECTED, GallerySubmission
from duskline.models.site.gallery import CONSENTS
from duskline.policy import Role
from duskline.settings import ROOT

RENDERED = ROOT / "web" / "public" / "img"
PHOTOGRAPHED = 8
"""How many finished work orders carry photos."""


@dataclass(frozen=True)
class Shot:
    """A gallery photo: the rendered picture of that name, or a drawing of a building in some colors."""

    name: str
    building: Building
    colors: tuple[Color, ...]
    category: str
    location: str
    description: str
    approved: int = APPROVED


SHOTS = (
    Shot("residential-hero", HOUSE, (WARM,), "Residential", "Columbus, OH", "Craftsman eaves in warm white and a lit path to the door"),
    Shot("cul-de-sac", HOUSE, (WARM, NEUTRAL), "Residential", "Richmond, VA", "Three neighbors around a cul-de-sac, all in warm white"),
    Shot("retail-street", SHOPS, (NEUTRAL, TEAL), "Commercial", "Cleveland, OH", "Main-street storefronts in white with a teal accent"),
    Shot("civic-hall", SHOPS, (NEUTRAL, VIOLET), "Commercial", "Baltimore, MD", "Civic hall in white, the clock tower in violet"),
    Shot("craftsman-holiday", HOUSE, (RED, GREEN, WARM), "Holiday", "Columbus, OH", "Red, green and warm white along snowy eaves"),
    Shot("hotel-courtyard", SHOPS, (WARM,), "Commercial", "Charlotte, NC", "Courtyard colonnade in warm white around the fountain"),
    Shot("barn-party", BARN, (MAGENTA, AMBER), "Events", "Raleigh, NC", "Barn pavilion in magenta and amber for a birthday"),
    Shot("retail-season", SHOPS, (TEAL, AMBER), "Holiday", "Cleveland, OH", "Shopping street in teal and amber for the season"),
    Shot("street-blue-hour", HOUSE, (WARM,), "Residential", "Charlotte, NC", "Our street at blue hour, seen from the hill", PENDING),
    Shot("porch-phone", HOUSE, (VIOLET, TEAL), "Events", "Richmond, VA", "Trying out violet and teal from the porch rail", PENDING),
    Shot("home-hero", HOUSE, (WARM, BLUE), "Residential", "Columbus, OH", "Both gables and the porch on the first evening", PENDING),
    Shot("dark-house", HOUSE, ((40, 50, 80),), "Residential", "Raleigh, NC", "Taken before the lights came on, sorry", REJECTED),
)  # fmt: skip


@dataclass
class Photos:
    """Rows for the gallery, and every picture by the stem of its files."""

    submissions: list[Story] = field(default_factory=list)
    shots: dict[str, Shot] = field(default_factory=dict)


def gallery(stage: Stage, people: People) -> Photos:
    """What visitors sent: most of it shown, some waiting, one turned down."""
    told = Photos()
    moderator = people.everywhere(Role.ADMIN)[0]
    names = Names(stage.chance)
    for number, shot in enumerate(SHOTS):
        first, last = names.next()
        waiting = shot.approved == PENDING
        at = stage.ago(0.2 + number % 4 if waiting else 5 + number * 11)
        address = f"/uploads/{stage.chance.getrandbits(128):032x}.webp"
        story = Story(
            stage, GallerySubmission, at, name=f"{first} {last}",
            email=f"{first}.{last}@{stage.chance.choice(DOMAINS)}".lower(), location=f"{shot.location} (sample)",
            description=f"Sample picture: {shot.description}", category=shot.category,
            image_url=address, approved=PENDING, consent=next(iter(CONSENTS.values())), consented_at=at,
        )  # fmt: skip
        shown = shot.approved == APPROVED
        place = 1 + sum(story["approved"] == APPROVED for story in told.submissions) if shown else 0
        story.edit(stage.after(at, 0.1, 2), moderator.id, approved=shot.approved, place=place)
        told.submissions.append(story)
        told.shots[photos.gallery_stem(address) or ""] = shot
    return told


def of_orders(stage: Stage, orders: list[Story]) -> dict[str, Shot]:
    """Adds a photo to the newest finished installations; answers the pictures by their stems."""
    finished = [order for order in orders if order["status"] == "completed" and order["materials_used"]]
    finished.sort(key=lambda order: str(order["updated_at"]), reverse=True)
    taken = {}
    for number, order in enumerate(finished[:PHOTOGRAPHED]):
        at = order["updated_at"] + timedelta(minutes=12)
        photo = stage.id(at)
        url = f"/api/panel/work-orders/{order['id']}/photos/{photo}"
        by = order["assigned_to"]
        shown = {"id": photo, "url": url, "takenAt": at.isoformat().replace("+00:00", "Z"), "by": by}
        order.edit(at, by, images=[shown])
        taken[photos.order_stem(order["id"], photo)] = SHOTS[number % len(SHOTS)]
    return taken


async def keep(files: Files, shots: dict[str, Shot]) -> None:
    """Stores every picture in both sizes, as an upload's are."""
    for stem, shot in shots.items():
        await photos.keep(files, stem, developed(shot))


@lru_cache(maxsize=len(SHOTS))
def developed(shot: Shot) -> Picture:
    large, small = worker.processed(picture(shot))
    return Picture(large=worker.encoded(large), small=worker.encoded(small))


def rendered(name: str) -> Path:
    """Where a picture of this site lies once it has been rendered."""
    return RENDERED / f"{name}-960.jpg"


def picture(shot: Shot) -> Image.Image:
    if rendered(shot.name).exists():
        return Image.open(rendered(shot.name))
    return drawn(shot.building, shot.colors, shot.name)
