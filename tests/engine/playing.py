"""A table where the toy ruleset is played through the desk."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bonesetter.desk import Host, Log, Reply, Viewer, handle, news

TOYS = Path(__file__).parent / "rulesets"

GM = Viewer("gm", "The GM", "gm")
ANN = Viewer("ann-player", "Ann's player", "player")
BOB = Viewer("bob-player", "Bob's player", "player")
WATCHER = Viewer("watcher", "Somebody", "spectator")


@dataclass
class Desk:
    """A log, and everything said to it; entropy counts up, so that whole games can be compared."""

    log: Log
    clock: int = 0
    replies: list[Reply] = field(default_factory=list)
    news: dict[str, list[Any]] = field(default_factory=dict)
    salt: int = 0

    def say(self, type: str, viewer: Viewer = GM, **facts: Any) -> dict[str, Any]:
        self.clock += 1
        host = Host(f"2026-01-01T00:00:{self.clock:02d}Z", (self.salt * 1000 + self.clock).to_bytes(16, "big"))
        reply = handle(self.log, {"type": type, "lang": "en", **facts}, viewer, host)
        self.log = self.log.extended(reply.entries)
        for entry in reply.entries:
            for listener in (GM, ANN, BOB):
                told = news(self.log, entry, listener, "en")
                if told is not None:
                    self.news.setdefault(listener.id, []).append(told)
        return reply.reply

    def restarted(self) -> Desk:
        """The same table after the program was started again: only what was stored is left."""
        import json

        stored = json.loads(json.dumps([entry.json() for entry in self.log.entries]))
        return Desk(Log.read(self.log.rulesets, stored), self.clock, salt=self.salt)
