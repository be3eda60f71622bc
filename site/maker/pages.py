"""Writes the pages that come from the engine, gathers the hand-written ones, and a MkDocs configuration per language.

    python -m maker.pages BUILD

Fills BUILD/docs/<lang> and writes BUILD/mkdocs.<lang>.yml, which inherit the top-level mkdocs.yml. Pages stand on disk
before MkDocs sees them, so any generator that reads Markdown would do.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from bonesetter import ruleset as rulesets

from . import atoms, words
from .chances import Chances, anchor
from .html import Html, join, tag
from .reference import Reference, of_groups
from .tables import table_html

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "site"

HANDBOOK = ("for_gms", "for_players", "how_odds", "offline", "for_developers", "atoms", "credits")
"""The handbook's pages, in order; `atoms` is made from the engine, the others are written by hand."""

Nav = list[dict[str, Any]]

PLACE = {"class_": "bs-place", "data_search_exclude": True}
"""Where a widget stands; what it says by itself is not searched for."""


class Pages:
    """The pages of one language, as they are written."""

    def __init__(self, reference: Reference, lang: str, folder: Path, chances: Chances) -> None:
        self.reference = reference
        self.chances = chances
        self.lang = lang
        self.folder = folder
        self.words = words.load(lang)

    def write(self, path: str, title: str, *body: str, kind: str, boost: float = 1, toc: bool = False) -> str:
        """Write a page; returns its path, for the navigation."""
        head: dict[str, Any] = {"title": title, "kind": kind, "search": {"boost": boost}}
        if not toc:
            head["hide"] = ["toc"]
        text = "\n\n".join(part for part in body if part)
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        front = yaml.safe_dump(head, allow_unicode=True, sort_keys=False)
        file.write_text(f"---\n{front}---\n\n# {markdown(title)}\n\n{text}\n", "utf-8")
        return path

    def ruleset(self, ruleset: Mapping[str, Any]) -> dict[str, Any]:
        """All pages of a ruleset. Returns its part of the navigation."""
        id = ruleset["id"]
        home = self.write(
            f"{id}/index.md",
            ruleset["title"],
            markdown(ruleset["about"]),
            self.reference.intro(self.lang, id, "index"),
            self._contents(ruleset),
            self._options(ruleset),
            kind="ruleset",
            boost=1.5,
            toc=True,
        )
        tables = [{table["title"]: self.table(ruleset, table["id"])} for table in ruleset["tables"]]
        parts: Nav = [home] if home else []  # type: ignore[list-item]
        if tables:
            parts.append({self.words["tables"]: tables})
        for label, verbs in of_groups(ruleset):
            parts.append({label: [{verb["name"]: self.procedure(ruleset, verb)} for verb in verbs]})
        if pictures := self.chances.of(id):
            sections = [self.chances.section(id, picture) for picture in pictures]
            page = f"{id}/chances.md"
            crumb = self._crumb(ruleset, "../", None)
            parts.append({self.words["chances"]: page})
            self.write(page, self.words["chances"], crumb, *sections, kind="chances", boost=1.5, toc=True)
        return {ruleset["title"]: parts}

    def table(self, ruleset: Mapping[str, Any], id: str) -> str:
        """A table's page."""
        table = self.reference.table(self.lang, ruleset["id"], id)
        kind = table["die"] or self.words["lookup"]
        house = self.words["house_short"] if table["house"] else None
        crumb = self._crumb(ruleset, "../../", kind, table["source"], house)
        return self.write(
            f"{ruleset['id']}/tables/{id}.md",
            table["title"],
            crumb,
            markdown(table["about"]),
            self.reference.intro(self.lang, ruleset["id"], id),
            table_html(table, ruleset["id"], self.reference.chances(ruleset["id"], id), self.words),
            kind="table",
            boost=3,
        )

    def procedure(self, ruleset: Mapping[str, Any], verb: Mapping[str, Any]) -> str:
        """A procedure's page."""
        form = self.reference.form(self.lang, ruleset["id"], verb["verb"])
        element = tag(
            "bonesetter-procedure",
            ruleset=ruleset["id"],
            verb=verb["verb"],
            label=self.words["carried_out"] if not verb["query"] else verb["name"],
            query=verb["query"],
            plain=True,
        )
        return self.write(
            f"{ruleset['id']}/rules/{verb['verb']}.md",
            verb["name"],
            self._crumb(ruleset, "../../", self.words["gm_only"] if verb["gm"] else None),
            markdown(verb["help"]),
            self.reference.intro(self.lang, ruleset["id"], verb["verb"]),
            tag("div", element, tag("noscript", tag("p", self.words["needs_script"])), **PLACE),
            self.chances.explorer(ruleset["id"], verb["verb"], self.words["how_likely"]),
            self._fields(form),
            kind="procedure",
            boost=2,
        )

    def _crumb(self, ruleset: Mapping[str, Any], up: str, *facts: str | None) -> Html:
        said = [fact for fact in facts if fact]
        return tag(
            "p",
            tag("a", ruleset["title"], href=up),
            [join(" · ", fact) for fact in said],
            class_="bs-kicker",
        )

    def _contents(self, ruleset: Mapping[str, Any]) -> str:
        parts = []
        if ruleset["tables"]:
            parts.append(f"## {self.words['tables']}\n")
            for table in ruleset["tables"]:
                die = f" · {table['die']}" if table["die"] else f" · {self.words['lookup']}"
                house = f" · {self.words['house_short']}" if table["house"] else ""
                parts.append(f"- [{markdown(table['title'])}](tables/{table['id']}.md){die}{house}")
        for label, verbs in of_groups(ruleset):
            parts.append(f"\n## {markdown(label)}\n")
            parts += [f"- [{markdown(v['name'])}](rules/{v['verb']}.md): {markdown(v['help'])}" for v in verbs]
        return "\n".join(parts)

    def _options(self, ruleset: Mapping[str, Any]) -> str:
        if not ruleset["options"]:
            return ""
        rows = [
            tag(
                "tr",
                tag("th", "★ " if option["notable"] else None, option["label"], scope="row"),
                tag("td", option["help"]),
                tag("td", self._choices(option)),
                id=f"option-{option['name']}",
            )
            for option in ruleset["options"]
        ]
        heads = [tag("th", self.words[key], scope="col") for key in ("option", "meaning", "values")]
        table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="bs-plain bs-options-table")
        return f"## {self.words['options']}\n\n{self.words['options_about']}\n\n{table}"

    def _choices(self, option: Mapping[str, Any]) -> Html:
        default = option["default"]
        if option["values"]:
            ordered = sorted(option["values"], key=lambda value: value["value"] != default)
            return join(tag("strong", ordered[0]["label"]), [join(" · ", value["label"]) for value in ordered[1:]])
        if isinstance(default, bool):
            yes, no = self.words["yes"], self.words["no"]
            return join(tag("strong", yes if default else no), " · ", no if default else yes)
        return tag("strong", "–" if default is None else default)

    def _fields(self, form: Mapping[str, Any]) -> str:
        if not form["fields"]:
            return ""
        rows = [
            tag(
                "tr",
                tag("th", field["label"], scope="row"),
                tag("td", self._accepted(field)),
                tag("td", field["help"]),
            )
            for field in form["fields"]
        ]
        heads = [tag("th", self.words[key], scope="col") for key in ("field", "range", "meaning")]
        table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="bs-plain bs-fields")
        return f"## {self.words['asks']}\n\n{table}"

    def _accepted(self, field: Mapping[str, Any]) -> str:
        kinds = {
            "character": "a_character",
            "characters": "characters",
            "integer": "a_number",
            "flag": "yes_no",
            "text": "a_text",
            "json": "free_form",
        }
        lo, hi = field.get("min"), field.get("max")
        if field.get("options") and field["type"] == "choice":
            text = ", ".join(str(option["label"]) for option in field["options"])
        elif lo is not None and hi is not None:
            text = self.words["from_to"].format(lo=lo, hi=hi)
        elif lo is not None:
            text = self.words["from_lo"].format(lo=lo)
        elif hi is not None:
            text = self.words["to_hi"].format(hi=hi)
        else:
            text = self.words[kinds.get(field["type"], "a_text")]
        return text if field["required"] else f"{text} ({self.words['optional']})"

    def overview(self, catalog: list[dict[str, Any]]) -> str:
        """All the questions that there are pictures for."""
        parts = [self.words["chances_about"]]
        for ruleset in catalog:
            if ruleset["pictures"]:
                parts.append(f"## {markdown(ruleset['title'])}")
                parts.append(
                    "\n".join(
                        f"- [{p['title']}]({ruleset['id']}/chances.md#{anchor(p['id'])})" for p in ruleset["pictures"]
                    )
                )
        return self.write("chances.md", self.words["chances"], *parts, kind="chances", toc=True)


def markdown(text: str) -> str:
    """Text that Markdown leaves as it is."""
    for letter in "\\`*_{}[]<>#|":
        text = text.replace(letter, f"\\{letter}" if letter not in "<>" else {"<": "&lt;", ">": "&gt;"}[letter])
    return text


def build(build_folder: Path) -> None:
    """Write everything for every language."""
    reference = Reference(rulesets.found())
    for lang in words.LANGUAGES:
        folder = build_folder / "docs" / lang
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SITE / "docs" / lang, folder)
        catalog = reference.catalog(lang)
        pages = Pages(reference, lang, folder, Chances(reference, lang, catalog))
        nav: Nav = [{pages.words["home"]: "index.md"}]
        nav.append(
            {pages.words["rules"]: [*(pages.ruleset(each) for each in catalog), {pages.words["added"]: "added.md"}]}
        )
        pages.write(
            "docs/atoms.md",
            pages.words["atoms"],
            *atoms.page(reference, catalog, pages.words, lang),
            kind="atoms",
            toc=True,
        )
        home = pages.folder / "index.md"
        home.write_text(home.read_text("utf-8").replace("<!-- rulesets -->", _shelf(catalog)), "utf-8")
        nav.append({pages.words["chances"]: pages.overview(catalog)})
        nav.append({pages.words["sheet"]: "sheet.md"})
        nav.append({pages.words["verify"]: "verify.md"})
        nav.append({pages.words["docs"]: [{pages.words[key]: f"docs/{key}.md"} for key in HANDBOOK]})
        _configure(build_folder, lang, nav, pages.words)


def _shelf(catalog: list[dict[str, Any]]) -> Html:
    cards = [
        tag("li", tag("a", tag("strong", each["title"]), tag("span", each["about"]), href=f"{each['id']}/"))
        for each in catalog
    ]
    return tag("ul", cards, class_="bs-shelf")


def _configure(build_folder: Path, lang: str, nav: Nav, texts: Mapping[str, str]) -> None:
    site_url = os.environ.get("SITE_URL", "http://127.0.0.1:8765/").rstrip("/") + "/"
    first = lang == words.LANGUAGES[0]
    config = {
        "INHERIT": os.path.relpath(ROOT / "mkdocs.yml", build_folder),
        "site_name": texts["site_name"],
        "site_description": texts["site_description"],
        "site_url": site_url if first else f"{site_url}{lang}/",
        "docs_dir": f"docs/{lang}",
        "site_dir": "site" if first else f"site/{lang}",
        "theme": {"language": lang, "custom_dir": str(SITE / "theme")},
        "extra": {"root": "" if first else "../", "lang": lang},
        "nav": nav,
    }
    text = yaml.safe_dump(config, allow_unicode=True, sort_keys=False)
    (build_folder / f"mkdocs.{lang}.yml").write_text(text, "utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve())
