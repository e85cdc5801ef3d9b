"""Where the sample company is: three regions, six branches, and the ZIP codes that each branch serves.

The cities are real, so that a real ZIP code finds its branch; streets and telephone numbers are invented.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from duskline.demonstration.story import Stage
from duskline.models.places.places import Branch, BranchServiceArea, Organization, Region

REGIONS = (("Great Lakes", "GL"), ("Mid-Atlantic", "MA"), ("Carolinas", "CR"))
STREETS = (
    "Lanternwick Lane", "Eavesdale Road", "Gablecrest Drive", "Soffit Hollow", "Duskmeadow Court", "Candlerow Street",
    "Porchlight Avenue", "Ridgebeam Road", "Cornice Way", "Amberline Drive", "Shingle Oak Path", "Fascia Lane",
    "Twilight Bend", "Dormer Street", "Glowmere Circle", "Lintel Place", "Starling Eaves", "Evenfall Road",
)  # fmt: skip


@dataclass(frozen=True)
class Town:
    """A branch: its place among the regions, its area codes and the ZIP codes it serves."""

    id: str
    name: str
    state: str
    region: int
    area_codes: tuple[str, str]
    """The first is that of the branch and of those it sells to, the second that of people who only write."""
    first_zip: int
    last_zip: int
    share: float
    """Its part of the company's business."""

    def address(self, chance: Random) -> str:
        zip_code = chance.randint(self.first_zip, self.last_zip)
        return (
            f"{chance.randrange(100, 9900)} {chance.choice(STREETS)}, {self.name}, {self.state} {zip_code:05}"
        )


TOWNS = (
    Town("1", "Columbus", "OH", 0, ("614", "380"), 43201, 43240, 0.28),
    Town("2", "Cleveland", "OH", 0, ("216", "440"), 44101, 44147, 0.17),
    Town("3", "Richmond", "VA", 1, ("804", "686"), 23218, 23242, 0.15),
    Town("4", "Baltimore", "MD", 1, ("410", "443"), 21201, 21241, 0.14),
    Town("5", "Charlotte", "NC", 2, ("704", "980"), 28201, 28237, 0.14),
    Town("6", "Raleigh", "NC", 2, ("919", "984"), 27601, 27636, 0.12),
)


class Phones:
    """Numbers that belong to nobody, as films use them; none twice in a town, else strangers would be taken for each other."""

    def __init__(self, chance: Random, code: int = 0) -> None:
        """`code` says which of a town's area codes."""
        self._lines = {town.id: iter(chance.sample(range(1, 100), 99)) for town in TOWNS}
        self._code = code

    def next(self, town: Town) -> str:
        return f"({town.area_codes[self._code]}) 555-01{next(self._lines[town.id]):02}"


@dataclass(frozen=True)
class Places:
    company: Organization
    regions: list[Region]
    branches: list[Branch]
    served: list[BranchServiceArea]


def places(stage: Stage) -> Places:
    """The whole map of the company."""
    opened = stage.ago(900)
    company = Organization(
        id=stage.id(opened), name="Duskline Lighting (sample)", created_at=opened, updated_at=opened
    )
    regions = [
        Region(id=stage.id(opened), organization_id=company.id, name=name, code=code, created_at=opened)
        for name, code in REGIONS
    ]
    branches = [
        Branch(
            id=town.id, region_id=regions[town.region].id, name=town.name, address=town.address(stage.chance),
            phone=f"({town.area_codes[0]}) 555-0100", created_at=stage.ago(880 - 60 * number),
        )
        for number, town in enumerate(TOWNS)
    ]  # fmt: skip
    served = [
        BranchServiceArea(zip=f"{zip_code:05}", branch_id=town.id)
        for town in TOWNS
        for zip_code in range(town.first_zip, town.last_zip + 1)
    ]
    return Places(company, regions, branches, served)
