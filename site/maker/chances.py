"""Pages of chances: a ruleset's pictures, an overview of them all, and the explorer on each procedure's page. What they
hold is drawn by the widgets' own code (`draw.mjs`), so that it reads and prints without any script."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .html import Html, tag
from .reference import Reference

DRAW = Path(__file__).with_name("draw.mjs")


def draw(things: Iterable[Mapping[str, Any]]) -> list[Html]:
    """Each of some `{kind, lang, data}` as HTML. Raises CalledProcessError."""
    asked = json.dumps(list(things))
    made = subprocess.run(
        ["node", str(DRAW)], input=asked, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return [Html(text) for text in json.loads(made.stdout)]


class Chances:
    """Everything about chances in one language, asked for and drawn at once."""

    def __init__(self, reference: Reference, lang: str, catalog: Iterable[Mapping[str, Any]]) -> None:
        self.pictures: dict[tuple[str, str], dict[str, Any]] = {}
        self.examples: dict[tuple[str, str], dict[str, Any]] = {}
        for ruleset in catalog:
            for each in ruleset["pictures"]:
                asked = {"ruleset": ruleset["id"], "picture": each["id"]}
                self.pictures[ruleset["id"], each["id"]] = reference.ask(lang, "picture", **asked)["picture"]
            for verb in ruleset["explored"]:
                example = reference.ask(lang, "explore", ruleset=ruleset["id"], verb=verb)["explorer"]
                self.examples[ruleset["id"], verb] = example
        things = [{"kind": "picture", "lang": lang, "data": data} for data in self.pictures.values()]
        things += [{"kind": "explored", "lang": lang, "data": data} for data in self.examples.values()]
        self.drawn = dict(zip([*self.pictures, *self.examples], draw(things), strict=True))

    def of(self, ruleset: str) -> list[str]:
        """The pictures of a ruleset, by id."""
        return [id for each, id in self.pictures if each == ruleset]

    def section(self, ruleset: str, id: str) -> str:
        """A picture with its question as heading, as Markdown."""
        data = self.pictures[ruleset, id]
        knobs = [{**knob, "type": "choice" if knob["options"] else "integer"} for knob in data["knobs"]]
        element = tag(
            "bonesetter-picture",
            tag("div", self.drawn[ruleset, id], class_="bs-picture-body"),
            ruleset=ruleset,
            picture=id,
            heading=anchor(id),
            data_search_exclude=True,
            data_knobs=json.dumps(knobs, ensure_ascii=False, separators=(",", ":")),
        )
        place = tag("div", element, class_="bs-place")
        return f"## {data['title']} {{#{anchor(id)}}}\n\n{data['about']}\n\n{place}"

    def explorer(self, ruleset: str, verb: str, title: str) -> str:
        """The explorer of a procedure, as Markdown; empty where it has none."""
        if (ruleset, verb) not in self.examples:
            return ""
        element = tag(
            "bonesetter-explorer",
            tag("div", self.drawn[ruleset, verb], class_="bs-explored"),
            ruleset=ruleset,
            verb=verb,
            data_search_exclude=True,
            data_example=json.dumps(_example(self.examples[ruleset, verb]), ensure_ascii=False, separators=(",", ":")),
        )
        return f"## {title} {{#chances}}\n\n{tag('div', element, class_='bs-place')}"


def _example(reply: Mapping[str, Any]) -> dict[str, Any]:
    """What an explorer's knobs are drawn from; its odds stand in the page already."""
    return {key: reply[key] for key in ("knobs", "form", "by", "groupings", "endings")}


def anchor(id: str) -> str:
    """The fragment of a picture's section."""
    return id.replace("_", "-")
