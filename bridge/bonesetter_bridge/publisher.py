"""The publisher: one thread that tells everybody connected what is new, in their language, as they may see it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from bonesetter.asking import visible
from bonesetter.desk import news
from bonesetter.frozen import Json
from bonesetter.log import Entry, Log

from .faults import Fault
from .rooms import Rooms, viewer
from .sessions import Sessions
from .store.people import Person

log = logging.getLogger("bonesetter.publisher")

Send = Callable[[str, str, dict[str, Json]], None]
"""Sends an event with its data to a socket: `send(sid, event, data)`."""


class Publisher:
    """Tells what is new, in order. All sending of events happens here, so that none overtakes another."""

    def __init__(self, rooms: Rooms, sessions: Sessions, send: Send) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._send = send
        self._work: queue.SimpleQueue[tuple[int, bool] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="bonesetter-publisher", daemon=True)
        self._thread.start()

    def wake(self, campaign: int) -> None:
        """Say that a campaign may have news."""
        self._work.put((campaign, False))

    def beat(self, campaign: int) -> None:
        """Send a campaign's people a heartbeat, with whatever is new before it."""
        self._work.put((campaign, True))

    def close(self) -> None:
        """Tell what there is to tell, and stop."""
        self._work.put(None)
        self._thread.join(2)

    def _run(self) -> None:
        while (job := self._work.get()) is not None:
            try:
                self._tell(*job)
            except Fault as fault:
                log.warning("no news: %s", fault)
            except Exception:
                log.exception("news could not be told")

    def _tell(self, campaign: int, beat: bool) -> None:
        sessions = self._sessions.of(campaign)
        if not sessions:
            return
        known = self._rooms[campaign].log()
        made: dict[tuple[str, str, int], dict[str, Json] | None] = {}
        for session in sessions:
            person = session.person
            if not isinstance(person, Person):
                continue
            for entry in known.entries[session.hear(known) : known.head]:
                key = (person.id, session.lang, entry.n)
                if key not in made:
                    made[key] = self._news(known, entry, person, session.lang)
                if (told := made[key]) is not None:
                    self._send(session.sid, "news", told)
            if beat:
                self._send(session.sid, "heartbeat", {"head": len(visible(known, viewer(person)))})

    @staticmethod
    def _news(known: Log, entry: Entry, person: Person, lang: str) -> dict[str, Json] | None:
        try:
            return news(known, entry, viewer(person), lang)
        except Exception:
            log.exception("entry %d can't be shown", entry.n)
            return None
