"""How long a text, how large a number and how many entries each call takes (product.md, rule 11)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import inspect as shapes

from duskline.models.people.people import NewUser
from duskline.models.site.content import NewPost
from duskline.panel.pictures.drawings import Drop
from duskline.panel.records.work_order_photos import SitePhotoForm
from duskline.panel.records.work_orders import KeptPhoto, UsedMaterial
from duskline.panel.schedule.operations import (
    ArrivalWindow,
    Closing,
    SeenMaterial,
    SiteCheck,
    SiteMaterial,
    SiteNotes,
    SiteRun,
)
from duskline.public.drawings import DrawingForm
from duskline.public.gallery import PhotoForm
from tests.laws.routes import CALLS
from tests.laws.samples import fields_of

BODIES: set[Any] = {call.body for call in CALLS if call.body is not None} | {
    NewPost, NewUser, KeptPhoto, UsedMaterial, PhotoForm, SitePhotoForm, ArrivalWindow, Closing, SeenMaterial, SiteCheck, SiteMaterial, SiteNotes, SiteRun, Drop, DrawingForm,
}  # fmt: skip
BOUNDS: dict[str, tuple[int | None, int | None]] = {
    "name": (1, 200), "title": (1, 200), "subject": (1, 200), "author": (2, 200),
    "email": (None, 254), "phone": (None, 40), "address": (None, 300), "source": (None, 300), "location": (2, 300),
    "zip": (None, 10), "website": (None, 10_000), "password": (1, 1024), "url": (None, 300), "unit": (None, 40),
    "description": (None, 10_000), "notes": (None, 10_000), "message": (10, 10_000),
    "id": (1, 36), "assignedTo": (1, 36), "branchId": (1, 36), "clientId": (1, 36), "leadId": (1, 36),
    "createdBy": (1, 36), "by": (1, 36),
    "recordId": (1, 36), "until": (1, 36), "workOrderId": (1, 36), "warrantyId": (1, 36), "ticketId": (1, 36), "earlierId": (1, 36),
    "propertyId": (1, 36), "oneId": (1, 36), "otherId": (1, 36), "goneId": (1, 36),
    "street": (None, 300), "reason": (None, 300), "key": (22, 64), "reference": (9, 9), "words": (None, 10_000),
    "lostReason": (1, 80), "lostNote": (None, 10_000), "access": (None, 10_000), "hazards": (None, 10_000),
    "promised": (None, 10_000),
    "userId": (1, 36), "startMinute": (0, None), "endMinute": (1, 1_440), "crew": (None, 12), "accept": (None, 3),
    "position": (0, 10_000), "crews": (0, 200), "visits": (1, 200),
    "serial": (None, 80), "color": (None, 80), "timeZone": (1, 60),
    "minutes": (0, 1_440), "dueMinute": (0, None), "stories": (1, 20), "hours": (1, 1_000), "crewSize": (1, 20),
    "place": (1, 2_147_483_647), "caption": (None, 120),
    "images": (None, 30), "materialsUsed": (None, 100), "materials": (None, 100), "checks": (None, 40), "missing": (None, 300), "item": (1, 36), "base": (None, 10_000), "met": (1, 200), "parts": (None, 100),
    "scheme": (None, 100), "estimatedValue": (0, 2_147_483_647), "feet": (20, 1_000), "quantity": (0, 1_000_000), "secondsOpen": (None, None),
    "note": (None, 200), "text": (None, 10_000), "rating": (1, 5), "details": (None, 4), "imageAlt": (None, 300),
    "excerpt": (10, 10_000), "content": (50, 50_000), "image": (None, 300), "readTime": (1, 40),
    "plan": (2, 4_096), "drops": (None, 24), "line": (7, 119), "runs": (None, 24),
    "textsPrivacy": (1, 50_000), "textsTerms": (1, 50_000), "brand": (1, 40), "legalName": (1, 200), "tagline": (1, 300), "foundedYear": (1800, 2100), "serviceArea": (1, 300),
    "answersWithin": (1, 365), "installTime": (1, 300), "priceLow": (1, 10_000_000), "priceHigh": (1, 10_000_000),
    "ratePerFootLow": (1, 10_000), "ratePerFootHigh": (1, 10_000), "warrantyProductYears": (1, 100),
    "warrantyLaborYears": (1, 100), "warrantyTermsVersion": (1, 40),
    **{f"rateFactors{name}": (10, 400) for name in ("Business", "TwoStories", "ThreeStories", "Front", "FrontShare")},
    **{f"social{name}": (None, 500) for name in ("Facebook", "Twitter", "Instagram", "Linkedin", "Youtube")},
    "firstName": (1, 200), "lastName": (1, 200), "regionId": (1, 36), "token": (1, 100), "link": (1, 200), "stand": (None, 40), "present": (1, 1024), "code": (1, 40),
    "challenge": (1, 64), "clientData": (1, 8_000), "attestation": (1, 8_000), "authenticatorData": (1, 8_000), "signature": (1, 8_000),
    "transports": (None, 8),
    "sessionIdleMinutes": (5, 60), "sessionHours": (1, 12), "keepNotificationsDays": (7, 365), "keepLettersDays": (7, 365),
    "keepHistoryYears": (1, 100),
    "landingPage": (None, 300), "campaign": (None, 100), "ofBranch": (1, 36), "report": (None, 40), "measures": (None, 12), "seal": (1, 64),
    "rows": (1, 50), "query": (None, 2_000), "columns": (None, 40), "keepMessagesYears": (1, 100), "keepLostLeadsYears": (1, 100), "keepRequestsYears": (1, 100),
    "keepSpamDays": (1, 3_650), "keepUnsubscribedDays": (1, 3_650),
}  # fmt: skip
"""Shortest and longest, or least and most, or how many; None is no bound."""
ELSEWHERE: dict[tuple[str, str], tuple[int | None, int | None]] = {
    **{(body, "note"): (None, 300) for body in ("NewAbsence", "AbsenceEdit", "BranchDayEdit")}, ("NewMove", "reason"): (1, 300),
    ("ContactSettingsEdit", "address"): (1, 300), ("ContactSettingsEdit", "phone"): (1, 40),
    ("ContactSettingsEdit", "hours"): (1, 300),
    ("NewClient", "address"): (1, 300), ("ClientEdit", "address"): (1, 300),
    ("NewTicket", "description"): (1, 10_000), ("TicketEdit", "description"): (1, 10_000),
    ("PhotoEdit", "place"): (0, 2_147_483_647), ("NewPhoto", "description"): (10, 10_000),
    ("PhotoEdit", "description"): (10, 10_000), ("PhotoForm", "description"): (10, 10_000),
    ("ContactMessage", "name"): (2, 200), ("NewQuote", "name"): (2, 200), ("PhotoForm", "name"): (2, 200),
    ("VisitAnswer", "words"): (None, 1_000),
    ("NewSavedView", "name"): (1, 60), ("SavedViewEdit", "name"): (1, 60), ("Asked", "words"): (None, 2_000), ("NewErasure", "confirm"): (1, 254),
    ("RequestAnswer", "note"): (None, 10_000), ("ColumnMatching", "matching"): (None, 100),
    ("NewChecklistItem", "words"): (1, 120), ("ChecklistItemEdit", "words"): (1, 120),
    ("NewChoice", "words"): (1, 80), ("ChoiceEdit", "words"): (1, 80),
    ("NewNextStep", "words"): (1, 200), ("NextStepEdit", "words"): (1, 200),
    ("PreferencesEdit", "kinds"): (None, 20), ("PreferencesEdit", "quietFrom"): (0, None), ("PreferencesEdit", "quietUntil"): (0, None),
    ("NewProperty", "address"): (1, 300), ("PropertyEdit", "address"): (1, 300),
    ("NewProperty", "feet"): (20, 10_000), ("PropertyEdit", "feet"): (20, 10_000),
    ("NewWorkOrder", "feet"): (1, 10_000), ("WorkOrderDetailsEdit", "feet"): (1, 10_000), ("Part", "feet"): (0, 10_000), ("WarrantyEdit", "parts"): (None, 40),
    ("NewPost", "title"): (5, 200), ("NewPost", "category"): (2, 40),
    ("NewUser", "password"): (8, 1024), ("LinkUse", "password"): (8, 1024), ("NewOwnPassword", "password"): (8, 1024),
    **{(body, name): bound for body in ("NewDraft", "DraftEdit") for name, bound in (
        ("author", (1, 200)), ("excerpt", (None, 10_000)), ("content", (None, 50_000)),
    )},
    **{(body, name): bound for body in ("NewBranch", "BranchEdit") for name, bound in (
        ("address", (1, 300)), ("openHours", (None, 7)), ("holidays", (None, 100)), ("crews", (1, 200)),
    )},
    ("NewApiToken", "name"): (1, 80),
    **{(body, name): bound for body in ("NewSavedReport", "SavedReportEdit") for name, bound in (("name", (1, 100)), ("by", (None, 40)))},
    ("Drop", "words"): (1, 120), ("SiteRun", "feet"): (1, 1_000),
    **{(body, "caption"): (None, 200) for body in ("KeptPhoto", "SitePhotoForm", "SitePhotoEdit")},
    ("NewApiToken", "areas"): (1, 3),
    **{(body, name): bound for body in ("NewWebhook", "WebhookEdit") for name, bound in (("url", (1, 500)), ("events", (1, 12)))},
    ("NewApiToken", "days"): (1, 365),
    **{(body, "code"): (1, 20) for body in ("NewRegion", "RegionEdit")},
    ("Holiday", "name"): (1, 80), ("SetupEdit", "notNeeded"): (None, 7),
    ("ZipList", "text"): (1, 1_000_000),
    ("ZipRemoval", "zips"): (None, 20_000),
    ("Preview", "content"): (None, 50_000),
    ("Assertion", "id"): (1, 1_400), ("NewPasskey", "id"): (1, 1_400), ("NewPasskey", "name"): (1, 60), ("PasskeyEdit", "name"): (1, 60),
    **{("LetterWordsEdit", name): bound for name, bound in (
        ("subject", (1, 150)), ("words", (1, 3_000)), ("below", (None, 1_500)),
    )},
}  # fmt: skip
"""Where a body is stricter than its field's name says."""


def bounds(kind: shapes.Type) -> tuple[int | None, int | None] | None:
    """Those of a field; None for what has none, such as a choice."""
    match kind:
        case shapes.Metadata(type=inner):
            return bounds(inner)
        case shapes.UnionType(types=types):
            return next((found for one in types if (found := bounds(one)) is not None), None)
        case shapes.StrType() | shapes.ListType():
            return kind.min_length, kind.max_length
        case shapes.IntType() | shapes.FloatType():
            return kind.ge, kind.le  # type: ignore[return-value]
    return None


@pytest.mark.parametrize("body", sorted(BODIES, key=str), ids=lambda body: str(body.__name__))
def test_every_field_has_its_bounds(body: Any) -> None:
    found = {field.encode_name: bounds(field.type) for field in fields_of(body)}
    expected = {
        name: ELSEWHERE.get((body.__name__, name), BOUNDS.get(name))
        for name, bound in found.items()
        if bound is not None
    }
    assert {name: bound for name, bound in found.items() if bound is not None} == expected
