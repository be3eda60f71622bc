"""Knobs: what of an example's state a reader may turn, and the state as they turned it. What a knob may say stands in
`bonesetter.exploring`, with the rest of a ruleset's `explorer.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import forms
from .bilingual import said
from .errors import Refusal
from .frozen import Json
from .ruleset import Ruleset
from .words import Words


def of_options(example: Mapping[str, Any]) -> list[dict[str, Json]]:
    """The knobs for the options of the campaign that matter to an example."""
    return [{"path": f"options/{name}", "option": name} for name in example.get("options", ())]


def knob_json(
    ruleset: Ruleset, knob: Mapping[str, Any], given: Mapping[str, Json], state: dict[str, Any], words: Words
) -> dict[str, Json]:
    """A knob as clients show it, its value set in the state. Raises Refusal `bad_value`."""
    path = knob["path"]
    facts = _of_option(ruleset, knob["option"], words) if "option" in knob else _of_field(knob, words)
    value = given[path] if path in given else _at(state, path, knob.get("begins", facts["default"]))
    if facts["type"] == "flag":
        value = bool(value)
    if facts["options"] and value not in [option["value"] for option in facts["options"]]:
        raise Refusal("bad_value", field=path, given=value, accepted=[option["value"] for option in facts["options"]])
    if facts["type"] == "integer" and (type(value) is not int or not facts["min"] <= value <= facts["max"]):
        raise Refusal("bad_value", field=path, given=value, accepted=f"{facts['min']} to {facts['max']}")
    made = _made(knob, value)
    if "to" in knob:
        listed = _at(state, knob["to"], [], whole=True)
        _set(state, knob["to"], [*listed, *_numbered(made, len(listed))])
    else:
        for place in (path, *knob.get("also", ())):
            _set(state, place, _numbered(made, 0) if isinstance(made, list) else made)
    return {"path": path, **{key: fact for key, fact in facts.items() if key != "default"}, "value": value}


def _made(knob: Mapping[str, Any], value: Any) -> Any:
    """What a knob's value stands for in the state; None: nothing is there."""
    if "of" in knob:
        return list(knob["of"] if value is True else knob["of"][:value])
    if "each" in knob:
        return [knob["each"]] * value
    if "means" in knob:
        return list(knob["means"][value])
    return None if "none" in knob and value == knob["none"] else value


def _numbered(items: list[Any], before: int) -> list[Any]:
    """Items of a list, objects with an id of their own."""
    return [
        {"id": f"e{number}", **item} if isinstance(item, Mapping) else item
        for number, item in enumerate(items, before + 1)
    ]


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


def _at(state: Any, path: str, default: Json, whole: bool = False) -> Any:
    """What stands in the state; of a list, how long it is, unless it is wanted `whole`."""
    here = state
    for piece in path.split("/"):
        if isinstance(here, list):
            at = 0 if piece == "*" else int(piece)
            if at >= len(here):
                return default
            here = here[at]
        elif piece in here:
            here = here[piece]
        else:
            return default
    return len(here) if isinstance(here, list) and not whole else here


def _set(state: Any, path: str, value: Json) -> None:
    """Sets what stands at a path, everywhere that it names; None takes it away."""
    piece, _, rest = path.partition("/")
    if isinstance(state, list):
        for item in state if piece == "*" else [state[int(piece)]]:
            _set(item, rest, value)
    elif rest:
        _set(state.setdefault(piece, {}), rest, value)
    elif value is None:
        state.pop(piece, None)
    else:
        state[piece] = value
