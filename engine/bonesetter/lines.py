"""What the rules answer, for people: labelled lines in the reader's language. Programs read the values themselves.

A question's answer is told whole. Its labels are the words `results.QUESTION.KEY`, `sheet.KEY` or `results.KEY`. Of a
sheet are told the values that have a word `sheet.KEY`, in the order of the words, where they hold: nothing of what
isn't there. A label may name the section where the words of its values stand: `{ label = "Can't", of = "actions" }`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .effect import Effect
from .frozen import Json
from .words import MissingWord, Words

Line = dict[str, Any]
"""`{"label": …, "text": …}`, or with `lines` in place of the text; an item of a list has an empty label."""


def answer_lines(verb: str, result: Mapping[str, Json], words: Words) -> list[Line]:
    """An answer, each value by its label. Raises MissingWord."""
    sections = (f"results.{verb}", "sheet", "results")
    return [_line(_key(key, words, sections), value, words) for key, value in result.items()]


def sheet_lines(sheet: Mapping[str, Json], words: Words) -> list[Line]:
    """What of a sheet is told. Raises MissingWord."""
    told = dict.fromkeys(key.split(".")[1] for key in words.texts if key.startswith("sheet."))
    return [_line(_key(key, words, ("sheet",)), sheet[key], words) for key in told if _holds(sheet.get(key))]


def _holds(value: Json) -> bool:
    return value is not None and value is not False and value not in ([], {}, "")


# --- labels --------------------------------------------------------------------------------------------------------


Label = tuple[str, str | None]
"""What a value is called, and the section with the words of what it may be; None: any that knows it."""


def _key(key: str, words: Words, sections: Iterable[str]) -> Label:
    """The label of a key of the rules. Raises MissingWord."""
    for section in sections:
        if words.has(f"{section}.{key}"):
            return words.text(f"{section}.{key}"), None
        if words.has(f"{section}.{key}.label"):
            return words.text(f"{section}.{key}.label"), words.texts.get(f"{section}.{key}.of")
    if words.term(key) != key:
        return words.term(key), None
    raise MissingWord(f"{words.lang}: no label for {key!r} in {', '.join(sections)}")


def _inner(key: str, of: str | None, words: Words) -> Label:
    """The label of a key within a value: one of the rules' own, or an id."""
    try:
        return _key(key, words, ("results",))
    except MissingWord:
        return _id(key, of, words), of


def _id(id: str, of: str | None, words: Words) -> str:
    """An id's word; of one with a side or a kind (`hand:left`), both words. A text that is no id is said as it is."""
    if of is not None and words.has(own := f"{of}.{id.replace(':', '-')}"):
        return words.text(own)
    if words.term(id) != id or ":" not in id:
        return words.term(id)
    what, _, which = id.partition(":")
    return f"{_id(what, of, words)} ({words.term(which)})" if words.term(which) else _id(what, of, words)


# --- values --------------------------------------------------------------------------------------------------------


def _line(label: Label, value: Json, words: Words) -> Line:
    name, of = label
    if not _nested(value, words):
        return {"label": name, "text": _text(value, of, words)}
    if isinstance(value, Mapping):
        lines = [_line(_inner(key, of, words), item, words) for key, item in value.items()]
    else:
        lines = [_line(("", of), item, words) for item in value]
    return {"label": name, "lines": lines}


def _nested(value: Json, words: Words) -> bool:
    """Whether a value takes lines of its own: some list or object in it has further ones."""
    if isinstance(value, Mapping):
        items: Iterable[Json] = () if _said(value, words) else value.values()
    else:
        items = value if isinstance(value, list) else ()
    return any(isinstance(item, Mapping | list) and not _said(item, words) for item in items)


def _said(value: Json, words: Words) -> bool:
    """Whether a value is an effect, a term or a phrase, which have sentences of their own."""
    return isinstance(value, Mapping) and (value.get("kind") in words.clauses or "term" in value or "phrase" in value)


def _text(value: Json, of: str | None, words: Words) -> str:
    if value is None or value in ([], {}, ""):
        return "–"
    if isinstance(value, str):
        return _id(value, of, words)
    if isinstance(value, int | float) and value < 0:
        return f"−{-value}"
    if isinstance(value, Mapping) and value.get("kind") in words.clauses:
        return words.clause(Effect.of(value))
    if isinstance(value, Mapping) and not _said(value, words):
        parts = ((_inner(key, of, words), item) for key, item in value.items())
        return ", ".join(f"{name} {_text(item, known, words)}" for (name, known), item in parts)
    if isinstance(value, list):
        return ", ".join(_text(item, of, words) for item in value)
    return words.say(value)
