"""finished orders newest first

One person's work orders: open ones by their planned day, then those that are done, the last completed first.

Revision: 0015
Follows: 0014
"""

from alembic import op
from sqlalchemy import text

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

NAME = "ix_work_orders_by_schedule"
DONE = text("(CASE WHEN status = 'completed' THEN 1 ELSE 0 END)")
DAY = text("coalesce(scheduled_date, '9999-12-31')")
OPEN_DAY = text(
    "(CASE WHEN status = 'completed' THEN '9999-12-30' ELSE coalesce(scheduled_date, '9999-12-30') END)"
)
NEWEST = text("coalesce(completed_date, created_at) DESC")


def upgrade() -> None:
    op.drop_index(NAME, "work_orders")
    op.create_index(NAME, "work_orders", ["assigned_to", DONE, OPEN_DAY, NEWEST, text("id DESC")])


def downgrade() -> None:
    op.drop_index(NAME, "work_orders")
    op.create_index(NAME, "work_orders", ["assigned_to", DONE, DAY, "id"])
