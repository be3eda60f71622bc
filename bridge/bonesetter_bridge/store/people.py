"""Who may come in: campaigns, invites, people and their tokens. Every function runs inside a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection, Row, func, insert, select, update

from .. import tokens
from ..clock import now
from ..faults import Fault
from .schema import campaigns, people
from .schema import tokens as token_rows

ROLES = ("gm", "player", "spectator")

INVITE_DAYS = 30
"""How long an invite link works. A person's own token doesn't run out."""

PEOPLE = 500
"""The most people in one campaign."""

NAME = 60
"""The longest name, in characters."""


@dataclass(frozen=True)
class Person:
    """Somebody in a campaign."""

    campaign: int
    id: str
    name: str
    role: str
    revoked: bool = False

    def json(self) -> dict[str, str]:
        return {"id": self.id, "name": self.name, "role": self.role}


@dataclass(frozen=True)
class Invite:
    """What an invite link lets its holder be: a new person of a role, or (`person`) one who is known already."""

    campaign: int
    digest: str
    role: str
    name: str | None = None
    person: str | None = None


def first_campaign(connection: Connection, name: str) -> int:
    """The first campaign's number; made if there is none yet."""
    found = connection.execute(select(func.min(campaigns.c.id))).scalar()
    if found is not None:
        return int(found)
    row = {"id": 1, "name": name, "head": 0, "people": 0, "created_at": now()}
    connection.execute(insert(campaigns).values(row))
    return 1


def invite(connection: Connection, campaign: int, role: str, name: str | None = None, person: str | None = None) -> str:
    """A new invite: its token, to be shown once. With a name or a person it works a single time.

    Raises Fault `unknown_role`, `bad_name`, `unknown_person`.
    """
    if role not in ROLES:
        raise Fault("unknown_role", field="role", given=role, known=list(ROLES))
    if name is not None:
        name = clean(name)
    if person is not None:
        role = find(connection, campaign, person).role
    token = tokens.new()
    connection.execute(
        insert(token_rows).values(
            digest=tokens.digest(token),
            campaign=campaign,
            kind="invite",
            role=role,
            person=person,
            name=name,
            uses_left=None if name is None and person is None else 1,
            created_at=now(),
            expires_at=now(timedelta(days=INVITE_DAYS)),
        )
    )
    return token


def recognise(connection: Connection, token: object) -> Person | Invite:
    """Who a token is. Raises Fault `unauthorized`, whatever is wrong with it: a wrong token learns nothing."""
    if not tokens.well_formed(token):
        raise Fault("unauthorized")
    digest = tokens.digest(str(token))
    row = connection.execute(select(token_rows).where(token_rows.c.digest == digest)).first()
    if row is None or row.revoked_at is not None or (row.expires_at is not None and row.expires_at < now()):
        raise Fault("unauthorized")
    if row.kind == "invite":
        return Invite(row.campaign, digest, row.role, row.name, row.person)
    person = find(connection, row.campaign, row.person)
    if person.revoked:
        raise Fault("unauthorized")
    return person


def join(connection: Connection, invite: Invite, name: str | None, request: str) -> tuple[Person, str]:
    """Come in by an invite: the person, and their own token, to be kept by their client.

    The same invite and request id again give the same person (and a fresh token: the first may have been lost on the
    way). Raises Fault `unauthorized` (used up, revoked), `bad_name`, `name_taken`, `too_many_people`, `bad_request_id`.
    """
    if not request or len(request) > 100:
        raise Fault("bad_request_id", field="request_id", given=request)
    joined_by = f"{invite.digest}:{request}"
    row = connection.execute(
        select(people).where(people.c.campaign == invite.campaign, people.c.joined_by == joined_by)
    ).first()
    if row is not None:
        person = _person(row)
        if person.revoked:
            raise Fault("unauthorized")
        return person, _token(connection, person)
    used = connection.execute(
        update(token_rows)
        .where(token_rows.c.digest == invite.digest, token_rows.c.revoked_at.is_(None))
        .where((token_rows.c.uses_left.is_(None)) | (token_rows.c.uses_left > 0))
        .values(uses_left=token_rows.c.uses_left - 1)
    )
    if used.rowcount != 1:
        raise Fault("unauthorized")
    if invite.person is not None:
        person = find(connection, invite.campaign, invite.person)
        if person.revoked:
            raise Fault("unauthorized")
        mark = update(people).where(people.c.campaign == person.campaign, people.c.id == person.id)
        connection.execute(mark.values(joined_by=joined_by))
        return person, _token(connection, person)
    person = add(connection, invite.campaign, invite.role, invite.name or clean(name), joined_by)
    return person, _token(connection, person)


def add(connection: Connection, campaign: int, role: str, name: str, joined_by: str | None = None) -> Person:
    """A new person. Raises Fault `name_taken`, `too_many_people`."""
    connection.execute(update(campaigns).where(campaigns.c.id == campaign).values(people=campaigns.c.people + 1))
    number = connection.execute(select(campaigns.c.people).where(campaigns.c.id == campaign)).scalar_one()
    if number > PEOPLE:
        raise Fault("too_many_people", limit=PEOPLE)
    names = (
        connection.execute(select(people.c.name).where(people.c.campaign == campaign, people.c.revoked_at.is_(None)))
        .scalars()
        .all()
    )
    if any(taken.casefold() == name.casefold() for taken in names):
        raise Fault("name_taken", field="name", given=name)
    person = Person(campaign, f"p{number}", name, role)
    connection.execute(
        insert(people).values(
            campaign=campaign, id=person.id, name=name, role=role, joined_by=joined_by, created_at=now()
        )
    )
    return person


def find(connection: Connection, campaign: int, id: str) -> Person:
    """A person by id. Raises Fault `unknown_person`."""
    row = connection.execute(select(people).where(people.c.campaign == campaign, people.c.id == id)).first()
    if row is None:
        raise Fault("unknown_person", field="person", given=id)
    return _person(row)


def everyone(connection: Connection, campaign: int) -> list[Person]:
    """Everybody who has joined and may still come in, oldest first."""
    rows = connection.execute(
        select(people)
        .where(people.c.campaign == campaign, people.c.revoked_at.is_(None))
        .order_by(people.c.created_at, people.c.id)
    )
    return [_person(row) for row in rows]


def revoke(connection: Connection, campaign: int, id: str) -> Person:
    """Shut a person out: none of their tokens works any more. Raises Fault `unknown_person`."""
    person = find(connection, campaign, id)
    mine = (token_rows.c.campaign == campaign) & (token_rows.c.person == id) & token_rows.c.revoked_at.is_(None)
    connection.execute(update(token_rows).where(mine).values(revoked_at=now()))
    connection.execute(update(people).where(people.c.campaign == campaign, people.c.id == id).values(revoked_at=now()))
    return person


def revoke_invites(connection: Connection, campaign: int) -> int:
    """Make every invite link so far useless; people who came in by them stay. Returns how many there were."""
    open_ones = (
        (token_rows.c.campaign == campaign) & (token_rows.c.kind == "invite") & token_rows.c.revoked_at.is_(None)
    )
    return connection.execute(update(token_rows).where(open_ones).values(revoked_at=now())).rowcount


def revoked(connection: Connection, campaign: int) -> set[str]:
    """The ids of those who have been shut out."""
    rows = connection.execute(
        select(people.c.id).where(people.c.campaign == campaign, people.c.revoked_at.is_not(None))
    )
    return set(rows.scalars())


def clean(name: object) -> str:
    """A name as it will be shown: trimmed, one line. Raises Fault `bad_name`."""
    if (
        not isinstance(name, str)
        or not (short := " ".join(name.split()))
        or len(short) > NAME
        or not short.isprintable()
    ):
        raise Fault("bad_name", field="name", given=str(name)[:NAME], limit=NAME)
    return short


def _person(row: Row[tuple[object, ...]]) -> Person:
    return Person(row.campaign, row.id, row.name, row.role, row.revoked_at is not None)


def _token(connection: Connection, person: Person) -> str:
    token = tokens.new()
    connection.execute(
        insert(token_rows).values(
            digest=tokens.digest(token),
            campaign=person.campaign,
            kind="person",
            role=person.role,
            person=person.id,
            created_at=now(),
        )
    )
    return token
