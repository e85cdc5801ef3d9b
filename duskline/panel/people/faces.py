"""Pictures of people. Who may enter: staff with a role, for those whose names they may read (product.md, rule 19)."""

from __future__ import annotations

from litestar import Response
from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read
from duskline.core.media import images
from duskline.core.media.worker import SMALL
from duskline.core.system.errors import NotFound
from duskline.models.people.people import Colleague
from duskline.models.pictures import photos
from duskline.policy import STAFF_WITH_ROLE
from duskline.services import services

PATH = "/api/panel/faces"


@read(PATH + "/{name:str}", may=STAFF_WITH_ROLE, media_type=images.WEBP)
async def face(db: Db, request: StrictRequest, name: str) -> Response[bytes]:
    """A colleague's picture, by the last part of its address."""
    theirs = select(Colleague.profile_image_url).where(Colleague.profile_image_url == f"{PATH}/{name}")
    # Asked for each time: what was read goes with its session (decision 79). Another picture has another name.
    headers = {"Cache-Control": "private, no-cache", "ETag": f'"{name}"'}
    stem = photos.face_stem(await db.scalar(theirs.limit(1)) or "")
    content = await services(request).files.get(photos.file(stem, SMALL)) if stem else None
    if content is None:
        raise NotFound
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=images.WEBP)
    return Response(content, media_type=images.WEBP, headers=headers)


ROUTES = [face]
