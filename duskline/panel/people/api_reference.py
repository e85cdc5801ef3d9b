"""The reference of the API, for those who may make tokens."""

from __future__ import annotations

import asyncio
from typing import Any

from duskline.core.data.database import Reader
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read_rows
from duskline.policy import SETTINGS
from duskline.services import services


@read_rows("/api/panel/api-reference", may=SETTINGS)
async def api_reference(db: Reader, request: StrictRequest) -> dict[str, Any]:
    """The part of the OpenAPI document that is open to API tokens."""
    # The first time it is drawn up, which takes a second.
    return await asyncio.to_thread(services(request).reference)


ROUTES = [api_reference]
