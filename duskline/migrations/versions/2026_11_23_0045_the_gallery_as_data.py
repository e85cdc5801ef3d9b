"""the gallery as data

Photos get a caption, a place in the order and the words that their senders agreed to; those that are shown begin newest first.
What was sent before was sent by a form that said what is shown, and those words are kept. The pictures that came with the gallery's page
become a section, as samples; their ids and times are fixed, so that every database begins with the same rows.

Revision: 0045
Follows: 0043
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0043"
branch_labels = None
depends_on = None

SINCE = datetime(2026, 11, 23, tzinfo=UTC)
SAID = (
    "Show others what your place looks like lit. We look at every photo before it appears here. Only the photo, description,"
    " location and category are shown."
)
IN_ORDER = "ix_gallery_submissions_approved_gallery_submissions_place_gallery_submissions_id"
SECTION = "ck_site_items_section"
BEFORE = (
    "testimonials", "business_testimonials", "cases", "team", "milestones", "awards", "impact", "goals", "home_questions",
    "support_questions", "financing_questions", "work", "projects",
)  # fmt: skip
FIRST = (
    ("Residential", "pool-house", "Flat-roofed modern home with warm white roofline and two blue accents over the pool, at night"),
    ("Residential", "craftsman-porch", "Craftsman house with amber light along the porch eaves and posts, at dusk"),
    ("Residential", "townhouses", "Three townhouses with rooflines in warm, neutral and warm white, at night"),
    ("Commercial", "boutique-hotel", "Boutique hotel arcade with warm white light on every bay of the front, at night"),
    ("Commercial", "restaurant-patio", "Restaurant patio with warm candle-white light on the pergola and roofline, at dusk"),
    ("Commercial", "glass-office", "Glass office building with its edges in brand blue, at night"),
    ("Holiday", "colonial-holiday", "Snow-covered brick colonial with a red, white and green roofline, on a December night"),
    ("Holiday", "ranch-halloween", "Ranch house with an orange and violet roofline over pumpkins and ground fog, on an October night"),
    ("Holiday", "farmhouse-july", "Farmhouse with runs of red, white and blue along its gables, at late dusk in July"),
    ("Events", "barn-wedding", "Barn dressed for a wedding in champagne-colored light with lanterns, at blue hour"),
    ("Events", "garden-party", "Ranch house back garden with pastel colors along the eaves over a party table, at dusk"),
    ("Events", "theatre-marquee", "Theater front with a gold chase of light around its marquee, on a show night"),
)  # fmt: skip


def upgrade() -> None:
    for column in (
        sa.Column("caption", sa.String(length=200), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("own", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("consent", sa.Text(), nullable=True),
        sa.Column("consented_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
    ):
        op.add_column("gallery_submissions", column)
    op.execute(
        sa.text("UPDATE gallery_submissions SET consent = :said, consented_at = created_at").bindparams(
            said=SAID
        )
    )
    op.execute(
        "UPDATE gallery_submissions SET place = numbered.number FROM (SELECT id, row_number() OVER"
        " (ORDER BY created_at DESC, id DESC) AS number FROM gallery_submissions WHERE approved = 1) AS numbered"
        " WHERE numbered.id = gallery_submissions.id"
    )
    op.create_index(op.f(IN_ORDER), "gallery_submissions", ["approved", "place", "id"], unique=False)
    allow((*BEFORE, "gallery"))
    site_sections, site_items = (
        sa.Table(name, sa.MetaData(), autoload_with=op.get_bind(), resolve_fks=False)
        for name in ("site_sections", "site_items")
    )
    op.bulk_insert(site_sections, [{"id": "gallery", "shows": "all", "version": 1, "created_at": SINCE}])
    op.bulk_insert(site_items, rows())


def rows() -> list[dict[str, Any]]:
    return [
        {
            "section": "gallery", "place": place, "title": category, "image": f"/img/{name}-960.jpg", "image_alt": alt,
            "details": [], "sample": True, "shown": True, "version": 1, "created_at": SINCE, "updated_at": SINCE,
            "id": f"01a205b3-d000-7000-8000-0000000002{place:02}",
        }
        for place, (category, name, alt) in enumerate(FIRST, 1)
    ]  # fmt: skip


def allow(names: tuple[str, ...]) -> None:
    """The sections that items stand in; nothing refers to their table, so that SQLite may make it anew."""
    listed = ", ".join(f"'{name}'" for name in names)
    with op.batch_alter_table("site_items") as table:
        if op.get_bind().dialect.name != "sqlite":  # a table made anew has none of the checks of before
            table.drop_constraint(op.f(SECTION), type_="check")
        table.create_check_constraint(op.f(SECTION), f"section IN ({listed})")


def downgrade() -> None:
    op.execute("DELETE FROM site_items WHERE section = 'gallery'")
    op.execute("DELETE FROM site_sections WHERE id = 'gallery'")
    allow(BEFORE)
    op.drop_index(op.f(IN_ORDER), table_name="gallery_submissions")
    for column in ("withdrawn_at", "consented_at", "consent", "own", "place", "caption"):
        op.drop_column("gallery_submissions", column)
