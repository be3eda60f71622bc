"""Rule cases as data: `python -m bonesetter.cases [FILE…]` plays files of the format `bonesetter-cases/1`.

Without a file it plays the `cases.json` of every ruleset found. It prints each failing case (id, what was expected,
what came) and last `N passed, N failed`; a right error with a missing mention counts as failed and is named *wording*.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from . import play
from .campaign import Compartment
from .codec import from_json, to_json
from .dice import Dice
from .effect import Phrase, Term
from .errors import Refusal
from .frozen import Json, Map
from .reading import Rolled, Wanting, dice_of, label, read
from .request import Choose, Count, Request
from .ruleset import Ruleset, found

CHECKOUT = Path("engine/bonesetter/rulesets")
"""Where a checkout has the rulesets' folders, from its top."""


@dataclass
class Script:
    """The scripted dice and choices of one case, handed out in order, and what was asked for. With `d3_as_d6` a d6 may
    stand where a d3 is rolled, read 1–2, 3–4, 5–6; a ruleset's option of that name can forbid it."""

    ruleset: Ruleset
    dice: list[dict[str, Json]]
    choices: list[Any] = field(default_factory=list)
    d3_as_d6: bool = True
    used: int = 0
    asked: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)

    def answer(self, request: Request[Any], key: str, wanting: Wanting | None) -> play.Answer:
        """The scripted answer to a request, or its default. Raises Refusal `transcript_short`, `wrong_die`,
        `choice_needed`."""
        if isinstance(request, play.ROLLED):
            return play.Answer(key, self._faces(request))
        if not isinstance(request, Choose) or request.settled is None:
            self.prompts.append(request.purpose)
        return play.Answer(key, value=self._choice(request))

    def _faces(self, request: Rolled) -> tuple[int, ...]:
        self.asked.append(request.purpose)
        dice = dice_of(request, self.ruleset)
        faces: tuple[int, ...] = ()
        while isinstance(read(request, faces, self.ruleset), Wanting):
            faces += self._entry(request, dice, len(faces))
        return faces

    def _entry(self, request: Rolled, dice: Dice, had: int) -> tuple[int, ...]:
        if self.used == len(self.dice):
            die = str(dice).partition("+")[0]
            raise Refusal("transcript_short", die=die, purpose=label(request))
        entry = self.dice[self.used]
        rolled = Dice.parse(entry["die"])
        halved = set(dice.sides) == {3} and rolled.sides == (6,)
        if entry.get("read_as") not in (None, "d3" if halved else entry["die"]) or not (
            self.d3_as_d6 if halved else _fits(dice, rolled, had)
        ):
            raise Refusal("wrong_die", purpose=label(request), given=entry["die"], wanted=str(dice))
        self.used += 1
        return tuple(self._halved(face, request) for face in entry["faces"]) if halved else tuple(entry["faces"])

    def _halved(self, face: Json, request: Rolled) -> int:
        if type(face) is not int or not 1 <= face <= 6:
            raise Refusal("die_out_of_range", purpose=label(request), die="d6", given=face, lo=1, hi=6)
        return (face + 1) // 2

    def _choice(self, request: Request[Any]) -> Json:
        purpose = request.purpose.partition(":")[0]
        if self.choices and isinstance(self.choices[0], Mapping) and "ask" in self.choices[0]:
            if self.choices[0]["ask"] in (purpose, request.purpose):
                return self.choices.pop(0)["answer"]
        elif request.group < len(self.choices) and purpose in self.choices[request.group]:
            return self.choices[request.group][purpose]
        default = getattr(request, "default", None)
        if default is None:
            offered = [option.value for option in request.options] if isinstance(request, Choose) else []
            wanted = Phrase("terms.one_of", (("offered", ", ".join(offered)),)) if offered else Term("terms.an_answer")
            facts = {"question": label(request), "purpose": label(request), "die": wanted}
            raise Refusal(request.missing, field=request.purpose, offered=offered, **facts)
        return default if not isinstance(request, Count) else int(default)


def _fits(dice: Dice, rolled: Dice, had: int) -> bool:
    wanted, given = dice.sides, rolled.sides
    if len(given) == 1:
        return given[0] in wanted
    digits = str(dice).startswith("d") == str(rolled).startswith("d")
    return had % max(len(wanted), 1) == 0 and given == wanted and digits


@dataclass(frozen=True)
class Verdict:
    """What came of one case: the differences found (none: it passed), and whether they are only wording."""

    id: str
    differences: tuple[str, ...]
    wording: bool = False


def run(case: Mapping[str, Json], defaults: Mapping[str, Json], ruleset: Ruleset) -> Verdict:
    """Play one case and compare."""
    script = Script(ruleset, list(case.get("dice", ())))
    expect = case["expect"]
    wanted = expect.get("results", [])
    refusal: Refusal | None = None
    c = ruleset.empty()
    try:
        c = opening(case["given"], defaults, ruleset)
        script.d3_as_d6 = c.options.get("d3_as_d6", True)
    except Refusal as error:
        refusal = error
    results: list[Json] = []
    events: list[str] = []
    for number, given in enumerate(case["inputs"]):
        script.choices = list(given.get("choices", ()))
        try:
            if refusal:
                raise refusal
            result, after, happened = _input(given, c, script)
            if number == len(case["inputs"]) - 1:
                _leftovers(script, wanted[number] if number < len(wanted) else {})
            c = after
            events += happened
            results.append(result)
        except Refusal as error:
            results.append({"error": {"code": error.code, "message": ruleset.words["en"].error(error)}})
    return _verdict(case, results, events, script, c, ruleset)


def opening(given: Mapping[str, Json], defaults: Mapping[str, Json], ruleset: Ruleset) -> Compartment[Any, Any]:
    """The compartment that a case starts from. Raises Refusal."""
    characters = {
        who: ruleset.adopt({**defaults.get("character", {}), **facts}) for who, facts in given["characters"].items()
    }
    scene = from_json(ruleset.scene, given.get("scene", {}))
    return Compartment(Map(characters), scene, ruleset.options(given.get("options", {})))


def _input(
    given: Mapping[str, Json], c: Compartment[Any, Any], script: Script
) -> tuple[Json, Compartment[Any, Any], list[str]]:
    ruleset = script.ruleset
    args = {key: value for key, value in given.items() if key not in ("verb", "choices")}
    procedure = ruleset.procedure(given["verb"])
    if procedure.query:
        return play.ask(ruleset, c, procedure, args), c, []
    _, standing = play.play(ruleset, c, play.begin(ruleset, given["verb"], args), script.answer)
    return standing.result, standing.state, [event.name for event in standing.events]


def _leftovers(script: Script, wanted: Json) -> None:
    dice = len(script.dice) - script.used
    choices = sum(1 for choice in script.choices if isinstance(choice, Mapping) and "ask" in choice)
    if (dice or choices) and isinstance(wanted, Mapping) and "error" in wanted:
        raise Refusal("transcript_left_over", left=dice or choices)


def _verdict(
    case: Mapping[str, Json],
    results: list[Json],
    events: list[str],
    script: Script,
    c: Compartment[Any, Any],
    ruleset: Ruleset,
) -> Verdict:
    expect = case["expect"]
    found_: list[str] = []
    wording: list[str] = []
    wanted = expect.get("results", [{}] * len(results))
    refused = any("error" in result for result in wanted if isinstance(result, Mapping))
    for number, result in enumerate(results):
        want = wanted[number] if number < len(wanted) else {}
        if isinstance(want, Mapping) and "error" in want:
            _error(f"results[{number}]", want["error"], result, found_, wording)
        elif isinstance(result, Mapping) and "error" in result:
            found_.append(f"results[{number}]: expected {want}, refused: {result['error']}")
        elif want != {}:
            found_ += differences(f"results[{number}]", want, result)
    for who, want in expect.get("characters", {}).items():
        found_ += differences(f"characters.{who}", want, to_json(ruleset.sheet(c, who)))
    if "events" in expect and not _sublist(expect["events"], events):
        found_.append(f"events: expected {expect['events']} in order, came {events}")
    for key, came in (("asked", script.asked), ("prompts", script.prompts)):
        if key in expect and expect[key] != came:
            found_.append(f"{key}: expected {expect[key]}, came {came}")
    if "prompted" in expect and expect["prompted"] != bool(script.prompts):
        found_.append(f"prompted: expected {expect['prompted']}, came {script.prompts}")
    if "dice_used" in expect and expect["dice_used"] != script.used:
        found_.append(f"dice_used: expected {expect['dice_used']}, came {script.used}")
    if script.used < len(script.dice) and not refused:
        found_.append(f"dice: {len(script.dice) - script.used} left over")
    return Verdict(case["id"], tuple(found_ + wording), not found_ and bool(wording))


def _error(where: str, want: Mapping[str, Json], result: Json, wrong: list[str], wording: list[str]) -> None:
    if not isinstance(result, Mapping) or "error" not in result:
        wrong.append(f"{where}: expected error {want['code']}, came {result}")
    elif result["error"]["code"] != want["code"]:
        wrong.append(f"{where}: expected error {want['code']}, came {result['error']}")
    else:
        message = result["error"]["message"]
        missing = [piece for piece in want.get("must_mention", ()) if piece.lower() not in message.lower()]
        if missing:
            wording.append(f"{where}: wording: {message!r} lacks {missing}")


def differences(where: str, want: Json, came: Json) -> list[str]:
    """Where a value differs from what is wanted: objects as subsets, lists by length, numbers by value."""
    if isinstance(want, Mapping):
        if not isinstance(came, Mapping) or (want == {} and came != {}):
            return [f"{where}: expected {want}, came {came}"]
        found_: list[str] = []
        for key, value in want.items():
            if key not in came:
                found_.append(f"{where}.{key}: expected {value}, nothing came")
            else:
                found_ += differences(f"{where}.{key}", value, came[key])
        return found_
    if isinstance(want, list):
        if not isinstance(came, list) or len(want) != len(came):
            return [f"{where}: expected {want}, came {came}"]
        pairs = enumerate(zip(want, came, strict=True))
        return [line for i, (a, b) in pairs if a != {} for line in differences(f"{where}[{i}]", a, b)]
    return [] if _same(want, came) else [f"{where}: expected {want!r}, came {came!r}"]


def _same(want: Json, came: Json) -> bool:
    if isinstance(want, bool) or isinstance(came, bool) or want is None or came is None:
        return want is came
    if bool(want == came):
        return True
    try:
        wanted, given = Fraction(str(want)), Fraction(str(came))
    except (ValueError, ZeroDivisionError):
        return False
    if isinstance(want, float) and wanted != given:
        return bool(abs(float(given) - want) <= 0.5 * 10 ** -len(str(want).partition(".")[2]))
    return wanted == given


def _sublist(want: Sequence[str], came: Iterable[str]) -> bool:
    rest = iter(came)
    return all(any(name == other for other in rest) for name in want)


def cases_of(ruleset: Ruleset) -> dict[str, Any] | None:
    """A ruleset's own cases: those in its folder, or (wheels are built without them) in a checkout's, run from its
    top. None where it has none."""
    for file in (ruleset.folder() / "cases.json", CHECKOUT / ruleset.id / "cases.json"):
        if file.is_file():
            return dict(json.loads(file.read_text("utf-8")))
    return None


def play_file(content: Mapping[str, Json], rulesets: Mapping[str, Ruleset]) -> list[Verdict]:
    """Play all cases of one file. Raises Refusal `unknown_ruleset`, `bad_case_file`."""
    if content.get("format") != "bonesetter-cases/1":
        raise Refusal("bad_case_file", given=content.get("format"), accepted="bonesetter-cases/1")
    if content["ruleset"] not in rulesets:
        raise Refusal("unknown_ruleset", given=content["ruleset"], known=list(rulesets))
    ruleset = rulesets[content["ruleset"]]
    return [run(case, content.get("defaults", {}), ruleset) for case in content["cases"]]


def main(arguments: Sequence[str]) -> int:
    """Play the named files, or those of every ruleset found; 1 when any case fails, 2 when there are none."""
    rulesets = found()
    if arguments:
        contents = [(name, json.loads(Path(name).read_text("utf-8"))) for name in arguments]
    else:
        contents = [(ruleset.id, content) for ruleset in rulesets.values() if (content := cases_of(ruleset))]
    if not contents:
        print("There are no cases here. Name files, or run this at the top of a checkout.", file=sys.stderr)
        return 2
    passed = failed = 0
    reworded: list[str] = []
    for name, content in contents:
        for verdict in play_file(content, rulesets):
            if not verdict.differences:
                passed += 1
                continue
            failed += 1
            if verdict.wording:
                reworded.append(verdict.id)
            print(f"{name}: {verdict.id}")
            for line in verdict.differences:
                print(f"    {line}")
    if reworded:
        print(f"wording only: {', '.join(reworded)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
