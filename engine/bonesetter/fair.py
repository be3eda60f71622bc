"""Fair dice: the bridge commits to seeds before play, players add theirs, and afterwards anyone recomputes each face.

Two seeds, each with its own hash: one fixes what falls in the open, the other whatever is rolled in secret. Players are
given the first alone, and with it can recompute nothing that the GM rolled unseen; the GM's own lines have both.

A fair log is JSON lines, in order (`n` is the reader's own number of the entry):

- `{"fair": "commit", "n", "hashes": {"public", "secret"}}`: SHA-256 of both seeds, before the first roll;
- `{"fair": "seed", "n", "by", "seed"}`: a player's own seed, in force for every later roll;
- `{"fair": "roll", "n", "stream", "count", "faces": [[index, sides, face], …]}`: the rolled dice of one procedure, and
  perhaps `hidden`, in the same form: dice rolled unseen within a procedure that everybody sees;
- `{"fair": "reveal", "n", "seeds": {"public"[, "secret"]}}`: the seeds, in hexadecimal.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from .effect import Phrase, Term
from .errors import Refusal
from .frozen import Json, Map
from .source import derived_face

Stream = Literal["public", "secret", "hidden"]
"""What is open, what is secret, and what is rolled unseen within something open (its number is that of the open)."""

PUBLIC, SECRET = "public", "secret"
SEEDS = (PUBLIC, SECRET)
"""The seeds promised, in order. `secret` fixes the faces of the streams `secret` and `hidden`."""


SIDES = 1 << 20
"""The most sides that a die of a log may have: a face is read off 32 bits."""

COUNTED = 1000
"""The most sides of a die that is asked how evenly it fell."""


def commitment(seed: bytes) -> str:
    """What is published of a seed before play: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def seed_of(stream: Stream) -> str:
    """Which of the two seeds fixes the faces of a stream."""
    return PUBLIC if stream == PUBLIC else SECRET


def entry_key(seed: bytes, players: Mapping[str, str], stream: Stream, count: int) -> bytes:
    """The key that fixes every face of one procedure (see `source.Derived`): HMAC-SHA256, under the seed of the stream
    (`seed_of`), of the stream, its running number from 1, and the players' seeds by player, as compact JSON with sorted
    keys."""
    said = json.dumps([stream, count, dict(players)], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(seed, said.encode(), hashlib.sha256).digest()


def keys(seeds: Mapping[str, str], players: Mapping[str, str], stream: Stream, count: int) -> tuple[str, str | None]:
    """The keys of one procedure, in hexadecimal: that of its stream, and, where it is open, that of what is rolled
    unseen within it. `seeds` are the server's, in hexadecimal."""
    key = entry_key(bytes.fromhex(seeds[seed_of(stream)]), players, stream, count).hex()
    if stream != PUBLIC:
        return key, None
    return key, entry_key(bytes.fromhex(seeds[SECRET]), players, "hidden", count).hex()


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
    """What came of verifying: rolls and faces found right, rolls whose seed isn't revealed, the players' seeds in force
    at the end (each player looks for their own), and the first fault."""

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
    return Report(run.rolls, run.faces, len(run.waiting) + run.sealed, Map(run.players), run.fault)


def fell(lines: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The sides and the face of every die of a fair log, as far as it can be read; impossible faces are left out."""
    try:
        for line in lines:
            made = _object(line) if line.strip() else {}
            for _, sides, face in (*_faces(made.get("faces", ())), *_faces(made.get("hidden", ()))):
                if face <= sides <= COUNTED:
                    yield sides, face
    except (_Unreadable, ValueError, TypeError):
        return


class _Unreadable(Exception):
    pass


def _object(line: str | Mapping[str, Json]) -> Mapping[str, Json]:
    try:
        if isinstance(line, str) and not line.lstrip().startswith("{"):
            raise _Unreadable("json")  # not even tried: brackets without end would take a browser's Python down
        made = json.loads(line) if isinstance(line, str) else line
    except (ValueError, RecursionError):
        raise _Unreadable("json") from None
    if not isinstance(made, Mapping):
        raise _Unreadable("json")
    if made.get("fair") not in ("commit", "seed", "roll", "reveal"):
        raise _Unreadable("kind")
    return made


@dataclass(frozen=True)
class _Waiting:
    """A roll whose seed isn't revealed yet: its faces by stream."""

    n: int
    count: int
    players: Mapping[str, str]
    faces: Mapping[Stream, tuple[tuple[int, int, int], ...]]


class _Run:
    """A log read line by line."""

    def __init__(self) -> None:
        self.hashes: dict[str, str] | None = None
        self.players: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        self.waiting: list[_Waiting] = []
        self.rolls = self.faces = self.sealed = 0
        self.fault: Fault | None = None

    def read(self, line: Mapping[str, Json]) -> None:
        """Take one line in."""
        n = _whole(line["n"], 1)
        kind = line["fair"]
        if kind == "commit":
            self._commit(n, {name: str(line["hashes"][name]) for name in SEEDS})
        elif self.hashes is None:
            self.fault = Fault(n, "unpledged")
        elif kind == "seed":
            self.players[str(line["by"])] = str(line["seed"])
        elif kind == "roll":
            self._roll(n, line)
        else:
            given = line["seeds"]
            self._reveal(n, self.hashes, {name: bytes.fromhex(given[name]) for name in SEEDS if name in given})

    def _commit(self, n: int, promised: dict[str, str]) -> None:
        if self.hashes is not None:
            self.fault = Fault(n, "promised")
            return
        self.hashes, self.players, self.counts = promised, {}, {}

    def _roll(self, n: int, line: Mapping[str, Json]) -> None:
        stream, number = line["stream"], _whole(line["count"], 1)
        if stream not in SEEDS:
            raise ValueError(stream)
        shown, hidden = _faces(line["faces"]), _faces(line.get("hidden", ()))
        expected = self.counts.get(stream, 0) + 1
        if number != expected:
            self.fault = Fault(n, "missing", Map({"given": number, "expected": expected}))
            return
        for (before, _, _), (index, _, _) in (*pairwise(shown), *pairwise(hidden)):
            if index <= before:
                self.fault = Fault(n, "twice", Map({"index": index + 1}))
                return
        if both := {index for index, _, _ in shown} & {index for index, _, _ in hidden}:
            self.fault = Fault(n, "twice", Map({"index": min(both) + 1}))
            return
        self.counts[stream] = number
        faces: dict[Stream, tuple[tuple[int, int, int], ...]] = {stream: shown}
        if hidden:
            faces["hidden"] = hidden
        self.waiting.append(_Waiting(n, number, dict(self.players), faces))

    def _reveal(self, n: int, hashes: Mapping[str, str], seeds: Mapping[str, bytes]) -> None:
        if not seeds:
            raise ValueError("no seed")
        for name, seed in seeds.items():
            if (given := commitment(seed)) != hashes[name]:
                self.fault = Fault(n, "commitment", Map({"given": given, "expected": hashes[name]}))
                return
        for roll in self.waiting:
            whole = True
            for stream, faces in roll.faces.items():
                seed_ = seeds.get(seed_of(stream))
                if seed_ is None:
                    whole = False
                elif not self._right(roll, entry_key(seed_, roll.players, stream, roll.count), faces):
                    return
            self.rolls += whole
            self.sealed += not whole
        self.waiting.clear()
        self.hashes = None

    def _right(self, roll: _Waiting, key: bytes, faces: tuple[tuple[int, int, int], ...]) -> bool:
        for index, sides, face in faces:
            if (expected := derived_face(key, index, sides)) != face:
                facts = {"index": index + 1, "sides": sides, "given": face, "expected": expected}
                self.fault = Fault(roll.n, "face", Map(facts))
                return False
        self.faces += len(faces)
        return True


def _faces(given: Json) -> tuple[tuple[int, int, int], ...]:
    return tuple((_whole(index, 0), _whole(sides, 1, SIDES), _whole(face, 1)) for index, sides, face in given)


def _whole(value: Json, least: int, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        raise ValueError(value)
    return value
