"""saved reports

Revision: 0064
Follows: 0063
"""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_reports",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("report", sa.String(length=40), nullable=False),
        sa.Column("measures", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(length=20), nullable=False),
        sa.Column("of_branch", sa.String(length=36), nullable=True),
        sa.Column("period", sa.String(length=40), nullable=False),
        sa.Column("chart", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branches.id"], name=op.f("fk_saved_reports_branch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["of_branch"], ["branches.id"], name=op.f("fk_saved_reports_of_branch"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_saved_reports_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_reports")),
        sa.CheckConstraint(
            "period IN ('this_week', 'last_week', 'this_month', 'last_month', 'last_30_days', 'last_90_days', "
            "'this_year', 'last_12_months')",
            name=op.f("ck_saved_reports_period"),
        ),
    )
    op.create_index(op.f("ix_saved_reports_branch_id"), "saved_reports", ["branch_id"], unique=False)
    op.create_index(op.f("ix_saved_reports_user_id"), "saved_reports", ["user_id"], unique=False)
    op.create_table(
        "report_letters",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("report_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("sent_on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"], ["saved_reports.id"], name=op.f("fk_report_letters_report_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_report_letters_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report_letters")),
    )
    op.create_index(
        op.f("ix_report_letters_user_id_report_letters_report_id"),
        "report_letters",
        ["user_id", "report_id"],
        unique=True,
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_report_letters_user_id_report_letters_report_id"), table_name="report_letters")
    op.drop_table("report_letters")
    op.drop_index(op.f("ix_saved_reports_user_id"), table_name="saved_reports")
    op.drop_index(op.f("ix_saved_reports_branch_id"), table_name="saved_reports")
    op.drop_table("saved_reports")
