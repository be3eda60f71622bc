"""Mutations: where the idea comes from, two rolled locations, the GM's pick of one, and the Fact that is written.

Nothing here reads a Rest Threshold or what destruction does, and nothing here can kill (M-024).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from ...campaign import Compartment
from ...effect import Phrase, Term
from ...errors import Refusal
from ...event import Event, add, event, put, set_
from ...form import Free, Who
from ...frozen import Map
from ...procedure import Outcome, Rule, procedure
from ...request import GM, SHORT, Choose, Count, Draw, Option
from . import anatomy
from .character import Character, Fact, Mutating, Scene, named
from .data import GAIN, LOCATIONS, TABLES, row
from .settling import summed
from .under_way import alive, begun, onward

C = Compartment[Character, Scene]

SOURCES = tuple(row.id for row in TABLES["source"].rows)


def _law(c: C, args: Map[str, Any]) -> Any:
    """What a Mutation's number of parts depends on: of each location, whether it is there and how it comes in."""
    now = c[args["on"]].mutating
    if now is None:
        return None
    body = c[args["on"]].body
    seen = [*now.rolled, *([now.chosen] if now.chosen else [])]
    kinds = tuple(
        (at == GAIN, extra, bool(body.get(at)), row(at).get("pair"), row(at).get("whole")) for at, extra in seen
    )
    return kinds, len(now.rolled), now.extra, c.options


@procedure(group="change", gm=True, summed=summed)
def mutation(
    c: C,
    *,
    on: Annotated[str, Who()],
    fact: str | None = None,
    applicable: Annotated[tuple[str, ...] | str | None, Free("sources")] = SOURCES,
    playable: bool | None = None,
) -> Rule:
    """Suffer a Mutation. `fact` is the GM's text; `applicable` the sources there are anything to draw on from;
    `playable` the GM's tick that the character can still be played.

    Atoms M-007, M-010 to M-013, M-023, M-025; option `source_end`. Raises Refusal `dead` (M-072), `empty_fact` (M-076),
    `bad_value` for an unknown source.
    """
    alive(c, on)
    if fact is None or not fact.strip():
        raise Refusal("empty_fact", field="fact")
    open_ = SOURCES if applicable is None else (applicable,) if isinstance(applicable, str) else tuple(applicable)
    unknown = [given for given in open_ if given not in SOURCES]
    if unknown:
        raise Refusal("bad_value", field="applicable", given=unknown[0], accepted=list(SOURCES))
    rolled = yield from Draw("source", who=GM, table="source")
    source = _down(rolled, open_, c.option("source_end") == "wrap")
    if source is None:
        options = tuple(Option(id, Term(f"rows.{id}")) for id in SOURCES if id in open_)
        source = yield from Choose("source", who=GM, options=options, missing=SHORT)
    started = event("mutation_begun", on, set_("mutating", Mutating(source, fact.strip(), playable)), source=source)
    return Outcome("goes_on", (started,), {"source_row": source, "candidates": []}, onward("mutation_roll", on))


def _down(rolled: str, applicable: tuple[str, ...], wrap: bool) -> str | None:
    """The rolled source, or the next below it that applies (M-012); `gm_free` where none does at all; None where the
    list ends and the GM is to name one (M-013)."""
    if not applicable:
        return "gm_free"
    at = SOURCES.index(rolled)
    order = SOURCES[at:] + (SOURCES[:at] if wrap else ())
    return next((source for source in order if source in applicable), None)


@procedure(group="", gm=True, lump=_law)
def mutation_roll(c: C, *, on: Annotated[str, Who()]) -> Rule:
    """Roll one of the two locations of a Mutation. 61–66 belongs to the roll it came up on, and is rolled again.

    Atoms M-003, M-007, M-014 to M-016; options `ga_reroll`, `ga_max`.
    """
    now = begun(c[on].mutating, on)
    full = c.option("ga_max") is not None and now.extra >= c.option("ga_max")
    location = yield from Draw("location", who=GM, table="locations", only=LOCATIONS if full else None)
    if location == GAIN and (now.chosen is not None or c.option("ga_reroll") == "before_choice"):
        now = replace(now, extra=now.extra + 1)
        return _continue(on, now, event("additional_rolled", on, count=now.extra), "mutation_roll")
    candidate = (location, 1 if location == GAIN else now.extra)
    if now.chosen is not None:
        now = replace(now, chosen=candidate, extra=0)
        return _continue(on, now, event("candidate", on, location=_said(c, on, candidate)), "mutation_settle")
    now = replace(now, rolled=(*now.rolled, candidate), extra=0)
    happened = event("candidate", on, location=_said(c, on, candidate))
    done = len(now.rolled) == 2
    result = {f"candidates.{len(now.rolled) - 1}": {"location": location, "additional": candidate[1]}}
    return _continue(on, now, happened, "mutation_pick" if done else "mutation_roll", result)


@procedure(group="", gm=True, lump=_law)
def mutation_pick(c: C, *, on: Annotated[str, Who()]) -> Rule:
    """The GM takes the one of the two that fits better; the other leaves no trace. Two alike leave nothing to choose.

    Atoms M-017 to M-019; option `ga_reroll`.
    """
    now = begun(c[on].mutating, on)
    first, second = now.rolled
    taken = first
    if first != second:
        labels = [_said(c, on, candidate) for candidate in now.rolled]
        options = tuple(Option(str(at), said) for at, said in enumerate(labels))
        about = (("first", labels[0]), ("second", labels[1]))
        picked = yield from Choose("candidate", who=GM, options=options, about=about, missing=SHORT)
        taken = now.rolled[int(picked)]
    if taken[0] == GAIN:
        now = replace(now, chosen=taken, extra=1)
        return _continue(on, now, event("candidate_taken", on, location=_said(c, on, taken)), "mutation_roll")
    now = replace(now, chosen=taken)
    return _continue(on, now, event("candidate_taken", on, location=_said(c, on, taken)), "mutation_settle")


@procedure(group="", gm=True, lump=_law)
def mutation_settle(c: C, *, on: Annotated[str, Who()]) -> Rule:
    """What the chosen location becomes: a missing one is added, an additional one adds parts if that makes sense, any
    other is changed as it stands. Then the Fact is written down.

    Atoms M-004, M-020 to M-025, M-027, M-053; options `ga_missing`, `growth`.
    """
    now = begun(c[on].mutating, on)
    character = c[on]
    location, extra = now.chosen or now.rolled[0]
    added = 0
    about = (("location", named(character, location)),)
    if not character.body[location]:
        added = 2 if row(location).get("pair") else 1
        if c.option("ga_missing") == "sum":
            added += extra
        if c.option("growth") == "ask":
            added = yield from Count("how_many", who=GM, lo=1, default=added, about=about)
    elif extra:
        sensible = "false" if row(location).get("whole") else "true"
        options = (Option("true", Term("terms.yes")), Option("false", Term("terms.no")))
        asked = Choose("additional_applicable", who=GM, options=options, default=sensible, about=about)
        if (yield from asked) == "true":
            added = extra
    back = anatomy.functions_back(character, location) if added else ()
    events = (*_changed(c, on, location, added, back), *_written(character, on, now, location, added))
    result = {
        "chosen": {"location": location, "additional": extra},
        "how": "adds" if added else "alters",
        "added": added,
        "cannot_removed": sorted(back),
    }
    return Outcome("adds" if added else "alters", events, result)


def _changed(c: C, on: str, location: str, added: int, back: tuple[str, ...]) -> tuple[Event, ...]:
    character = c[on]
    said = named(character, location)
    if not added:
        return (event("altered", on, row=location, location=said),)
    body = anatomy.grown(character, location, added)
    changed = tuple(set_(f"body/{at}", body[at]) for at in body if body[at] != character.body[at])
    grown = event("grown", on, *changed, row=location, location=said, number=added, now=len(body[location]))
    cannot = tuple(function for function in character.cannot if function not in back)
    regained = (event("function_back", on, function=f"function_{function}") for function in back)
    if not back:
        return (grown,)
    return (grown, event("functions", on, set_("cannot", cannot)), *regained)


def _written(character: Character, on: str, now: Mutating, location: str, added: int) -> tuple[Event, ...]:
    fact = Fact(f"f{character.serial + 1}", now.text, now.source, location, added, now.playable)
    written = event("fact_written", on, put("facts", fact), add("serial", 1), set_("mutating", None), text=now.text)
    if not character.pc:
        return (written,)
    return (written, event("playable_ticked" if now.playable else "playable_reminder", on))


def _continue(on: str, now: Mutating, happened: Event, verb: str, result: dict[str, Any] | None = None) -> Outcome:
    moved = replace(happened, changes=(*happened.changes, set_("mutating", now)))
    return Outcome("goes_on", (moved,), result or {}, onward(verb, on))


def _said(c: C, on: str, candidate: tuple[str, int]) -> Phrase | Term | str:
    """A candidate in words: `Arms`, or `additional: Arms`."""
    location, extra = candidate
    if not extra or location == GAIN:
        return named(c[on], location)
    key = "terms.additional" if extra == 1 else "terms.additional_times"
    return Phrase(key, (("location", named(c[on], location)), ("times", extra)))
