"""lead sources

Where leads come from: a list that the organization keeps. The ids and times of those that it begins with are fixed, so that every
database begins with the same rows.

Revision: 0041
Follows: 0040
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

FIRST = ("Website", "Referral", "Phone", "Trade show", "Yard sign", "Social media", "Other")
SINCE = datetime(2026, 11, 23, tzinfo=UTC)


def upgrade() -> None:
    sources = op.create_table(
        "lead_sources",
        sa.Column("words", sa.String(length=80), nullable=False),
        sa.Column("words_key", sa.String(length=400), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_sources")),
        sa.UniqueConstraint("words_key", name=op.f("uq_lead_sources_words_key")),
    )
    op.bulk_insert(
        sources,
        [
            {
                "id": f"01a205b3-d000-7000-8001-{place:012}",
                "words": words,
                "words_key": words.casefold(),
                "place": place,
                "created_at": SINCE,
                "version": 1,
            }
            for place, words in enumerate(FIRST, 1)
        ],
    )


def downgrade() -> None:
    op.drop_table("lead_sources")
