"""Rooms: a campaign's log as this process knows it, and the one way to add to it.

An act is validated, carried out, committed, acknowledged and only then published. All of the first three happen in one
database transaction that has the campaign's row to itself, so that several servers of one database agree; the copy of
the log kept here is only a reading of it, brought up to date before every use.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from bonesetter.desk import ACTS, Host, Log, Reply, Viewer, handle
from bonesetter.frozen import Json
from bonesetter.log import Entry
from bonesetter.messages import TYPES
from bonesetter.ruleset import Ruleset
from sqlalchemy import Connection

from .clock import now
from .faults import Fault, language, refused
from .store import journal
from .store.database import Database
from .store.people import Person

log = logging.getLogger("bonesetter.rooms")

ACTING = frozenset(name for name, kind in TYPES.items() if kind in ACTS)
"""The messages that change something; each needs a request id."""

LONGEST_ID = 100
"""The longest request id, in characters."""


@dataclass(frozen=True)
class Answered:
    """A reply, and whether the log grew by it."""

    reply: dict[str, Json]
    grew: bool = False


class Room:
    """One campaign."""

    def __init__(self, number: int, rulesets: Mapping[str, Ruleset], database: Database) -> None:
        self.number = number
        self._database = database
        self._acting = threading.Lock()
        self._log = Log.read(rulesets, ())

    def log(self) -> Log:
        """The log up to date with the database. Raises Fault `storage`."""
        known = self._log
        newer = self._database.read(lambda connection: self._caught_up(connection, known))
        if newer.head > self._log.head:
            self._log = newer
        return newer

    def _caught_up(self, connection: Connection, known: Log) -> Log:
        if journal.head(connection, self.number) <= known.head:
            return known
        rows = journal.since(connection, self.number, known.head)
        return known.extended(Entry.read(row) for row in rows)

    def answer(self, message: Mapping[str, Json], person: Person, via: str) -> Answered:
        """Answer one message of a person. Never raises: whatever goes wrong is a reply, and changes nothing."""
        try:
            if message.get("type") in ACTING:
                return self._act(message, person, via)
            return Answered(handle(self.log(), message, viewer(person), _host(via)).reply)
        except Fault as fault:
            return Answered(refused(fault, language(message)))
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("incident %s: a message of type %r failed", incident, message.get("type"))
            return Answered(refused(Fault("internal_error", incident=incident), language(message)))

    def _act(self, message: Mapping[str, Json], person: Person, via: str) -> Answered:
        request = message.get("request_id")
        if not isinstance(request, str) or not 0 < len(request) <= LONGEST_ID or not request.isprintable():
            raise Fault("bad_request_id", field="request_id", given=str(request)[:LONGEST_ID], limit=LONGEST_ID)
        with self._acting:
            reply, longer = self._database.write(lambda connection: self._carry_out(connection, message, person, via))
            grew = longer.head > self._log.head
            if grew:
                self._log = longer
        return Answered(reply, grew)

    def _carry_out(
        self, connection: Connection, message: Mapping[str, Json], person: Person, via: str
    ) -> tuple[dict[str, Json], Log]:
        """The transaction of one act: the reply, and the log after it."""
        request = str(message["request_id"])
        head = journal.lock(connection, self.number)
        known = self._caught_up(connection, self._log)
        asked = digest(message)
        before = journal.given(connection, self.number, request)
        if before is not None:
            if before.person != person.id or before.asked != asked:
                raise Fault("request_id_taken", field="request_id", given=request)
            return before.reply, known
        made: Reply = handle(known, message, viewer(person), _host(via))
        if not made.ok:
            return made.reply, known
        journal.append(connection, self.number, head, (entry.json() for entry in made.entries))
        journal.keep(connection, self.number, request, journal.Given(person.id, asked, made.reply))
        return made.reply, known.extended(made.entries) if made.entries else known


class Rooms:
    """All campaigns that somebody has asked for, by number."""

    def __init__(self, rulesets: Mapping[str, Ruleset], database: Database) -> None:
        self._rulesets = rulesets
        self._database = database
        self._rooms: dict[int, Room] = {}
        self._lock = threading.Lock()

    def __getitem__(self, campaign: int) -> Room:
        with self._lock:
            if campaign not in self._rooms:
                self._rooms[campaign] = Room(campaign, self._rulesets, self._database)
            return self._rooms[campaign]


def viewer(person: Person) -> Viewer:
    """A person as the engine knows them."""
    return Viewer(person.id, person.name, person.role)  # type: ignore[arg-type]


def digest(message: Mapping[str, Json]) -> str:
    """What tells a repeated message from another under the same id: everything in it but the language."""
    text = journal.compact({key: message[key] for key in sorted(message) if key != "lang"})
    return hashlib.sha256(text.encode()).hexdigest()


def _host(via: str) -> Host:
    return Host(now(), secrets.token_bytes(32), via)
