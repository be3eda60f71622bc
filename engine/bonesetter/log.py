"""The log: everything that was done, in order, and the campaign that follows from it. Nothing in it is ever deleted."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from .campaign import Campaign, Persona
from .codec import event_from_json, from_json, to_json, type_at
from .errors import Refusal
from .event import SERIAL, Event, event, set_
from .frozen import Json, Map, altered, freeze
from .play import Answer, Transcript
from .ruleset import Ruleset


@dataclass(frozen=True)
class Entry:
    """One thing done: its number (from 1), what kind of act, who did it, from where and when, and its facts.

    Acts: `adopt` (a character's state given), `persona`, `option`, `correct` and `observe` (a field set, by the GM or
    by the host that owns it), `start`, `answer`, `abandon` (a procedure's course), `undo`, `redo`, `fair`.
    """

    n: int
    act: str
    by: str
    via: str
    at: str
    data: Map[str, Any]
    secret: bool = False
    request: str | None = None

    def json(self) -> dict[str, Json]:
        """The entry as it is stored."""
        return dict(to_json(self))

    @classmethod
    def read(cls, data: Mapping[str, Json]) -> Entry:
        """A stored entry."""
        facts = {key: data[key] for key in ("n", "act", "by", "via", "at", "secret", "request")}
        return cls(**facts, data=freeze(data["data"]))


@dataclass(frozen=True)
class Course:
    """A procedure being carried out, or carried out: its start, its transcript, and how it ended."""

    n: int
    start: Entry
    transcript: Transcript
    state: str  # asking, done, abandoned, undone
    touched: tuple[int, ...] = ()
    ending: str | None = None
    events: tuple[Event, ...] = ()
    finished: int | None = None

    @property
    def ruleset(self) -> str:
        return self.transcript.ruleset

    @property
    def secret(self) -> bool:
        return self.start.secret

    @property
    def rolled(self) -> bool:
        """Whether any die of it has been seen."""
        return any(answer.faces for answer in self.transcript.answers)


@dataclass(frozen=True)
class Pledge:
    """A run of fair dice: the number of its commitment, the server's seeds by name (`public`, `secret`; hexadecimal,
    unknown to anybody until revealed), the players' seeds, and how many procedures each stream has fixed."""

    n: int
    seeds: Map[str, str]
    players: Map[str, str] = Map()
    counts: Map[str, int] = Map()
    revealed: bool = False


@dataclass(frozen=True)
class Book:
    """What follows from a log: the campaign, its courses by the number of their start, and the run of fair dice."""

    campaign: Campaign
    courses: Map[int, Course] = Map()
    pledge: Pledge | None = None


@dataclass(frozen=True)
class Log:
    """Entries and the rulesets they are read by; immutable. `book` is folded once and carried on."""

    rulesets: Mapping[str, Ruleset] = field(repr=False)
    entries: tuple[Entry, ...] = ()

    @classmethod
    def read(cls, rulesets: Mapping[str, Ruleset], stored: Iterable[Mapping[str, Json]]) -> Log:
        """The log of some stored entries."""
        return cls(rulesets, tuple(Entry.read(entry) for entry in stored))

    @property
    def head(self) -> int:
        return len(self.entries)

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of the entries that are taken back."""
        gone: set[int] = set()
        for entry in self.entries:
            if entry.act == "undo":
                gone.update(entry.data["of"])
            elif entry.act == "redo":
                gone.difference_update(entry.data["of"])
        return frozenset(gone)

    @cached_property
    def book(self) -> Book:
        """Everything folded, in order, without what is undone."""
        return self.folded(self.undone)

    def folded(self, undone: frozenset[int]) -> Book:
        """The book as it would be with just these entries undone."""
        book = Book(self.opening())
        for entry in self.entries:
            book = fold(book, entry, self.rulesets, undone)
        return book

    def opening(self) -> Campaign:
        """The campaign before anything was done."""
        return Campaign(Map({id: ruleset.empty() for id, ruleset in self.rulesets.items()}))

    def extended(self, entries: Iterable[Entry]) -> Log:
        """The log with some entries more. Its book is carried on where nothing was taken back."""
        new = tuple(entries)
        longer = Log(self.rulesets, self.entries + new)
        if not any(entry.act in ("undo", "redo") for entry in new):
            book = self.book
            for entry in new:
                book = fold(book, entry, self.rulesets, self.undone)
            longer.__dict__["book"] = book
            longer.__dict__["undone"] = self.undone
        return longer


def fold(book: Book, entry: Entry, rulesets: Mapping[str, Ruleset], undone: frozenset[int]) -> Book:
    """The book after one entry. Entries of a ruleset that isn't installed are kept and passed over."""
    if entry.data.get("ruleset", None) not in (None, *rulesets):
        return book
    if entry.act in ("start", "answer", "abandon"):
        return _fold_course(book, entry, rulesets, undone)
    if entry.act == "fair":
        return replace(book, pledge=_pledged(book.pledge, entry))
    if entry.n in undone:
        return book
    campaign = book.campaign
    if entry.act == "persona":
        data = entry.data
        persona = Persona(data["name"], tuple(data["owners"]), data["archived"])
        campaign = replace(campaign, personas=campaign.personas.set(data["who"], persona))
    elif entry.act in ("adopt", "correct", "observe"):
        campaign = campaign_after(campaign, entry, rulesets)
    elif entry.act == "option":
        compartment = campaign.compartments[entry.data["ruleset"]]
        compartment = replace(compartment, options=compartment.options.set(entry.data["name"], entry.data["now"]))
        campaign = replace(campaign, compartments=campaign.compartments.set(entry.data["ruleset"], compartment))
    return replace(book, campaign=campaign)


def _pledged(pledge: Pledge | None, entry: Entry) -> Pledge | None:
    if entry.data["step"] == "commit":
        return Pledge(entry.n, entry.data["seeds"])
    if pledge is None:
        return None
    if entry.data["step"] == "reveal":
        return replace(pledge, revealed=True)
    return replace(pledge, players=pledge.players.set(entry.by, entry.data["seed"]))


def campaign_after(campaign: Campaign, entry: Entry, rulesets: Mapping[str, Ruleset]) -> Campaign:
    """The campaign after a state was given (`Adopted`) or a field set (`Corrected`, `Observed`)."""
    ruleset = rulesets[entry.data["ruleset"]]
    compartment = campaign.compartments[ruleset.id]
    who = entry.data["who"]
    if entry.act == "adopt":
        adopted = ruleset.adopt(to_json(entry.data["state"]))
        if (used := getattr(compartment.characters.get(who), SERIAL, 0)) > getattr(adopted, SERIAL, used):
            adopted = altered(adopted, **{SERIAL: used})  # what an id meant before, it means for ever
        campaign = replace(
            campaign,
            compartments=campaign.compartments.set(
                ruleset.id, replace(compartment, characters=compartment.characters.set(who, adopted))
            ),
        )
        if who not in campaign.personas:
            campaign = replace(campaign, personas=campaign.personas.set(who, Persona(who)))
        return campaign
    root = ruleset.scene if who is None else ruleset.character
    value = from_json(type_at(root, entry.data["path"]), to_json(entry.data["now"]), entry.data["path"])
    return campaign.after(ruleset.id, (event("corrected", who, set_(entry.data["path"], value)),))


def _fold_course(book: Book, entry: Entry, rulesets: Mapping[str, Ruleset], undone: frozenset[int]) -> Book:
    data = entry.data
    if entry.act == "start":
        ruleset = rulesets[data["ruleset"]]
        transcript = Transcript(
            ruleset.id, data["verb"], data["args"], (), data.get("version", ""), data.get("digests", Map())
        )
        course = Course(entry.n, entry, transcript, "asking", (entry.n,))
        if (fair := data.get("fair")) is not None and book.pledge is not None:
            counts = book.pledge.counts.set(fair["stream"], fair["count"])
            book = replace(book, pledge=replace(book.pledge, counts=counts))
    else:
        known = book.courses.get(data["of"])
        if known is None:
            return book
        course = replace(known, touched=(*known.touched, entry.n))
    if entry.act == "abandon":
        return replace(book, courses=book.courses.set(course.n, replace(course, state="abandoned")))
    for given in data.get("answers", ()):
        course = replace(course, transcript=course.transcript.answered(read_answer(given)))
    campaign = book.campaign
    if (done := data.get("done")) is not None:
        ruleset = rulesets[course.ruleset]
        events = tuple(
            event_from_json(to_json(happened), ruleset.character, ruleset.scene) for happened in done["events"]
        )
        course = replace(course, state="done", ending=done["ending"], events=events, finished=entry.n)
        present = campaign.compartments[ruleset.id].characters
        campaign = campaign.after(ruleset.id, events if course.n not in undone else serials(events, present))
    if course.n in undone and course.state in ("done", "asking"):
        course = replace(course, state="undone")
    return replace(book, campaign=campaign, courses=book.courses.set(course.n, course))


def read_answer(data: Mapping[str, Any]) -> Answer:
    """An answer as it was logged."""
    return Answer(data["hash"], tuple(data.get("faces", ())), data.get("value"), data.get("by"), data.get("via"))


def serials(events: Iterable[Event], known: Container[str]) -> tuple[Event, ...]:
    """What stays of events that are undone: the ids that known characters have used up."""
    kept = []
    for happened in events:
        changes = tuple(change for change in happened.changes if change.path == SERIAL)
        if changes and happened.who in known:
            kept.append(Event("numbered", happened.who, changes))
    return tuple(kept)


def value_at(state: Any, path: str) -> Json:
    """The value at a path of a character or scene, as JSON. Raises Refusal `unknown_field`."""
    here = state
    for piece in path.split("/"):
        try:
            if isinstance(here, Map):
                here = here.get(piece)
            elif isinstance(here, tuple):
                here = next(item for item in here if item.id == piece)
            else:
                here = getattr(here, piece)
        except (AttributeError, StopIteration):
            raise Refusal("unknown_field", field=path, given=path, known=[]) from None
    return to_json(here)
