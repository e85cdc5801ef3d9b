"""lost reasons

Why leads are lost: a list that the organization keeps, beginning with the reasons that there were before. Their ids and times
are fixed, so that every database begins with the same rows.

Revision: 0018
Follows: 0017
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

FIRST = (
    "Price", "Chose another company", "No answer", "Bad timing", "Association said no", "Outside our area",
    "Not our kind of work", "Other",
)  # fmt: skip
SINCE = datetime(2026, 11, 23, tzinfo=UTC)


def upgrade() -> None:
    reasons = op.create_table(
        "lost_reasons",
        sa.Column("words", sa.String(length=80), nullable=False),
        sa.Column("words_key", sa.String(length=400), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lost_reasons")),
        sa.UniqueConstraint("words_key", name=op.f("uq_lost_reasons_words_key")),
    )
    op.bulk_insert(
        reasons,
        [
            {
                "id": f"01a205b3-d000-7000-8000-{place:012}",
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
    op.drop_table("lost_reasons")
