"""The lines that prove the dice: what `bonesetter.fair.verify` reads, as one viewer may have them."""

from __future__ import annotations

from .frozen import Json
from .log import Course, Log
from .view import Viewer


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
