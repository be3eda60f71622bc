"""Forms: the fields of a procedure read from its signature, in the reader's language, with this character's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import arguments
from .campaign import Campaign, Compartment
from .errors import Refusal
from .form import Between, ForGM, Free, OneOf, RolledTable, Who
from .frozen import Json
from .procedure import Field, Procedure
from .ruleset import Ruleset
from .words import Words


def form(
    ruleset: Ruleset, campaign: Campaign, verb: str, filled: Mapping[str, Json], words: Words, gm: bool = True
) -> dict[str, Json]:
    """The form of a verb as JSON (see `bonesetter.desk`). `campaign` is what the viewer may see."""
    procedure = ruleset.procedure(verb)
    fitting = {field.name: filled[field.name] for field in procedure.fields if _fits(field, filled)}
    c = campaign.compartments[ruleset.id]
    fields = [
        _field(ruleset, campaign, c, procedure, field, fitting, filled, words)
        for field in procedure.fields
        if gm or not any(isinstance(mark, ForGM) for mark in field.marks)
    ]
    return {
        "ruleset": ruleset.id,
        "verb": verb,
        "title": words.text(f"verbs.{verb}.name"),
        "help": words.text(f"verbs.{verb}.help"),
        "submit": words.text(f"verbs.{verb}.name"),
        "group": procedure.group,
        "fields": fields,
    }


def _fits(field: Field, filled: Mapping[str, Json]) -> bool:
    """Whether a field is filled in with something of its type: options that depend on it are told of nothing else."""
    value = filled.get(field.name)
    for mark in field.marks:
        if isinstance(mark, Who):
            many = isinstance(value, list | tuple) and all(isinstance(who, str) for who in value)
            return isinstance(value, str) or (mark.many and many)
    return value is not None and arguments.fits(field.type, value)


def field_words(words: Words, verb: str, name: str) -> tuple[str, str]:
    """The label and the help of a field: the verb's own where it has them."""
    stem = f"fields.{verb}.{name}" if words.has(f"fields.{verb}.{name}.label") else f"fields.{name}"
    return words.text(f"{stem}.label"), words.texts.get(f"{stem}.help", "")


def value_word(words: Words, field: str, value: str, labels: str | None = None) -> str:
    """How a value of a field reads."""
    for key in ((f"{labels}.{value}",) if labels else ()) + (f"values.{field}.{value}", f"values.{value}"):
        if words.has(key):
            return words.texts[key]
    return words.term(value)


def _field(
    ruleset: Ruleset,
    campaign: Campaign,
    c: Compartment[Any, Any],
    procedure: Procedure,
    field: Field,
    fitting: Mapping[str, Json],
    filled: Mapping[str, Json],
    words: Words,
) -> dict[str, Json]:
    label, help = field_words(words, procedure.verb, field.name)
    made: dict[str, Json] = {
        "name": field.name,
        "type": _type(field),
        "label": label,
        "help": help,
        "required": field.required,
        "value": filled.get(field.name, _default(field)),
        "refreshes": any(isinstance(mark, Who) for mark in field.marks),
    }
    for mark in field.marks:
        if isinstance(mark, Who):
            made["options"] = [
                {"value": who, "label": campaign.name(who)}
                for who in c.characters
                if not (who in campaign.personas and campaign.personas[who].archived)
            ]
        elif isinstance(mark, Between):
            unit = words.text(f"units.{mark.unit}") if mark.unit else None
            made.update(min=mark.lo, max=mark.hi, unit=unit)
        elif isinstance(mark, RolledTable):
            made["type"] = "choice"
            made["options"] = [
                {"value": table.id, "label": words.text(f"tables.{table.id}.title")}
                for table in ruleset.tables.values()
                if table.die
            ]
        elif isinstance(mark, OneOf):
            made["type"] = "choice"
            made["options"] = _options(mark, field, c, fitting, words)
        elif isinstance(mark, Free):
            made.update(type="json", shape=mark.shape)
    return made


def _type(field: Field) -> str:
    for mark in field.marks:
        if isinstance(mark, Who):
            return "characters" if mark.many else "character"
    kind = arguments.plain(field.type)
    return {int: "integer", bool: "flag", str: "text"}.get(kind, "json")


def _default(field: Field) -> Json:
    return field.default if isinstance(field.default, int | str | bool) else None


def _options(
    mark: OneOf, field: Field, c: Compartment[Any, Any], filled: Mapping[str, Json], words: Words
) -> list[Json]:
    if isinstance(mark.values, tuple):
        return [{"value": value, "label": value_word(words, field.name, value, mark.labels)} for value in mark.values]
    try:
        return [{"value": value, "label": words.say(said)} for value, said in mark.values(c, filled)]
    except (Refusal, KeyError):  # a field it depends on isn't filled in yet
        return []
