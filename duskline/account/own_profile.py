"""One's own name, telephone number and picture. Who may enter: staff, of any role or none."""

from __future__ import annotations

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, patch, post
from duskline.core.media import images
from duskline.core.media.images import Upload
from duskline.core.values.bodies import UNSET, Body, Name, Phone, UnsetType
from duskline.models.people.people import User
from duskline.models.pictures import photos
from duskline.policy import STAFF, oneself
from duskline.services import services

PICTURE = "/api/auth/user/picture"


class OwnProfile(Body):
    first_name: Name | UnsetType = UNSET
    last_name: Name | UnsetType | None = UNSET
    phone: Phone | UnsetType | None = UNSET


async def _oneself(db: Db) -> User:
    db.act_as(oneself(db.actor.id))
    return await db.find_locked(User, db.actor.id)


@change(patch, "/api/auth/user", may=STAFF, status=204)
async def edit_oneself(db: Db, data: OwnProfile) -> None:
    """Changes one's own name and telephone number; role, place and status are for others to change."""
    (await _oneself(db)).apply(data.given())


async def _process(request: StrictRequest, image: Upload) -> str:
    """The picture as files of ours; answers its address."""
    ours, address = services(request), photos.new_face()
    picture = await ours.images.processed(image, staff=True)
    await photos.keep(ours.files, photos.face_stem(address) or "", picture)
    return address


@change(
    post,
    PICTURE,
    may=STAFF,
    status=204,
    form=images.ImageForm(),
    body_limit=images.BODY_LIMIT,
    prepare=_process,
)
async def show_oneself(db: Db, prepared: str) -> None:
    """A picture of oneself, in place of the former, whose files go."""
    (await _oneself(db)).profile_image_url = prepared


@change(delete, PICTURE, may=STAFF, status=204)
async def hide_oneself(db: Db) -> None:
    """Takes one's picture away."""
    (await _oneself(db)).profile_image_url = None


ROUTES = [edit_oneself, show_oneself, hide_oneself]
