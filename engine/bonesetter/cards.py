"""Cards: what a course came to, in the reader's language, without markup; drawn alike by page, Foundry and terminal.

A card is made from what was logged, never by playing again: it reads the same after the rules have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .campaign import Campaign
from .codec import to_json
from .dice import Dice
from .effect import Effect, Phrase, Term
from .form import ForGM
from .frozen import Json, Map
from .log import Course, Entry, Log
from .reading import Wanting, dice_of, label
from .request import Choose, Count, Draw, Request, Test, Words
from .ruleset import Ruleset
from .view import Viewer, seen
from .words import QUOTED, shortened
from .words import Words as Language


def step(request: Request[Any], reading: Any, ruleset: Ruleset) -> dict[str, Json]:
    """What the log keeps of an answered request: enough to show it for ever."""
    shown: dict[str, Json] = {"purpose": request.purpose, "label": to_json(label(request)), "secret": request.secret}
    if reading is not None and not isinstance(request, Choose | Count | Words):
        dice = dice_of(request, ruleset)  # type: ignore[arg-type]
        shown.update(dice=str(dice), sum=reading.sum, total=reading.total, passed=list(reading.passed))
        if isinstance(request, Test | Draw):
            shown["parts"] = to_json(request.parts)
        if isinstance(request, Test):
            shown.update(difficulty=request.difficulty, under=request.under, margin=reading.answer)
        if isinstance(request, Draw):
            shown.update(table=request.table, row=reading.answer)
    if isinstance(request, Choose):
        shown["options"] = [{"value": option.value, "label": to_json(option.label)} for option in request.options]
    return shown


def course_json(
    log: Log, course: Course, viewer: Viewer, lang: str, number: int, asked: Asked | None
) -> dict[str, Json]:
    """A course as clients get it: its state, card, what it asks, its result, and the open injuries of all it touched.
    `number` is the viewer's own number of its start."""
    ruleset = log.rulesets[course.ruleset]
    campaign = seen(log.book.campaign, viewer, log.rulesets)
    words = language(ruleset, lang, campaign)
    entries = [log.entries[n - 1] for n in course.touched]
    done = next((entry.data["done"] for entry in entries if entry.data.get("done") is not None), None)
    touched = _touched(course, campaign, viewer, ruleset)
    injuries = {who: injuries_json(ruleset, campaign, who, words) for who in touched}
    return {
        "entry": number,
        "state": course.state,
        "card": _card(course, entries, done, campaign, words, ruleset, viewer, number, touched),
        "ask": asked_json(asked, ruleset, campaign, words) if asked and course.state == "asking" else None,
        "result": to_json(done["result"]) if done is not None else None,
        "injuries": injuries,
    }


Asked = tuple[Request[Any], str, Wanting | None]


def language(ruleset: Ruleset, lang: str, campaign: Campaign) -> Language:
    """The ruleset's words in a language (its first, where it lacks that one), with the characters' names."""
    words = ruleset.words.get(lang) or ruleset.words[ruleset.languages[0]]
    return words.naming({who: persona.name for who, persona in campaign.personas.items()})


def injuries_json(ruleset: Ruleset, campaign: Campaign, who: str, words: Language) -> list[Json]:
    """A character's open injuries, oldest first."""
    compartment = campaign.compartments[ruleset.id]
    if who not in compartment.characters:
        return []
    return [
        {
            "id": injury.id,
            "name": words.say(injury.name),
            "clauses": [words.clause(effect) for effect in injury.effects],
            "left": words.say(injury.left) if injury.left is not None else None,
        }
        for injury in ruleset.injuries(compartment, who)
    ]


def _touched(course: Course, campaign: Campaign, viewer: Viewer, ruleset: Ruleset) -> list[str]:
    """The characters it concerned, as far as the viewer may know."""
    known = campaign.compartments[course.ruleset].characters
    named = [event.who for event in course.events if event.who and (viewer.gm or not event.secret)]
    for name, value in course.transcript.args.items():
        made = ruleset.procedures.get(course.transcript.verb)
        field = made.field(name) if made else None
        if not viewer.gm and field is not None and any(isinstance(mark, ForGM) for mark in field.marks):
            continue
        named += [value] if isinstance(value, str) else list(value) if isinstance(value, tuple) else []
    return [who for who in dict.fromkeys(named) if isinstance(who, str) and who in known]


def _card(
    course: Course,
    entries: list[Entry],
    done: Map[str, Any] | None,
    campaign: Campaign,
    words: Language,
    ruleset: Ruleset,
    viewer: Viewer,
    number: int,
    touched: list[str],
) -> dict[str, Json]:
    answers = [answer for entry in entries for answer in entry.data.get("answers", ())]
    steps = [_step(answer, ruleset, words) for answer in _whole(answers) if viewer.gm or not answer["step"]["secret"]]
    events = [event for event in (done["events"] if done is not None else ()) if viewer.gm or not event["secret"]]
    start = course.start
    return {
        "entry": number,
        "number": number,
        "ruleset": ruleset.id,
        "verb": course.transcript.verb,
        "title": words.text(f"verbs.{course.transcript.verb}.name"),
        "who": [{"id": who, "name": campaign.name(who)} for who in touched],
        "by": start.by,
        "via": start.via,
        "at": start.at,
        "secret": course.secret,
        "undone": course.state == "undone",
        "house": any(ruleset.tables[s["row"]["table"]].house for s in steps if s.get("row")),
        "steps": steps,
        "lines": [line for event in events if (line := sentence(event, campaign, words))],
        "ending": _ending(course, words),
        "offers": [_offer(offer, words, ruleset) for offer in (done["offers"] if done is not None else ())],
    }


def _whole(answers: Iterable[Any]) -> Iterable[Any]:
    """Answers with their steps; faces that real dice gave bit by bit, joined."""
    faces: tuple[int, ...] = ()
    for answer in answers:
        faces += tuple(answer.get("faces") or ())
        if answer.get("step") is not None:
            yield answer.set("faces", faces)
            faces = ()


def _step(answer: Map[str, Any], ruleset: Ruleset, words: Language) -> dict[str, Json]:
    logged = answer["step"]
    shown: dict[str, Json] = {"purpose": logged["purpose"], "label": words.say(logged["label"])}
    if "dice" not in logged:
        text = next((words.say(o["label"]) for o in logged.get("options", ()) if o["value"] == answer["value"]), None)
        return {
            **shown,
            "kind": "choice",
            "value": to_json(answer["value"]),
            "text": text or str(answer["value"]),
            "by": answer.get("by"),
        }
    shown.update(kind="dice", dice=logged["dice"], faces=_faces(Dice.parse(logged["dice"]), answer["faces"]))
    shown.update(passed=list(logged["passed"]), sum=logged["sum"], total=logged["total"])
    shown["parts"] = [{"source": words.say(part["source"]), "value": part["value"]} for part in logged.get("parts", ())]
    if "difficulty" in logged:
        success = logged["margin"] >= 0
        shown.update(difficulty=logged["difficulty"], margin=logged["margin"], under=logged["under"], success=success)
    if "row" in logged:
        shown["row"] = row_json(ruleset, logged["table"], logged["row"], words)
    return shown


def row_json(ruleset: Ruleset, table: str, id: str, words: Language) -> dict[str, Json]:
    """A table's row in words."""
    row = next((row for row in ruleset.tables[table].rows if row.id == id), None) if table in ruleset.tables else None
    if row is None:
        return {"table": table, "id": id, "span": None, "name": words.term(id), "clauses": []}
    return {
        "table": table,
        "id": id,
        "span": str(row.span) if row.span else None,
        "name": words.text(f"rows.{id}"),
        "clauses": [words.clause(effect) for effect in row.effects],
    }


def _faces(dice: Dice, faces: Iterable[int]) -> list[Json]:
    """Each face with the sides of its die; a roll passed over is followed by the next hand."""
    shown: list[Json] = []
    hand: list[int] = []
    for face in faces:
        sides = dice.next(hand)
        if sides is None:
            hand = []
            sides = dice.next(hand)
        hand.append(face)
        shown.append([sides, face])
    return shown


def sentence(event: Map[str, Any], campaign: Campaign, words: Language) -> str:
    """What an event says; an event without words (bookkeeping) says nothing."""
    key = f"events.{event['name']}"
    if not words.has(key):
        return ""
    facts = dict(event["data"])
    facts["who"] = campaign.name(event["who"]) if event["who"] else ""
    if event["row"]:
        facts.setdefault("row", Term(f"rows.{event['row']}"))
    facts.setdefault("effects", [words.clause(Effect.of(effect)) for effect in event["effects"]])
    return words.text(key, **facts)


def _ending(course: Course, words: Language) -> dict[str, Json] | None:
    if course.ending is None:
        return None
    return {"id": course.ending, "text": words.text(f"endings.{course.ending}")}


def _offer(offer: Map[str, Any], words: Language, ruleset: Ruleset) -> dict[str, Json]:
    label_ = words.text(f"verbs.{offer['verb']}.name")
    return {"ruleset": ruleset.id, "verb": offer["verb"], "label": label_, "args": to_json(offer["args"])}


def asked_json(asked: Asked, ruleset: Ruleset, campaign: Campaign, words: Language) -> dict[str, Json]:
    """What is asked next, as clients show it."""
    request, key, wanting = asked
    made: dict[str, Json] = {
        "hash": key,
        "purpose": request.purpose,
        "label": words.say(label(request)),
        "who": request.who,
        "who_name": campaign.name(request.who) if request.who and request.who != "gm" else None,
        "secret": request.secret,
    }
    if isinstance(request, Choose):
        options = [_option(option, request, words) for option in request.options]
        return {**made, "kind": "choose", "options": options, "default": request.default}
    if isinstance(request, Count):
        return {**made, "kind": "count", "lo": request.lo, "hi": request.hi, "default": request.default}
    if isinstance(request, Words):
        return {**made, "kind": "words", "default": request.default}
    dice = dice_of(request, ruleset)  # type: ignore[arg-type]
    made.update(kind="dice", dice=str(dice), sides=list(dice.sides))
    made["next"] = wanting.sides if wanting else dice.sides[0]
    made["passed"] = list(wanting.passed) if wanting else []
    parts = getattr(request, "parts", ())
    made["parts"] = [{"source": words.say(part.source), "value": part.value} for part in parts]
    if isinstance(request, Test):
        made["difficulty"] = request.difficulty
    if isinstance(request, Draw):
        made["table"] = {"id": request.table, "title": words.text(f"tables.{request.table}.title")}
    return made


def _option(option: Any, request: Request[Any], words: Language) -> dict[str, Json]:
    made: dict[str, Json] = {"value": option.value, "label": words.say(option.label)}
    if option.refused:
        facts = {"field": request.purpose, "given": option.value, **dict(request.about)}
        made["refused"] = words.text(f"errors.{option.refused}", **facts)
    return made


def _as_given(value: Any) -> Json:
    """A field's value for a sentence: a word where it is one thing, else as it is written, cut where it is long."""
    if isinstance(value, Mapping) and set(value) == {"term"}:
        return to_json(value)
    if isinstance(value, Mapping) or (isinstance(value, tuple) and not all(isinstance(item, str) for item in value)):
        return shortened(json.dumps(to_json(value), ensure_ascii=False))
    if isinstance(value, tuple):
        value = value[:QUOTED]
    return shortened(value) if isinstance(value, str) else to_json(value)


def change_json(log: Log, entry: Entry, campaign: Campaign, words: Language, number: int) -> dict[str, Json]:
    """A card for an entry that is no course: a correction, an option, a character brought in, something taken back."""
    data = entry.data
    who = data.get("who")
    told = data.get("told", data)  # where part of a field is hidden from players, the rest of it
    facts: dict[str, Any] = {
        "who": campaign.name(who) if who else words.text("terms.scene"),
        "path": data.get("path", ""),
        "was": _as_given(told.get("was")),
        "now": _as_given(told.get("now")),
        "option": Phrase(f"options.{data['name']}.label") if entry.act == "option" else "",
        "name": data.get("name", ""),
        "hash": data.get("hash", ""),
        "seed": data.get("seed", "") if data.get("step") != "commit" else "",
    }
    line = f"acts.fair.{data['step']}" if entry.act == "fair" else f"acts.{entry.act}.line"
    return {
        "entry": number,
        "number": number,
        "act": entry.act,
        "ruleset": data.get("ruleset"),
        "title": words.text(f"acts.{entry.act}.title"),
        "who": [{"id": who, "name": campaign.name(who)}] if who else [],
        "by": entry.by,
        "via": entry.via,
        "at": entry.at,
        "secret": entry.secret,
        "undone": entry.n in log.undone,
        "lines": [words.text(line, **facts)],
    }
