"""The company as it stands now: what its file says, and over it what somebody set in Settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from duskline.company import Company, CompanyFile
from duskline.core.data.database import Database
from duskline.core.data.session import Db, reading
from duskline.models.places.settings import held_of
from duskline.policy import CONSOLE

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "brand": ("brand", "legal_name", "tagline", "founded_year", "sample"),
        "contact": ("email", "phone", "address", "service_area", "hours"),
        "promises": ("answers_within", "answers_unit", "install_time"),
        "visits": ("tell_clients",),
        "prices": ("price_low", "price_high", "rate_per_foot_low", "rate_per_foot_high"),
        "factors": (
            "rate_factors_business", "rate_factors_two_stories", "rate_factors_three_stories", "rate_factors_front",
            "rate_factors_front_share",
        ),
        "warranty": ("warranty_product_years", "warranty_labor_years", "warranty_terms_version"),
        "privacy": ("texts_privacy",),
        "terms": ("texts_terms",),
        "social": ("social_facebook", "social_twitter", "social_instagram", "social_linkedin", "social_youtube"),
    }
)  # fmt: skip
"""The facts that are saved together."""


async def held(db: Db) -> dict[str, Any]:
    """By their names, the facts that somebody set."""
    rows = (await held_of(db, tuple(GROUPS))).values()
    return {name: value for row in rows for name, value in row.held.items()}


async def present_within(db: Db, file: CompanyFile) -> Company:
    """The company as the database knows it now, in one statement."""
    return file.under(await held(db))


async def present(database: Database, file: CompanyFile) -> Company:
    """The same, outside of any request."""
    async with reading(database, CONSOLE) as db:
        return await present_within(db, file)
