"""on the way

Letters that tell clients when somebody on the way to them will be there.

Revision: 0058
Follows: 0057
"""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "arrival_letters",
        sa.Column("visit_id", sa.String(length=36), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("start_minute", sa.Integer(), nullable=False),
        sa.Column("end_minute", sa.Integer(), nullable=False),
        sa.Column("pressed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("missed", sa.String(length=200), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_arrival_letters_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arrival_letters")),
        sa.UniqueConstraint(
            "visit_id",
            "day",
            "start_minute",
            "end_minute",
            name=op.f("uq_arrival_letters_visit_id_day_start_minute_end_minute"),
        ),
    )


def downgrade() -> None:
    op.drop_table("arrival_letters")
