"""chores

What is to be done every so often: when it was last done, when it is next, and what went wrong since.

Revision: 0023
Follows: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chores",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("every", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease", sa.String(length=36), nullable=True),
        sa.Column("last_ok", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_chores")),
    )


def downgrade() -> None:
    op.drop_table("chores")
