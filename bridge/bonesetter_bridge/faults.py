"""Faults: every way the bridge itself says no, each with a stable code; and how any refusal becomes a reply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from tomllib import loads

from bonesetter.codec import to_json
from bonesetter.errors import Refusal
from bonesetter.frozen import Json
from bonesetter.words import LANGUAGES, Words, flatten, kernel_texts


class Fault(Refusal):
    """A refusal of the bridge rather than of the rules. Its text is `errors.<code>` in the bridge's words."""


@cache
def words(lang: str) -> Words:
    """The bridge's own words over the kernel's. A language that isn't one of ours reads as English."""
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    own = loads((files(__package__) / "words" / f"{lang}.toml").read_text("utf-8"))
    return Words(lang, {**kernel_texts(lang), **flatten(own)}, {})


def text(lang: str, key: str, **facts: Json) -> str:
    """One of the bridge's texts with its facts filled in."""
    return words(lang).text(key, **facts)


def refused(refusal: Refusal, lang: str) -> dict[str, Json]:
    """The reply that says no: `{"ok": false, "error": {"code", "message", "field"?, "data"}}`."""
    error: dict[str, Json] = {
        "code": refusal.code,
        "message": words(lang).error(refusal),
        "data": to_json(refusal.data),
    }
    if refusal.field is not None:
        error["field"] = refusal.field
    return {"ok": False, "error": error}


def language(message: object) -> str:
    """The language a message asks for; English where it names none that we speak."""
    lang = message.get("lang") if isinstance(message, Mapping) else None
    return lang if isinstance(lang, str) and lang in LANGUAGES else LANGUAGES[0]
