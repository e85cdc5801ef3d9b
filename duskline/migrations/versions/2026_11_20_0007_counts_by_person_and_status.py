"""counts by person and status

A count's value may be a person and a status; `migrate` counts anew after this.

Revision: 0007
Follows: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    resize(40, 80)


def downgrade() -> None:
    op.execute("DELETE FROM record_counts")
    resize(80, 40)


def resize(old: int, new: int) -> None:
    with op.batch_alter_table("record_counts") as table:
        table.alter_column(
            "value", existing_type=sa.String(old), type_=sa.String(new), existing_nullable=False
        )
