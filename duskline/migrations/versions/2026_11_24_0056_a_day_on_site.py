"""a day on site

Who was to come to a visit and is not any more; whom the crew met; and that planners may be told of what happened on site.

Revision: 0056
Follows: 0055
"""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

WHAT = "what IN ('new_lead', 'new_message', 'assigned', 'rescheduled'{}, 'step_due', 'answer_due', 'webhook_off')"
TABLES = ("notifications", "notification_preferences")


def upgrade() -> None:
    op.create_table(
        "former_crew",
        sa.Column("visit_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_former_crew_visit_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_former_crew_user_id")),
        sa.PrimaryKeyConstraint("visit_id", "user_id", name=op.f("pk_former_crew")),
    )
    op.add_column("visits", sa.Column("met", sa.String(length=200), nullable=True))
    op.add_column(
        "visits", sa.Column("nobody_there", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    checked(WHAT.format(", 'on_site'"))


def downgrade() -> None:
    op.execute("DELETE FROM notifications WHERE what = 'on_site'")
    op.execute("DELETE FROM notification_preferences WHERE what = 'on_site'")
    checked(WHAT.format(""))
    op.drop_column("visits", "nobody_there")
    op.drop_column("visits", "met")
    op.drop_table("former_crew")


def checked(condition: str) -> None:
    """On SQLite the tables are made anew for it: no row refers to them."""
    for table in TABLES:
        with op.batch_alter_table(table, reflect_kwargs={"resolve_fks": False}) as batch:
            batch.drop_constraint(op.f(f"ck_{table}_what"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_what"), condition)
