"""Words that stand beside what they name, in a ruleset's own TOML: `{en = "…", it = "…"}`, both or none."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from .errors import RulesetFault
from .words import LANGUAGES, MissingWord


@cache
def read(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a ruleset's folder; empty where there is none. Raises RulesetFault, naming the place, where a text
    lacks a language."""
    try:
        content = tomllib.loads((files(package) / name).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as error:
        raise RulesetFault(f"{package}/{name}: {error}") from None
    _whole(content, f"{package}/{name}")
    return content


def said(text: Mapping[str, str], lang: str) -> str:
    """A text in a language. Raises MissingWord."""
    try:
        return text[lang]
    except KeyError:
        raise MissingWord(f"{lang}: no word beside {dict(text)!r}") from None


def _whole(value: Any, where: str) -> None:
    if isinstance(value, Mapping):
        there = [lang for lang in LANGUAGES if lang in value]
        if there and len(there) < len(LANGUAGES):
            raise RulesetFault(f"{where}: {dict(value)!r} lacks a language")
        for key, item in value.items():
            _whole(item, f"{where}: {key}")
    elif isinstance(value, list):
        for item in value:
            _whole(item, where)
