"""Pictures: questions whose answer is looked at rather than read. A ruleset draws them in its own `pictures.py`, from
the engine's exact odds; their words, in both languages, stand beside it in `pictures.toml`.

A picture is panels of bars along one axis; a bar has one part (a chance), or several that add up to 1 with what is left
out. Numbers only: whoever shows it draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from .bilingual import read, said
from .chances import chance_json
from .errors import Refusal
from .frozen import Json
from .ruleset import Ruleset
from .words import Words

WORDS = "pictures.toml"


@dataclass(frozen=True)
class Knob:
    """A number (`lo` to `hi`) or a choice (`values`) that a reader may set."""

    name: str
    default: int | str
    lo: int | None = None
    hi: int | None = None
    values: tuple[str, ...] = ()

    def check(self, given: Json) -> int | str:
        """The setting. Raises Refusal `bad_value`."""
        if self.values and given in self.values:
            return str(given)
        if not self.values and type(given) is int and (self.lo or 0) <= given <= (self.hi or 0):
            return given
        accepted = list(self.values) or f"{self.lo} to {self.hi}"
        raise Refusal("bad_value", field=self.name, given=given, accepted=accepted)


@dataclass(frozen=True)
class Panel:
    """Bars for one case: `chances[i]` are the parts of the bar at tick i. `unresolved` is what no fraction was found
    for: each part may be that much more. Where the case isn't `notable`, its grave parts aren't shown as such."""

    id: str
    chances: tuple[tuple[Fraction, ...], ...]
    unresolved: Fraction = Fraction(0)
    notable: bool = True


@dataclass(frozen=True)
class Drawn:
    """What a picture shows: its ticks (numbers, or ids with a word), the parts of each bar, and its panels.

    `rest` names what is left of a bar (None: nothing is said of it); `notable` parts are the grave ones, or, where
    `grave` is given, only the bars at those ticks.
    """

    ticks: tuple[int | str, ...]
    panels: tuple[Panel, ...]
    parts: tuple[str, ...] = ("",)
    rest: str | None = None
    notable: tuple[str, ...] = ("",)
    grave: tuple[int | str, ...] | None = None


Draw = Callable[[Ruleset, Mapping[str, Any]], Drawn]


@dataclass(frozen=True)
class Picture:
    """A question with its answer. `titled` names the knob whose setting chooses among several titles."""

    id: str
    draw: Draw
    knobs: tuple[Knob, ...] = ()
    titled: str | None = None


def picture(*knobs: Knob, titled: str | None = None) -> Callable[[Draw], Draw]:
    """Mark a function of a ruleset's `pictures.py` as a picture of its name."""

    def mark(draw: Draw) -> Draw:
        draw.__dict__["_picture"] = Picture(draw.__name__, draw, knobs, titled)
        return draw

    return mark


@cache
def of(package: str) -> dict[str, Picture]:
    """The pictures of a ruleset (by its package), in the order they are written."""
    try:
        module = import_module(f"{package}.pictures")
    except ModuleNotFoundError as missing:
        if missing.name != f"{package}.pictures":
            raise
        return {}
    made = [vars(value)["_picture"] for value in vars(module).values() if "_picture" in getattr(value, "__dict__", ())]
    return {each.id: each for each in made if each.draw.__module__ == module.__name__}


def listed(ruleset: Ruleset, lang: str) -> list[Json]:
    """The pictures of a ruleset by id and title."""
    texts = read(ruleset.package, WORDS)
    return [{"id": each.id, "title": _title(each, texts[each.id], {}, lang)} for each in of(ruleset.package).values()]


def picture_json(ruleset: Ruleset, id: str, given: Mapping[str, Json], words: Words) -> dict[str, Json]:
    """A picture in words and exact numbers, under some settings. Raises Refusal `unknown_picture`, `bad_value`."""
    known = of(ruleset.package)
    if id not in known:
        raise Refusal("unknown_picture", given=id, known=list(known))
    found = known[id]
    unknown = [name for name in given if name not in {knob.name for knob in found.knobs}]
    if unknown:
        raise Refusal("bad_value", field=unknown[0], given=unknown[0], accepted=[knob.name for knob in found.knobs])
    settings = {knob.name: knob.check(given.get(knob.name, knob.default)) for knob in found.knobs}
    drawn = _drawn(ruleset, found, settings)
    texts = read(ruleset.package, WORDS)[id]
    lang = words.lang
    say = _Sayer(texts, words)
    return {
        "ruleset": ruleset.id,
        "id": id,
        "title": _title(found, texts, settings, lang),
        "about": said(texts["about"], lang),
        "across": {"label": said(texts["across"], lang), "ticks": [say.name("ticks", tick) for tick in drawn.ticks]},
        "parts": [
            {"label": say.name("parts", part) if part else said(texts["up"], lang), "notable": part in drawn.notable}
            for part in drawn.parts
        ],
        "rest": say.name("parts", drawn.rest) if drawn.rest else None,
        "grave": None if drawn.grave is None else [tick in drawn.grave for tick in drawn.ticks],
        "panels": [
            {
                "id": panel.id,
                "label": say.name("panels", panel.id),
                "notable": panel.notable,
                "bars": [[chance_json(chance) for chance in bar] for bar in panel.chances],
                "unresolved": chance_json(panel.unresolved),
            }
            for panel in drawn.panels
        ],
        "knobs": [
            {
                "name": knob.name,
                "label": said(texts["knobs"][knob.name], lang),
                "value": settings[knob.name],
                "min": knob.lo,
                "max": knob.hi,
                "options": [{"value": value, "label": say.name(knob.name, value)} for value in knob.values],
            }
            for knob in found.knobs
        ],
    }


_KNOWN: dict[Any, Drawn] = {}


def _drawn(ruleset: Ruleset, found: Picture, settings: Mapping[str, Any]) -> Drawn:
    """What a picture shows, reckoned once for all languages."""
    key = (ruleset.package, found.id, tuple(settings.items()), tuple(ruleset.digests.items()))
    if key not in _KNOWN:
        if len(_KNOWN) > 200:
            _KNOWN.clear()
        _KNOWN[key] = found.draw(ruleset, settings)
    return _KNOWN[key]


def _title(found: Picture, texts: Mapping[str, Any], settings: Mapping[str, Any], lang: str) -> str:
    if found.titled is None:
        return said(texts["title"], lang)
    knob = next(knob for knob in found.knobs if knob.name == found.titled)
    return said(texts["titles"][settings.get(knob.name, knob.default)], lang)


@dataclass(frozen=True)
class _Sayer:
    """Names of ticks, parts, panels and values: the picture's own words, or else the ruleset's."""

    texts: Mapping[str, Any]
    words: Words

    def name(self, section: str, id: int | str) -> str:
        if isinstance(id, int):
            return str(id)
        own = self.texts.get(section, {})
        if id in own:
            return said(own[id], self.words.lang)
        return self.words.term(id)


def chance_of(chances: Mapping[Any, Fraction], keys: Sequence[Any]) -> Fraction:
    """The chance of any of some keys."""
    return sum((chances.get(key, Fraction(0)) for key in keys), Fraction(0))
