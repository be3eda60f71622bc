"""Words: every text of the product by key, in one language; sentences are filled in from facts, not from texts."""

from __future__ import annotations

import json
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Any

from .codec import to_json
from .effect import Effect, Phrase, Term
from .errors import Refusal
from .frozen import Json

LANGUAGES = ("en", "it")

Clause = Callable[[Effect, "Words"], str]

QUOTED = 200
"""How many characters of what was sent a refusal repeats at most."""

SECTIONS = ("terms", "rows", "values", "targets", "fields", "tables", "units", "names")
"""Where a bare id is looked for when it has to be said. Characters' names come last: nobody gives a word of the rules
another meaning by calling a character like its id."""


class MissingWord(LookupError):
    """A text that a language does not have. No language falls back on another: this is a fault to mend."""


class Words:
    """All texts of one language that a ruleset's reader can meet: the ruleset's own over the kernel's."""

    def __init__(self, lang: str, texts: Mapping[str, str], clauses: Mapping[str, Clause]) -> None:
        self.lang = lang
        self.texts = texts
        self.clauses = clauses

    def naming(self, names: Mapping[str, str]) -> Words:
        """The same words, with the names of some characters."""
        if not names:
            return self
        return Words(self.lang, {**self.texts, **{f"names.{id}": name for id, name in names.items()}}, self.clauses)

    def has(self, key: str) -> bool:
        return key in self.texts

    def text(self, key: str, **facts: Json) -> str:
        """The text of a key with its facts filled in. Raises MissingWord."""
        try:
            template = self.texts[key]
        except KeyError:
            raise MissingWord(f"{self.lang}: no word for {key!r}") from None
        return _FORMAT.vformat(template, (), {name: self.say(value) for name, value in facts.items()})

    def term(self, id: str) -> str:
        """The word for an id, wherever it stands; an id without one (a character's) is said as it is."""
        for section in SECTIONS:
            for key in (f"{section}.{id}", f"{section}.{id}.label", f"{section}.{id}.title"):
                if key in self.texts:
                    return self.texts[key]
        return id

    def say(self, value: Any) -> str:
        """A fact in words: terms and ids by their word, lists with commas, numbers as they are."""
        if isinstance(value, Verbatim):
            return str(value)
        if isinstance(value, Term):
            return self.texts[value.key] if value.key in self.texts else self.term(value.key.rpartition(".")[2])
        if isinstance(value, Phrase):
            return self.text(value.key, **dict(value.facts))
        if isinstance(value, bool):
            return self.text("terms.yes" if value else "terms.no")
        if value is None:
            return self.text("terms.none")
        if isinstance(value, str):
            return self.term(value)
        if isinstance(value, Fraction | int | float):
            return str(value)
        if isinstance(value, Mapping) and set(value) == {"term"} and isinstance(value["term"], str):
            return self.say(Term(value["term"]))
        if isinstance(value, Mapping) and set(value) == {"phrase", "facts"} and isinstance(value["facts"], Mapping):
            return self.text(value["phrase"], **value["facts"])
        if isinstance(value, Mapping):
            return json.dumps(to_json(value), ensure_ascii=False)
        if isinstance(value, Iterable):
            return ", ".join(self.say(item) for item in value)
        return str(value)

    def error(self, refusal: Refusal) -> str:
        """What a refusal says."""
        facts = {"field": refusal.field or "", **refusal.data}
        return self.text(f"errors.{refusal.code}", **{name: self._typed(name, value) for name, value in facts.items()})

    def fact(self, name: str, value: Json) -> Json:
        """A fact of a refusal as data: numbers and lists stay what they are, all else is said."""
        if isinstance(value, list | tuple) and name != "given":
            return [item if item is None or isinstance(item, str | int) else self.say(item) for item in value]
        if isinstance(value, bool | int):
            return value
        return self.say(self._typed(name, value))

    def _typed(self, name: str, value: Json) -> Json:
        """What was given, and the keys there are, stand in a refusal as they are typed, so that they can be copied;
        a text of any length is cut."""
        if isinstance(value, Verbatim):
            return value
        if isinstance(value, str):
            return Verbatim(shortened(value)) if name in ("given", "known") else shortened(value)
        if name not in ("given", "known") or isinstance(value, Term | Phrase | int | float | None):
            return value
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return Verbatim(shortened(", ".join(value)) if name == "given" else ", ".join(value))
        if isinstance(value, list | tuple) and any(isinstance(item, Term | Phrase) for item in value):
            return value
        return Verbatim(shortened(json.dumps(to_json(value), ensure_ascii=False)))

    def clause(self, effect: Effect) -> str:
        """What an effect does, in a few words. Raises MissingWord for a kind that the language has no clause for."""
        try:
            say = self.clauses[effect.kind]
        except KeyError:
            raise MissingWord(f"{self.lang}: no clause for effects of kind {effect.kind!r}") from None
        return say(effect, self)


class Verbatim(str):
    """A text to be said as it stands, however long."""


def shortened(text: str) -> str:
    """A text that somebody sent, cut where it is longer than a refusal can quote."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


class _Lenient(string.Formatter):
    """Named fields only; a fact that a sentence doesn't use is no fault, one it lacks is."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        if key not in kwargs:
            raise MissingWord(f"the sentence names {key!r}, which is no fact of its")
        return kwargs[key]


_FORMAT = _Lenient()


def flatten(tree: Mapping[str, Json], prefix: str = "") -> dict[str, str]:
    """Nested TOML tables as dotted keys."""
    flat: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat


def kernel_texts(lang: str) -> dict[str, str]:
    """The kernel's own words in a language."""
    return flatten(tomllib.loads((files(__package__) / "words" / f"{lang}.toml").read_text("utf-8")))
