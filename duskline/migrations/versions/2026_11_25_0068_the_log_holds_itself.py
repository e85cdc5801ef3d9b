"""the log holds itself

Acts and security events know their place, so that managers read what was done in their branches; of what is there already the place is
that of its record today. Triggers refuse every change of a row, and its deletion as long as Settings keep it: for good while they say
nothing. What was noted about sample records goes with those.

Revision: 0068
Follows: 0067
"""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None

LOGS = ("audit_logs", "security_events")
COLUMN = {"audit_logs": ("user_id", "entity_type", "entity_id"), "security_events": ("user_id", "kind")}
PLACED = (
    ("leads", ("lead", "lead_details"), "branch_id"),
    ("clients", ("client",), "branch_id"),
    ("properties", ("property",), "branch_id"),
    ("work_orders", ("work_order", "work_order_details"), "branch_id"),
    ("support_tickets", ("support_ticket", "ticket_details"), "branch_id"),
    ("warranties", ("warranty",), "branch_id"),
    ("activities", ("activity",), "branch_id"),
    ("next_steps", ("next_step",), "branch_id"),
    ("visits", ("visit",), "branch_id"),
    ("absences", ("absence",), "branch_id"),
    ("users", ("user",), "coalesce(branch_id, region_id)"),
    ("branches", ("branch", "branch_details"), "id"),
    ("regions", ("region",), "id"),
)

REFUSED = "The log stays as it was written."
KEPT = "The log is kept for as long as Settings say."
SAMPLE = {
    "audit_logs": "EXISTS (SELECT 1 FROM sample_rows WHERE row_id = OLD.entity_id)",
    "security_events": "EXISTS (SELECT 1 FROM sample_rows WHERE of_table = 'users' AND row_id = OLD.user_id)",
}
"""What may go before its time."""
YEARS_SQLITE = "(SELECT json_extract(held, '$.keep_history_years') FROM settings WHERE id = 'retention')"
YEARS_POSTGRESQL = "(SELECT (held ->> 'keep_history_years')::int FROM settings WHERE id = 'retention')"


def upgrade() -> None:
    for table in LOGS:
        op.add_column(table, sa.Column("place_id", sa.String(length=36), nullable=True))
    with op.batch_alter_table("security_events", reflect_kwargs={"resolve_fks": False}) as events:
        events.alter_column("user_id", existing_type=sa.String(length=36), nullable=True)
    op.drop_index(op.f("ix_security_events_user_id"), "security_events")
    for table, names, place in PLACED:
        listed = ", ".join(f"'{name}'" for name in names)
        found = f"(SELECT {place} FROM {table} WHERE {table}.id = audit_logs.entity_id)"  # noqa: S608 - our own names
        op.execute(f"UPDATE audit_logs SET place_id = {found} WHERE entity_type IN ({listed})")  # noqa: S608
    op.execute(
        "UPDATE security_events SET place_id ="
        " (SELECT coalesce(branch_id, region_id) FROM users WHERE users.id = security_events.user_id)"
    )
    for table in LOGS:
        for column in ("place_id", *COLUMN[table]):
            op.create_index(index(table, column), table, [column, "created_at", "id"])
    hold(op.get_bind().dialect.name == "sqlite")


def index(table: str, column: str) -> str:
    return op.f(f"ix_{table}_{column}_{table}_created_at_{table}_id")


def hold(on_sqlite: bool) -> None:
    if not on_sqlite:
        op.execute(
            f"CREATE FUNCTION log_refuses_change() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$"
        )
    for table in LOGS:
        for statement in sqlite_triggers(table) if on_sqlite else postgresql_triggers(table):
            op.execute(sa.text(statement.replace(":", "\\:")))


def sqlite_triggers(table: str) -> tuple[str, ...]:
    limit = f"strftime('%Y-%m-%d %H:%M:%f', 'now', '-' || (366 * {YEARS_SQLITE}) || ' days')"
    change = (
        f"CREATE TRIGGER {table}_change BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    )
    deletion = (
        f"CREATE TRIGGER {table}_deletion BEFORE DELETE ON {table}"
        f" WHEN coalesce(OLD.created_at >= {limit}, 1) AND NOT ({SAMPLE[table]})"
        f" BEGIN SELECT RAISE(ABORT, '{KEPT}'); END"
    )
    return change, deletion


def postgresql_triggers(table: str) -> tuple[str, ...]:
    limit = f"now() - make_interval(days => 366 * {YEARS_POSTGRESQL})"
    refuse = "EXECUTE FUNCTION log_refuses_change()"
    function = (
        f"CREATE FUNCTION {table}_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF coalesce(OLD.created_at >= {limit}, true) AND NOT ({SAMPLE[table]}) THEN"
        f" RAISE EXCEPTION '{KEPT}'; END IF; RETURN OLD; END $$"
    )
    deletion = f"BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_are_kept()"
    return (
        f"CREATE TRIGGER {table}_change BEFORE UPDATE ON {table} FOR EACH ROW {refuse}",
        f"CREATE TRIGGER {table}_truncation BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}",
        function,
        f"CREATE TRIGGER {table}_deletion {deletion}",
    )


def downgrade() -> None:
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for table in LOGS:
        on = "" if on_sqlite else f" ON {table}"
        for name in ("change", "deletion") if on_sqlite else ("change", "deletion", "truncation"):
            op.execute(f"DROP TRIGGER {table}_{name}{on}")
        if not on_sqlite:
            op.execute(f"DROP FUNCTION {table}_are_kept()")
    if not on_sqlite:
        op.execute("DROP FUNCTION log_refuses_change()")
    for table in LOGS:
        for column in ("place_id", *COLUMN[table]):
            op.drop_index(index(table, column), table)
        op.drop_column(table, "place_id")
    op.execute("DELETE FROM security_events WHERE user_id IS NULL")
    with op.batch_alter_table("security_events", reflect_kwargs={"resolve_fks": False}) as events:
        events.alter_column("user_id", existing_type=sa.String(length=36), nullable=False)
    op.create_index(op.f("ix_security_events_user_id"), "security_events", ["user_id"])
