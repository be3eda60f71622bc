"""A table where Injury and Recovery is played: straight through the rules, or through the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from bonesetter import play
from bonesetter.cases import opening
from bonesetter.desk import Host, Log, Reply, Viewer, handle
from bonesetter.errors import Refusal
from bonesetter.event import Event
from bonesetter.reading import Wanting, read
from bonesetter.request import Choose, Count, Request
from bonesetter.ruleset import load
from bonesetter.source import Seeded

RULES = load("bonesetter.rulesets.frontier")
GM = Viewer("gm", "The GM", "gm")
ANN = Viewer("ann-player", "Ann's player", "player")

ATTRIBUTES = {
    "Endurance": 3, "Resolve": 3, "Intellect": 2, "Agility": 3, "Might": 3, "Deftness": 3, "Presence": 2, "Wits": 2,
    "Melee Skill": 3, "Ranged Skill": 3,
}  # fmt: skip


def sheet_of(**facts: Any) -> dict[str, Any]:
    """A character's facts; attributes given in `attributes` replace single ones."""
    return {**facts, "attributes": {**ATTRIBUTES, **facts.get("attributes", {})}}


@dataclass
class Table:
    """A compartment and seeded dice; each verb is carried out whole, choices at their defaults."""

    c: Any
    source: Seeded
    events: list[Event] = field(default_factory=list)
    asked: list[Request[Any]] = field(default_factory=list)
    steps: list[play.Step] = field(default_factory=list)

    def do(self, verb: str, **args: Any) -> dict[str, Any]:
        """The result of a procedure; raises Refusal, and then nothing has changed."""
        _, standing = play.play(RULES, self.c, play.begin(RULES, verb, args), self._answer)
        self.c = standing.state
        self.events = list(standing.events)
        self.asked = [step.request for step in standing.steps]
        self.steps = list(standing.steps)
        return standing.result

    def ask(self, verb: str, **args: Any) -> dict[str, Any]:
        return play.ask(RULES, self.c, RULES.procedure(verb), args)

    def refused(self, verb: str, **args: Any) -> Refusal:
        before = self.c
        with pytest.raises(Refusal) as caught:
            self.do(verb, **args)
        assert self.c == before
        return caught.value

    def sheet(self, who: str) -> Mapping[str, Any]:
        return RULES.sheet(self.c, who)

    def _answer(self, request: Request[Any], key: str, wanting: Wanting | None) -> play.Answer:
        if isinstance(request, play.ROLLED):
            faces: tuple[int, ...] = ()
            while isinstance(reading := read(request, faces, RULES), Wanting):
                faces += (self.source.face(reading.sides),)
            return play.Answer(key, faces)
        default = request.default if isinstance(request, Choose | Count) else ""
        return play.Answer(key, value=default)


def table(characters: Mapping[str, Any], seed: int = 1, fight: bool = False, **options: Any) -> Table:
    """A table with some characters (facts as in cases)."""
    given = {who: sheet_of(**facts) for who, facts in characters.items()}
    return Table(opening({"characters": given, "scene": {"fight": fight}, "options": options}, {}, RULES), Seeded(seed))


@dataclass
class Desk:
    """A log and the desk before it; entropy counts up from a salt, so that games can be compared."""

    log: Log
    salt: int = 0
    clock: int = 0

    def say(self, type: str, viewer: Viewer = GM, **facts: Any) -> dict[str, Any]:
        self.clock += 1
        host = Host(f"2026-01-01T00:00:{self.clock % 60:02d}Z", (self.salt * 1000 + self.clock).to_bytes(16, "big"))
        reply: Reply = handle(self.log, {"type": type, "lang": "en", **facts}, viewer, host)
        self.log = self.log.extended(reply.entries)
        return reply.reply

    def start(self, verb: str, viewer: Viewer = GM, **args: Any) -> dict[str, Any]:
        return self.say("start", viewer, ruleset="frontier", verb=verb, args=args)


def desk_with(characters: Mapping[str, Any], salt: int = 0) -> Desk:
    """A desk with some characters brought in, `ann` played by Ann's player."""
    made = Desk(Log({"frontier": RULES}), salt)
    for who, facts in characters.items():
        reply = made.say("import", id=who, ruleset="frontier", name=who.title(), state=sheet_of(**facts))
        assert reply["ok"], reply
    if "ann" in characters:
        made.say("persona", id="ann", owners=[ANN.id])
    return made
