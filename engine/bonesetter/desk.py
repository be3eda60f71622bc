"""The one door: `handle(log, message, viewer, host)` reads a message, answers it, and gives the entries to be logged.

Pure: no clock, no randomness, no I/O. The host commits the entries, acknowledges with the reply, then publishes; where
the head has moved meanwhile, it asks again on the longer log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from . import acting, asking, courses
from . import messages as m
from .errors import Refusal
from .frozen import Json
from .host import Done, Host
from .log import Entry, Log
from .ruleset import Ruleset
from .view import Viewer
from .words import LANGUAGES, Words, kernel_texts, shortened

__all__ = ["Host", "Log", "Reply", "Viewer", "handle", "news"]


@dataclass(frozen=True)
class Reply:
    """What the one who asked gets, as JSON, and the entries that came of it."""

    reply: dict[str, Json]
    entries: tuple[Entry, ...] = ()

    @property
    def ok(self) -> bool:
        return bool(self.reply["ok"])


Act = Callable[[Log, Any, Viewer, Host], Done]

ACTS: dict[type[m.Message], Act] = {
    m.Start: courses.start,
    m.Answer: courses.answer,
    m.Abandon: courses.abandon,
    m.Undo: acting.undo,
    m.Redo: acting.redo,
    m.Correct: acting.correct,
    m.Observe: acting.correct,
    m.Options: acting.set_option,
    m.Persona: acting.persona,
    m.Import: acting.bring_in,
    m.Fair: acting.fair_dice,
}


def handle(log: Log, message: Json, viewer: Viewer, host: Host) -> Reply:
    """Answer one message. Never raises Refusal: a refusal is a reply, and changes nothing."""
    lang = message.get("lang", "en") if isinstance(message, dict) else "en"
    lang = lang if lang in LANGUAGES else "en"
    try:
        read = m.read(message)
        if (entry := getattr(read, "entry", None)) is not None:
            read = replace(read, entry=asking.true_number(log, viewer, entry))  # type: ignore[call-arg]
        act = ACTS.get(type(read))
        if act is None:
            return Reply({"ok": True, **asking.QUESTIONS[type(read)](log, read, viewer)})
        return _acted(log, read, act(log, read, viewer, host), viewer, lang)
    except Refusal as refusal:
        return Reply({"ok": False, "error": error_json(log, refusal, message, viewer, lang)})


def _acted(log: Log, message: m.Message, done: Done, viewer: Viewer, lang: str) -> Reply:
    longer = log.extended(done.entries)
    known = asking.visible(longer, viewer)
    reply: dict[str, Json] = {"ok": True, "head": len(known)}
    if done.course is not None:
        reply["course"] = asking.course_now(longer, done.course, viewer, lang)
    elif done.entries:
        reply["course"] = asking.entry_json(longer, done.entries[0], viewer, lang)
    return Reply(reply, done.entries)


def error_json(log: Log, refusal: Refusal, message: Json, viewer: Viewer, lang: str) -> dict[str, Json]:
    """A refusal as a reply: its code, its message in the reader's language, the field at fault, and its facts."""
    ruleset = _ruleset_of(log, message, viewer)
    data = _own_numbers(refusal.data, message, asking.numbers(log, viewer))
    refusal = Refusal(refusal.code, field=refusal.field, **data)
    names = {who: persona.name for who, persona in log.book.campaign.personas.items()}
    words = (ruleset.words.get(lang) if ruleset else None) or Words(lang, kernel_texts(lang), {})
    words = words.naming(names)
    facts = {key: words.fact(key, value) for key, value in data.items()}
    field = None if refusal.field is None else shortened(refusal.field)
    return {"code": refusal.code, "message": words.error(refusal), "field": field, "data": facts}


def _ruleset_of(log: Log, message: Json, viewer: Viewer) -> Ruleset | None:
    """The ruleset a message is about: the one it names, or that of the course it names."""
    if not isinstance(message, dict):
        return None
    named = message.get("ruleset")
    known = asking.visible(log, viewer)
    place = message.get("entry")
    if isinstance(named, str) and named in log.rulesets:
        return log.rulesets[named]
    if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= len(known):
        return None
    course = log.book.courses.get(known[place - 1])
    return log.rulesets.get(course.ruleset) if course else None


def _own_numbers(data: dict[str, Json], message: Json, numbers: dict[int, int]) -> dict[str, Json]:
    """A refusal's facts with entries called by the viewer's own numbers."""
    own = dict(data)
    if "entries" in data:
        own["entries"] = [numbers[n] for n in data["entries"] if n in numbers]
    if isinstance(entry := data.get("entry"), int) and entry in numbers:
        own["entry"] = numbers[entry]
    place = message.get("entry") if isinstance(message, dict) else None
    given = data.get("given")
    if isinstance(place, int) and isinstance(given, int) and numbers.get(given) == place:
        own["given"] = place
    return own


def news(log: Log, entry: Entry, viewer: Viewer, lang: str) -> dict[str, Json] | None:
    """What a viewer is told of an entry that somebody has just logged: their head, and the course or change. None when
    it is nothing to them."""
    if entry.secret and not viewer.gm:
        return None
    made = asking.entry_json(log, entry, viewer, lang)
    return None if made is None else {"head": len(asking.visible(log, viewer)), "course": made}
