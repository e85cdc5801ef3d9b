"""Photos that visitors sent. Who may enter: those who may see messages or clients, and what the photo was sent with."""

from __future__ import annotations

from litestar import Response
from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read
from duskline.core.media import images
from duskline.core.media.images import Small
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.errors import NotFound
from duskline.models.pictures import photos
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.sales import Client, Lead, QuoteRequest
from duskline.models.records.service import SupportTicket
from duskline.models.records.visitors import VisitorPhoto, VisitorReference
from duskline.policy import SEE_ENQUIRIES, SEE_VISITOR_PHOTOS
from duskline.services import services


@read("/api/panel/visitor-photos/{id:str}", may=SEE_VISITOR_PHOTOS, media_type=images.WEBP)
async def visitor_photo(db: Db, request: StrictRequest, id: str, small: Small = False) -> Response[bytes]:
    """One photo, for those whose scope holds what it was sent with."""
    reference = await db.scalar(
        select(VisitorReference)
        .join(VisitorPhoto, VisitorPhoto.reference_id == VisitorReference.id)
        .where(VisitorPhoto.id == id)
    )
    if reference is None or not await _may_see(db, reference):
        raise NotFound
    name = photos.file(photos.visitor_stem(id), SMALL if small else LARGE)
    content = await services(request).files.get(name)
    if content is None:
        raise NotFound
    return Response(content, media_type=images.WEBP)


async def _may_see(db: Db, reference: VisitorReference) -> bool:
    """Messages belong to the company; a request, and what became of a message, lies in a branch."""
    if reference.enquiry_id is None:
        lead = select(Lead.id).join(QuoteRequest, QuoteRequest.lead_id == Lead.id)
        return await db.scalar(lead.where(QuoteRequest.id == reference.quote_request_id)) is not None
    if SEE_ENQUIRIES.lets(db.actor):
        return True
    became = EnquiryHandling.id == reference.enquiry_id
    for entity, column in (
        (Lead, EnquiryHandling.lead_id), (Client, EnquiryHandling.client_id), (SupportTicket, EnquiryHandling.ticket_id),
    ):  # fmt: skip
        if (
            await db.scalar(select(entity.id).join(EnquiryHandling, column == entity.id).where(became))
            is not None
        ):
            return True
    return False


ROUTES = [visitor_photo]
