"""The limits of all calls on one screen. Each allows a number of attempts in a number of minutes, counted by the key that the call names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from duskline.core.http.rate_limits import Limit

MESSAGES = Limit("contact", 20, 60)
SUBSCRIPTIONS = Limit("newsletter", 20, 60)
QUOTES = Limit("quotes", 20, 60)
PHOTOS = Limit("gallery", 20, 60)
PRIVACY_REQUESTS = Limit("privacy-requests", 20, 60)
"""Each of the five for an address."""
VISITOR_PHOTOS = Limit("visitor-photos", 40, 60)
"""For an address: five with each of several requests."""

DRAWINGS = Limit("drawings", 20, 60)
"""For an address: one with each request, and each of them changed now and then."""

CONFIRMED = Limit("confirmations", 3, 24 * 60)
"""For whom a letter goes to: anybody may have typed the address."""

EMAIL_CHECKS = Limit("check-email", 60, 1)
"""For an address."""
SIGN_INS_PER_ACCOUNT = Limit("login-account", 10, 15)
SIGN_INS_PER_ADDRESS = Limit("login-address", 30, 5)
SIGN_INS_IN_ALL = Limit("login-all", 300, 5)

LINKS_ASKED = Limit("links-asked", 20, 60)
"""For an address: letters with a password link."""
SECRETS_REFUSED = Limit("secrets-refused", 30, 15)
"""For an address: links, keys, feeds, API tokens and half sessions that open nothing."""
PASSWORD_LETTERS = Limit("password-letters", 1, 5)
PASSWORD_LETTERS_A_DAY = Limit("password-letters-day", 5, 24 * 60)
"""For whom the letter goes to."""
EXPORTS = Limit("exports", 60, 60)
"""For a person: lists as files."""
IMPORTS = Limit("imports", 60, 60)
"""For a person: files that are brought along."""
API_CALLS = Limit("api-calls", 600, 1)
"""For an API token."""
VISIT_REPLIES = Limit("visit-replies", 20, 60)
"""For a work order: answers of its client."""
FEEDS_READ = Limit("calendar-feeds", 120, 60)
"""For a calendar feed."""
OWN_PASSWORD = Limit("own-password", 10, 15)
"""For an account: guesses at the present password, by anybody who sits at an open panel."""
CODES = Limit("codes", 10, 15)
"""For an account: codes and passkeys of the second step, by anybody who has the password."""
SECOND_STEPS_ASKED = Limit("second-steps-asked", 300, 15)
PASSKEYS_ASKED = Limit("passkeys-asked", 300, 15)
"""Both for an address: each writes a challenge down."""


OF_EACH_BROWSER = frozenset(
    {
        EMAIL_CHECKS, SIGN_INS_PER_ACCOUNT, SIGN_INS_PER_ADDRESS, SIGN_INS_IN_ALL, CODES, SECOND_STEPS_ASKED, OWN_PASSWORD,
    }
)  # fmt: skip
"""A browser that signed in to the account before is counted by itself in these, apart from all strangers (product.md, rule 57)."""
OF_ALL_BROWSERS: Mapping[Limit, str] = MappingProxyType(
    {
        LINKS_ASKED: "With the password nobody needs a letter, and an administrator makes a link without one.",
        PASSWORD_LETTERS: "The letter that a stranger asked for is on its way to the account's own address.",
        PASSWORD_LETTERS_A_DAY: "An administrator makes a link where a stranger has used up those of the day.",
        SECRETS_REFUSED: "Only secrets that open nothing are refused.",
        PASSKEYS_ASKED: "A passkey alone names no account that could know the browser; the password opens beside it.",
        API_CALLS: "A program is no browser, and nobody else's calls count for its token.",
    }
)
"""The other limits between a person and their account, each with the reason why a known browser is not counted apart."""
