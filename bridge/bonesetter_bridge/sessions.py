"""Sessions: who is connected just now, by the socket they came by."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from bonesetter.log import Log

from .store.people import Invite, Person


@dataclass
class Session:
    """One connected client: the person (or, before they have joined, the invite), language and door, and the number of
    the campaign's newest entry that they have been told of."""

    sid: str
    person: Person | Invite
    lang: str
    via: str
    address: str
    told: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def campaign(self) -> int:
        return self.person.campaign

    def hear(self, log: Log) -> int:
        """Note that this client is being told everything up to the end of a log; the number told of before."""
        before, self.told = self.told, max(self.told, log.head)
        return before


class Sessions:
    """All sessions of this process."""

    def __init__(self) -> None:
        self._all: dict[str, Session] = {}
        self._lock = threading.Lock()

    def add(self, session: Session) -> None:
        with self._lock:
            self._all[session.sid] = session

    def drop(self, sid: str) -> None:
        with self._lock:
            self._all.pop(sid, None)

    def get(self, sid: str) -> Session | None:
        return self._all.get(sid)

    def everyone(self) -> list[Session]:
        with self._lock:
            return list(self._all.values())

    def of(self, campaign: int) -> list[Session]:
        """Those of one campaign who have joined."""
        return [one for one in self.everyone() if one.campaign == campaign and isinstance(one.person, Person)]

    def online(self, campaign: int) -> set[str]:
        """The ids of the people of a campaign who are connected to this process."""
        return {one.person.id for one in self.of(campaign) if isinstance(one.person, Person)}
