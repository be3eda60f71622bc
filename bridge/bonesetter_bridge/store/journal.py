"""The log as it is stored, and the replies given. Every function runs inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from bonesetter.frozen import Json
from sqlalchemy import Connection, insert, select, update

from ..clock import now
from .schema import campaigns, entries, replies


@dataclass(frozen=True)
class Given:
    """A reply that was given: to whom, to what (the digest of the message), and the reply itself."""

    person: str
    asked: str
    reply: dict[str, Json]


def lock(connection: Connection, campaign: int) -> int:
    """Take a campaign for this transaction, and say the number of its newest entry.

    SQLite is locked as a whole by then; PostgreSQL locks the campaign's row by this very update.
    """
    connection.execute(update(campaigns).where(campaigns.c.id == campaign).values(head=campaigns.c.head))
    return head(connection, campaign)


def head(connection: Connection, campaign: int) -> int:
    """The number of a campaign's newest entry."""
    return int(connection.execute(select(campaigns.c.head).where(campaigns.c.id == campaign)).scalar_one())


def since(connection: Connection, campaign: int, number: int) -> list[dict[str, Json]]:
    """The entries after a number, in order."""
    rows = connection.execute(
        select(entries.c.entry)
        .where(entries.c.campaign == campaign, entries.c.number > number)
        .order_by(entries.c.number)
    )
    return [json.loads(row) for row in rows.scalars()]


def given(connection: Connection, campaign: int, request: str) -> Given | None:
    """What was answered to a request id, if anything was."""
    row = connection.execute(
        select(replies.c.person, replies.c.asked, replies.c.reply).where(
            replies.c.campaign == campaign, replies.c.request == request
        )
    ).first()
    return None if row is None else Given(row.person, row.asked, json.loads(row.reply))


def append(connection: Connection, campaign: int, before: int, new: Iterable[dict[str, Json]]) -> int:
    """Write entries after number `before`, and raise the campaign's counter. Returns the new head."""
    rows = [
        {"campaign": campaign, "number": number, "entry": compact(entry)}
        for number, entry in enumerate(new, start=before + 1)
    ]
    if rows:
        connection.execute(insert(entries), rows)
        connection.execute(update(campaigns).where(campaigns.c.id == campaign).values(head=before + len(rows)))
    return before + len(rows)


def keep(connection: Connection, campaign: int, request: str, reply: Given) -> None:
    """Keep a reply, so that the same request gets the same again."""
    connection.execute(
        insert(replies).values(
            campaign=campaign,
            request=request,
            person=reply.person,
            asked=reply.asked,
            reply=compact(reply.reply),
            at=now(),
        )
    )


def compact(value: Json) -> str:
    """JSON without spaces, in ASCII."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
