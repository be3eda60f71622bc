"""Taking back: undo and conflict are one check. The later courses are played again without the undone one; where their
requests and events come out the same, it is allowed."""

from __future__ import annotations

from .codec import to_json
from .errors import Refusal
from .log import Book, Course, Log, fold
from .play import resume


def conflicts(log: Log, undone: frozenset[int]) -> tuple[int, ...]:
    """The courses that would no longer come out as they did if just these entries were undone, by their numbers."""
    broken: list[int] = []
    book = Book(log.opening())
    for entry in log.entries:
        course = log.book.courses.get(entry.n if entry.act == "start" else entry.data.get("of", 0))
        ends = course is not None and course.state in ("done", "undone") and entry.n == course.finished
        if course is not None and ends and course.n not in undone and not _comes_out(log, book, course):
            broken.append(course.n)
        try:
            book = fold(book, entry, log.rulesets, undone)
        except (Refusal, LookupError):
            broken.append(course.n if course else entry.n)
    for course in book.courses.values():
        if course.state == "asking" and course.n not in undone and not _still_asks(log, book, course):
            broken.append(course.n)
    return tuple(sorted(set(broken)))


def _comes_out(log: Log, book: Book, course: Course) -> bool:
    ruleset = log.rulesets.get(course.ruleset)
    if ruleset is None:
        return True
    try:
        standing = resume(ruleset, book.campaign.compartments[course.ruleset], course.transcript)
    except (Refusal, LookupError):
        return False
    logged = log.book.courses[course.n]
    return standing.outcome is not None and to_json(standing.events) == to_json(logged.events)


def _still_asks(log: Log, book: Book, course: Course) -> bool:
    try:
        return (
            resume(log.rulesets[course.ruleset], book.campaign.compartments[course.ruleset], course.transcript).asked
            is not None
        )
    except (Refusal, LookupError):
        return False


def undoing(log: Log, of: int, with_later: bool = False) -> tuple[int, ...]:
    """The entries to undo so that entry `of` is taken back: itself, or with all that depends on it.

    Raises Refusal `nothing_to_undo`, or `undo_conflict` naming the later entries that depend on it.
    """
    if of in log.undone or of < 1 or of > log.head:
        raise Refusal("nothing_to_undo", given=of)
    taken = {of}
    broken = conflicts(log, log.undone | taken)
    already = set(conflicts(log, log.undone))
    while left := [n for n in broken if n not in already and n not in taken]:
        if not with_later:
            raise Refusal("undo_conflict", given=of, entries=left)
        taken.update(left)
        broken = conflicts(log, log.undone | taken)
    return tuple(sorted(taken))


def redoing(log: Log, of: int) -> tuple[int, ...]:
    """The entries to redo so that what was undone with `of` counts again. Raises Refusal `nothing_to_redo`, or
    `redo_conflict` naming the entries made since that would come out otherwise."""
    if of not in log.undone:
        raise Refusal("nothing_to_redo", given=of)
    last = max(entry.n for entry in log.entries if entry.act == "undo" and of in entry.data["of"])
    group = tuple(log.entries[last - 1].data["of"])
    already = set(conflicts(log, log.undone))
    broken = [n for n in conflicts(log, log.undone - set(group)) if n not in already]
    if broken:
        raise Refusal("redo_conflict", given=of, entries=broken)
    return group
