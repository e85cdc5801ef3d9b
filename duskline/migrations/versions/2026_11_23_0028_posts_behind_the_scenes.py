"""posts behind the scenes

Every post that visitors read gets a draft, so that it can be changed.

Revision: 0028
Follows: 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

CATEGORY = "category IN ('Installation Tips', 'Design Ideas', 'Technology', 'Case Studies')"
DRAFTS = """
    INSERT INTO post_drafts (
        id, title, excerpt, content, author, category, image, is_public, published_at, changed, created_at, updated_at, version
    )
    SELECT
        id, title, excerpt, content, author,
        CASE WHEN category IN ('Installation Tips', 'Design Ideas', 'Technology', 'Case Studies') THEN category END,
        image, true, created_at, false, created_at, updated_at, 1
    FROM blog_posts
"""


def upgrade() -> None:
    op.create_table(
        "post_drafts",
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=True),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("author", sa.String(length=200), nullable=True),
        sa.Column("category", sa.String(length=40), nullable=True),
        sa.Column("image", sa.String(length=300), nullable=True),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.Column("publish_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(CATEGORY, name=op.f("ck_post_drafts_category")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post_drafts")),
    )
    op.execute(DRAFTS)
    op.create_index(
        op.f("ix_post_drafts_created_at_post_drafts_id"), "post_drafts", ["created_at", "id"], unique=False
    )
    op.create_index(op.f("ix_post_drafts_image"), "post_drafts", ["image"], unique=False)
    op.create_index(op.f("ix_post_drafts_publish_at"), "post_drafts", ["publish_at"], unique=False)
    op.create_index(op.f("ix_blog_posts_image"), "blog_posts", ["image"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_blog_posts_image"), table_name="blog_posts")
    op.drop_index(op.f("ix_post_drafts_publish_at"), table_name="post_drafts")
    op.drop_index(op.f("ix_post_drafts_image"), table_name="post_drafts")
    op.drop_index(op.f("ix_post_drafts_created_at_post_drafts_id"), table_name="post_drafts")
    op.drop_table("post_drafts")
