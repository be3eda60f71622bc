"""Exploring a procedure's odds: an example to begin with, its arguments as a form, and what of the state matters as
knobs. Which state that is stands in the ruleset's `explorer.toml`:

    [VERB]
    characters.hero = {…}          a state in the ruleset's own fields: the example
    scene = {…}, args = {…}
    settings = {…}                 options of the campaign that the example begins with, in place of their defaults
    hidden = ["modifier"]          arguments that the form leaves out
    course = true                  follow the acts to their end, and by act 1, 2 … (up to `acts`)
    each = {verb = …, args = {…}}  what precedes every act of the course, where it isn't refused; always, or as a flag
                                   with the path `each` says
    numbers.wounds_lost = {…}      a value of the result that the odds may be grouped by, besides ending and row, and
                                   what it is called: {en = "…", it = "…"}
    after."characters/hero/…" = {…}  the same of a value in the state afterwards; of a list, how long it is
    rows = true                    whether grouping by row says anything
    by = "row"                     what they are grouped by at first (otherwise: ending)
    options = ["no_choice"]        options of the campaign that matter
    grave = ["dead"]               the endings that are shown as grave
    goals = ["wound", …]           the endings that choices can be made for or against, where finding them would take
                                   long; none, where choices make no difference to them
    [[VERB.knobs]]
    path = "characters/hero/wounds"  or `scene/…`, `options/…`, or `args/…` for what the form can't ask for; a `*` in it
                                   stands for every item of a list
    lo = 0, hi = 12                or values = ["sick", …] (labels.sick = {…} where it is no word), or flag = true
    label = {en = "…", it = "…"}
    begins = 3                     where the example doesn't say it
    none = 0                       the value that stands for nothing at all: it isn't there then
    also = ["characters/hero/…"]   further places that take the same value
    each = {…}                     a number counts items of a list, each of them this
    of = ["left", "right"]         a number counts how many of these there are, from the first; a flag: all or none
    means.arm = [{…}, …]           the items that a value stands for
    to = "characters/hero/gear"    such items are added to the list there, and `path` is only a name

    [names]
    hero = {en = "…", it = "…"}    what the characters of the examples are called

`numbers`, `after` and `rows` (a table then) may name values that are no numbers: `labels = {true = {…}, none = {…}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from . import forms, odds
from . import messages as m
from .bilingual import read, said
from .campaign import Campaign, Compartment, Persona
from .chances import chance_json, odds_json, shown
from .codec import from_json, to_json
from .errors import Refusal
from .form import ForGM, Who
from .frozen import Json, Map, freeze
from .goal import extremes
from .knobs import knob_json, of_options
from .procedure import Then
from .request import Choose, Count
from .request import Words as WordsRequest
from .ruleset import Ruleset
from .ways import DEFAULT, ways
from .words import Words

FILE = "explorer.toml"
NAMES = "names"
ACTS = 14


def verbs(ruleset: Ruleset) -> list[str]:
    """The procedures whose odds can be explored."""
    return [verb for verb in read(ruleset.package, FILE) if verb != NAMES]


def explore_json(ruleset: Ruleset, message: m.Explore, words: Words) -> dict[str, Json]:
    """The answer to an explore message: form, knobs, groupings, odds (or, where the rules refuse, why they do).

    Raises Refusal `nothing_to_explore`, `bad_value`.
    """
    told = read(ruleset.package, FILE)
    known = verbs(ruleset)
    if message.verb not in known:
        raise Refusal("nothing_to_explore", given=message.verb, known=known)
    words = words.naming({who: said(name, words.lang) for who, name in told.get(NAMES, {}).items()})
    example = told[message.verb]
    state = deepcopy({part: example.get(part, {}) for part in ("characters", "scene", "args")})
    state["options"] = dict(example.get("settings", {}))
    state["args"].update(_plain(message.filled))
    by = message.by or example.get("by", "ending")
    knobs = [
        knob_json(ruleset, knob, message.knobs, state, words)
        for knob in (*example.get("knobs", ()), *of_options(example))
    ]
    made: dict[str, Json] = {
        "verb": message.verb,
        "knobs": knobs,
        "by": by,
        "groupings": _groupings(example, words),
        "course": bool(example.get("course")),
        "refusal": None,
    }
    try:
        c = _compartment(ruleset, state)
        made["form"] = _form(ruleset, c, message.verb, example, state["args"], words)
        return {**made, **_odds(ruleset, c, example, replace(message, by=by), state, words)}
    except Refusal as refusal:
        made["refusal"] = {"code": refusal.code, "message": words.error(refusal), "field": refusal.field}
        return made


def _plain(given: Mapping[str, Any]) -> dict[str, Json]:
    return {key: to_json(value) for key, value in given.items() if value is not None}


def _compartment(ruleset: Ruleset, state: Mapping[str, Any]) -> Compartment[Any, Any]:
    characters = {who: ruleset.adopt(facts) for who, facts in state["characters"].items()}
    return Compartment(Map(characters), from_json(ruleset.scene, state["scene"]), ruleset.options(state["options"]))


# --- the form and the odds -------------------------------------------------------------------------------------------


def _form(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    verb: str,
    example: Mapping[str, Any],
    args: Mapping[str, Json],
    words: Words,
) -> list[Json]:
    """The fields a reader may set: characters and free-form arguments stay those of the example, and what is a knob is
    asked for only once."""
    personas = {who: Persona(who) for who in c.characters}
    campaign = Campaign(Map({ruleset.id: c}), Map(personas))
    made = forms.form(ruleset, campaign, verb, args, words)
    procedure = ruleset.procedure(verb)
    kept = {field.name for field in procedure.fields if any(isinstance(mark, Who | ForGM) for mark in field.marks)}
    kept |= {knob["path"].split("/")[1] for knob in example.get("knobs", ()) if knob["path"].startswith("args/")}
    kept |= set(example.get("hidden", ()))
    fields = [field for field in made["fields"] if field["name"] not in kept and _turns(field)]
    return [field for field in fields if field["type"] != "choice" or len(field["options"]) > 1]


def _turns(field: Mapping[str, Json]) -> bool:
    """Whether a field is a knob: a number that may be left out, and is, has nowhere to begin."""
    return field["type"] in ("choice", "flag") or (field["type"] == "integer" and field["value"] is not None)


def _groupings(example: Mapping[str, Any], words: Words) -> list[Json]:
    found = [{"by": "ending", "label": words.text("explorer.ending")}]
    if example.get("rows"):
        found.append({"by": "row", "label": words.text("explorer.row")})
    named = {**example.get("numbers", {}), **example.get("after", {})}
    return found + [{"by": name, "label": said(label, words.lang)} for name, label in named.items()]


def _odds(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    example: Mapping[str, Any],
    message: m.Explore,
    state: Mapping[str, Any],
    words: Words,
) -> dict[str, Json]:
    args = state["args"]
    course = bool(example.get("course")) and message.by == "ending"
    each = example.get("each") if course and state.get("each", True) else None
    asked = m.Odds(
        lang=message.lang,
        ruleset=ruleset.id,
        verb=message.verb,
        args=freeze(args),
        by=message.by,
        course=course,
        acts=int(example.get("acts", ACTS)) if course else 0,
        each=None if each is None else m.Step(verb=each["verb"], args=freeze(each["args"])),
        characters=freeze(state["characters"]),
        scene=freeze(state["scene"]),
        options=freeze(state["options"]),
    )
    campaign = Campaign(Map({ruleset.id: c}))
    if message.by in example.get("after", {}):
        made: dict[str, Json] = {"odds": shown(_afterwards(ruleset, c, asked), words, asked)}
    else:
        made = {"odds": odds_json({ruleset.id: ruleset}, campaign, asked, tuple(example.get("numbers", {})))}
    endings: list[str] = []
    if message.by == "ending" and _chooses(ruleset, c, message.verb, args):
        endings = list(example.get("goals", ()))
        if "goals" not in example:
            # an ending that only another choice leads to is one to be asked about too
            once = replace(asked, uniform=True, course=False, acts=0, each=None)
            endings = [row["key"] for row in odds_json({ruleset.id: ruleset}, campaign, once)["rows"]]
    labels = _labels(example, message.by)
    for row in made["odds"]["rows"]:
        row["grave"] = message.by == "ending" and row["key"] in example.get("grave", ())
        if labels is not None and _name(row["key"]) in labels:
            row["label"] = said(labels[_name(row["key"])], words.lang)
    made["endings"] = [{"value": key, "label": words.text(f"endings.{key}")} for key in endings]
    if message.goal is not None and message.goal in endings:
        least, most = extremes(ruleset, c, message.verb, args, (message.goal,))
        made["goal"] = {"ending": message.goal, "best": chance_json(most), "worst": chance_json(least)}
    return made


def _labels(example: Mapping[str, Any], by: str) -> Mapping[str, Any] | None:
    """What the values are called that odds are grouped by, where the example says it."""
    grouped = {**example.get("numbers", {}), **example.get("after", {})}
    if isinstance(example.get("rows"), Mapping):
        grouped["row"] = example["rows"]
    labels: Mapping[str, Any] | None = grouped.get(by, {}).get("labels")
    return labels


def _name(key: Json) -> str:
    """How a value that isn't there, or only yes or no, is named in TOML."""
    return str(key).lower() if key is None or isinstance(key, bool) else str(key)


def _afterwards(ruleset: Ruleset, c: Compartment[Any, Any], asked: m.Odds) -> odds.Odds:
    """The odds of a procedure, with all that follows it in the same sitting, by what then stands at a path."""

    def look(state: Compartment[Any, Any]) -> odds.Key:
        return _found(state, asked.by)

    assert asked.verb is not None
    return odds.Odds(odds.in_turn(ruleset, c, [Then(asked.verb, asked.args)], look, same=look)[0])


def _found(state: Compartment[Any, Any], path: str) -> odds.Key:
    """What stands at a path of a state: 0 where an object doesn't name it, None where a list is too short, and of a
    list how long it is."""
    here: Any = state
    for piece in path.split("/"):
        if isinstance(here, Mapping):
            here = here.get(piece, 0)
        elif isinstance(here, tuple):
            if int(piece) >= len(here):
                return None
            here = here[int(piece)]
        else:
            here = getattr(here, piece)
    key: odds.Key = len(here) if isinstance(here, tuple) else here
    return key


def _chooses(ruleset: Ruleset, c: Compartment[Any, Any], verb: str, args: Mapping[str, Json]) -> bool:
    """Whether whoever carries this out has something to choose on the way."""
    for way in ways(ruleset, c, Then(verb, freeze(args)), DEFAULT):
        for request, _ in way.answered:
            if isinstance(request, Choose) and len(request.open) > 1:
                return True
            if isinstance(request, Count | WordsRequest):
                return True
    return False
