"""The schema as it stands now. How it came to be is in `migrations/`; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(120), nullable=False),
    Column("head", Integer, nullable=False),
    Column("people", Integer, nullable=False),
    Column("created_at", String(32), nullable=False),
)
"""`head` is the number of the newest entry and `people` that of the newest person: counters, raised in the very
transaction that uses the number, so that none is ever skipped or seen before its row."""

people = Table(
    "people",
    metadata,
    Column("campaign", Integer, ForeignKey("campaigns.id"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("role", String(16), nullable=False),
    Column("joined_by", String(200)),
    Column("created_at", String(32), nullable=False),
    Column("revoked_at", String(32)),
    Index("ix_people_joined_by", "campaign", "joined_by", unique=True),
)
"""`joined_by` is the invite's digest and the client's request id, so that joining twice makes one person."""

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("campaign", Integer, ForeignKey("campaigns.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("role", String(16), nullable=False),
    Column("person", String(16)),
    Column("name", String(60)),
    Column("uses_left", Integer),
    Column("created_at", String(32), nullable=False),
    Column("expires_at", String(32)),
    Column("revoked_at", String(32)),
    ForeignKeyConstraint(["campaign", "person"], ["people.campaign", "people.id"]),
)
"""`kind`: `person` logs a person in, `invite` lets one join. No token itself is here, only SHA-256 digests."""

entries = Table(
    "entries",
    metadata,
    Column("campaign", Integer, ForeignKey("campaigns.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("entry", Text, nullable=False),
)
"""The log: each entry as the engine's JSON, under its number."""

replies = Table(
    "replies",
    metadata,
    Column("campaign", Integer, ForeignKey("campaigns.id"), primary_key=True),
    Column("request", String(100), primary_key=True),
    Column("person", String(16), nullable=False),
    Column("asked", String(64), nullable=False),
    Column("reply", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
"""What was answered to each request that changed something: said again, it gets the same again."""
