"""webhooks turned off

Administrators are told of a webhook that was turned off.

Revision: 0047
Follows: 0046
"""

from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None

WHAT = "what IN ('new_lead', 'new_message', 'assigned', 'step_due', 'answer_due'{})"
KIND = "kind IN ('lead', 'client', 'work_order', 'ticket', 'enquiry'{})"


def upgrade() -> None:
    checked("notifications", what=WHAT.format(", 'webhook_off'"), kind=KIND.format(", 'webhook'"))
    checked("notification_preferences", what=WHAT.format(", 'webhook_off'"))


def downgrade() -> None:
    op.execute("DELETE FROM notifications WHERE kind = 'webhook'")
    op.execute("DELETE FROM notification_preferences WHERE what = 'webhook_off'")
    checked("notifications", what=WHAT.format(""), kind=KIND.format(""))
    checked("notification_preferences", what=WHAT.format(""))


def checked(table: str, **conditions: str) -> None:
    """What is checked of columns, from now on. On SQLite the table is made anew for it: no row refers to it."""
    with op.batch_alter_table(table, reflect_kwargs={"resolve_fks": False}) as batch:
        for column, condition in conditions.items():
            batch.drop_constraint(op.f(f"ck_{table}_{column}"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_{column}"), condition)
