"""The door: who a socket belongs to, and what becomes of its messages."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping

from bonesetter.errors import Refusal
from bonesetter.frozen import Json
from bonesetter.words import LANGUAGES
from flask import request
from flask_socketio import ConnectionRefusedError

from .faults import Fault, language, refused
from .hints import Hints
from .limits import Rates
from .publisher import Publisher
from .rooms import Rooms
from .sessions import Session, Sessions
from .sockets import Sockets
from .store import people
from .store.database import Database
from .store.people import Invite, Person

log = logging.getLogger("bonesetter.door")

VIAS = ("site", "foundry", "terminal")


class Door:
    """Handles the socket events of one server."""

    def __init__(
        self, sockets: Sockets, database: Database, rooms: Rooms, sessions: Sessions, rates: Rates, publisher: Publisher
    ) -> None:
        self._sockets = sockets
        self._database = database
        self._rooms = rooms
        self._sessions = sessions
        self._rates = rates
        self._publisher = publisher
        self.hints: Hints | None = None
        self.closing = False
        self._own: dict[str, Callable[[Mapping[str, Json], Session], dict[str, Json]]] = {
            "whoami": self._whoami,
            "join": self._join,
            "people": self._people,
            "invite": self._invite,
            "revoke": self._revoke,
        }
        sockets.on("connect")(self.connect)
        sockets.on("disconnect")(self.disconnect)
        sockets.on("desk")(self.desk)
        sockets.on("unheard")(self.unheard)

    # `auth` has no default, and nothing may raise TypeError: both libraries would call again without it
    def connect(self, auth: object) -> bool:
        """Let a socket in by its token, or refuse. Raises ConnectionRefusedError, which carries the error as data."""
        lang = language(auth)
        try:
            self._let_in(auth, lang)
        except Refusal as refusal:
            error = refused(refusal, lang)["error"]
            raise ConnectionRefusedError(error["message"], error) from None
        except Exception as unexpected:
            incident = secrets.token_hex(4)
            log.exception("incident %s: a connection failed", incident)
            error = refused(Fault("internal_error", incident=incident), lang)["error"]
            raise ConnectionRefusedError(error["message"], error) from unexpected
        return True

    def _let_in(self, auth: object, lang: str) -> None:
        address = str(request.remote_addr)
        if self.closing:
            raise Fault("closing")
        if self._rates.barred(address):
            self._rates.entering(address)
        token = auth.get("token") if isinstance(auth, Mapping) else None
        via = auth.get("via") if isinstance(auth, Mapping) else None
        try:
            person = self._database.read(lambda connection: people.recognise(connection, token))
        except Fault as fault:
            if fault.code == "unauthorized":
                self._rates.entering(address)
            raise
        session = Session(_sid(), person, lang, via if via in VIAS else VIAS[0], address)
        session.told = self._rooms[person.campaign].log().head
        self._sessions.add(session)

    def disconnect(self, reason: object = None) -> None:
        """Forget a socket."""
        self._sessions.drop(_sid())

    def unheard(self, code: str) -> dict[str, Json]:
        """Answer a packet that said nothing we understand."""
        session = self._sessions.get(_sid())
        return refused(Fault(code, known=["desk"]), session.lang if session else LANGUAGES[0])

    def desk(self, message: dict[str, Json]) -> dict[str, Json]:
        """Answer one message of a client."""
        session = self._sessions.get(_sid())
        lang = language(message)
        try:
            if session is None or self.closing:
                raise Fault("unauthorized" if session is None else "closing")
            self._rates.message(session.campaign, _key(session), message.get("type"))
            session.lang = lang
            own = self._own.get(str(message.get("type")))
            if own is not None:
                return {"ok": True, **own(message, session)}
            if isinstance(session.person, Invite):
                raise Fault("join_first")
        except Refusal as refusal:
            return refused(refusal, lang)
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("incident %s: a message of type %r failed", incident, message.get("type"))
            return refused(Fault("internal_error", incident=incident), lang)
        answered = self._rooms[session.campaign].answer(message, session.person, session.via)
        if answered.grew:
            self._sockets.server.after_ack(lambda: self._spread(session.campaign))
        return answered.reply

    def _spread(self, campaign: int) -> None:
        self._publisher.wake(campaign)
        if self.hints is not None:
            self.hints.tell(campaign)

    # --- the bridge's own messages -----------------------------------------------------------------------------

    def _whoami(self, message: Mapping[str, Json], session: Session) -> dict[str, Json]:
        """Who this socket is: a person, or the holder of an invite that wants a name (or not: `name`)."""
        who = session.person
        if isinstance(who, Person):
            return {"person": who.json(), "invite": None}
        return {"person": None, "invite": {"role": who.role, "name": who.name, "known": who.person is not None}}

    def _join(self, message: Mapping[str, Json], session: Session) -> dict[str, Json]:
        """Become a person, under a name; the token in the reply is the only way back in."""
        invite = session.person
        if isinstance(invite, Person):
            raise Fault("joined_already", name=invite.name)
        self._rates.entering(session.address)
        name, asked = message.get("name"), message.get("request_id")
        asked = asked if isinstance(asked, str) else ""
        person, token = self._database.write(lambda connection: people.join(connection, invite, name, asked))
        session.person = person
        return {"person": person.json(), "token": token}

    def _people(self, message: Mapping[str, Json], session: Session) -> dict[str, Json]:
        """Who has joined, and who of them is connected."""
        if isinstance(session.person, Invite):
            raise Fault("join_first")
        online = self._sessions.online(session.campaign)
        known = self._database.read(lambda connection: people.everyone(connection, session.campaign))
        return {"people": [{**one.json(), "online": one.id in online} for one in known]}

    def _invite(self, message: Mapping[str, Json], session: Session) -> dict[str, Json]:
        """The GM's new invite: its token, shown this once."""
        _gm(session, "invite")
        role, name, person = (message.get(key) for key in ("role", "name", "person"))
        token = self._database.write(
            lambda connection: people.invite(connection, session.campaign, str(role or "player"), name, person)
        )
        return {"token": token}

    def _revoke(self, message: Mapping[str, Json], session: Session) -> dict[str, Json]:
        """The GM shuts a person out, wherever they are connected."""
        _gm(session, "revoke")
        id = str(message.get("person"))
        if isinstance(session.person, Person) and id == session.person.id:
            raise Fault("not_yourself", field="person")
        person = self._database.write(lambda connection: people.revoke(connection, session.campaign, id))
        self._sockets.server.after_ack(lambda: self.shut_out(session.campaign, {id}))
        return {"person": person.json()}

    def shut_out(self, campaign: int, ids: set[str]) -> None:
        """Disconnect people."""
        for one in self._sessions.of(campaign):
            if isinstance(one.person, Person) and one.person.id in ids:
                self._sockets.server.disconnect(one.sid)


def _sid() -> str:
    return str(request.sid)  # type: ignore[attr-defined]


def _key(session: Session) -> str:
    return session.person.id if isinstance(session.person, Person) else session.address


def _gm(session: Session, what: str) -> None:
    if not isinstance(session.person, Person) or session.person.role != "gm":
        raise Fault("gm_only", what=what)
