"""imports

Files of leads, clients and users wait in tables of their own until they are records; the one row of `unfinished` names the batch
whose records nobody sees yet, and `set_aside` keeps what they change about counts and figures until they are seen. The log may lose what was
noted about records of a batch on its way: nobody has seen them.

Revision: 0070
Follows: 0069
"""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


REFUSED = "The log is kept for as long as Settings say."
SAMPLE = "EXISTS (SELECT 1 FROM sample_rows WHERE row_id = OLD.entity_id)"
UNSEEN = "EXISTS (SELECT 1 FROM unfinished WHERE prefix = substr(OLD.entity_id, 1, 30))"


def keep_log(*may_go: str) -> None:
    """What may go from the log of acts before its time."""
    spared = " OR ".join(may_go)
    if op.get_bind().dialect.name == "sqlite":
        years = "(SELECT json_extract(held, '$.keep_history_years') FROM settings WHERE id = 'retention')"
        limit = f"strftime('%Y-%m-%d %H:%M:%f', 'now', '-' || (366 * {years}) || ' days')"
        op.execute("DROP TRIGGER audit_logs_deletion")
        statement = (
            "CREATE TRIGGER audit_logs_deletion BEFORE DELETE ON audit_logs"
            f" WHEN coalesce(OLD.created_at >= {limit}, 1) AND NOT ({spared})"
            f" BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        )
    else:
        years = "(SELECT (held ->> 'keep_history_years')::int FROM settings WHERE id = 'retention')"
        statement = (
            "CREATE OR REPLACE FUNCTION audit_logs_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF coalesce(OLD.created_at >= now() - make_interval(days => 366 * {years}), true) AND NOT ({spared}) THEN"
            f" RAISE EXCEPTION '{REFUSED}'; END IF; RETURN OLD; END $$"
        )
    op.execute(sa.text(statement.replace(":", "\\:")))


def upgrade() -> None:
    op.create_table(
        "unfinished",
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("prefix", sa.String(length=30), nullable=False),
        sa.CheckConstraint("slot = 1", name=op.f("ck_unfinished_slot")),
        sa.PrimaryKeyConstraint("slot", name=op.f("pk_unfinished")),
    )
    op.create_table(
        "set_aside",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("prefix", sa.String(length=30), nullable=False),
        sa.Column("of", sa.String(length=40), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_set_aside")),
    )
    op.create_index(op.f("ix_set_aside_prefix_set_aside_id"), "set_aside", ["prefix", "id"], unique=False)
    op.create_table(
        "import_matchings",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("headings", sa.String(length=64), nullable=False),
        sa.Column("matching", sa.JSON(), nullable=False),
        sa.Column("defaults", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_import_matchings_user_id"), ondelete="CASCADE"
        ),
        sa.CheckConstraint("kind IN ('leads', 'clients', 'users')", name=op.f("ck_import_matchings_kind")),
        sa.PrimaryKeyConstraint("user_id", "kind", "headings", name=op.f("pk_import_matchings")),
    )
    op.create_table(
        "imports",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("file", sa.String(length=200), nullable=False),
        sa.Column("encoding", sa.String(length=40), nullable=True),
        sa.Column("separator", sa.String(length=1), nullable=True),
        sa.Column("sheet", sa.String(length=200), nullable=True),
        sa.Column("columns", sa.JSON(), nullable=False),
        sa.Column("matching", sa.JSON(), nullable=False),
        sa.Column("defaults", sa.JSON(), nullable=False),
        sa.Column("invites", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("created", sa.Integer(), nullable=False),
        sa.Column("filled", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(length=600), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease", sa.String(length=36), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_imports_user_id")),
        sa.CheckConstraint("kind IN ('leads', 'clients', 'users')", name=op.f("ck_imports_kind")),
        sa.CheckConstraint(
            "state IN ('reading', 'matching', 'checking', 'review', 'creating', 'filling', 'showing', 'removing', 'inviting', 'done', 'undoing', 'undone', 'discarded')",
            name=op.f("ck_imports_state"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
    )
    op.create_index(op.f("ix_imports_state_imports_due"), "imports", ["state", "due"], unique=False)
    op.create_index(op.f("ix_imports_user_id_imports_id"), "imports", ["user_id", "id"], unique=False)
    op.create_table(
        "import_rows",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("import_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("cells", sa.JSON(), nullable=False),
        sa.Column("edits", sa.JSON(), nullable=True),
        sa.Column("standing", sa.String(length=40), nullable=False),
        sa.Column("choice", sa.String(length=40), nullable=False),
        sa.Column("faults", sa.JSON(), nullable=True),
        sa.Column("matches", sa.JSON(), nullable=True),
        sa.Column("subject", sa.String(length=36), nullable=True),
        sa.Column("twin", sa.Integer(), nullable=True),
        sa.Column("email_key", sa.String(length=254), nullable=True),
        sa.Column("phone_key", sa.String(length=40), nullable=True),
        sa.Column("place_key", sa.String(length=200), nullable=True),
        sa.Column("filled", sa.JSON(), nullable=True),
        sa.Column("kept", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_rows_import_id"), ondelete="CASCADE"
        ),
        sa.CheckConstraint(
            "standing IN ('unchecked', 'ready', 'faulty', 'duplicate')", name=op.f("ck_import_rows_standing")
        ),
        sa.CheckConstraint("choice IN ('create', 'fill', 'skip')", name=op.f("ck_import_rows_choice")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_rows")),
        sa.UniqueConstraint("import_id", "number", name=op.f("uq_import_rows_import_id_number")),
    )
    op.create_index("ix_import_rows_email_key", "import_rows", ["import_id", "email_key"], unique=False)
    op.create_index("ix_import_rows_phone_key", "import_rows", ["import_id", "phone_key"], unique=False)
    op.create_index("ix_import_rows_place_key", "import_rows", ["import_id", "place_key"], unique=False)
    op.create_index(
        "ix_import_rows_standing", "import_rows", ["import_id", "standing", "number"], unique=False
    )
    keep_log(SAMPLE, UNSEEN)


def downgrade() -> None:
    keep_log(SAMPLE)
    for table in ("import_rows", "imports", "import_matchings", "set_aside", "unfinished"):
        op.drop_table(table)
