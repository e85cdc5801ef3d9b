"""sample rows

Which records the demo command made, so that they can be taken away again. Sample data of before is not known by them.

Revision: 0035
Follows: 0034
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sample_rows",
        sa.Column("of_table", sa.String(length=40), nullable=False),
        sa.Column("row_id", sa.String(length=36), nullable=False),
        sa.PrimaryKeyConstraint("of_table", "row_id", name=op.f("pk_sample_rows")),
    )


def downgrade() -> None:
    op.drop_table("sample_rows")
