"""Proving the dice: the lines that `bonesetter.fair.verify` reads, as one viewer may have them, what verifying comes
to, and how evenly everything fell."""

from __future__ import annotations

from collections.abc import Iterator

from . import evenness, fair
from .dice import Dice
from .frozen import Json
from .log import Course, Log
from .view import Viewer
from .words import LANGUAGES, Words, kernel_texts


def fair_lines(log: Log, viewer: Viewer, numbers: dict[int, int]) -> list[dict[str, Json]]:
    """All of the log that fair dice are verified by, in order, in the viewer's own numbers."""
    lines: list[dict[str, Json]] = []
    for entry in log.entries:
        if entry.n not in numbers:
            continue
        data, n = entry.data, numbers[entry.n]
        if entry.act == "fair":
            key = "hash" if data["step"] == "commit" else "seed"
            lines.append({"fair": data["step"], "n": n, "by": entry.by, key: data[key]})
        elif entry.act == "start" and data.get("fair") is not None:
            course = log.book.courses[entry.n]
            taken = {"stream": data["fair"]["stream"], "count": data["fair"]["count"]}
            lines.append({"fair": "roll", "n": n, **taken, "faces": _faces(log, course, viewer)})
    return lines


def _faces(log: Log, course: Course, viewer: Viewer) -> list[Json]:
    """The faces that were rolled, each with its index and the sides of its die. Those of real dice are left out, and
    those of secret requests from everybody but the GM: each face proves itself, whatever is missing around it."""
    faces: list[Json] = []
    index = 0
    for n in course.touched:
        for given in log.entries[n - 1].data.get("answers", ()):
            rolled = given.get("faces", ())
            step = given.get("step")
            hidden = log.entries[n - 1].secret or (step is not None and step["secret"])
            if not given.get("typed") and (viewer.gm or not hidden):
                faces += [[index + at, given["sides"][at], face] for at, face in enumerate(rolled)]
            index += len(rolled)
    return faces


def verified(text: str, lang: str) -> dict[str, Json]:
    """What verifying a fair log comes to, given its lines as text, in a reader's language. Raises Refusal `bad_log`."""
    words = _words(lang)
    found = fair.verify(text.splitlines())
    return {
        "sound": found.sound,
        "rolls": found.rolls,
        "faces": found.faces,
        "pending": found.pending,
        "seeds": dict(found.seeds),
        "fault": None if found.fault is None else {"n": found.fault.n, "code": found.fault.code},
        "said": [words.say(phrase) for phrase in found.said()],
    }


def evenness_json(log: Log, viewer: Viewer, lang: str) -> dict[str, Json]:
    """How evenly everything fell that a viewer saw rolled or typed in, by size of die and in plain words."""
    words = _words(lang)
    fell = list(_fell(log, viewer))
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
