"""saved reports that are deleted can be brought back, and the forecast is saved

Revision: 0071
Follows: 0070
"""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None

PERIOD = (
    "period IN ('this_week', 'last_week', 'this_month', 'last_month', 'last_30_days', 'last_90_days', "
    "'this_year', 'last_12_months'{})"
)


def upgrade() -> None:
    op.add_column("saved_reports", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    checked(PERIOD.format(", 'next_6_weeks'"))


def downgrade() -> None:
    op.execute("DELETE FROM saved_reports WHERE period = 'next_6_weeks' OR ended_at IS NOT NULL")
    checked(PERIOD.format(""))
    op.drop_column("saved_reports", "ended_at")


def checked(condition: str) -> None:
    """What is checked of `period`, from now on. On SQLite the table is made anew for it, which takes away who gets reports by mail."""
    op.execute("CREATE TEMPORARY TABLE kept_letters AS SELECT * FROM report_letters")
    with op.batch_alter_table("saved_reports", reflect_kwargs={"resolve_fks": False}) as batch:
        batch.drop_constraint(op.f("ck_saved_reports_period"), type_="check")
        batch.create_check_constraint(op.f("ck_saved_reports_period"), condition)
    op.execute(
        "INSERT INTO report_letters (id, report_id, user_id, sent_on) SELECT id, report_id, user_id, sent_on FROM kept_letters "
        "WHERE id NOT IN (SELECT id FROM report_letters) AND report_id IN (SELECT id FROM saved_reports)"
    )
    op.execute("DROP TABLE kept_letters")
