"""Exploring a procedure's odds: an example to begin with, its arguments as a form, and what of the state matters as
knobs. Which state that is stands in the ruleset's `explorer.toml`:

    [VERB]
    characters.hero = {…}          a state in the ruleset's own fields: the example
    scene = {…}, args = {…}
    course = true                  follow the acts to their end, and by act 1, 2 … (up to `acts`)
    numbers = ["wounds_lost"]      results that the odds may be grouped by, besides ending and row
    rows = true                    whether grouping by row says anything
    by = "row"                     what they are grouped by at first (otherwise: ending)
    options = ["no_choice"]        options of the campaign that matter
    grave = ["dead"]               the endings that are shown as grave
    [[VERB.knobs]]
    path = "characters/hero/wounds"
    lo = 0, hi = 12                or values = ["sick", …], or flag = true
    label = {en = "…", it = "…"}
    also = ["characters/hero/…"]   further places that take the same value
    each = {…}                     a number counts the items of a list, each of them this
    of = ["left", "right"]         a number counts how many of these there are, from the first
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from . import forms
from . import messages as m
from .bilingual import read, said
from .campaign import Campaign, Compartment, Persona
from .chances import chance_json, odds_json
from .codec import from_json, to_json
from .errors import Refusal
from .form import ForGM, Who
from .frozen import Json, Map, freeze
from .goal import extremes
from .procedure import Then
from .request import Choose, Count
from .request import Words as WordsRequest
from .ruleset import Ruleset
from .ways import DEFAULT, ways
from .words import Words

FILE = "explorer.toml"
ACTS = 14


def verbs(ruleset: Ruleset) -> list[str]:
    """The procedures whose odds can be explored."""
    return list(read(ruleset.package, FILE))


def explore_json(ruleset: Ruleset, message: m.Explore, words: Words) -> dict[str, Json]:
    """The answer to an explore message: form, knobs, groupings, odds (or, where the rules refuse, why they do).

    Raises Refusal `nothing_to_explore`, `bad_value`.
    """
    told = read(ruleset.package, FILE)
    if message.verb not in told:
        raise Refusal("nothing_to_explore", given=message.verb, known=list(told))
    example = told[message.verb]
    state = deepcopy({"characters": example.get("characters", {}), "scene": example.get("scene", {}), "options": {}})
    by = message.by or example.get("by", "ending")
    args: dict[str, Json] = {**deepcopy(example.get("args", {})), **_plain(message.filled)}
    knobs = [
        _knob(ruleset, knob, message.knobs, state, words) for knob in (*example.get("knobs", ()), *_options(example))
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
        made["form"] = _form(ruleset, c, message.verb, args, words)
        return {**made, **_odds(ruleset, c, example, replace(message, by=by), args, state, words)}
    except Refusal as refusal:
        made["refusal"] = {"code": refusal.code, "message": words.error(refusal), "field": refusal.field}
        return made


def _plain(given: Mapping[str, Any]) -> dict[str, Json]:
    return {key: to_json(value) for key, value in given.items() if value is not None}


def _compartment(ruleset: Ruleset, state: Mapping[str, Any]) -> Compartment[Any, Any]:
    characters = {who: ruleset.adopt(facts) for who, facts in state["characters"].items()}
    return Compartment(Map(characters), from_json(ruleset.scene, state["scene"]), ruleset.options(state["options"]))


# --- knobs ---------------------------------------------------------------------------------------------------------


def _options(example: Mapping[str, Any]) -> list[dict[str, Json]]:
    return [{"path": f"options/{name}", "option": name} for name in example.get("options", ())]


def _knob(
    ruleset: Ruleset, knob: Mapping[str, Any], given: Mapping[str, Json], state: dict[str, Any], words: Words
) -> dict[str, Json]:
    """A knob as clients show it, its value set in the state."""
    path = knob["path"]
    facts = _of_option(ruleset, knob["option"], words) if "option" in knob else _of_field(knob, words)
    value = given[path] if path in given else _at(state, path, facts.get("default"))
    if facts["options"] and value not in [option["value"] for option in facts["options"]]:
        raise Refusal("bad_value", field=path, given=value, accepted=[option["value"] for option in facts["options"]])
    if facts["type"] == "integer" and (type(value) is not int or not facts["min"] <= value <= facts["max"]):
        raise Refusal("bad_value", field=path, given=value, accepted=f"{facts['min']} to {facts['max']}")
    for place in (path, *knob.get("also", ())):
        _set(state, place, value)
    if "each" in knob:
        # as many items, each with an id of its own
        _set(state, path, [{**knob["each"], "id": f"e{number}"} for number in range(1, value + 1)])
    if "of" in knob:
        _set(state, path, knob["of"][:value])
    return {"path": path, **{key: made for key, made in facts.items() if key != "default"}, "value": value}


def _of_field(knob: Mapping[str, Any], words: Words) -> dict[str, Json]:
    label = said(knob["label"], words.lang)
    if "values" in knob:
        labels = knob.get("labels", {})
        options = [
            {"value": value, "label": said(labels[value], words.lang) if value in labels else words.term(value)}
            for value in knob["values"]
        ]
        return {"type": "choice", "label": label, "options": options, "default": knob["values"][0]}
    if knob.get("flag"):
        return {"type": "flag", "label": label, "options": [], "default": False}
    return {"type": "integer", "label": label, "min": knob["lo"], "max": knob["hi"], "options": [], "default": 0}


def _of_option(ruleset: Ruleset, name: str, words: Words) -> dict[str, Json]:
    setting = ruleset.settings[name]
    label = words.text(f"options.{name}.label")
    options = [{"value": value, "label": forms.value_word(words, name, str(value))} for value in setting.values]
    kind = "flag" if setting.type == "boolean" else "choice"
    return {"type": kind, "label": label, "options": options, "default": setting.default, "option": True}


def _at(state: Any, path: str, default: Json) -> Json:
    here = state
    for piece in path.split("/"):
        if isinstance(here, list):
            here = here[int(piece)]
        elif piece in here:
            here = here[piece]
        else:
            return default
    return len(here) if isinstance(here, list) else here


def _set(state: Any, path: str, value: Json) -> None:
    *before, last = path.split("/")
    here = state
    for piece in before:
        here = here[int(piece)] if isinstance(here, list) else here.setdefault(piece, {})
    here[last] = value


# --- the form and the odds -------------------------------------------------------------------------------------------


def _form(ruleset: Ruleset, c: Compartment[Any, Any], verb: str, args: Mapping[str, Json], words: Words) -> list[Json]:
    """The fields a reader may set: characters and free-form arguments stay those of the example."""
    personas = {who: Persona(who) for who in c.characters}
    campaign = Campaign(Map({ruleset.id: c}), Map(personas))
    made = forms.form(ruleset, campaign, verb, args, words)
    procedure = ruleset.procedure(verb)
    kept = {field.name for field in procedure.fields if any(isinstance(mark, Who | ForGM) for mark in field.marks)}
    fields = [field for field in made["fields"] if field["name"] not in kept and _turns(field)]
    return [field for field in fields if field["type"] != "choice" or len(field["options"]) > 1]


def _turns(field: Mapping[str, Json]) -> bool:
    """Whether a field is a knob: a number that may be left out, and is, has nowhere to begin."""
    return field["type"] in ("choice", "flag") or (field["type"] == "integer" and field["value"] is not None)


def _groupings(example: Mapping[str, Any], words: Words) -> list[Json]:
    found = [{"by": "ending", "label": words.text("explorer.ending")}]
    if example.get("rows"):
        found.append({"by": "row", "label": words.text("explorer.row")})
    return found + [
        {"by": name, "label": said(label, words.lang)} for name, label in example.get("numbers", {}).items()
    ]


def _odds(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    example: Mapping[str, Any],
    message: m.Explore,
    args: dict[str, Json],
    state: Mapping[str, Any],
    words: Words,
) -> dict[str, Json]:
    asked = m.Odds(
        lang=message.lang,
        ruleset=ruleset.id,
        verb=message.verb,
        args=freeze(args),
        by=message.by,
        course=bool(example.get("course")) and message.by == "ending",
        acts=int(example.get("acts", ACTS)) if example.get("course") and message.by == "ending" else 0,
        characters=freeze(state["characters"]),
        scene=freeze(state["scene"]),
        options=freeze(state["options"]),
    )
    campaign = Campaign(Map({ruleset.id: c}))
    made: dict[str, Json] = {"odds": odds_json({ruleset.id: ruleset}, campaign, asked)}
    choosing = _chooses(ruleset, c, message.verb, args)
    endings: list[str] = []
    if choosing and message.by == "ending":
        # an ending that only another choice leads to is one to be asked about too
        any_way = odds_json({ruleset.id: ruleset}, campaign, replace(asked, uniform=True, course=False, acts=0))
        endings = [row["key"] for row in any_way["rows"]]
    grave = example.get("grave", ())
    for row in made["odds"]["rows"]:
        row["grave"] = message.by == "ending" and row["key"] in grave
    made["endings"] = [{"value": key, "label": words.text(f"endings.{key}")} for key in endings]
    if message.goal is not None and message.goal in endings:
        least, most = extremes(ruleset, c, message.verb, args, (message.goal,))
        made["goal"] = {"ending": message.goal, "best": chance_json(most), "worst": chance_json(least)}
    return made


def _chooses(ruleset: Ruleset, c: Compartment[Any, Any], verb: str, args: Mapping[str, Json]) -> bool:
    """Whether whoever carries this out has something to choose on the way."""
    for way in ways(ruleset, c, Then(verb, freeze(args)), DEFAULT):
        for request, _ in way.answered:
            if isinstance(request, Choose) and len(request.open) > 1:
                return True
            if isinstance(request, Count | WordsRequest):
                return True
    return False
