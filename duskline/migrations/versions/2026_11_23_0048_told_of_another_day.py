"""told of another day

Whoever has a work order may be told that its day has moved.

Revision: 0048
Follows: 0047
"""

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

WHAT = "what IN ('new_lead', 'new_message', 'assigned'{}, 'step_due', 'answer_due', 'webhook_off')"
TABLES = ("notifications", "notification_preferences")


def upgrade() -> None:
    checked(WHAT.format(", 'rescheduled'"))


def downgrade() -> None:
    op.execute("DELETE FROM notifications WHERE what = 'rescheduled'")
    op.execute("DELETE FROM notification_preferences WHERE what = 'rescheduled'")
    checked(WHAT.format(""))


def checked(condition: str) -> None:
    """On SQLite the tables are made anew for it: no row refers to them."""
    for table in TABLES:
        with op.batch_alter_table(table, reflect_kwargs={"resolve_fks": False}) as batch:
            batch.drop_constraint(op.f(f"ck_{table}_what"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_what"), condition)
