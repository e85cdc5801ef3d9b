"""How large a job or a building is, and how much of something, as request bodies name it."""

from __future__ import annotations

from typing import Annotated

from duskline.core.values.bodies import Meta
from duskline.models.pictures.drawings import LONGEST_LINE

Feet = Annotated[int, Meta(ge=1, le=10_000, extra={"say": "Please enter feet, from 1 to 10,000"})]
Stories = Annotated[int, Meta(ge=1, le=20, extra={"say": "Choose 1 to 20 stories"})]
Hours = Annotated[int, Meta(ge=1, le=1_000, extra={"say": "Please enter hours, from 1 to 1,000"})]
_MEASURED = Meta(ge=1, le=1_000, extra={"say": "Please enter feet, from 1 to 1,000"})
MeasuredLength = Annotated[int, _MEASURED] | Annotated[float, _MEASURED]
RunLine = Annotated[str, Meta(min_length=7, max_length=LONGEST_LINE)]
"""A line of a drawing, by its places."""
_ENOUGH = Meta(ge=0, le=1_000_000, extra={"say": "Please enter a quantity from 0 to 1,000,000"})
Quantity = Annotated[int, _ENOUGH] | Annotated[float, _ENOUGH]
Unit = Annotated[str, Meta(max_length=40)]
CrewSize = Annotated[int, Meta(ge=1, le=20, extra={"say": "Choose a crew of 1 to 20"})]
