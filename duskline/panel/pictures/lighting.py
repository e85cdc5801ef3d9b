"""A lighting plan as calls answer it: runs with what they come to, and what was measured of them."""

from __future__ import annotations

from datetime import datetime

from duskline.core.values.bodies import ResponseModel
from duskline.models.pictures.drawings import Lighting


class DrawnRun(ResponseModel):
    """One line of a drawing, by its places, and what it comes to."""

    line: str
    feet: float | None
    low: int | None
    high: int | None
    """Between which whole feet it lies, as people read it."""
    bulbs: int | None
    """Of what was measured on site, else of what the drawing says."""
    drop: str | None
    """Where power comes in."""
    measured: float | None
    """Feet on site."""
    measured_by: str | None
    measured_at: datetime | None


class LightingPlan(ResponseModel):
    """What a drawing asks for, in what must be known on site."""

    id: str
    picture: str | None
    """Where staff see the picture that it is drawn on; none where the visitor kept it."""
    aspect: float
    """Width of the picture by its height."""
    scheme: str
    colors: list[int] | None
    """In place of the scheme's."""
    effect: str
    brightness: int
    spacing: int
    """Inches from bulb to bulb."""
    runs: list[DrawnRun]
    feet: float | None
    low: int | None
    high: int | None
    bulbs: int | None


def lighting_row(told: Lighting | None) -> LightingPlan | None:
    if told is None:
        return None
    runs = [DrawnRun(*run) for run in told.figures.runs]
    return LightingPlan(*told[:-1], runs, *told.figures[1:])
