"""Fair dice: the bridge commits to a seed before play, players add theirs, and afterwards anyone recomputes each face.

A fair log is JSON lines, in order (`n` is the reader's own number of the entry):

- `{"fair": "commit", "n", "hash"}`: SHA-256 of the server's seed, before the first roll;
- `{"fair": "seed", "n", "by", "seed"}`: a player's own seed, in force for every later roll;
- `{"fair": "roll", "n", "stream", "count", "faces": [[index, sides, face], …]}`: the rolled dice of one procedure;
- `{"fair": "reveal", "n", "seed"}`: the server's seed, in hexadecimal.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from .effect import Phrase, Term
from .errors import Refusal
from .frozen import Json, Map
from .source import derived_face

Stream = Literal["public", "secret"]


def commitment(seed: bytes) -> str:
    """What is published of the server's seed before play: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def entry_key(seed: bytes, players: Mapping[str, str], stream: Stream, count: int) -> bytes:
    """The key that fixes every face of one procedure (see `source.Derived`): HMAC-SHA256 under the server's seed of the
    stream, its running number from 1, and the players' seeds by player, as compact JSON with sorted keys."""
    said = json.dumps([stream, count, dict(players)], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(seed, said.encode(), hashlib.sha256).digest()


@dataclass(frozen=True)
class Fault:
    """The first entry of a log that isn't what it should be: the reader's number of it, and what is wrong there.

    `code`: `commitment`, `face`, `twice`, `missing`, `unpledged` or `promised`; `facts` are those of its sentence,
    `fair.<code>`.
    """

    n: int
    code: str
    facts: Map[str, Any] = Map()

    @property
    def said(self) -> Phrase:
        """The fault in words."""
        return Phrase(f"fair.{self.code}", (("n", self.n), *self.facts.items()))


@dataclass(frozen=True)
class Report:
    """What came of verifying: rolls and faces found right, rolls whose seed isn't revealed yet, the players' seeds in
    force at the end (each player looks for their own), and the first fault."""

    rolls: int
    faces: int
    pending: int
    seeds: Map[str, str]
    fault: Fault | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong and nothing is left unchecked."""
        return self.fault is None and not self.pending

    def said(self) -> list[Phrase]:
        """The report in words, a sentence each."""
        counted = (("rolls", self.rolls), ("faces", self.faces))
        said: list[Phrase] = []
        if self.fault is not None:
            said.append(self.fault.said)
        elif self.rolls:
            said.append(Phrase("fair.sound", counted))
        elif not self.pending:
            said.append(Phrase("fair.nothing"))
        if self.pending and self.fault is None:
            said.append(Phrase("fair.pending", (("rolls", self.pending),)))
        if self.seeds:
            listed = ", ".join(f"{by}: {seed}" for by, seed in sorted(self.seeds.items()))
            said.append(Phrase("fair.seeds", (("seeds", listed),)))
        return said


def verify(lines: Iterable[str | Mapping[str, Json]]) -> Report:
    """Recompute every face of a fair log (its lines as text or as objects; empty lines are passed over).

    Checks that each revealed seed is the one promised, that no roll of a stream was left out or put in, and each face.
    Raises Refusal `bad_log` for what is no such log.
    """
    run = _Run()
    for number, line in enumerate(lines, 1):
        if isinstance(line, str) and not line.strip():
            continue
        try:
            run.read(_object(line))
        except _Unreadable as wrong:
            raise Refusal("bad_log", line=number, reason=Term(f"bad_lines.{wrong}")) from None
        except (KeyError, TypeError, ValueError):
            raise Refusal("bad_log", line=number, reason=Term("bad_lines.field")) from None
        if run.fault is not None:
            break
    return Report(run.rolls, run.faces, len(run.waiting), Map(run.players), run.fault)


class _Unreadable(Exception):
    pass


def _object(line: str | Mapping[str, Json]) -> Mapping[str, Json]:
    try:
        made = json.loads(line) if isinstance(line, str) else line
    except ValueError:
        raise _Unreadable("json") from None
    if not isinstance(made, Mapping):
        raise _Unreadable("json")
    if made.get("fair") not in ("commit", "seed", "roll", "reveal"):
        raise _Unreadable("kind")
    return made


@dataclass(frozen=True)
class _Waiting:
    """A roll whose seed isn't revealed yet."""

    n: int
    stream: Stream
    count: int
    players: Mapping[str, str]
    faces: tuple[tuple[int, int, int], ...]


class _Run:
    """A log read line by line."""

    def __init__(self) -> None:
        self.hash: str | None = None
        self.players: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        self.waiting: list[_Waiting] = []
        self.rolls = self.faces = 0
        self.fault: Fault | None = None

    def read(self, line: Mapping[str, Json]) -> None:
        """Take one line in."""
        n = _whole(line["n"], 1)
        kind = line["fair"]
        if kind == "commit":
            self._commit(n, str(line["hash"]))
        elif self.hash is None:
            self.fault = Fault(n, "unpledged")
        elif kind == "seed":
            self.players[str(line["by"])] = str(line["seed"])
        elif kind == "roll":
            self._roll(n, line)
        else:
            self._reveal(n, bytes.fromhex(line["seed"]))

    def _commit(self, n: int, promised: str) -> None:
        if self.hash is not None:
            self.fault = Fault(n, "promised")
            return
        self.hash, self.players, self.counts = promised, {}, {}

    def _roll(self, n: int, line: Mapping[str, Json]) -> None:
        stream, number = line["stream"], _whole(line["count"], 1)
        if stream not in ("public", "secret"):
            raise ValueError(stream)
        faces = tuple((_whole(index, 0), _whole(sides, 1), _whole(face, 1)) for index, sides, face in line["faces"])
        expected = self.counts.get(stream, 0) + 1
        if number != expected:
            self.fault = Fault(n, "missing", Map({"given": number, "expected": expected}))
            return
        for (before, _, _), (index, _, _) in pairwise(faces):
            if index <= before:
                self.fault = Fault(n, "twice", Map({"index": index + 1}))
                return
        self.counts[stream] = number
        self.waiting.append(_Waiting(n, stream, number, dict(self.players), faces))

    def _reveal(self, n: int, seed: bytes) -> None:
        if (given := commitment(seed)) != self.hash:
            self.fault = Fault(n, "commitment", Map({"given": given, "expected": self.hash}))
            return
        for roll in self.waiting:
            key = entry_key(seed, roll.players, roll.stream, roll.count)
            for index, sides, face in roll.faces:
                if (expected := derived_face(key, index, sides)) != face:
                    facts = {"index": index + 1, "sides": sides, "given": face, "expected": expected}
                    self.fault = Fault(roll.n, "face", Map(facts))
                    return
            self.rolls += 1
            self.faces += len(roll.faces)
        self.waiting.clear()
        self.hash = None


def _whole(value: Json, least: int) -> int:
    if type(value) is not int or value < least:
        raise ValueError(value)
    return value
