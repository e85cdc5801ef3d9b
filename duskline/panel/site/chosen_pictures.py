"""The pictures that staff choose for pages: whether their files are still there."""

from __future__ import annotations

from typing import Any

from duskline.core.http.requests import StrictRequest
from duskline.core.media.worker import SMALL
from duskline.core.system.errors import Invalid
from duskline.models.pictures import photos
from duskline.services import services

GONE = "This picture is no longer there. Choose it again"


async def still_kept(request: StrictRequest, data: Any) -> None:
    """Refuses a picture of ours whose files are gone: nobody named it for a week. `data` has an `image`, perhaps."""
    stem = photos.gallery_stem(data.image) if isinstance(data.image, str) else None
    if stem and await services(request).files.get(photos.file(stem, SMALL)) is None:
        raise Invalid({"image": GONE})
