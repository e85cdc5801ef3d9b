"""Who signs in and by what: users, sessions, second factors, passkeys, tokens, links, and how each wants to see and hear things."""

from duskline.models.people import (
    access_links,
    api_tokens,
    calendar_feeds,
    passkeys,
    people,
    preferences,
    saved_views,
    second_factors,
    sessions,
)

__all__ = [
    "access_links",
    "api_tokens",
    "calendar_feeds",
    "passkeys",
    "people",
    "preferences",
    "saved_views",
    "second_factors",
    "sessions",
]
