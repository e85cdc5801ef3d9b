"""What every table holds about people, and what becomes of it when somebody asks to be forgotten: the whole of it on one screen.

Each row of `HELD` is a table: what people call it, the columns that may say something about somebody, how a row is known to be
about a person, and its fate. Tables that hold nothing about people stand in `NOTHING`, with the columns of text that they have. A law
test (`tests/laws/test_personal_data.py`) asks for every column of text of every table in one of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from duskline.core.data.audit import AuditLog, SecurityEvent
from duskline.core.data.base import Base
from duskline.core.data.calls import Operation, RateLimit
from duskline.core.data.changes import SetAside
from duskline.core.data.counts import RecordCount
from duskline.core.data.facts import FAMILIES
from duskline.core.data.figures import DailyFigure
from duskline.core.data.keys import ServerKey
from duskline.core.data.personal import Fate, Part, Personal, Whose
from duskline.core.data.unfinished import Unfinished
from duskline.core.jobs.chores import ChoreState
from duskline.core.mail.bounces import BouncedAddress
from duskline.core.mail.outbox import Mail
from duskline.models.company.availability import Absence, BranchDay
from duskline.models.company.checklists import ChecklistItem, VisitCheck
from duskline.models.notifying.notifications import Notification
from duskline.models.notifying.webhooks import Delivery, Webhook
from duskline.models.people.access_links import AccessLink
from duskline.models.people.api_tokens import ApiToken
from duskline.models.people.calendar_feeds import CalendarFeed
from duskline.models.people.passkeys import Passkey, PasskeyChallenge
from duskline.models.people.people import User, UserStatus
from duskline.models.people.preferences import MailHours, Preference
from duskline.models.people.saved_views import ListLook, SavedView
from duskline.models.people.second_factors import Authenticator, RecoveryCode
from duskline.models.people.sessions import SignIn
from duskline.models.pictures import photos
from duskline.models.pictures.drawings import Drawing, MeasuredRun
from duskline.models.places.choices import LeadSource, LostReason
from duskline.models.places.places import Branch, BranchDetails, BranchServiceArea, Organization, Region
from duskline.models.places.settings import Setting
from duskline.models.privacy.privacy import Erasure, PrivacyRequest, nobodys_secret
from duskline.models.records.activities import Activity, NextStep
from duskline.models.records.conversions import FORGOTTEN, Conversion, DismissedMatch, Merge
from duskline.models.records.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, NewsletterSubscription
from duskline.models.records.imports import Import, ImportMatching, ImportRow, rows_of_records
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead, QuoteRequest
from duskline.models.records.service import DroppedPhoto, SupportTicket, WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.visitors import VisitorPhoto, VisitorReference
from duskline.models.records.visits import FormerCrew, Visit, VisitCrew
from duskline.models.records.warranties import Warranty, WarrantyPart, WarrantyStatus
from duskline.models.reporting.fact_zones import FactZone
from duskline.models.reporting.saved_reports import ReportLetter, SavedReport
from duskline.models.samples import SampleRow
from duskline.models.schedule.arrivals import ArrivalLetter
from duskline.models.schedule.moves import ScheduleMove
from duskline.models.schedule.visit_letters import VisitChange, VisitLetter
from duskline.models.site.content import BlogPost, ContentVersion, GallerySubmission
from duskline.models.site.newsletters import Newsletter, SubscriptionEnd
from duskline.models.site.posts import PostDraft
from duskline.models.site.site import SiteItem, SiteSection

NAME, EMAIL, PHONE, PLACE = Part.NAME, Part.EMAIL, Part.PHONE, Part.PLACE
TITLE, WORDS, DATA, BYTES, MENTION = Part.TITLE, Part.WORDS, Part.DATA, Part.BYTES, Part.MENTION
ERASE, ANONYMISE, KEEP = Fate.ERASE, Fate.ANONYMISE, Fate.KEEP
OWN, ADDRESS, RECORD = Whose.OWN, Whose.ADDRESS, Whose.RECORD
PROMISED = (
    "A warranty that is in force is a contract: it names its holder and place until it ends, so that both sides can claim it"
    " (GDPR, article 17(3)(e); UCC § 2-725)."
)
ACCOUNTED = "Who did what is kept without what it said about the person, to answer for it (GDPR, articles 5(2) and 17(3)(b))."
PUBLISHED = (
    "The company's own published words. Take the person out in Settings, Content, Posts or Organization."
)
CAME = {"landing_page": MENTION, "campaign": MENTION}
"""How a visitor came; a letter's link may have named them."""
DERIVED = frozenset({"email_key", "phone_key", "place_key", "name_key", "search"})
"""Columns that follow from those beside them."""


def _in_force(warranty: Warranty) -> bool:
    return warranty.status == WarrantyStatus.CONFIRMED and warranty.product_ends >= datetime.now(UTC).date()


def _stem(address: str | None, kind: Any) -> list[str]:
    stem = kind(address or "")
    return [stem] if stem else []


HELD: Mapping[type[Base], Personal] = MappingProxyType({
    Lead: Personal(
        says="Leads", fate=ANONYMISE, own=("email", "phone"), whose=OWN, of=("id",),
        parts={"name": NAME, "email": EMAIL, "phone": PHONE, "address": PLACE, "notes": WORDS, "source": MENTION},
        free=("counted_as", "step", "step_of"),
    ),
    LeadDetails: Personal(
        says="Details of leads", fate=ANONYMISE, also=("client_id",), parts={"lost_note": WORDS}, free=("lost_reason",),
    ),
    QuoteRequest: Personal(
        says="Quote requests", fate=ANONYMISE, own=("email_key", "phone"), whose=RECORD, sent=True,
        parts={"email_key": EMAIL, "name": NAME, "phone": PHONE, "street": PLACE, "zip": WORDS, **CAME},
        free=("property_type", "coverage", "scheme", "preferred_time"),
        chosen=("property_type", "coverage", "scheme", "preferred_time"),
    ),
    Client: Personal(
        says="Clients", fate=ANONYMISE, own=("email", "phone"), whose=OWN, of=("id",), also=("lead_id",),
        parts={"name": NAME, "email": EMAIL, "phone": PHONE, "address": PLACE},
    ),
    Property: Personal(
        says="Properties", fate=ANONYMISE, of=("id",),
        parts={"name": TITLE, "address": PLACE, "access": WORDS, "hazards": WORDS},
    ),
    WorkOrder: Personal(
        says="Work orders", fate=ANONYMISE, of=("id",),
        parts={"title": TITLE, "description": WORDS, "notes": WORDS, "images": DATA, "materials_used": MENTION},
        files=lambda row: [photos.order_stem(row.id, photo["id"]) for photo in row.images],
    ),
    WorkOrderDetails: Personal(
        says="Details of work orders", fate=ANONYMISE,
        parts={"promised": WORDS, "reason": WORDS}, blanks={"tells_client": False},
    ),
    DroppedPhoto: Personal(
        says="Photos taken off work orders", fate=ERASE, parts={"photo": DATA},
        files=lambda row: [photos.order_stem(row.work_order_id, row.id)],
    ),
    SupportTicket: Personal(
        says="Tickets", fate=ANONYMISE, of=("id",), parts={"subject": TITLE, "description": WORDS},
    ),
    TicketDetails: Personal(
        says="Details of tickets", fate=ANONYMISE, parts={},
    ),
    Warranty: Personal(
        says="Warranties", fate=ANONYMISE, parts={"holder": NAME, "place": PLACE},
        free=("number", "serials", "terms_version"), chosen=("number", "serials", "terms_version"), why=PROMISED, kept=_in_force,
    ),
    Activity: Personal(says="Calls and notes", fate=ANONYMISE, parts={"words": WORDS}, free=("record_id",)),
    NextStep: Personal(says="Next steps", fate=ANONYMISE, parts={"words": TITLE}, free=("record_id",)),
    Visit: Personal(
        says="Visits", fate=ANONYMISE,
        parts={"reason": WORDS, "replied": DATA, "met": NAME, "missing": WORDS}, free=("crew", "record_id"),
    ),
    VisitLetter: Personal(
        says="Letters about visits", fate=ERASE, own=("email",), whose=RECORD,
        parts={"name": NAME, "email": EMAIL, "visits": DATA, "words": WORDS}, free=("client_id",),
    ),
    ArrivalLetter: Personal(
        says="Letters that the crew was on its way", fate=ERASE, own=("email",), whose=RECORD,
        parts={"name": NAME, "email": EMAIL, "missed": WORDS},
    ),
    ContactSubmission: Personal(
        says="Messages", fate=ANONYMISE, own=("email", "phone"), whose=OWN, sent=True, of=("id",), wrote=("message",),
        parts={"name": NAME, "email": EMAIL, "phone": PHONE, "message": WORDS},
    ),
    EnquiryHandling: Personal(
        says="Details of messages", fate=ANONYMISE,
        parts={"street": PLACE, "topic": MENTION, **CAME}, free=("preferred_time",), chosen=("preferred_time",),
    ),
    VisitorReference: Personal(
        says="Reference numbers", fate=ERASE, of=("quote_request_id",), parts={}, free=("number", "key_hash"), chosen=("number",),
    ),
    VisitorPhoto: Personal(
        says="Photos sent with requests", fate=ERASE, of=("reference_id",), parts={},
        files=lambda row: [photos.visitor_stem(row.id)],
    ),
    Drawing: Personal(
        says="Drawings of lights", fate=ERASE, of=("reference_id",), parts={"sent": WORDS, "corrected": WORDS, "drops": DATA},
        free=("picture_id",), files=lambda row: [photos.visitor_stem(row.picture_id)] if row.picture_id else [],
    ),
    GallerySubmission: Personal(
        says="Photos for the gallery", fate=ERASE, own=("email",), whose=ADDRESS,
        parts={"name": NAME, "email": EMAIL, "location": PLACE, "description": WORDS, "caption": WORDS, "consent": WORDS},
        free=("image_url",), files=lambda row: _stem(row.image_url, photos.gallery_stem),
    ),
    NewsletterSubscription: Personal(
        says="Newsletter subscriptions", fate=ERASE, mentions=ERASE, own=("email",), whose=ADDRESS, parts={"email": EMAIL},
    ),
    SubscriptionEnd: Personal(says="Ends of subscriptions", fate=ERASE, of=("subscription_id",), parts={}),
    Mail: Personal(
        says="Emails", fate=ERASE, own=("recipient",), whose=ADDRESS, of=("about",),
        parts={"recipient": EMAIL, "subject": TITLE, "letter": WORDS, "about": WORDS, "fault": WORDS, "before": DATA},
        free=("kind", "key", "lease"),
    ),
    BouncedAddress: Personal(
        says="Bounced addresses", fate=ERASE, mentions=ERASE, own=("email",), whose=ADDRESS, parts={"email": EMAIL, "fault": WORDS},
    ),
    Notification: Personal(
        says="Notifications", fate=ERASE, of=("user_id",), parts={}, free=("kind", "key", "letter", "record_id"),
    ),
    Delivery: Personal(
        says="Deliveries to webhooks", fate=ERASE, parts={"body": WORDS, "answer": WORDS, "fault": WORDS},
        free=("event", "record_id"), withheld=("body", "answer", "fault"),
    ),
    Operation: Personal(
        says="Answers kept for repeats", fate=ANONYMISE, parts={"answer": BYTES}, shown_in=("answer",), withheld=("answer",),
        free=("id", "digest", "etag", "record_id"), blanks={"status": None},
    ),
    RateLimit: Personal(says="Counts of attempts", fate=ERASE, mentions=ERASE, parts={"key": WORDS}),
    Conversion: Personal(
        says="Kept for Undo", fate=ANONYMISE, parts={"before": DATA}, free=("from_id", "to_id"), blanks={"before": FORGOTTEN},
        withheld=("before",),
    ),
    Merge: Personal(
        says="Merged records", fate=ANONYMISE, also=("kept_id", "gone_id"), ended="undone_at", blanks={"gone": FORGOTTEN},
        parts={"gone": DATA, "before": DATA}, free=("kind", "kept_id", "gone_id", "moved"), withheld=("gone", "before"),
    ),
    ScheduleMove: Personal(says="Moves of the schedule", fate=ANONYMISE, parts={"reason": WORDS, "items": MENTION}),
    AuditLog: Personal(
        says="Who did what", fate=ANONYMISE, parts={"changes": DATA}, withheld=("changes",), why=ACCOUNTED,
        free=("action", "entity_type", "entity_id", "ip_address", "user_agent", "token_id", "place_id"),
    ),
    SecurityEvent: Personal(
        says="Sign-ins, downloads and email", fate=ANONYMISE, parts={"details": DATA}, why=ACCOUNTED,
        free=("kind", "ip_address", "user_agent", "token_id", "place_id"), chosen=("kind",),
    ),
    PrivacyRequest: Personal(
        says="Requests about data", fate=ANONYMISE, own=("email",), whose=ADDRESS, parts={"email": EMAIL, "words": WORDS, "note": WORDS},
        free=("secret",), blanks={"secret": nobodys_secret},
    ),
    User: Personal(
        says="Accounts", fate=ANONYMISE, own=("email", "phone"), whose=OWN,
        parts={"email": EMAIL, "first_name": NAME, "last_name": NAME, "phone": PHONE, "profile_image_url": WORDS},
        free=("password", "known_by"), files=lambda row: _stem(row.profile_image_url, photos.face_stem),
        blanks={"password": "", "status": UserStatus.INACTIVE, "role": None},
    ),
    SavedView: Personal(
        says="Saved views", fate=ERASE, of=("user_id",), parts={"name": MENTION, "query": MENTION}, withheld=("name", "query"),
    ),
    Import: Personal(
        says="Imported files", fate=ANONYMISE, parts={"file": MENTION, "sheet": MENTION, "columns": MENTION, "defaults": MENTION, "unsettled": MENTION},
        free=("encoding", "separator", "matching", "fault", "lease"),
    ),
    ImportRow: Personal(
        says="Rows of imported files", fate=ANONYMISE, own=("email_key", "phone_key"), whose=ADDRESS, about=rows_of_records,
        parts={
            "cells": DATA, "edits": DATA, "faults": MENTION, "matches": DATA, "filled": MENTION, "email_key": EMAIL, "phone_key": PHONE,
            "place_key": PLACE,
        },
        free=("kept", "subject"), withheld=("matches",),
    ),
    ImportMatching: Personal(
        says="Matchings of columns", fate=ERASE, of=("user_id",), parts={"defaults": MENTION}, free=("headings", "matching"),
        withheld=("defaults",),
    ),
    ListLook: Personal(says="Looks of lists", fate=ERASE, of=("user_id",), parts={}, free=("columns",)),
    Preference: Personal(says="How one is told", fate=ERASE, of=("user_id",), parts={}),
    MailHours: Personal(says="Hours of mail", fate=ERASE, of=("user_id",), parts={}),
    ReportLetter: Personal(says="Reports by mail", fate=ERASE, of=("user_id",), parts={}),
    SavedReport: Personal(
        says="Saved reports", fate=ANONYMISE, parts={"name": MENTION}, free=("report", "measures", "by"),
    ),
    SignIn: Personal(says="Sessions", fate=ERASE, of=("user_id",), parts={"sess": DATA}, free=("sid",)),
    Absence: Personal(says="Absences", fate=ANONYMISE, of=("user_id",), parts={"note": WORDS}),
    AccessLink: Personal(says="Access links", fate=ERASE, of=("user_id",), parts={}, free=("secret",)),
    ApiToken: Personal(says="API tokens", fate=ANONYMISE, of=("user_id",), parts={"name": TITLE}, free=("secret", "areas")),
    CalendarFeed: Personal(says="Calendar feeds", fate=ERASE, of=("user_id",), parts={}, free=("secret",)),
    Passkey: Personal(
        says="Passkeys", fate=ERASE, of=("user_id",), parts={"name": TITLE}, free=("credential", "public_key", "transports"),
    ),
    Authenticator: Personal(says="Authenticator apps", fate=ERASE, of=("user_id",), parts={}, free=("secret",)),
    RecoveryCode: Personal(says="Recovery codes", fate=ERASE, of=("user_id",), parts={}, free=("hash",)),
    BranchDay: Personal(says="Days of branches", fate=ANONYMISE, parts={"note": WORDS}),
    BlogPost: Personal(
        says="Posts", fate=KEEP, parts={"title": TITLE, "excerpt": WORDS, "content": WORDS, "author": NAME}, why=PUBLISHED,
        free=("category", "image", "read_time"),
    ),
    PostDraft: Personal(
        says="Drafts of posts", fate=KEEP, parts={"title": TITLE, "excerpt": WORDS, "content": WORDS, "author": NAME},
        why=PUBLISHED, free=("image",),
    ),
    SiteItem: Personal(
        says="Items of pages", fate=KEEP, why=PUBLISHED, free=("image", "anchor"),
        parts={"title": TITLE, "note": WORDS, "text": WORDS, "details": DATA, "image_alt": WORDS},
    ),
    Setting: Personal(says="Settings", fate=KEEP, parts={"held": DATA}, why=PUBLISHED),
    Branch: Personal(
        says="Branches", fate=KEEP, parts={"name": TITLE, "address": PLACE, "phone": PHONE}, why=PUBLISHED,
    ),
    BranchDetails: Personal(
        says="Details of branches", fate=KEEP, parts={"email": EMAIL, "holidays": DATA}, why=PUBLISHED,
        free=("time_zone", "open_hours"),
    ),
})  # fmt: skip

NOTHING: Mapping[type[Base], tuple[str, ...]] = MappingProxyType({
    BranchServiceArea: ("zip",),
    ChecklistItem: ("words",),
    DismissedMatch: ("one_id", "other_id"),
    StatusChange: ("record_id", "from_status", "to_status"),
    Erasure: ("wanted", "receipt", "fault"),
    ChoreState: ("name", "fault", "lease"),
    ContentVersion: (),
    FactZone: ("zone",),
    Unfinished: ("prefix",),
    FormerCrew: (),
    LeadSource: ("words", "words_key"),
    LostReason: ("words", "words_key"),
    MeasuredRun: ("line", "reference_kind"),
    Newsletter: ("reached",),
    Organization: ("name",),
    PasskeyChallenge: ("challenge",),
    RecordCount: ("kind", "branch_id", "value"),
    Region: ("name", "code"),
    SampleRow: ("of_table", "row_id"),
    ServerKey: ("secret",),
    SiteSection: (),
    VisitChange: (),
    VisitCheck: (),
    VisitCrew: (),
    WarrantyPart: ("serial", "color"),
    Webhook: ("url", "events", "secret", "former", "lease"),
})  # fmt: skip
"""Tables of the company alone, with their columns of text."""


def worked_out() -> frozenset[type[Base]]:
    """Returns fact rows and figures: they follow the records in the same transaction, and what goes there goes here."""
    return frozenset({DailyFigure, SetAside, *(entity for family in FAMILIES for entity in family.entities)})
