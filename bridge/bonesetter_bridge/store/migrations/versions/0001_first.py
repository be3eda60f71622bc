"""Campaigns, people, tokens, entries and replies."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first schema."""
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
    )
    op.create_table(
        "people",
        sa.Column("campaign", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("joined_by", sa.String(200)),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32)),
        sa.PrimaryKeyConstraint("campaign", "id", name="pk_people"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_people_campaign"),
    )
    op.create_index("ix_people_joined_by", "people", ["campaign", "joined_by"], unique=True)
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("campaign", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("name", sa.String(60)),
        sa.Column("uses_left", sa.Integer()),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.String(32)),
        sa.Column("revoked_at", sa.String(32)),
        sa.PrimaryKeyConstraint("digest", name="pk_tokens"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_tokens_campaign"),
        sa.ForeignKeyConstraint(["campaign", "person"], ["people.campaign", "people.id"], name="fk_tokens_person"),
    )
    op.create_table(
        "entries",
        sa.Column("campaign", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("campaign", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_entries_campaign"),
    )
    op.create_table(
        "replies",
        sa.Column("campaign", sa.Integer(), nullable=False),
        sa.Column("request", sa.String(100), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("asked", sa.String(64), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("campaign", "request", name="pk_replies"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_replies_campaign"),
    )


def downgrade() -> None:
    """Take everything away again."""
    for table in ("replies", "entries", "tokens", "people", "campaigns"):
        op.drop_table(table)
