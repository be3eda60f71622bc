"""`python tests/odds/write.py`: write each ruleset's odds.json from the brute forces, never from the engine."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

RULESETS = Path(__file__).parents[2] / "engine" / "bonesetter" / "rulesets"
NOTE = "Exact, from tests/odds/brute_{id}.py, which shares no code with the engine; the form: tests/odds/plain.py."


PARTS = ("bounds", "asked", "turns", "paths")


def file(id: str) -> Path:
    """Where a ruleset's golden odds are stored."""
    return RULESETS / id / "odds.json"


def content(id: str) -> dict[str, Any]:
    """What a ruleset's odds.json holds."""
    brute = importlib.import_module(f"brute_{id}")
    parts = {part: list(getattr(brute, part)()) for part in PARTS if hasattr(brute, part)}
    return {
        "format": "bonesetter-odds/1",
        "ruleset": id,
        "notes": NOTE.format(id=id),
        "odds": list(brute.goldens()),
        **parts,
    }


def text(made: dict[str, Any]) -> str:
    """One line an entry, so that a change is seen as what it is."""
    lines = []
    for key, value in made.items():
        if isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f'"{key}": [\n{rows}\n]' if rows else f'"{key}": []')
        else:
            lines.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for module in sorted(Path(__file__).parent.glob("brute_*.py")):
        id = module.stem.removeprefix("brute_")
        file(id).write_text(text(content(id)), "utf-8")
        print(id)
