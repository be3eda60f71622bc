"""Writes the types of the messages that the widgets may send, from the engine's own description of them.

python -m maker.messages        (into site/widgets/messages.d.ts; a test compares)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bonesetter.messages import schema

OUT = Path(__file__).resolve().parents[1] / "widgets" / "messages.d.ts"

HEAD = "// Made from the engine's description of its messages by `python -m maker.messages`; not to be edited.\n"

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """The text of messages.d.ts."""
    kinds = schema()["oneOf"]
    interfaces = [_interface(kind) for kind in kinds]
    union = "\n  | ".join(["", *(kind["title"] for kind in kinds)])
    return "\n".join([HEAD, *interfaces, f"export type Message ={union};\n"])


def _interface(kind: Mapping[str, Any]) -> str:
    lines = "".join(f"  {line}\n" for line in _fields(kind))
    about = " ".join((kind["description"] or "").split())
    return f"/** {about} */\nexport interface {kind['title']} {{\n{lines}}}\n"


def _fields(kind: Mapping[str, Any]) -> Iterator[str]:
    for name, facts in kind["properties"].items():
        optional = "" if name in kind["required"] else "?"
        yield f"{name}{optional}: {_type(facts)};"


def _type(facts: Mapping[str, Any]) -> str:
    if "const" in facts:
        return f'"{facts["const"]}"'
    if "anyOf" in facts:
        return " | ".join(dict.fromkeys(_type(option) for option in facts["anyOf"]))
    kind = facts.get("type")
    if kind == "array":
        return f"({_type(facts['items'])})[]"
    if kind == "object" and "properties" in facts:
        return f"{{ {' '.join(_fields(facts))} }}"
    if kind == "object":
        return f"Record<string, {_type(facts.get('additionalProperties') or {})}>"
    return PLAIN.get(str(kind), "any")


if __name__ == "__main__":
    OUT.write_text(declarations(), "utf-8")
