"""privacy

People ask for their data or to be forgotten; an erasure says what it did and to whom no more. The log lets words go for as long as an
erasure runs, and only for a mark that says so.

Revision: 0069
Follows: 0068
"""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None

REFUSED = "The log stays as it was written."
WORDS = {"audit_logs": "changes", "security_events": "details"}
RUNNING = "EXISTS (SELECT 1 FROM erasures WHERE state = 'running')"


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("by_id", sa.String(length=36), nullable=True),
        sa.Column(
            "state",
            sa.String(length=40),
            sa.CheckConstraint(
                "state IN ('waiting', 'running', 'done', 'refused')", name=op.f("ck_erasures_state")
            ),
            nullable=False,
        ),
        sa.Column("wanted", sa.JSON(), nullable=False),
        sa.Column("receipt", sa.JSON(), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.String(length=300), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_erasures_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erasures")),
    )
    op.create_index(op.f("ix_erasures_created_at_erasures_id"), "erasures", ["created_at", "id"])
    op.create_index(op.f("ix_erasures_state"), "erasures", ["state"])
    op.create_table(
        "privacy_requests",
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column(
            "kind",
            sa.String(length=40),
            sa.CheckConstraint(
                "kind IN ('copy', 'erasure', 'correction')", name=op.f("ck_privacy_requests_kind")
            ),
            nullable=False,
        ),
        sa.Column("words", sa.Text(), nullable=True),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column(
            "state",
            sa.String(length=40),
            sa.CheckConstraint(
                "state IN ('unopened', 'open', 'done', 'declined')", name=op.f("ck_privacy_requests_state")
            ),
            nullable=False,
        ),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_by", sa.String(length=36), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["closed_by"], ["users.id"], name=op.f("fk_privacy_requests_closed_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_privacy_requests")),
        sa.UniqueConstraint("secret", name=op.f("uq_privacy_requests_secret")),
    )
    op.create_index(
        op.f("ix_privacy_requests_created_at_privacy_requests_id"), "privacy_requests", ["created_at", "id"]
    )
    op.create_index(
        op.f("ix_privacy_requests_state_privacy_requests_due_on_privacy_requests_id"),
        "privacy_requests",
        ["state", "due_on", "id"],
    )
    for table, words in WORDS.items():
        names = [
            column["name"]
            for column in sa.inspect(op.get_bind()).get_columns(table)
            if column["name"] != words
        ]
        if op.get_bind().dialect.name == "sqlite":
            on_sqlite(table, names)
        else:
            on_postgresql(table, names)


def on_sqlite(table: str, names: list[str]) -> None:
    others = " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in names)
    op.execute(f"DROP TRIGGER {table}_change")
    op.execute(
        f"CREATE TRIGGER {table}_change BEFORE UPDATE ON {table} WHEN NOT ({RUNNING}) OR {others} OR {SQLITE[table]}"
        f" BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    )


def on_postgresql(table: str, names: list[str]) -> None:
    others = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in names)
    op.execute(f"DROP TRIGGER {table}_change ON {table}")
    op.execute(
        sa.text(
            f"CREATE FUNCTION {table}_lose_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF NOT ({RUNNING}) OR {others} OR {POSTGRESQL[table]} THEN"
            f" RAISE EXCEPTION '{REFUSED}'; END IF; RETURN NEW; END $$".replace(":", "\\:")
        )
    )
    op.execute(
        f"CREATE TRIGGER {table}_change BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_lose_words()"
    )


# What else than a mark came in the place of something: another name of a field, one that is gone, another value.
SQLITE = {
    "audit_logs": (
        "(SELECT group_concat(key) FROM json_each(NEW.changes)) IS NOT (SELECT group_concat(key) FROM json_each(OLD.changes))"
        " OR EXISTS (SELECT 1 FROM json_each(NEW.changes) AS field, json_each(field.value) AS told"
        " WHERE told.value IS NOT '[erased]' AND told.value IS NOT"
        " json_extract(OLD.changes, '$.\"' || field.key || '\"[' || told.key || ']'))"
    ),
    "security_events": (
        "(SELECT group_concat(key) FROM json_each(NEW.details)) IS NOT (SELECT group_concat(key) FROM json_each(OLD.details))"
        " OR EXISTS (SELECT 1 FROM json_each(NEW.details) AS field WHERE field.value IS NOT '[erased]'"
        " AND field.value IS NOT json_extract(OLD.details, '$.\"' || field.key || '\"'))"
    ),
}
POSTGRESQL = {
    "audit_logs": (
        "(SELECT array_agg(key) FROM json_object_keys(NEW.changes) AS key) IS DISTINCT FROM"
        " (SELECT array_agg(key) FROM json_object_keys(OLD.changes) AS key)"
        " OR EXISTS (SELECT 1 FROM json_each(NEW.changes) AS field,"
        " json_array_elements(field.value) WITH ORDINALITY AS told(value, place)"
        " WHERE told.value::text <> '\"[erased]\"' AND told.value::jsonb IS DISTINCT FROM"
        " (OLD.changes -> field.key -> (told.place - 1)::int)::jsonb)"
    ),
    "security_events": (
        "(SELECT array_agg(key) FROM json_object_keys(NEW.details) AS key) IS DISTINCT FROM"
        " (SELECT array_agg(key) FROM json_object_keys(OLD.details) AS key)"
        " OR EXISTS (SELECT 1 FROM json_each(NEW.details) AS field"
        " WHERE field.value::text <> '\"[erased]\"' AND field.value::jsonb IS DISTINCT FROM"
        " (OLD.details -> field.key)::jsonb)"
    ),
}


def downgrade() -> None:
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for table in WORDS:
        op.execute(f"DROP TRIGGER {table}_change" + ("" if on_sqlite else f" ON {table}"))
        if on_sqlite:
            refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        else:
            op.execute(f"DROP FUNCTION {table}_lose_words()")
            refuse = "FOR EACH ROW EXECUTE FUNCTION log_refuses_change()"
        op.execute(f"CREATE TRIGGER {table}_change BEFORE UPDATE ON {table} {refuse}")
    op.drop_table("privacy_requests")
    op.drop_table("erasures")
