"""The desk's host in a browser: it keeps one campaign of the reader's own, and answers messages from the log.

Runs inside Pyodide, in a worker. The worker stores the entries; this only reckons.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

from bonesetter import ruleset as rulesets
from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.log import Entry
from bonesetter.reading import Wanting, read
from bonesetter.request import Draw
from bonesetter.source import Seeded

READER = Viewer("reader", "", "gm")
"""Whoever sits before the browser is the Game Master of their own campaign."""

ADDED = Path("/added")
"""Where rulesets that were added at run time are put."""


class Table:
    """The reader's campaign: its log so far."""

    def __init__(self) -> None:
        self.log = Log(rulesets.found())
        self.pending: tuple[Entry, ...] = ()

    def load(self, stored: str) -> None:
        """Begin with the entries stored in the browser (a JSON list)."""
        self.log = Log.read(self.log.rulesets, json.loads(stored))

    def handle(self, message: str, now: str, entropy: str) -> str:
        """Answer a message; `entropy` in hexadecimal. Gives `{reply, entries}`; nothing is kept until `commit`."""
        answer = handle(self.log, json.loads(message), READER, Host(now, bytes.fromhex(entropy), "site"))
        self.pending = answer.entries
        return json.dumps({"reply": answer.reply, "entries": [entry.json() for entry in answer.entries]})

    def commit(self) -> None:
        """Keep what the last message came to: the worker has stored it."""
        self.log = self.log.extended(self.pending)

    def add(self, archive: str) -> str:
        """Take in a ruleset added at run time: the path of its packed folder. Gives the ids known now."""
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(ADDED)
        known = rulesets.found([ADDED])
        self.log = Log(known, self.log.entries)
        return json.dumps(list(known))

    def draws(self, ruleset: str, table: str, modifier: int, seeds: str) -> str:
        """A roll on a table for each of some seeds (a JSON list): `[[faces], row id]` each, the same as anywhere else
        the engine runs."""
        known = self.log.rulesets[ruleset]
        request = Draw("table_roll", table=table)
        drawn = []
        for seed in json.loads(seeds):
            source = Seeded(seed)
            faces: tuple[int, ...] = ()
            reading: Any = read(request, faces, known)
            while isinstance(reading, Wanting):
                faces = (*faces, source.face(reading.sides))
                reading = read(request, faces, known)
            drawn.append([list(faces), known.table(table).at(reading.sum + modifier).id])
        return json.dumps(drawn)


def versions() -> str:
    """What runs here, as JSON."""
    return json.dumps({"python": sys.version.split()[0]})


table = Table()
