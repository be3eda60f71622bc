"""Courses: procedures begun, answered, given up. All that can be rolled is rolled and logged in the same breath."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from . import fair
from . import messages as m
from .cards import Asked, step
from .codec import to_json
from .effect import Term
from .errors import Refusal
from .form import ForGM, Who
from .frozen import Json
from .host import Done, Host, find_ruleset, logged
from .log import Course, Log
from .play import ROLLED, Answer, Standing, Transcript, begin, resume
from .procedure import Procedure
from .reading import Wanting, choice, read
from .request import Choose, Request
from .ruleset import Ruleset
from .source import Derived
from .view import Viewer, seen


def start(log: Log, message: m.Start, viewer: Viewer, host: Host) -> Done:
    """Begin a procedure, roll what can be rolled, and log it all at once."""
    ruleset = find_ruleset(log, message.ruleset)
    procedure = ruleset.procedure(message.verb)
    if procedure.query or procedure.inner:
        raise Refusal("not_a_procedure", given=message.verb)
    if message.dice not in ("roll", "enter"):
        raise Refusal("bad_value", field="dice", given=message.dice, accepted=["roll", "enter"])
    permit(log, viewer, procedure, message.args, message.secret)
    if (course := _unfinished(log, message, viewer, procedure)) is not None:
        return Done(course=course.n)
    transcript = begin(ruleset, message.verb, message.args)
    if not viewer.gm:
        resume(ruleset, seen(log.book.campaign, viewer, log.rulesets).compartments[ruleset.id], transcript)
    secret = message.secret or procedure.secret or message.args.get("secret") is True
    keys, taken = entry_keys(log, host, secret)
    answers, standing = _roll_on(log, ruleset, transcript, keys, message.dice == "roll", viewer, host)
    data = {
        "ruleset": ruleset.id,
        "verb": message.verb,
        "args": message.args,
        "version": ruleset.version,
        "dice": message.dice,
        "seed": keys.open,
        "hidden": keys.hidden,
        "fair": taken,
        "answers": answers,
        "done": _done(standing),
    }
    return Done((logged(log, message, viewer, host, "start", data, secret),), log.head + 1)


@dataclass(frozen=True)
class Keys:
    """What fixes all faces of an entry (hexadecimal): of its requests, and, under fair dice, of those within it that
    are rolled unseen: a player who is given the first can recompute nothing of the second."""

    open: str
    hidden: str | None = None

    def of(self, asked: Request[Any]) -> bytes:
        """The key of a request's faces."""
        return bytes.fromhex(self.hidden if asked.secret and self.hidden is not None else self.open)


def entry_keys(log: Log, host: Host, secret: bool) -> tuple[Keys, dict[str, Json] | None]:
    """The keys of a new entry: from the host's entropy, or from a running pledge of fair dice (with the stream and
    number they were taken at)."""
    pledge = log.book.pledge
    if pledge is None or pledge.revealed:
        return Keys(hashlib.sha256(b"entry" + host.entropy).hexdigest()), None
    stream: fair.Stream = "secret" if secret else "public"
    count = pledge.counts.get(stream, 0) + 1
    keys = Keys(*fair.keys(pledge.seeds, pledge.players, stream, count))
    return keys, {"pledge": pledge.n, "stream": stream, "count": count}


def permit(log: Log, viewer: Viewer, procedure: Procedure, args: Mapping[str, Json], secret: bool = False) -> None:
    """Whether a viewer may carry out a procedure. Raises Refusal `gm_only`, `spectators_watch`, `not_yours`."""
    if viewer.gm:
        return
    if viewer.role == "spectator":
        raise Refusal("spectators_watch")
    whos = [field.name for field in procedure.fields if any(isinstance(mark, Who) for mark in field.marks)]
    if procedure.gm or secret or args.get("secret") is True or (not whos and procedure.group != "tables"):
        raise Refusal("gm_only", what=Term(f"verbs.{procedure.verb}.name"))
    for field in procedure.fields:
        if any(isinstance(mark, ForGM) for mark in field.marks) and args.get(field.name) not in (None, field.default):
            raise Refusal("gm_only", field=field.name, what=Term(f"fields.{field.name}.label"))
    named = [name for name in ("by", "on", "who", *whos) if name in whos and args.get(name) is not None]
    if not named:
        return
    actors = args[named[0]]
    for who in actors if isinstance(actors, list | tuple) else (actors,):
        if not isinstance(who, str) or not viewer.plays(log.book.campaign, who):
            raise Refusal("not_yours", field=named[0], given=who)


def _unfinished(log: Log, message: m.Start, viewer: Viewer, procedure: Procedure) -> Course | None:
    """The course that this start would only repeat: nobody fishes for better dice by starting again."""
    for course in log.book.courses.values():
        if course.state != "asking" or course.start.by != viewer.id or course.transcript.verb != message.verb:
            continue
        if course.ruleset != message.ruleset:
            continue
        if course.transcript.args == message.args:
            return course
        if not viewer.gm and course.rolled and _subject(course.transcript.args) == _subject(message.args):
            raise Refusal("unfinished", what=Term(f"verbs.{message.verb}.name"), entry=course.n)
    return None


def _subject(args: Mapping[str, Any]) -> Any:
    return args.get("on", args.get("who", args.get("by")))


def _open(log: Log, entry: int) -> Course:
    course = log.book.courses.get(entry)
    if course is None:
        raise Refusal("unknown_entry", given=entry)
    if course.state != "asking":
        raise Refusal("course_over", entry=entry, state=course.state)
    return course


def answer(log: Log, message: m.Answer, viewer: Viewer, host: Host) -> Done:
    """Answer what a course asks, and go on as far as it goes."""
    course = _open(log, message.entry)
    ruleset = find_ruleset(log, course.ruleset)
    standing = resume(ruleset, log.book.campaign.compartments[ruleset.id], course.transcript)
    asked, key = standing.asked, standing.hash
    if asked is None or key is None:
        raise Refusal("course_over", entry=message.entry, state="done")
    if message.hash != key:
        raise Refusal("stale_answer", given=message.hash, asked=key)
    may_answer(log, viewer, course, asked)
    transcript = course.transcript
    keys = Keys(course.start.data["seed"], course.start.data.get("hidden"))
    answers: list[dict[str, Json]] = []
    if isinstance(asked, ROLLED) and message.faces is None:
        given = _rolled(log, ruleset, transcript, asked, key, keys)
    elif isinstance(asked, ROLLED):
        given = Answer(key, tuple(message.faces or ()), typed=True)
        had = _faces_so_far(transcript, standing)
        read(asked, (*had, *given.faces), ruleset)
    else:
        given = Answer(key, value=choice(asked, message.value))
    given = replace(given, by=viewer.id, via=host.via)
    answers, standing = _roll_on(
        log, ruleset, transcript, keys, course.start.data["dice"] == "roll", viewer, host, given
    )
    data = {"of": course.n, "answers": answers, "done": _done(standing)}
    return Done((logged(log, message, viewer, host, "answer", data, course.secret or asked.secret),), course.n)


def may_answer(log: Log, viewer: Viewer, course: Course, asked: Request[Any]) -> None:
    """Whether a viewer may answer a request. Raises Refusal `not_yours_to_answer`."""
    if viewer.gm or (asked.who is None and course.start.by == viewer.id):
        return
    if asked.who not in (None, "gm") and viewer.plays(log.book.campaign, asked.who or ""):
        return
    raise Refusal("not_yours_to_answer", who=asked.who or course.start.by)


def _faces_so_far(transcript: Transcript, standing: Standing) -> tuple[int, ...]:
    faces: tuple[int, ...] = ()
    for given in reversed(transcript.answers):
        if given.hash != standing.hash or not given.faces:
            break
        faces = given.faces + faces
    used = sum(len(done.reading.faces) for done in standing.steps if done.reading)
    total = sum(len(given.faces) for given in transcript.answers)
    return faces[len(faces) - (total - used) :] if total > used else ()


def _roll_on(
    log: Log,
    ruleset: Ruleset,
    transcript: Transcript,
    keys: Keys,
    rolls: bool,
    viewer: Viewer,
    host: Host,
    given: Answer | None = None,
) -> tuple[list[dict[str, Json]], Standing]:
    """Play on from a transcript (with one answer given, if any) as far as it leads without asking anybody: dice that
    are rolled here, and choices with one option open."""
    compartment = log.book.campaign.compartments[ruleset.id]
    old = resume(ruleset, compartment, transcript)
    new: list[Answer] = []
    while True:
        if given is not None:
            transcript = transcript.answered(given)
            new.append(given)
        standing = resume(ruleset, compartment, transcript)
        if standing.hash is None or standing.asked is None:
            break
        if isinstance(standing.asked, Choose) and standing.asked.settled is not None:
            given = Answer(standing.hash, value=standing.asked.settled)
        elif rolls and isinstance(standing.asked, ROLLED):
            given = _rolled(log, ruleset, transcript, standing.asked, standing.hash, keys)
        else:
            break
        given = replace(given, by=viewer.id, via=host.via)
    steps = list(standing.steps[len(old.steps) :])
    return [_record(one, steps, ruleset) for one in new], standing


def _rolled(
    log: Log,
    ruleset: Ruleset,
    transcript: Transcript,
    asked: Request[Any],
    key: str,
    keys: Keys,
) -> Answer:
    """The dice of one request: each face fixed by the entry's key and its index, whenever it is asked for."""
    assert isinstance(asked, ROLLED)
    index = sum(len(given.faces) for given in transcript.answers)
    source = Derived(keys.of(asked), index)
    standing = resume(ruleset, log.book.campaign.compartments[ruleset.id], transcript)
    had = _faces_so_far(transcript, standing)
    faces: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    reading = read(asked, had, ruleset)
    while isinstance(reading, Wanting):
        sides += (reading.sides,)
        faces += (source.face(reading.sides),)
        reading = read(asked, (*had, *faces), ruleset)
    return Answer(key, faces, sides=sides)


def _record(given: Answer, steps: list[Any], ruleset: Ruleset) -> dict[str, Json]:
    """An answer as the log keeps it, with what it was an answer to (nothing while real dice are still coming)."""
    made: dict[str, Json] = {"hash": given.hash, "by": given.by, "via": given.via, "step": None}
    if given.faces:
        made.update(faces=list(given.faces), sides=list(given.sides), typed=given.typed)
    else:
        made["value"] = given.value
    if steps and steps[0].hash == given.hash:
        done = steps.pop(0)
        made["step"] = step(done.request, done.reading, ruleset)
    return made


def _done(standing: Standing) -> dict[str, Json] | None:
    if standing.outcome is None:
        return None
    return {
        "ending": standing.outcome.ending,
        "events": to_json(standing.events),
        "result": to_json(standing.result),
        "offers": to_json(standing.outcome.offers),
    }


def asked_of(log: Log, course: Course) -> Asked | None:
    """What a course asks now. Raises Refusal `changed_request` when the state it stood on has changed."""
    if course.state != "asking":
        return None
    standing = resume(log.rulesets[course.ruleset], log.book.campaign.compartments[course.ruleset], course.transcript)
    if standing.asked is None or standing.hash is None:
        return None
    return standing.asked, standing.hash, standing.wanting


def abandon(log: Log, message: m.Abandon, viewer: Viewer, host: Host) -> Done:
    """Give a course up: its starter may before the first die, a GM at any time."""
    course = _open(log, message.entry)
    if not viewer.gm and (course.start.by != viewer.id or course.rolled):
        raise Refusal("gm_only", what="abandon")
    entry = logged(log, message, viewer, host, "abandon", {"of": course.n}, course.secret)
    return Done((entry,), course.n)
