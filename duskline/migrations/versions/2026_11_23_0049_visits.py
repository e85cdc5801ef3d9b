"""visits

When somebody comes to a job and who; who is away, and what differs on a day of a branch. Each job gets the visit that its date
meant.

Revision: 0049
Follows: 0048
"""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None

# A job's first visit has the job's id: each is made once, however often this is begun.
CARRIED_OVER = """
    INSERT INTO visits (id, kind, record_id, branch_id, day, status, crew, done_at, created_at, updated_at, version)
    SELECT o.id, 'work_order', o.id, o.branch_id, o.scheduled_date,
        CASE WHEN o.status = 'completed' THEN 'done' WHEN d.cancelled_at IS NOT NULL THEN 'cancelled'
            WHEN o.status = 'in_progress' THEN 'started' ELSE 'planned' END,
        {crew}, o.completed_date, o.created_at, o.updated_at, 1
    FROM work_orders o LEFT JOIN work_order_details d ON d.id = o.id
"""
CREW = """CASE WHEN o.assigned_to IS NULL THEN '[]' ELSE '["' || o.assigned_to || '"]' END"""
CREWS = """
    INSERT INTO visit_crew (visit_id, user_id)
    SELECT o.id, o.assigned_to FROM work_orders o JOIN visits v ON v.id = o.id
    WHERE o.assigned_to IS NOT NULL AND v.status <> 'cancelled'
"""


def upgrade() -> None:
    op.create_table(
        "branch_days",
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("crews", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=300), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branches.id"], name=op.f("fk_branch_days_branch_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_branch_days")),
        sa.UniqueConstraint("branch_id", "day", name=op.f("uq_branch_days_branch_id_day")),
    )
    op.create_table(
        "visits",
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("start_minute", sa.Integer(), nullable=True),
        sa.Column("end_minute", sa.Integer(), nullable=True),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("crew", sa.JSON(), nullable=False),
        sa.Column("position", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("pinned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("sequence", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=True),
        sa.Column("set_off_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(start_minute IS NULL) = (end_minute IS NULL)", name=op.f("ck_visits_both_minutes")
        ),
        sa.CheckConstraint(
            "day IS NOT NULL OR start_minute IS NULL", name=op.f("ck_visits_minutes_of_a_day")
        ),
        sa.CheckConstraint(
            "start_minute >= 0 AND start_minute < end_minute AND end_minute <= 1440",
            name=op.f("ck_visits_minutes"),
        ),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_visits_branch_id")),
        sa.CheckConstraint(
            "status IN ('planned', 'on_the_way', 'started', 'done', 'cancelled')",
            name=op.f("ck_visits_status"),
        ),
        sa.CheckConstraint("kind IN ('lead', 'client', 'work_order', 'ticket')", name=op.f("ck_visits_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visits")),
    )
    op.create_index(op.f("ix_visits_branch_id_visits_day"), "visits", ["branch_id", "day"], unique=False)
    op.create_index(
        "ix_visits_open",
        "visits",
        ["branch_id", "day"],
        unique=False,
        sqlite_where=sa.text("status IN ('planned', 'on_the_way', 'started')"),
        postgresql_where=sa.text("status IN ('planned', 'on_the_way', 'started')"),
    )
    op.create_index(
        op.f("ix_visits_record_id_visits_kind_visits_day"),
        "visits",
        ["record_id", "kind", "day"],
        unique=False,
    )
    op.create_table(
        "absences",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("start_minute", sa.Integer(), nullable=True),
        sa.Column("end_minute", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("note", sa.String(length=300), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(start_minute IS NULL) = (end_minute IS NULL)", name=op.f("ck_absences_both_minutes")
        ),
        sa.CheckConstraint("first_day <= last_day", name=op.f("ck_absences_days")),
        sa.CheckConstraint(
            "start_minute >= 0 AND start_minute < end_minute AND end_minute <= 1440",
            name=op.f("ck_absences_minutes"),
        ),
        sa.CheckConstraint(
            "start_minute IS NULL OR first_day = last_day", name=op.f("ck_absences_hours_of_one_day")
        ),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branches.id"], name=op.f("fk_absences_branch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_absences_user_id"), ondelete="CASCADE"
        ),
        sa.CheckConstraint(
            "kind IN ('vacation', 'sick', 'training', 'other')", name=op.f("ck_absences_kind")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absences")),
    )
    op.create_index(
        op.f("ix_absences_branch_id_absences_last_day"), "absences", ["branch_id", "last_day"], unique=False
    )
    op.create_index(
        op.f("ix_absences_user_id_absences_last_day"), "absences", ["user_id", "last_day"], unique=False
    )
    op.create_table(
        "visit_crew",
        sa.Column("visit_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_visit_crew_user_id")),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_visit_crew_visit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("visit_id", "user_id", name=op.f("pk_visit_crew")),
    )
    op.create_index(
        op.f("ix_visit_crew_user_id_visit_crew_starts_at_visit_crew_ends_at"),
        "visit_crew",
        ["user_id", "starts_at", "ends_at"],
        unique=False,
    )
    op.create_table(
        "schedule_moves",
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branches.id"], name=op.f("fk_schedule_moves_branch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_schedule_moves_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule_moves")),
    )
    op.create_index(
        op.f("ix_schedule_moves_branch_id_schedule_moves_created_at"),
        "schedule_moves",
        ["branch_id", "created_at"],
        unique=False,
    )
    op.add_column("branch_details", sa.Column("crews", sa.Integer(), nullable=True))
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(CARRIED_OVER.format(crew=CREW if on_sqlite else f"CAST({CREW} AS JSON)"))
    op.execute(CREWS)


def downgrade() -> None:
    op.drop_column("branch_details", "crews")
    op.drop_table("schedule_moves")
    op.drop_index(
        op.f("ix_visit_crew_user_id_visit_crew_starts_at_visit_crew_ends_at"), table_name="visit_crew"
    )
    op.drop_table("visit_crew")
    op.drop_index(op.f("ix_absences_user_id_absences_last_day"), table_name="absences")
    op.drop_index(op.f("ix_absences_branch_id_absences_last_day"), table_name="absences")
    op.drop_table("absences")
    op.drop_index(op.f("ix_visits_record_id_visits_kind_visits_day"), table_name="visits")
    op.drop_index(
        "ix_visits_open",
        table_name="visits",
        sqlite_where=sa.text("status IN ('planned', 'on_the_way', 'started')"),
        postgresql_where=sa.text("status IN ('planned', 'on_the_way', 'started')"),
    )
    op.drop_index(op.f("ix_visits_branch_id_visits_day"), table_name="visits")
    op.drop_table("visits")
    op.drop_table("branch_days")
