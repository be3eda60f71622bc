"""Playing a procedure: a transcript replayed gives the next request, or the outcome. No generator is kept alive."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from . import arguments
from .campaign import Compartment
from .codec import to_json
from .errors import Refusal
from .event import Event
from .frozen import Json, Map, freeze
from .procedure import Outcome, Procedure
from .reading import Reading, Rolled, Wanting, choice, read
from .request import HELD, Amount, Draw, Held, Request, Test
from .ruleset import Ruleset

ROLLED = (Test, Draw, Amount)


@dataclass(frozen=True)
class Answer:
    """One answer: the hash of the request it answers, and the faces or the value given. `by` and `via` say who gave it
    and from where, `typed` that the faces were read off real dice, `sides` what each rolled die was."""

    hash: str
    faces: tuple[int, ...] = ()
    value: Any = None
    by: str | None = field(default=None, compare=False)
    via: str | None = field(default=None, compare=False)
    typed: bool = field(default=False, compare=False)
    sides: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Transcript:
    """A procedure as it was carried out: enough to play it again on the same state."""

    ruleset: str
    verb: str
    args: Map[str, Any] = Map()
    answers: tuple[Answer, ...] = ()
    version: str = ""
    digests: Map[str, str] = Map()

    def answered(self, answer: Answer) -> Transcript:
        """The transcript with one answer more."""
        return Transcript(self.ruleset, self.verb, self.args, (*self.answers, answer), self.version, self.digests)


@dataclass(frozen=True)
class Step:
    """A request that has been answered, and by what."""

    request: Request[Any]
    hash: str
    reading: Reading | None
    value: Any
    by: str | None = None


@dataclass(frozen=True)
class Standing:
    """Where a transcript stands: what was answered, what is asked next (None when it is over), and what came of it.

    `state` is the compartment after `events`; while something is asked, both are those of the sittings already over.
    """

    steps: tuple[Step, ...]
    asked: Request[Any] | None
    hash: str | None
    wanting: Wanting | None
    outcome: Outcome | None
    events: tuple[Event, ...]
    result: dict[str, Json]
    state: Compartment[Any, Any]


def begin(ruleset: Ruleset, verb: str, args: Mapping[str, Json]) -> Transcript:
    """A transcript without answers yet. Raises Refusal `unknown_verb`."""
    ruleset.procedure(verb)
    return Transcript(ruleset.id, verb, freeze(dict(args)), (), ruleset.version, Map())


def request_hash(request: Request[Any], ruleset: Ruleset) -> str:
    """The fingerprint of a request as it is shown, with the table it draws on."""
    shown = {"is": type(request).__name__, **to_json(request)}
    if isinstance(request, Draw):
        shown["digest"] = ruleset.digests.get(request.table, "")
    text = json.dumps(shown, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def resume(ruleset: Ruleset, c: Compartment[Any, Any], transcript: Transcript) -> Standing:
    """Play a transcript on a state.

    Raises Refusal: what the rule refuses before its first request; `changed_request` when an answer was given to
    another request than the one asked now; whatever a wrong face or choice raises.
    """
    answers = list(transcript.answers)
    steps: list[Step] = []
    events: tuple[Event, ...] = ()
    result: dict[str, Json] = {}
    held: list[str] = []
    verb, args, state = transcript.verb, transcript.args, c
    while True:
        procedure = ruleset.procedure(verb)
        if procedure.query:
            raise Refusal("not_a_procedure", given=verb)
        rule = procedure.rule(state, **arguments.check(procedure, state, args))
        outcome = _run(rule, ruleset, answers, steps, result, held)
        if isinstance(outcome, tuple):
            asked, key, wanting = outcome
            return Standing(tuple(steps), asked, key, wanting, None, events, result, state)
        events += outcome.events
        state = state.after(*outcome.events)
        for path, value in outcome.result.items():
            place(result, path, to_json(value))
        if outcome.then is None:
            if answers:
                raise Refusal("transcript_left_over", left=len(answers))
            return Standing(tuple(steps), None, None, None, outcome, events, result, state)
        verb, args = outcome.then.verb, outcome.then.args


Asked: TypeAlias = tuple[Request[Any], str, Wanting | None]


def _run(
    rule: Any, ruleset: Ruleset, answers: list[Answer], steps: list[Step], result: dict[str, Json], held: list[str]
) -> Outcome | Asked:
    given: Any = None
    while True:
        try:
            request = rule.send(given)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome
        if isinstance(request, Held):
            given = held.pop(0)
            continue
        key = request_hash(request, ruleset)
        if isinstance(request, ROLLED):
            reading = read(request, (), ruleset)
            faces: tuple[int, ...] = ()
            by = None
            while isinstance(reading, Wanting) and answers:
                answer = _next(answers, key)
                faces, by = (*faces, *answer.faces), answer.by
                reading = read(request, faces, ruleset)
            if isinstance(reading, Wanting):
                return request, key, reading
            given = reading.answer
            if isinstance(request, Draw) and request.told is not None and given not in request.told:
                held.append(str(given))
                given = HELD
            steps.append(Step(request, key, reading, given, by))
            _report(result, request, reading)
        else:
            if not answers:
                return request, key, None
            answer = _next(answers, key)
            given = choice(request, answer.value)
            steps.append(Step(request, key, None, given, answer.by))


def _next(answers: list[Answer], key: str) -> Answer:
    answer = answers.pop(0)
    if answer.hash != key:
        raise Refusal("changed_request", given=answer.hash, asked=key)
    return answer


def _report(result: dict[str, Json], request: Rolled, reading: Reading) -> None:
    if request.show:
        if isinstance(request, Test):
            margin = int(reading.answer)
            place(
                result,
                request.show,
                {
                    "faces": list(reading.faces),
                    "modifier": sum(part.value for part in request.parts),
                    "total": reading.total,
                    "difficulty": request.difficulty,
                    "margin": margin,
                    "success": margin >= 0,
                },
            )
        else:
            place(result, request.show, reading.total)
    if isinstance(request, Draw) and request.rejected:
        place(result, request.rejected, list(reading.passed))


def place(result: dict[str, Json], path: str, value: Json) -> None:
    """Put a value at a dotted path; numbers in the path are places in lists; objects merge, all else is replaced."""
    pieces = path.split(".")
    here: Any = result
    for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
        key: Any = int(piece) if isinstance(here, list) else piece
        if isinstance(here, list):
            here.extend({} for _ in range(key + 1 - len(here)))
        if following is None:
            was = here[key] if isinstance(here, list) or key in here else None
            here[key] = _merged(was, value)
            return
        if isinstance(here, dict) and key not in here:
            here[key] = [] if following.isdigit() else {}
        here = here[key]


def _merged(was: Json, value: Json) -> Json:
    if isinstance(was, dict) and isinstance(value, dict):
        return {**was, **{key: _merged(was.get(key), item) for key, item in value.items()}}
    return value


Answering: TypeAlias = Callable[[Request[Any], str, Wanting | None], Answer | None]


def play(
    ruleset: Ruleset, c: Compartment[Any, Any], transcript: Transcript, answering: Answering
) -> tuple[Transcript, Standing]:
    """Play on, asking `answering` for each answer, until it gives None or the procedure is over."""
    standing = resume(ruleset, c, transcript)
    while standing.asked is not None and standing.hash is not None:
        answer = answering(standing.asked, standing.hash, standing.wanting)
        if answer is None:
            break
        transcript = transcript.answered(answer)
        standing = resume(ruleset, c, transcript)
    return transcript, standing


def ask(ruleset: Ruleset, c: Compartment[Any, Any], procedure: Procedure, args: Mapping[str, Json]) -> Json:
    """The answer of a query. Raises Refusal."""
    return to_json(procedure.rule(c, **arguments.check(procedure, c, args)))
