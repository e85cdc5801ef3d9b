"""answers to letters

Clients confirm a visit, or ask for another time, by a link in the letter about it; those who plan are told.

Revision: 0059
Follows: 0058
"""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None

WHAT = "what IN ('new_lead', 'new_message', 'assigned', 'rescheduled', 'on_site', {}'step_due', 'answer_due', 'webhook_off')"


TABLES = ("notifications", "notification_preferences")


def upgrade() -> None:
    op.add_column("visits", sa.Column("replied", sa.JSON(none_as_null=True), nullable=True))
    for table in TABLES:
        checked(table, WHAT.format("'visit_asked', "))


def downgrade() -> None:
    op.execute("DELETE FROM notifications WHERE what = 'visit_asked'")
    op.execute("DELETE FROM notification_preferences WHERE what = 'visit_asked'")
    for table in TABLES:
        checked(table, WHAT.format(""))
    op.drop_column("visits", "replied")


def checked(table: str, condition: str) -> None:
    """What is checked of `what`, from now on. On SQLite the table is made anew for it: no row refers to it."""
    with op.batch_alter_table(table, reflect_kwargs={"resolve_fks": False}) as batch:
        batch.drop_constraint(op.f(f"ck_{table}_what"), type_="check")
        batch.create_check_constraint(op.f(f"ck_{table}_what"), condition)
