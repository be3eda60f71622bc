"""Questions: messages that read and change nothing. Everything a player gets is read from what they may see."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from . import forms, odds, pictures, play
from . import messages as m
from .campaign import Campaign
from .cards import change_json, course_json, injuries_json, language, row_json
from .chances import chance_json, odds_json
from .codec import to_json
from .courses import asked_of
from .dice import Dice
from .effect import Term
from .errors import Refusal
from .exploring import explore_json
from .exploring import verbs as explored
from .frozen import Json
from .host import find_procedure, find_ruleset
from .lines import answer_lines, sheet_lines
from .log import Entry, Log
from .procedure import Procedure
from .proving import evenness_json, fair_lines, verified
from .ruleset import Ruleset
from .view import Viewer, seen
from .words import Words


def visible(log: Log, viewer: Viewer) -> list[int]:
    """The numbers of the entries a viewer may know of; a viewer's own numbers are the places in this list, from 1."""
    return [entry.n for entry in log.entries if viewer.gm or not entry.secret]


def numbers(log: Log, viewer: Viewer) -> dict[int, int]:
    """The viewer's own number of each entry they may know of."""
    return {n: place for place, n in enumerate(visible(log, viewer), 1)}


def true_number(log: Log, viewer: Viewer, given: int) -> int:
    """The entry that a viewer's own number means. Raises Refusal `unknown_entry`."""
    known = visible(log, viewer)
    if not 1 <= given <= len(known):
        raise Refusal("unknown_entry", given=given)
    return known[given - 1]


def catalog(log: Log, message: m.Catalog, viewer: Viewer) -> dict[str, Json]:
    """What there is."""
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    return {
        "viewer": {"id": viewer.id, "name": viewer.name, "role": viewer.role},
        "languages": ["en", "it"],
        "rulesets": [
            _ruleset(ruleset, campaign, language(ruleset, message.lang, campaign)) for ruleset in log.rulesets.values()
        ],
        "characters": [
            {
                "id": who,
                "name": persona.name,
                "rulesets": [id for id, part in campaign.compartments.items() if who in part.characters],
                "mine": viewer.plays(campaign, who),
                "owners": list(persona.owners),
                "archived": persona.archived,
            }
            for who, persona in campaign.personas.items()
        ],
    }


def _ruleset(ruleset: Ruleset, campaign: Campaign, words: Words) -> dict[str, Json]:
    options = campaign.compartments[ruleset.id].options
    return {
        "id": ruleset.id,
        "title": words.text("ruleset.title"),
        "about": words.text("ruleset.about"),
        "version": ruleset.version,
        "source": ruleset.source,
        "languages": list(ruleset.languages),
        "house": ruleset.house,
        "groups": [{"id": group, "label": words.text(f"groups.{group}")} for group in (*ruleset.groups, "tables")],
        "verbs": [_verb(procedure, words) for procedure in ruleset.procedures.values() if not procedure.inner],
        "tables": [_table_head(ruleset, id, words) for id in ruleset.tables],
        "pictures": pictures.listed(ruleset, words.lang),
        "explored": explored(ruleset),
        "options": [
            {
                "name": setting.name,
                "label": words.text(f"options.{setting.name}.label"),
                "help": words.text(f"options.{setting.name}.help"),
                "type": setting.type,
                "notable": setting.notable,
                "values": [
                    {"value": value, "label": forms.value_word(words, setting.name, str(value))}
                    for value in setting.values
                ],
                "default": to_json(setting.default),
                "value": to_json(options[setting.name]),
            }
            for setting in ruleset.settings.values()
        ],
    }


def _verb(procedure: Procedure, words: Words) -> dict[str, Json]:
    return {
        "verb": procedure.verb,
        "name": words.text(f"verbs.{procedure.verb}.name"),
        "help": words.text(f"verbs.{procedure.verb}.help"),
        "group": procedure.group,
        "gm": procedure.gm,
        "query": procedure.query,
        "fields": [field.name for field in procedure.fields],
    }


def _table_head(ruleset: Ruleset, id: str, words: Words) -> dict[str, Json]:
    table = ruleset.tables[id]
    return {
        "id": id,
        "title": words.text(f"tables.{id}.title"),
        "about": words.text(f"tables.{id}.about"),
        "die": str(table.die) if table.die else None,
        "modifiers": [
            {"id": known.id, "label": words.text(f"fields.{known.id}.label"), "min": known.least}
            for known in table.modifiers
        ],
        "columns": [{"id": column, "label": words.text(f"columns.{column}")} for column in table.columns],
        "source": table.source,
        "house": table.house,
    }


def table(log: Log, message: m.Table, viewer: Viewer) -> dict[str, Json]:
    """A table in words, with the exact chance of each row under a modifier."""
    ruleset = find_ruleset(log, message.ruleset)
    found = ruleset.table(message.table)
    words = language(ruleset, message.lang, log.book.campaign)
    chances = odds.of_table(ruleset, message.table, message.modifier).chances
    rows = []
    for row in found.rows:
        cells = {column: words.say(_cell(row.get(column))) for column in found.columns}
        chance = chances.get(row.id) if found.die else None
        rows.append(
            {
                **row_json(ruleset, found.id, row.id, words),
                "cells": cells,
                "chance": chance_json(chance if chance is not None else Fraction(0)) if found.die else None,
            }
        )
    return {"table": {**_table_head(ruleset, found.id, words), "rows": rows}}


def _cell(value: Any) -> Any:
    return "–" if value is None else value


def form(log: Log, message: m.Form, viewer: Viewer) -> dict[str, Json]:
    """The fields of a procedure, and whether it would be refused as it is filled in now."""
    ruleset = find_ruleset(log, message.ruleset)
    find_procedure(ruleset, message.verb)
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    words = language(ruleset, message.lang, campaign)
    made = forms.form(ruleset, campaign, message.verb, to_json(message.filled), words, viewer.gm)
    return {"form": {**made, "refusal": _would_refuse(ruleset, campaign, message, words)}}


def _would_refuse(ruleset: Ruleset, campaign: Campaign, message: m.Form, words: Words) -> dict[str, Json] | None:
    procedure = ruleset.procedure(message.verb)
    given = {name: value for name, value in message.filled.items() if value is not None}
    if procedure.query or any(field.required and field.name not in given for field in procedure.fields):
        return None
    try:
        play.resume(ruleset, campaign.compartments[ruleset.id], play.begin(ruleset, message.verb, given))
    except Refusal as refusal:
        return {"code": refusal.code, "message": words.error(refusal), "field": refusal.field}
    return None


def query(log: Log, message: m.Query, viewer: Viewer) -> dict[str, Json]:
    """A question of the rules, answered from what the viewer may see."""
    ruleset = find_ruleset(log, message.ruleset)
    procedure = ruleset.procedure(message.verb)
    if not procedure.query:
        raise Refusal("not_a_query", given=message.verb)
    if procedure.gm and not viewer.gm:
        raise Refusal("gm_only", what=Term(f"verbs.{message.verb}.name"))
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    result = play.ask(ruleset, campaign.compartments[ruleset.id], procedure, to_json(message.args))
    return {"result": result, "lines": answer_lines(message.verb, result, language(ruleset, message.lang, campaign))}


def sheet(log: Log, message: m.Sheet, viewer: Viewer) -> dict[str, Json]:
    """A character's derived values, in words what of them holds, and open injuries."""
    ruleset = find_ruleset(log, message.ruleset)
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    compartment = campaign.compartments[ruleset.id]
    state = compartment[message.character]
    words = language(ruleset, message.lang, campaign)
    derived = to_json(ruleset.sheet(compartment, message.character))
    return {
        "sheet": derived,
        "lines": sheet_lines(derived, words),
        "state": to_json(state),
        "injuries": injuries_json(ruleset, campaign, message.character, words),
    }


def log_page(log: Log, message: m.Log, viewer: Viewer) -> dict[str, Json]:
    """The viewer's entries after a number: courses by their start, and what else was done."""
    known = visible(log, viewer)
    limit = max(1, min(message.limit, 500))
    page = known[max(0, message.since) :][:limit]
    return {
        "head": len(known),
        "since": message.since,
        "entries": [made for n in page if (made := entry_json(log, log.entries[n - 1], viewer, message.lang))],
    }


def entry_json(log: Log, entry: Entry, viewer: Viewer, lang: str) -> dict[str, Json] | None:
    """An entry as a viewer gets it: its course, or a change by itself. None where its ruleset isn't installed."""
    known = numbers(log, viewer)
    course = log.book.courses.get(entry.data.get("of", 0) if entry.act in ("answer", "abandon") else entry.n)
    if entry.act in ("start", "answer", "abandon"):
        if course is None:
            return None
        made = course_now(log, course.n, viewer, lang)
        return {**made, "of": known[entry.n]}
    ruleset = log.rulesets.get(entry.data.get("ruleset", "")) or next(iter(log.rulesets.values()))
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    words = language(ruleset, lang, campaign)
    card = change_json(log, entry, campaign, words, known[entry.n])
    back = {"taken": [known[n] for n in entry.data["of"] if n in known]} if entry.act in ("undo", "redo") else {}
    who = entry.data.get("who")
    injuries = {who: injuries_json(ruleset, campaign, who, words)} if who and entry.act != "persona" else {}
    return {
        "entry": known[entry.n],
        "of": known[entry.n],
        "state": "done",
        "card": card,
        "ask": None,
        "result": None,
        "injuries": injuries,
        **back,
    }


def course_now(log: Log, n: int, viewer: Viewer, lang: str) -> dict[str, Json]:
    """A course as it stands, for a viewer."""
    course = log.book.courses[n]
    asked = None
    changed: Refusal | None = None
    try:
        asked = asked_of(log, course)
    except Refusal as refusal:
        changed = refusal
    if asked and asked[0].secret and not viewer.gm:
        asked = None
    made = course_json(log, course, viewer, lang, numbers(log, viewer)[n], asked)
    if changed is not None:
        words = language(log.rulesets[course.ruleset], lang, log.book.campaign)
        made["changed"] = {"code": changed.code, "message": words.error(changed)}
    return made


def chances(log: Log, message: m.Odds, viewer: Viewer) -> dict[str, Json]:
    """Exact odds, on the campaign as the viewer may see it or on a state of their own making."""
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    return {"odds": odds_json(log.rulesets, campaign, message)}


def picture(log: Log, message: m.Picture, viewer: Viewer) -> dict[str, Json]:
    """A ready-made picture in numbers and words. It is about nobody's campaign: options are at their defaults."""
    ruleset = find_ruleset(log, message.ruleset)
    words = ruleset.words[message.lang if message.lang in ruleset.words else ruleset.languages[0]]
    return {"picture": pictures.picture_json(ruleset, message.picture, to_json(message.settings), words)}


def explore(log: Log, message: m.Explore, viewer: Viewer) -> dict[str, Json]:
    """A procedure's odds to be played with, on an example that is nobody's campaign either."""
    ruleset = find_ruleset(log, message.ruleset)
    words = ruleset.words[message.lang if message.lang in ruleset.words else ruleset.languages[0]]
    return {"explorer": explore_json(ruleset, message, words)}


def verify(log: Log, message: m.Verify, viewer: Viewer) -> dict[str, Json]:
    """Whether a fair log, given as text, is what its seeds say: recomputed here, whoever's log it is."""
    return {"verified": verified(message.text, message.lang)}


def export(log: Log, message: m.Export, viewer: Viewer) -> dict[str, Json]:
    """A finished course as a case that replays alone, or the whole campaign as the viewer may see it."""
    if message.fair:
        lines = fair_lines(log, viewer, numbers(log, viewer))
        return {"lines": lines, "evenness": evenness_json(log, viewer, message.lang)}
    if message.entry is None:
        return {"campaign": to_json(seen(log.book.campaign, viewer, log.rulesets))}
    course = log.book.courses.get(message.entry)
    if course is None or course.finished is None:
        raise Refusal("unknown_entry", given=message.entry)
    before = Log(log.rulesets, log.entries[: course.n - 1]).book.campaign
    part = seen(before, viewer, log.rulesets).compartments[course.ruleset]
    done = log.entries[course.finished - 1].data["done"]
    answers = [given for n in course.touched for given in log.entries[n - 1].data.get("answers", ())]
    dice = [given for given in answers if given.get("faces") is not None]
    choices = [given for given in answers if given.get("faces") is None]
    case = {
        "id": f"log-{message.entry}",
        "atoms": [],
        "given": {
            "characters": {who: to_json(state) for who, state in part.characters.items()},
            "scene": to_json(part.scene),
            "options": to_json(part.options),
        },
        "inputs": [
            {
                "verb": course.transcript.verb,
                **to_json(course.transcript.args),
                "choices": [{"ask": given["step"]["purpose"], "answer": to_json(given["value"])} for given in choices],
            }
        ],
        "dice": [_die(given) for given in dice],
        "expect": {"results": [to_json(done["result"])], "characters": {}},
        "version": course.transcript.version,
        "why": "",
    }
    content = {"format": "bonesetter-cases/1", "ruleset": course.ruleset, "defaults": {}, "cases": [case]}
    return {"case": content}


def _die(given: Any) -> dict[str, Json]:
    dice = Dice.parse(given["step"]["dice"]) if given["step"] else None
    return {"die": _kind(dice), "faces": list(given["faces"]), "for": given["step"]["purpose"] if given["step"] else ""}


def _kind(dice: Dice | None) -> str:
    return "d6" if dice is None else str(dice)


Question = Callable[[Log, Any, Viewer], dict[str, Json]]

QUESTIONS: dict[type[m.Message], Question] = {
    m.Catalog: catalog,
    m.Form: form,
    m.Table: table,
    m.Query: query,
    m.Sheet: sheet,
    m.Odds: chances,
    m.Picture: picture,
    m.Explore: explore,
    m.Log: log_page,
    m.Export: export,
    m.Verify: verify,
}
