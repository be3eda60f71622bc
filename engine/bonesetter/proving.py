"""Proving the dice: the lines that `bonesetter.fair.verify` reads, as one viewer may have them, what verifying comes
to, and how evenly everything fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from . import evenness, fair
from .codec import to_json
from .dice import Dice
from .frozen import Json
from .log import Course, Log
from .source import derived_face
from .view import Viewer
from .words import LANGUAGES, Words, kernel_texts


def fair_lines(log: Log, viewer: Viewer, numbers: dict[int, int]) -> list[dict[str, Json]]:
    """All of the log that fair dice are verified by, in order, in the viewer's own numbers. The seed of what is rolled
    in secret, and such faces, are in the GM's lines only."""
    lines: list[dict[str, Json]] = []
    for entry in log.entries:
        if entry.n not in numbers:
            continue
        data, n = entry.data, numbers[entry.n]
        if entry.act == "fair":
            lines.append({"fair": data["step"], "n": n, "by": entry.by, **_said(data, viewer)})
        elif entry.act == "start" and data.get("fair") is not None:
            course = log.book.courses[entry.n]
            taken = {"stream": data["fair"]["stream"], "count": data["fair"]["count"]}
            lines.append({"fair": "roll", "n": n, **taken, **_faces(log, course, viewer)})
    return lines


def _said(data: Mapping[str, Json], viewer: Viewer) -> dict[str, Json]:
    if data["step"] == "commit":
        return {"hashes": to_json(data["hashes"])}
    if data["step"] == "seed":
        return {"seed": data["seed"]}
    return {"seeds": {name: data["seeds"][name] for name in fair.SEEDS if viewer.gm or name == fair.PUBLIC}}


def _faces(log: Log, course: Course, viewer: Viewer) -> dict[str, Json]:
    """The faces that were rolled, each with its index and the sides of its die. Those of real dice are left out, and
    those of secret requests from everybody but the GM: each face proves itself, whatever is missing around it."""
    shown: list[Json] = []
    hidden: list[Json] = []
    for n, index, given in _rolled(log, course):
        own = _unseen(given) and course.start.data.get("hidden") is not None
        if viewer.gm or not (log.entries[n - 1].secret or _unseen(given)):
            fell = [[index + at, given["sides"][at], face] for at, face in enumerate(given["faces"])]
            (hidden if own else shown).extend(fell)
    return {"faces": shown, **({"hidden": hidden} if hidden else {})}


def _rolled(log: Log, course: Course) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """The answers of a course that were rolled (not typed in): their entry, the index of their first face, the rest."""
    index = 0
    for n in course.touched:
        for given in log.entries[n - 1].data.get("answers", ()):
            rolled = given.get("faces", ())
            if rolled and not given.get("typed"):
                yield n, index, given
            index += len(rolled)


def _unseen(given: Mapping[str, Any]) -> bool:
    step = given.get("step")
    return step is not None and bool(step["secret"])


def altered(log: Log) -> Iterator[int]:
    """The entries of a whole log (the host's own) with a face that isn't what their seed gives, or with a seed that
    isn't what the running pledge gives. Typed faces are whatever real dice showed."""
    for course in log.book.courses.values():
        data = course.start.data
        wrong = {course.n} if _seeds_of(log, course) != (data["seed"], data.get("hidden")) else set()
        for n, index, given in _rolled(log, course):
            own = data.get("hidden") if _unseen(given) else None
            key = bytes.fromhex(own or data["seed"])
            due = [derived_face(key, index + at, sides) for at, sides in enumerate(given["sides"])]
            if due != list(given["faces"]):
                wrong.add(n)
        yield from sorted(wrong)


def _seeds_of(log: Log, course: Course) -> tuple[str, str | None]:
    """The seeds that an entry has to have: those of the pledge it was made under, or its own, which only it knows."""
    data = course.start.data
    taken = data.get("fair")
    if taken is None:
        return data["seed"], None
    pledged = log.entries[taken["pledge"] - 1].data["seeds"]
    players: dict[str, str] = {}
    for entry in log.entries[taken["pledge"] : course.n - 1]:
        if entry.act == "fair" and entry.data["step"] == "seed":
            players[entry.by] = entry.data["seed"]
    return fair.keys(pledged, players, taken["stream"], taken["count"])


def verified(text: str, lang: str) -> dict[str, Json]:
    """What verifying a fair log comes to, given its lines as text, in a reader's language, and how evenly its dice
    fell. Raises Refusal `bad_log`."""
    words = _words(lang)
    lines = text.removeprefix("\ufeff").split("\n")  # at nothing else: a seed may hold a separator of its own
    found = fair.verify(lines)
    fell = list(fair.fell(lines))
    return {
        "sound": found.sound,
        "rolls": found.rolls,
        "faces": found.faces,
        "pending": found.pending,
        "seeds": dict(found.seeds),
        "fault": None if found.fault is None else {"n": found.fault.n, "code": found.fault.code},
        "said": [words.say(phrase) for phrase in found.said()],
        "evenness": _evenness(fell, words),
    }


def evenness_json(log: Log, viewer: Viewer, lang: str) -> dict[str, Json]:
    """How evenly everything fell that a viewer saw rolled or typed in, by size of die and in plain words."""
    words = _words(lang)
    return _evenness(list(_fell(log, viewer)), words)


def _evenness(fell: list[tuple[int, int]], words: Words) -> dict[str, Json]:
    return {
        "dice": [one.json(words) for one in evenness.evenness(fell)],
        "said": evenness.report(fell, words),
    }


def _words(lang: str) -> Words:
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    return Words(known, kernel_texts(known), {})


def _fell(log: Log, viewer: Viewer) -> Iterator[tuple[int, int]]:
    """Every face a viewer may know of, with the sides of its die, taken-back entries and all: the dice fell."""
    for course in log.book.courses.values():
        if course.secret and not viewer.gm:
            continue
        hand: tuple[int, ...] = ()
        for n in course.touched:
            for given in log.entries[n - 1].data.get("answers", ()):
                hand += tuple(given.get("faces") or ())
                step = given.get("step")
                if step is None:
                    continue  # real dice, still coming
                if hand and (viewer.gm or not (step["secret"] or log.entries[n - 1].secret)):
                    yield from _sided(Dice.parse(step["dice"]), hand)
                hand = ()


def _sided(dice: Dice, faces: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Each face with the sides of its die; a roll that was passed over is followed by the next."""
    hand: list[int] = []
    for face in faces:
        sides = dice.next(hand)
        if sides is None:
            hand = []
            sides = dice.sides[0]
        hand.append(face)
        yield sides, face
