"""Bounced addresses: where no letter goes any more. Who may enter: those who edit the organization's configuration."""

from __future__ import annotations

from datetime import datetime

from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, post
from duskline.core.mail.bounces import BouncedAddress
from duskline.core.values.bodies import ResponseModel
from duskline.policy import EDIT_CONFIG

PATH = "/api/panel/bounced-addresses"


class BouncedRow(ResponseModel):
    id: str
    email: str
    fault: str
    """In the words of the mail server."""
    created_at: datetime
    """When it was last refused."""
    lifted_at: datetime | None


LISTING = Listing(BouncedAddress, BouncedRow, where=BouncedAddress.lifted_at.is_(None), searched=False)
bounced_addresses = LISTING.route(PATH, may=EDIT_CONFIG, name="bounced_addresses")


@change(post, PATH + "/{id:str}/lift", may=EDIT_CONFIG, returns=BouncedRow, status=200)
async def lift_bounce(db: Db, id: str) -> BouncedAddress:
    """Letters go there again, until one is refused for good."""
    address = await db.find_for_update(BouncedAddress, id)
    address.lift()
    return address


@change(post, PATH + "/{id:str}/take-back", may=EDIT_CONFIG, returns=BouncedRow, status=200)
async def keep_bounce(db: Db, id: str) -> BouncedAddress:
    """Lifting it was not meant: no letter goes there, as before."""
    address = await db.find_for_update(BouncedAddress, id)
    address.take_back()
    return address


ROUTES = [bounced_addresses, lift_bounce, keep_bounce]
