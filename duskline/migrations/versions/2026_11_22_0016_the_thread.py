"""the thread

What stands beside leads, clients, work orders and tickets, and ties them together.

Revision: 0016
Follows: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "branch_details",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("time_zone", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["id"], ["branches.id"], name=op.f("fk_branch_details_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_branch_details")),
    )
    op.create_table(
        "activities",
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("words", sa.Text(), nullable=True),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_activities_branch_id")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_activities_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_activities")),
        sa.CheckConstraint(
            "type IN ('note', 'call', 'text', 'meeting')",
            name=op.f("ck_activities_type"),
        ),
        sa.CheckConstraint(
            "outcome IN ('reached', 'left_message', 'no_answer', 'wrong_number')",
            name=op.f("ck_activities_outcome"),
        ),
        sa.CheckConstraint(
            "kind IN ('lead', 'client', 'work_order', 'ticket')",
            name=op.f("ck_activities_kind"),
        ),
    )
    op.create_index(
        "ix_activities_by_record", "activities", ["kind", "record_id", "happened_at", "id"], unique=False
    )
    op.create_table(
        "conversions",
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("from_id", sa.String(length=36), nullable=False),
        sa.Column("to_id", sa.String(length=36), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("made_new", sa.Boolean(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_conversions_branch_id")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_conversions_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversions")),
        sa.CheckConstraint(
            "kind IN ('client', 'first_job', 'return_visit', 'lead', 'ticket', 'attachment')",
            name=op.f("ck_conversions_kind"),
        ),
    )
    op.create_index(op.f("ix_conversions_from_id"), "conversions", ["from_id"], unique=False)
    op.create_index(op.f("ix_conversions_to_id"), "conversions", ["to_id"], unique=False)
    op.create_index(
        "uq_conversions_standing",
        "conversions",
        ["kind", "from_id", "round"],
        unique=True,
        sqlite_where=sa.text("undone_at IS NULL"),
        postgresql_where=sa.text("undone_at IS NULL"),
    )
    op.create_table(
        "duplicates_dismissed",
        sa.Column("one_id", sa.String(length=36), nullable=False),
        sa.Column("other_id", sa.String(length=36), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_duplicates_dismissed_by_id")),
        sa.PrimaryKeyConstraint("one_id", "other_id", name=op.f("pk_duplicates_dismissed")),
    )
    op.create_index(
        op.f("ix_duplicates_dismissed_other_id"), "duplicates_dismissed", ["other_id"], unique=False
    )
    op.create_table(
        "merges",
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("kept_id", sa.String(length=36), nullable=False),
        sa.Column("gone_id", sa.String(length=36), nullable=False),
        sa.Column("gone", sa.JSON(), nullable=False),
        sa.Column("moved", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_merges_branch_id")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_merges_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_merges")),
    )
    op.create_index(op.f("ix_merges_gone_id"), "merges", ["gone_id"], unique=False)
    op.create_index(op.f("ix_merges_kept_id"), "merges", ["kept_id"], unique=False)
    op.create_table(
        "next_steps",
        sa.Column("words", sa.String(length=200), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("due_minute", sa.Integer(), nullable=True),
        sa.Column("assigned_to", sa.String(length=36), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_by", sa.String(length=36), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["assigned_to"], ["users.id"], name=op.f("fk_next_steps_assigned_to")),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_next_steps_branch_id")),
        sa.ForeignKeyConstraint(["done_by"], ["users.id"], name=op.f("fk_next_steps_done_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_next_steps")),
        sa.CheckConstraint(
            "kind IN ('lead', 'client', 'work_order', 'ticket')",
            name=op.f("ck_next_steps_kind"),
        ),
    )
    due = ("due_on", sa.text("coalesce(due_minute, 1440)"), sa.text("record_id DESC"))
    for name, columns in (
        ("day", (*due, "branch_id")),
        ("person", ("assigned_to", *due, "branch_id")),
        ("branch", ("branch_id", *due)),
    ):
        op.create_index(
            f"ix_next_steps_by_{name}",
            "next_steps",
            ["kind", *columns],
            unique=False,
            sqlite_where=sa.text("done_at IS NULL"),
            postgresql_where=sa.text("done_at IS NULL"),
        )
    op.create_index("ix_next_steps_by_record", "next_steps", ["kind", "record_id", "done_at"], unique=False)
    op.create_index(
        "uq_next_steps_open",
        "next_steps",
        ["kind", "record_id"],
        unique=True,
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    )
    op.create_table(
        "status_changes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("from_status", sa.String(length=40), nullable=True),
        sa.Column("to_status", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_status_changes_branch_id")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_status_changes_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_status_changes")),
        sa.CheckConstraint(
            "kind IN ('lead', 'client', 'work_order', 'ticket')",
            name=op.f("ck_status_changes_kind"),
        ),
    )
    op.create_index(
        "ix_status_changes_by_branch", "status_changes", ["kind", "branch_id", "at"], unique=False
    )
    op.create_index(
        "ix_status_changes_by_record", "status_changes", ["kind", "record_id", "at"], unique=False
    )
    op.create_table(
        "lead_details",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=True),
        sa.Column("value_kind", sa.String(length=40), nullable=True),
        sa.Column("lost_reason", sa.String(length=80), nullable=True),
        sa.Column("lost_note", sa.Text(), nullable=True),
        sa.Column("first_response_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_lead_details_client_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["id"], ["leads.id"], name=op.f("fk_lead_details_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_details")),
        sa.CheckConstraint("value_kind IN ('guess', 'quoted')", name=op.f("ck_lead_details_value_kind")),
    )
    op.create_index(op.f("ix_lead_details_client_id"), "lead_details", ["client_id"], unique=False)
    op.create_table(
        "properties",
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=True),
        sa.Column("address", sa.String(length=300), nullable=True),
        sa.Column("feet", sa.Integer(), nullable=True),
        sa.Column("stories", sa.Integer(), nullable=True),
        sa.Column("access", sa.Text(), nullable=True),
        sa.Column("hazards", sa.Text(), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_properties_branch_id")),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_properties_client_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_properties")),
    )
    op.create_index(op.f("ix_properties_branch_id"), "properties", ["branch_id"], unique=False)
    op.create_index(
        op.f("ix_properties_client_id_properties_created_at_properties_id"),
        "properties",
        ["client_id", "created_at", "id"],
        unique=False,
    )
    op.create_table(
        "visitor_references",
        sa.Column("number", sa.String(length=12), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=True),
        sa.Column("quote_request_id", sa.String(length=36), nullable=True),
        sa.Column("enquiry_id", sa.String(length=36), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["enquiry_id"],
            ["contact_submissions.id"],
            name=op.f("fk_visitor_references_enquiry_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["quote_request_id"],
            ["quote_requests.id"],
            name=op.f("fk_visitor_references_quote_request_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visitor_references")),
        sa.UniqueConstraint("number", name=op.f("uq_visitor_references_number")),
    )
    op.create_index(
        op.f("ix_visitor_references_enquiry_id"), "visitor_references", ["enquiry_id"], unique=False
    )
    op.create_index(
        op.f("ix_visitor_references_key_hash_visitor_references_created_at"),
        "visitor_references",
        ["key_hash", "created_at"],
    )
    op.create_index(
        op.f("ix_visitor_references_quote_request_id"),
        "visitor_references",
        ["quote_request_id"],
        unique=False,
    )
    op.create_table(
        "visitor_photos",
        sa.Column("reference_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["reference_id"],
            ["visitor_references.id"],
            name=op.f("fk_visitor_photos_reference_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visitor_photos")),
    )
    op.create_index(op.f("ix_visitor_photos_reference_id"), "visitor_photos", ["reference_id"], unique=False)
    op.create_table(
        "warranties",
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("work_order_id", sa.String(length=36), nullable=False),
        sa.Column("property_id", sa.String(length=36), nullable=True),
        sa.Column("holder", sa.String(length=200), nullable=False),
        sa.Column("place", sa.String(length=300), nullable=False),
        sa.Column("serials", sa.String(length=1000), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("starts", sa.Date(), nullable=False),
        sa.Column("product_ends", sa.Date(), nullable=False),
        sa.Column("labor_ends", sa.Date(), nullable=False),
        sa.Column("terms_version", sa.String(length=40), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("confirmed_by", sa.String(length=36), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_warranties_branch_id")),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_warranties_client_id")),
        sa.ForeignKeyConstraint(["confirmed_by"], ["users.id"], name=op.f("fk_warranties_confirmed_by")),
        sa.ForeignKeyConstraint(
            ["property_id"], ["properties.id"], name=op.f("fk_warranties_property_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["work_order_id"], ["work_orders.id"], name=op.f("fk_warranties_work_order_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_warranties")),
        sa.UniqueConstraint("number", name=op.f("uq_warranties_number")),
        sa.UniqueConstraint("work_order_id", name=op.f("uq_warranties_work_order_id")),
        sa.CheckConstraint("status IN ('draft', 'confirmed', 'void')", name=op.f("ck_warranties_status")),
    )
    for newest in (("created_at", "id"), ("status", "created_at", "id")):
        for keys in (newest, ("branch_id", *newest)):
            name = "_".join(f"warranties_{key}" for key in keys)
            op.create_index(op.f(f"ix_{name}"), "warranties", [*keys], unique=False)
    by_end = ("product_ends", sa.text("id DESC"))
    op.create_index("ix_warranties_by_end", "warranties", [*by_end, "branch_id"], unique=False)
    op.create_index("ix_warranties_by_branch_and_end", "warranties", ["branch_id", *by_end], unique=False)
    op.create_index(op.f("ix_warranties_client_id"), "warranties", ["client_id"], unique=False)
    op.create_index(op.f("ix_warranties_property_id"), "warranties", ["property_id"], unique=False)
    op.create_table(
        "work_order_details",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("lead_id", sa.String(length=36), nullable=True),
        sa.Column("ticket_id", sa.String(length=36), nullable=True),
        sa.Column("earlier_id", sa.String(length=36), nullable=True),
        sa.Column("property_id", sa.String(length=36), nullable=True),
        sa.Column("feet", sa.Integer(), nullable=True),
        sa.Column("stories", sa.Integer(), nullable=True),
        sa.Column("hours", sa.Integer(), nullable=True),
        sa.Column("crew_size", sa.Integer(), nullable=True),
        sa.Column("held_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(length=300), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["earlier_id"],
            ["work_orders.id"],
            name=op.f("fk_work_order_details_earlier_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["id"], ["work_orders.id"], name=op.f("fk_work_order_details_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["lead_id"], ["leads.id"], name=op.f("fk_work_order_details_lead_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["property_id"],
            ["properties.id"],
            name=op.f("fk_work_order_details_property_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["ticket_id"],
            ["support_tickets.id"],
            name=op.f("fk_work_order_details_ticket_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_work_order_details")),
        sa.CheckConstraint(
            "kind IN ('installation', 'service', 'survey', 'inspection')",
            name=op.f("ck_work_order_details_kind"),
        ),
    )
    op.create_index(
        op.f("ix_work_order_details_earlier_id"), "work_order_details", ["earlier_id"], unique=False
    )
    op.create_index(op.f("ix_work_order_details_lead_id"), "work_order_details", ["lead_id"], unique=False)
    op.create_index(
        op.f("ix_work_order_details_property_id"), "work_order_details", ["property_id"], unique=False
    )
    op.create_index(
        op.f("ix_work_order_details_ticket_id"), "work_order_details", ["ticket_id"], unique=False
    )
    op.create_table(
        "ticket_details",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=True),
        sa.Column("work_order_id", sa.String(length=36), nullable=True),
        sa.Column("warranty_id", sa.String(length=36), nullable=True),
        sa.Column("enquiry_id", sa.String(length=36), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_ticket_details_client_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["enquiry_id"],
            ["contact_submissions.id"],
            name=op.f("fk_ticket_details_enquiry_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["id"], ["support_tickets.id"], name=op.f("fk_ticket_details_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["warranty_id"],
            ["warranties.id"],
            name=op.f("fk_ticket_details_warranty_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["work_order_id"],
            ["work_orders.id"],
            name=op.f("fk_ticket_details_work_order_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_details")),
    )
    op.create_index(op.f("ix_ticket_details_client_id"), "ticket_details", ["client_id"], unique=False)
    op.create_index(op.f("ix_ticket_details_enquiry_id"), "ticket_details", ["enquiry_id"], unique=False)
    op.create_index(op.f("ix_ticket_details_warranty_id"), "ticket_details", ["warranty_id"], unique=False)
    op.create_index(
        op.f("ix_ticket_details_work_order_id"), "ticket_details", ["work_order_id"], unique=False
    )
    op.create_table(
        "warranty_parts",
        sa.Column("warranty_id", sa.String(length=36), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("serial", sa.String(length=80), nullable=True),
        sa.Column("feet", sa.Integer(), nullable=True),
        sa.Column("color", sa.String(length=80), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["warranty_id"], ["warranties.id"], name=op.f("fk_warranty_parts_warranty_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_warranty_parts")),
        sa.CheckConstraint(
            "kind IN ('controller', 'lights', 'channel', 'power_supply')",
            name=op.f("ck_warranty_parts_kind"),
        ),
    )
    op.create_index(op.f("ix_warranty_parts_serial"), "warranty_parts", ["serial"], unique=False)
    op.create_index(op.f("ix_warranty_parts_warranty_id"), "warranty_parts", ["warranty_id"], unique=False)
    with op.batch_alter_table("enquiry_handling") as table:
        table.add_column(sa.Column("street", sa.String(length=300), nullable=True))
        table.add_column(sa.Column("preferred_time", sa.String(length=40), nullable=True))
        table.add_column(sa.Column("client_id", sa.String(length=36), nullable=True))
        table.create_foreign_key(
            op.f("fk_enquiry_handling_client_id"), "clients", ["client_id"], ["id"], ondelete="SET NULL"
        )
    op.create_index(op.f("ix_enquiry_handling_client_id"), "enquiry_handling", ["client_id"])
    op.add_column("quote_requests", sa.Column("scheme", sa.String(length=100), nullable=True))
    op.add_column("quote_requests", sa.Column("street", sa.String(length=300), nullable=True))
    for statement in FILL:
        op.execute(statement)


FILL = (
    """INSERT INTO lead_details (id, client_id, value_kind)
       SELECT leads.id,
              (SELECT max(clients.id) FROM clients WHERE clients.lead_id = leads.id),
              CASE WHEN EXISTS (SELECT 1 FROM quote_requests WHERE quote_requests.lead_id = leads.id) THEN 'guess' END
       FROM leads""",
    """INSERT INTO properties (id, client_id, branch_id, created_at, updated_at, version)
       SELECT id, id, branch_id, created_at, created_at, 1 FROM clients""",
    """INSERT INTO work_order_details (id, kind, lead_id, property_id, updated_at, version)
       SELECT work_orders.id, 'installation', clients.lead_id, clients.id, work_orders.created_at, 1
       FROM work_orders JOIN clients ON clients.id = work_orders.client_id""",
    """INSERT INTO ticket_details (id, enquiry_id, updated_at, version)
       SELECT support_tickets.id,
              (SELECT max(enquiry_handling.id) FROM enquiry_handling WHERE enquiry_handling.ticket_id = support_tickets.id),
              support_tickets.created_at, 1
       FROM support_tickets""",
)
"""Each record that is there gets the rows that come with a new one."""


def downgrade() -> None:
    op.execute("DROP VIEW IF EXISTS warranties_searched")
    op.drop_column("quote_requests", "street")
    op.drop_column("quote_requests", "scheme")
    op.drop_index(op.f("ix_enquiry_handling_client_id"), "enquiry_handling")
    with op.batch_alter_table("enquiry_handling") as table:
        table.drop_constraint(op.f("fk_enquiry_handling_client_id"), type_="foreignkey")
        table.drop_column("client_id")
        table.drop_column("preferred_time")
        table.drop_column("street")
    op.drop_index(op.f("ix_warranty_parts_warranty_id"), table_name="warranty_parts")
    op.drop_index(op.f("ix_warranty_parts_serial"), table_name="warranty_parts")
    op.drop_table("warranty_parts")
    op.drop_index(op.f("ix_ticket_details_work_order_id"), table_name="ticket_details")
    op.drop_index(op.f("ix_ticket_details_warranty_id"), table_name="ticket_details")
    op.drop_index(op.f("ix_ticket_details_enquiry_id"), table_name="ticket_details")
    op.drop_index(op.f("ix_ticket_details_client_id"), table_name="ticket_details")
    op.drop_table("ticket_details")
    op.drop_index(op.f("ix_work_order_details_ticket_id"), table_name="work_order_details")
    op.drop_index(op.f("ix_work_order_details_property_id"), table_name="work_order_details")
    op.drop_index(op.f("ix_work_order_details_lead_id"), table_name="work_order_details")
    op.drop_index(op.f("ix_work_order_details_earlier_id"), table_name="work_order_details")
    op.drop_table("work_order_details")
    op.drop_table("warranties")
    op.drop_index(op.f("ix_visitor_photos_reference_id"), table_name="visitor_photos")
    op.drop_table("visitor_photos")
    op.drop_index(op.f("ix_visitor_references_quote_request_id"), table_name="visitor_references")
    op.drop_index(
        op.f("ix_visitor_references_key_hash_visitor_references_created_at"), table_name="visitor_references"
    )
    op.drop_index(op.f("ix_visitor_references_enquiry_id"), table_name="visitor_references")
    op.drop_table("visitor_references")
    op.drop_index(
        op.f("ix_properties_client_id_properties_created_at_properties_id"), table_name="properties"
    )
    op.drop_index(op.f("ix_properties_branch_id"), table_name="properties")
    op.drop_table("properties")
    op.drop_index(op.f("ix_lead_details_client_id"), table_name="lead_details")
    op.drop_table("lead_details")
    op.drop_index("ix_status_changes_by_record", table_name="status_changes")
    op.drop_index("ix_status_changes_by_branch", table_name="status_changes")
    op.drop_table("status_changes")
    op.drop_index(
        "uq_next_steps_open",
        table_name="next_steps",
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    )
    op.drop_index("ix_next_steps_by_record", table_name="next_steps")
    for name in ("day", "person", "branch"):
        op.drop_index(f"ix_next_steps_by_{name}", table_name="next_steps")
    op.drop_table("next_steps")
    op.drop_index(op.f("ix_merges_kept_id"), table_name="merges")
    op.drop_index(op.f("ix_merges_gone_id"), table_name="merges")
    op.drop_table("merges")
    op.drop_index(op.f("ix_duplicates_dismissed_other_id"), table_name="duplicates_dismissed")
    op.drop_table("duplicates_dismissed")
    op.drop_index(
        "uq_conversions_standing",
        table_name="conversions",
        sqlite_where=sa.text("undone_at IS NULL"),
        postgresql_where=sa.text("undone_at IS NULL"),
    )
    op.drop_index(op.f("ix_conversions_to_id"), table_name="conversions")
    op.drop_index(op.f("ix_conversions_from_id"), table_name="conversions")
    op.drop_table("conversions")
    op.drop_index("ix_activities_by_record", table_name="activities")
    op.drop_table("activities")
    op.drop_table("branch_details")
