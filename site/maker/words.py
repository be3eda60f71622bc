"""What the generated pages say besides what the rulesets say, in each language."""

from __future__ import annotations

import tomllib
from pathlib import Path

LANGUAGES = ("en", "it")

FOLDER = Path(__file__).resolve().parents[1] / "words"


def load(lang: str) -> dict[str, str]:
    """The site's words. Raises ValueError when a language lacks a word that the first one has, or has one more."""
    texts = {each: _read(each) for each in LANGUAGES}
    first = set(texts[LANGUAGES[0]])
    for each, known in texts.items():
        if wrong := first ^ set(known):
            raise ValueError(f"site/words/{each}.toml differs from {LANGUAGES[0]}.toml at: {', '.join(sorted(wrong))}")
    return texts[lang]


def _read(lang: str) -> dict[str, str]:
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8"))
