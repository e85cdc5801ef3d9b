"""Time in stages: open leads count, and how long each stood there

What reports ask is worked out afterwards (`duskline migrate`), so the rows need not be carried over.

Revision: 0078
Follows: 0077
"""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lead_facts", sa.Column("early", sa.Integer(), nullable=True))
    op.drop_table("stage_facts")
    op.create_table(
        "stage_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("stay", sa.Integer(), nullable=False),
        sa.Column("age", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=40), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("stood", sa.Integer(), nullable=True),
        sa.Column("near", sa.Integer(), nullable=True),
        sa.Column("standing_since", sa.Date(), nullable=True),
        sa.Column("settled_in", sa.Date(), nullable=True),
        sa.Column("outcome", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", "stay", "age", name=op.f("pk_stage_facts")),
    )


def downgrade() -> None:
    op.drop_table("stage_facts")
    op.create_table(
        "stage_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=40), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=False),
        sa.Column("stood", sa.Integer(), nullable=False),
        *(sa.Column(f"within_{weeks}", sa.Integer(), nullable=True) for weeks in range(1, 7)),
        sa.PrimaryKeyConstraint("id", "stage", name=op.f("pk_stage_facts")),
    )
    op.drop_column("lead_facts", "early")
