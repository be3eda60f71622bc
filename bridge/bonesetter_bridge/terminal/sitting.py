"""A sitting: a campaign of one evening and one person, in memory, behind the same desk as everywhere else."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.frozen import Json
from bonesetter.ruleset import Ruleset, found
from bonesetter.source import Entropy, Seeded

from ..clock import now
from ..faults import Fault

YOU = Viewer("you", "you", "gm")


class Refused(Exception):
    """A refusal of the desk, as its reply has it."""

    def __init__(self, error: dict[str, Json]) -> None:
        super().__init__(error["code"])
        self.error = error


class Sitting:
    """The desk, and where its dice come from: `faces` that really fell, a `seed`, or chance."""

    def __init__(self, rulesets: Path | None, lang: str, faces: str | None = None, seed: str | None = None) -> None:
        """Raises Fault `bad_faces`, `bad_ruleset_folder`; RulesetFault."""
        self.rulesets: Mapping[str, Ruleset] = found([rulesets] if rulesets else [])
        self.lang = lang
        self.log = Log.read(self.rulesets, ())
        self._given: Iterator[int] | None = iter(numbers(faces)) if faces is not None else None
        self._source = Seeded(seed) if seed is not None else Entropy()

    def say(self, type: str, **facts: Json) -> dict[str, Json]:
        """Send the desk a message; its reply. Raises Refused."""
        host = Host(now(), secrets.token_bytes(32), "terminal")
        message = {"type": type, "lang": self.lang, **facts}
        made = handle(self.log, message, YOU, host)
        if not made.ok:
            raise Refused(made.reply["error"])
        if made.entries:
            self.log = self.log.extended(made.entries)
        return made.reply

    def opening(self, ruleset: str, given: str | None, character: str) -> dict[str, Json]:
        """Characters, scene and options to start from: a file's or a JSON text's, or one character like the ruleset's
        newcomer.

        Raises Fault `no_file`.
        """
        newcomer = self.rulesets[ruleset].newcomer if ruleset in self.rulesets else {}
        start = {"characters": {character: dict(newcomer)}, "scene": {}, "options": {}}
        if given is None:
            return start
        try:
            facts = json.loads(given if given.lstrip().startswith("{") else Path(given).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise Fault("no_file", file=given, why=getattr(error, "strerror", None) or str(error)) from error
        whole = isinstance(facts, dict) and all(isinstance(part, dict) for part in facts.values())
        if not whole or not set(facts) <= set(start):
            raise Fault("no_file", file=given, why="characters, scene, options?")
        return {**start, **facts}

    def seat(self, ruleset: str, given: Mapping[str, Any]) -> None:
        """Take characters, scene and options into the campaign, as `opening` gives them. Raises Refused."""
        for who, state in given["characters"].items():
            self.say("import", request_id="import", id=who, ruleset=ruleset, state=state)
        for option, value in given["options"].items():
            self.say("options", request_id="option", ruleset=ruleset, option=option, value=value)
        for path, value in given["scene"].items():
            self.say("correct", request_id="scene", ruleset=ruleset, path=path, now=value)

    def completed(
        self, ruleset: str, verb: str, args: dict[str, Json], characters: Mapping[str, Json]
    ) -> dict[str, Json]:
        """The arguments, with the only character there is wherever one is wanted and none was named. Raises Refused."""
        if len(characters) != 1:
            return args
        form = self.say("form", ruleset=ruleset, verb=verb, filled=args)["form"]
        wanted = [field["name"] for field in form["fields"] if field["type"] == "character" and field["required"]]
        return {**dict.fromkeys(wanted, next(iter(characters))), **args}

    def start(self, ruleset: str, verb: str, args: Mapping[str, Json]) -> dict[str, Json]:
        """Begin a procedure and roll as far as dice alone lead: its course. Raises Refused, Fault `faces_missing`."""
        begun = self.say("start", request_id="start", ruleset=ruleset, verb=verb, args=dict(args), dice="enter")
        return self.rolled(begun["course"])

    def answer(self, course: Mapping[str, Any], value: Json) -> dict[str, Json]:
        """Answer what a course asks, and roll on. Raises Refused, Fault `faces_missing`."""
        said = self.say("answer", request_id="answer", entry=course["entry"], hash=course["ask"]["hash"], value=value)
        return self.rolled(said["course"])

    def rolled(self, course: dict[str, Json]) -> dict[str, Json]:
        """A course after every die that is asked for now."""
        while (ask := course["ask"]) is not None and ask["kind"] == "dice":
            face = self._face(ask)
            said = self.say("answer", request_id="dice", entry=course["entry"], hash=ask["hash"], faces=[face])
            course = said["course"]
        return course

    def _face(self, ask: Mapping[str, Any]) -> int:
        if self._given is None:
            return self._source.face(ask["next"])
        face = next(self._given, None)
        if face is None:
            raise Fault("faces_missing", field="faces", die=f"d{ask['next']}", what=ask["label"])
        return face

    def finish(self) -> None:
        """Say that no more dice are needed. Raises Fault `faces_left` when some are."""
        if self._given is not None and (left := list(self._given)):
            raise Fault("faces_left", field="faces", given=left)


def numbers(text: str) -> list[int]:
    """Faces as typed in: `3,5`. Raises Fault `bad_faces`."""
    try:
        return [int(piece) for piece in text.replace(" ", ",").split(",") if piece]
    except ValueError:
        raise Fault("bad_faces", field="faces", given=text) from None


def settings(given: list[str]) -> dict[str, Json]:
    """Arguments as typed in: `damage=4`, `lethal=true`, `on=pat`; what reads as JSON is JSON, all else is text.

    Raises Fault `bad_setting`.
    """
    made: dict[str, Json] = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise Fault("bad_setting", given=setting)
        try:
            made[name.strip()] = json.loads(value)
        except ValueError:
            made[name.strip()] = value
    return made
