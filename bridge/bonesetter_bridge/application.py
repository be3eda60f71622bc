"""The application: everything of a server put together, ready for whatever carries WSGI."""

from __future__ import annotations

import logging
import threading
from typing import Any

from bonesetter.frozen import Json
from bonesetter.ruleset import found
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from . import web
from .config import Config
from .door import Door
from .gate import Gate, HostCheck
from .hints import Hints
from .limits import Rates
from .publisher import Publisher
from .rooms import Rooms
from .sessions import Sessions
from .sockets import Sockets
from .store import people
from .store.database import Database

log = logging.getLogger("bonesetter.application")


class Application:
    """A server's parts. `wsgi` is what to serve; `close` ends it: refuse, flush, hang up."""

    def __init__(self, config: Config) -> None:
        """Raises Fault (database, queue), RulesetFault (a ruleset that can't be loaded)."""
        self.config = config
        rulesets = found([config.rulesets] if config.rulesets else [])
        self.database = Database(config.database_url)
        self.campaign = self.database.write(lambda connection: people.first_campaign(connection, "Bonesetter"))
        gate = Gate(config)
        app = Flask("bonesetter_bridge", static_folder=None)
        app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
        self.sockets = Sockets(app, config, gate.origin)
        self.sessions = Sessions()
        self.rooms = Rooms(rulesets, self.database)
        self.publisher = Publisher(self.rooms, self.sessions, self._send)
        self.door = Door(self.sockets, self.database, self.rooms, self.sessions, Rates(*config.rates), self.publisher)
        self.hints = self.door.hints = Hints(config.queue, self.publisher.wake) if config.queue else None
        web.serve(app, config, gate, self.database, self.hints)
        self.wsgi: Any = HostCheck(app, gate)
        if config.proxies:
            self.wsgi = ProxyFix(self.wsgi, *[config.proxies] * 4)
        self._over = threading.Event()
        threading.Thread(target=self._keep, name="bonesetter-keeper", daemon=True).start()

    def _send(self, sid: str, event: str, data: dict[str, Json]) -> None:
        self.sockets.server.emit(event, data, to=sid)

    def _keep(self) -> None:
        """Every second, close sockets that never spoke; every beat, send heartbeats and disconnect who was shut out."""
        waited = 0.0
        while not self._over.wait(min(1.0, self.config.beat)):
            self.sockets.server.close_silent()
            waited += min(1.0, self.config.beat)
            if waited < self.config.beat:
                continue
            waited = 0.0
            for campaign in {session.campaign for session in self.sessions.everyone()}:
                self.publisher.beat(campaign)
                self._shut_out(campaign)

    def _shut_out(self, campaign: int) -> None:
        try:
            gone = self.database.read(lambda connection: people.revoked(connection, campaign))
        except Exception:
            log.exception("nobody could be asked who was shut out")
            return
        if gone:
            self.door.shut_out(campaign, gone)

    def invite(self, role: str) -> str:
        """A new invite's token."""
        return self.database.write(lambda connection: people.invite(connection, self.campaign, role))

    def revoke_invites(self) -> int:
        """Make earlier invite links useless; how many there were."""
        return self.database.write(lambda connection: people.revoke_invites(connection, self.campaign))

    def close(self) -> None:
        """End the server's work: no message is taken any more, what was begun is finished and told, all are hung up."""
        self.door.closing = True
        self._over.set()
        self.publisher.close()
        self.sockets.server.hang_up()
        self.database.close()
        if self.hints is not None:
            self.hints.close()
