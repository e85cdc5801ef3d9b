"""The pictures that staff add for pages: of posts, of what stands in the sections of pages, and of the gallery.

Who may enter: those who see Settings, because they fill the gallery; to look at one, those who edit the organization's
configuration. The calls are named after posts, which came first.
"""

from __future__ import annotations

from litestar import Response
from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.media import images
from duskline.core.media.images import Small, Upload
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import ResponseModel
from duskline.models.pictures import photos
from duskline.models.site.posts import PostDraft
from duskline.models.site.site import SiteItem
from duskline.policy import EDIT_CONFIG, SETTINGS
from duskline.services import services

PATH = "/api/panel/post-pictures"


class KeptPicture(ResponseModel):
    image: str


async def process(request: StrictRequest, image: Upload) -> str:
    """The picture as files of ours; answers the address that it has once it is shown."""
    parts = services(request)
    address = photos.new_address()
    picture = await parts.images.processed(image, staff=True)
    await photos.keep(parts.files, photos.gallery_stem(address) or "", picture)
    return address


@change(post, PATH, may=SETTINGS, form=images.ImageForm(), body_limit=images.BODY_LIMIT, prepare=process)
async def add_post_picture(db: Db, prepared: str) -> KeptPicture:
    """Takes a picture for a post, a section or the gallery; what nothing names a week later goes."""
    return KeptPicture(prepared)


@read(PATH + "/{name:str}", may=EDIT_CONFIG, media_type=images.WEBP)
async def post_picture(db: Db, request: StrictRequest, name: str, small: Small = False) -> Response[bytes]:
    """The picture of a draft or an item, shown or not, by the last part of its address."""
    address = f"/uploads/{name}"
    named = False
    for column in (PostDraft.image, SiteItem.image):
        named = named or await db.scalar(select(column).where(column == address).limit(1)) is not None
    stem = photos.gallery_stem(address) if named else None
    content = (
        await services(request).files.get(photos.file(stem, SMALL if small else LARGE)) if stem else None
    )
    if content is None:
        raise NotFound
    return Response(content, media_type=images.WEBP)


ROUTES = [add_post_picture, post_picture]
