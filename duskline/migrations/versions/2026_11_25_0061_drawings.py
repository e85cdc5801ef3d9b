"""drawings

Visitors draw lights on a picture of their house and send that with a request; the crew measures each run on site.

Revision: 0061
Follows: 0060
"""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drawings",
        sa.Column("reference_id", sa.String(length=36), nullable=False),
        sa.Column("sent", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("picture_id", sa.String(length=36), nullable=True),
        sa.Column("corrected", sa.Text(), nullable=True),
        sa.Column("corrected_by", sa.String(length=36), nullable=True),
        sa.Column("corrected_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("drops", sa.JSON(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["corrected_by"], ["users.id"], name=op.f("fk_drawings_corrected_by")),
        sa.ForeignKeyConstraint(
            ["reference_id"],
            ["visitor_references.id"],
            name=op.f("fk_drawings_reference_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drawings")),
        sa.UniqueConstraint("reference_id", name=op.f("uq_drawings_reference_id")),
    )
    op.create_index(op.f("ix_drawings_picture_id"), "drawings", ["picture_id"], unique=False)
    op.create_table(
        "measured_runs",
        sa.Column("drawing_id", sa.String(length=36), nullable=False),
        sa.Column("work_order_id", sa.String(length=36), nullable=True),
        sa.Column("line", sa.String(length=119), nullable=False),
        sa.Column("reference_kind", sa.String(length=20), nullable=True),
        sa.Column("estimated", sa.Integer(), nullable=True),
        sa.Column("inches", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_measured_runs_by_id")),
        sa.ForeignKeyConstraint(
            ["drawing_id"], ["drawings.id"], name=op.f("fk_measured_runs_drawing_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["work_order_id"],
            ["work_orders.id"],
            name=op.f("fk_measured_runs_work_order_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_measured_runs")),
    )
    op.create_index(
        op.f("ix_measured_runs_drawing_id_measured_runs_line"),
        "measured_runs",
        ["drawing_id", "line"],
        unique=True,
    )
    op.create_index(op.f("ix_measured_runs_work_order_id"), "measured_runs", ["work_order_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_measured_runs_work_order_id"), table_name="measured_runs")
    op.drop_index(op.f("ix_measured_runs_drawing_id_measured_runs_line"), table_name="measured_runs")
    op.drop_table("measured_runs")
    op.drop_index(op.f("ix_drawings_picture_id"), table_name="drawings")
    op.drop_table("drawings")
