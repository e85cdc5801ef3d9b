"""work orders by schedule

One person's work orders, open ones first, by their planned day.

Revision: 0009
Follows: 0008
"""

from alembic import op
from sqlalchemy import text

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NAME = "ix_work_orders_by_schedule"


def upgrade() -> None:
    done = text("(CASE WHEN status = 'completed' THEN 1 ELSE 0 END)")
    day = text("coalesce(scheduled_date, '9999-12-31')")
    op.create_index(NAME, "work_orders", ["assigned_to", done, day, "id"])


def downgrade() -> None:
    op.drop_index(NAME, "work_orders")
