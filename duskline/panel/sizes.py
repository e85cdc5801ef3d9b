"""How large a job or a building is, as request bodies name it."""

from __future__ import annotations

from typing import Annotated

from duskline.core.http.bodies import Meta

Feet = Annotated[int, Meta(ge=1, le=10_000, extra={"say": "Please enter feet, from 1 to 10,000"})]
Stories = Annotated[int, Meta(ge=1, le=20, extra={"say": "Choose 1 to 20 stories"})]
Hours = Annotated[int, Meta(ge=1, le=1_000, extra={"say": "Please enter hours, from 1 to 1,000"})]
CrewSize = Annotated[int, Meta(ge=1, le=20, extra={"say": "Choose a crew of 1 to 20"})]
