"""Tables and their invariants. No HTTP and no commit here; importing this package maps every table."""

from duskline.core import chores
from duskline.core.data import audit, counts, keys
from duskline.core.http import idempotency, rate_limits
from duskline.core.mail import bounces, outbox
from duskline.models import (
    about,
    access_links,
    activities,
    api_tokens,
    arrivals,
    availability,
    calendar_feeds,
    checklists,
    choices,
    content,
    conversions,
    details,
    drawings,
    enquiries,
    imports,
    moves,
    newsletters,
    next_steps,
    notifications,
    passkeys,
    people,
    places,
    planning,
    posts,
    preferences,
    properties,
    sales,
    samples,
    second_factors,
    service,
    sessions,
    settings,
    site,
    status_changes,
    visit_letters,
    visitors,
    visits,
    warranties,
    webhooks,
)  # fmt: skip

__all__ = [
    "about", "access_links", "activities", "api_tokens", "arrivals", "audit", "availability", "bounces", "calendar_feeds", "checklists", "choices", "chores", "content", "conversions", "counts", "details", "drawings", "enquiries", "idempotency", "imports",
    "keys", "moves", "newsletters", "next_steps", "notifications", "outbox", "passkeys", "people", "places", "planning", "posts", "preferences", "properties", "rate_limits", "sales", "samples", "second_factors", "service", "sessions", "settings", "site",
    "status_changes", "unfinished", "visit_letters", "visitors", "visits",
    "warranties", "webhooks",
]  # fmt: skip
