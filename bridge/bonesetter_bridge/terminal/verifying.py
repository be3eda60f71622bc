"""`bonesetter verify`: a log's entries read, folded, every face recomputed and every finished roll played again; or the
lines that prove fair dice, each face recomputed from the seeds revealed."""

from __future__ import annotations

import json
from pathlib import Path

from bonesetter.errors import Refusal
from bonesetter.history import conflicts
from bonesetter.log import Course, Entry, Log
from bonesetter.proving import altered, verified
from bonesetter.ruleset import found

from ..faults import Fault, text


def verify(file: str, rulesets: Path | None, lang: str) -> int:
    """Check a log: 0 when it is sound, 1 when some entry isn't. Raises Fault `no_file`, `not_a_log`, and Refusal
    `bad_log` for lines of fair dice that can't be read."""
    content = _content(Path(file))
    if _fair(content):
        return _prove(content, lang)
    entries = read(content, Path(file))
    faults = [
        (n, text(lang, "verify.gap", expected=n, found=entry.n)) for n, entry in enumerate(entries, 1) if entry.n != n
    ]
    log = Log(found([rulesets] if rulesets else []), tuple(entries))
    courses: list[Course] = []
    if not faults:
        try:
            courses = [course for course in log.book.courses.values() if course.finished is not None]
            broken = set(conflicts(log, log.undone))
        except (Refusal, LookupError, TypeError, ValueError) as error:
            code = error.code if isinstance(error, Refusal) else type(error).__name__
            faults.append((len(entries), text(lang, "verify.refused", code=code)))
        else:
            faults += [
                (n, text(lang, "verify.differs")) for n in sorted(broken) if not _older(log, log.book.courses.get(n))
            ]
            faults += [(n, text(lang, "verify.altered")) for n in altered(log) if n not in broken]
    for n, why in sorted(faults):
        print(text(lang, "verify.bad", entry=n, why=why))
    if faults:
        return 1
    older = sum(1 for course in courses if _older(log, course))
    print(text(lang, "verify.good", count=len(entries), again=len(courses) - older))
    if older:
        print(text(lang, "verify.older", count=older))
    return 0


def _content(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise Fault("no_file", file=str(file), why=getattr(error, "strerror", None) or str(error)) from error


def _fair(content: str) -> bool:
    """Whether these are the lines that prove fair dice (what everybody at the table may have)."""
    first = next((line for line in content.splitlines() if line.strip()), "")
    try:
        return "fair" in json.loads(first)
    except (ValueError, TypeError):
        return False


def _prove(content: str, lang: str) -> int:
    """Recompute every face of a fair log, and say what came of it and how evenly the dice fell."""
    found = verified(content, lang)
    print("\n".join([*found["said"], *found["evenness"]["said"]]))
    return 0 if found["sound"] else 1


def read(content: str, file: Path) -> list[Entry]:
    """The entries of a log, one a line. Raises Fault `not_a_log`."""
    entries = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        try:
            entries.append(Entry.read(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Fault("not_a_log", line=number, file=str(file), why=f"{type(error).__name__}: {error}") from error
    return entries


def _older(log: Log, course: Course | None) -> bool:
    """Whether a course was made under rules of another version, or of a ruleset that isn't here."""
    if course is None:
        return False
    ruleset = log.rulesets.get(course.ruleset)
    return ruleset is None or (bool(course.transcript.version) and course.transcript.version != ruleset.version)
