"""Rulesets, found and loaded: a folder in `bonesetter.rulesets`, an entry point, or a user's folder named at start."""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

from . import clauses as kernel_clauses
from . import rolling, rulesets
from .campaign import Compartment
from .codec import from_json, to_json
from .errors import Refusal, RulesetFault
from .frozen import Json, Map, freeze
from .procedure import Procedure, read
from .table import Table
from .words import Words, flatten, kernel_texts


@dataclass(frozen=True)
class Setting:
    """An option of a ruleset: its default and what else it may be. `notable` ones change odds or lives noticeably."""

    name: str
    default: Any
    type: str
    values: tuple[Any, ...] = ()
    notable: bool = False

    def check(self, given: Json) -> Any:
        """The value, frozen. Raises Refusal `bad_option`."""
        kinds = {"boolean": bool, "integer": int, "text": str}
        right = self.type not in kinds or (given is None and self.default is None) or type(given) is kinds[self.type]
        if not right or (self.values and given not in self.values):
            accepted = list(self.values) or [self.type]
            raise Refusal("bad_option", field=self.name, option=self.name, given=given, accepted=accepted)
        return freeze(given)


@dataclass(frozen=True)
class Ruleset:
    """A ruleset, whole: its tables, rules, options and words."""

    id: str
    version: str
    source: str
    languages: tuple[str, ...]
    settings: Mapping[str, Setting]
    groups: tuple[str, ...]
    tables: Mapping[str, Table]
    procedures: Mapping[str, Procedure]
    words: Mapping[str, Words]
    left_to_the_table: Mapping[str, Mapping[str, str]]
    package: str
    character: type
    scene: type
    adopt: Callable[[Mapping[str, Json]], Any]
    sheet: Callable[[Compartment[Any, Any], str], Mapping[str, Json]]
    conceal: Callable[[Any], Any]
    injuries: Callable[[Compartment[Any, Any], str], tuple[Any, ...]]
    newcomer: Mapping[str, Json] = field(default_factory=dict)
    house: bool = False
    digests: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def defaults(self) -> Map[str, Any]:
        return Map({name: setting.default for name, setting in self.settings.items()})

    def empty(self) -> Compartment[Any, Any]:
        """A compartment without characters, options at their defaults."""
        return Compartment(Map(), self.scene(), self.defaults)

    def options(self, given: Mapping[str, Json]) -> Map[str, Any]:
        """The defaults with some options set. Raises Refusal `unknown_option`, `bad_option`."""
        options = dict(self.defaults)
        for name, value in given.items():
            if name not in self.settings:
                raise Refusal("unknown_option", given=name, known=list(self.settings))
            options[name] = self.settings[name].check(value)
        return Map(options)

    def procedure(self, verb: str) -> Procedure:
        """The procedure or query of that verb. Raises Refusal `unknown_verb`."""
        try:
            return self.procedures[verb]
        except KeyError:
            raise self.no_such_verb(verb) from None

    def no_such_verb(self, verb: str) -> Refusal:
        """The refusal of a verb, naming those there are."""
        known = [verb for verb, made in self.procedures.items() if not made.inner]
        return Refusal("unknown_verb", given=verb, known=known)

    def table(self, id: str) -> Table:
        """A table. Raises Refusal `unknown_table`."""
        try:
            return self.tables[id]
        except KeyError:
            raise Refusal("unknown_table", given=id, known=list(self.tables)) from None

    def folder(self) -> Any:
        """The ruleset's own folder, as importlib.resources reads it."""
        return files(self.package)


def load(package: str, own_tables: Mapping[str, Json] | None = None) -> Ruleset:
    """The ruleset in a package, with a reader's own tables in place of its own where it lets them be replaced.

    Raises RulesetFault, naming the file at fault and what is wrong with it.
    """
    folder = files(package)
    facts = _toml(folder, "ruleset.toml")
    head = facts["ruleset"]
    languages = tuple(head["languages"])
    modules = [importlib.import_module(package)]
    for module in pkgutil.iter_modules(modules[0].__path__):
        modules.append(importlib.import_module(f"{package}.{module.name}"))
    own = {module.__name__.rpartition(".")[2]: module for module in modules[1:]}
    if "state" not in own:
        raise RulesetFault(f"{package}: state.py is missing; it defines Character and Scene")
    state = own["state"]
    tables = {id: Table.of(id, table) for id, table in _toml(folder, "tables.toml", missing_ok=True).items()}
    if "tables" in own:
        tables.update(own["tables"].tables(folder, own_tables))
    elif own_tables is not None:
        raise RulesetFault("the tables of this ruleset can't be replaced")
    for table in tables.values():
        if faults := table.status():
            raise RulesetFault(f"{package}: table {table.id}: " + "; ".join(fault.detail for fault in faults))
    procedures = _procedures(modules)
    for verb, procedure in rolling.PROCEDURES.items():
        procedures.setdefault(verb, procedure)
    return Ruleset(
        id=head["id"],
        version=str(head["version"]),
        source=head.get("source", ""),
        languages=languages,
        settings={name: _setting(name, given) for name, given in facts.get("options", {}).items()},
        groups=tuple(facts.get("menu", {}).get("groups", ())),
        tables=tables,
        procedures=procedures,
        words={lang: _words(folder, lang, languages, tables, own) for lang in languages},
        left_to_the_table=facts.get("left_to_the_table", {}),
        package=package,
        character=state.Character,
        scene=state.Scene,
        adopt=getattr(state, "adopt", lambda given: from_json(state.Character, given)),
        sheet=getattr(state, "sheet", lambda c, who: to_json(c[who])),
        conceal=getattr(state, "conceal", lambda character: character),
        injuries=getattr(state, "injuries", lambda c, who: ()),
        newcomer=facts.get("newcomer", {}),
        house=any(table.house for table in tables.values()),
        digests={id: digest(table) for id, table in tables.items()},
    )


OWN_TABLES = ".tables.json"
"""How the name of a reader's file of tables ends, after the ruleset's id."""


def digest(value: Any) -> str:
    """A short fingerprint of any value that has a JSON form: the same on every machine."""
    text = json.dumps(to_json(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def found(folders: Iterable[Path] = ()) -> dict[str, Ruleset]:
    """Every ruleset there is: those that came with the engine, those of installed packages, those in users' folders.
    A file `<ruleset>.tables.json` in a user's folder replaces the tables of a ruleset that has replaceable ones.

    Raises RulesetFault when one of them can't be loaded.
    """
    folders = tuple(folders)
    theirs = [file for folder in folders for file in folder.glob(f"*{OWN_TABLES}")]
    replaced = {file.name.removesuffix(OWN_TABLES): file for file in theirs}
    for folder in folders:
        if str(folder) not in rulesets.__path__:
            rulesets.__path__.append(str(folder))
    importlib.invalidate_caches()
    packages = [
        f"{rulesets.__name__}.{module.name}" for module in pkgutil.iter_modules(rulesets.__path__) if module.ispkg
    ]
    packages += [entry.value for entry in entry_points(group="bonesetter.rulesets")]
    loaded = {}
    for package in dict.fromkeys(packages):
        file = replaced.pop(package.rpartition(".")[2], None)
        try:
            ruleset = load(package, _json(file) if file else None)
        except RulesetFault as fault:
            raise RulesetFault(f"{file}: {fault}") if file else fault from None
        except Exception as error:
            raise RulesetFault(f"{package}: {type(error).__name__}: {error}") from error
        loaded[ruleset.id] = ruleset
    for id, file in replaced.items():
        raise RulesetFault(f"{file}: there is no ruleset {id!r}; {', '.join(sorted(loaded))} are known")
    return dict(sorted(loaded.items()))


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except ValueError as error:  # no JSON, or no UTF-8
        raise RulesetFault(str(error)) from None


def _toml(folder: Any, name: str, missing_ok: bool = False) -> dict[str, Any]:
    try:
        return tomllib.loads((folder / name).read_text("utf-8"))
    except FileNotFoundError:
        if missing_ok:
            return {}
        raise RulesetFault(f"{folder}: {name} is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise RulesetFault(f"{folder}/{name}: {error}") from None


def _setting(name: str, given: Mapping[str, Json]) -> Setting:
    default = given.get("default")
    values = tuple(given.get("values", ()))
    kind = "choice" if values else {bool: "boolean", int: "integer", str: "text"}.get(type(default), "any")
    return Setting(name, freeze(default), given.get("type", kind), values, given.get("notable", False))


def _procedures(modules: Iterable[ModuleType]) -> dict[str, Procedure]:
    procedures: dict[str, Procedure] = {}
    for module in modules:
        for value in vars(module).values():
            if callable(value) and getattr(value, "__module__", None) == module.__name__ and (made := read(value)):
                procedures[made.verb] = made
    return procedures


def _words(
    folder: Any, lang: str, languages: tuple[str, ...], tables: Mapping[str, Table], own: Mapping[str, ModuleType]
) -> Words:
    texts = kernel_texts(lang)
    if lang == languages[0]:
        texts.update({f"rows.{row.id}": row.name for table in tables.values() for row in table.rows})
    if "tables" in own:
        texts.update(own["tables"].words(lang))
    texts.update(flatten(_toml(folder, f"words.{lang}.toml")))
    said = dict(kernel_clauses.CLAUSES[lang])
    if "clauses" in own:
        said.update(own["clauses"].CLAUSES[lang])
    return Words(lang, texts, said)
