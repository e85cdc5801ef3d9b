"""Users, and all that signs them in or is theirs alone: sessions, second factors, passkeys, tokens, links, preferences, saved views."""

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
