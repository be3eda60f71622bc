"""The desk's messages, described once: the engine reads them by these, JSON Schema and the clients' types come from
them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .codec import from_json
from .errors import Refusal
from .frozen import Json, Map

Lang = Literal["en", "it"]


@dataclass(frozen=True, kw_only=True)
class Message:
    """Any message: `lang` is the reader's language."""

    lang: str = "en"


@dataclass(frozen=True, kw_only=True)
class Act(Message):
    """A message that changes something: `request_id` is the client's own, so that saying it twice does it once."""

    request_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Catalog(Message):
    """What there is: rulesets with their verbs, tables and options; characters; who is asking."""


@dataclass(frozen=True, kw_only=True)
class Form(Message):
    """The fields of a procedure, given what is filled in so far."""

    ruleset: str
    verb: str
    filled: Map[str, Any] = Map()


@dataclass(frozen=True, kw_only=True)
class Start(Act):
    """Carry out a procedure. `dice`: `roll` them, or `enter` real ones when asked."""

    ruleset: str
    verb: str
    args: Map[str, Any] = Map()
    dice: str = "roll"
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class Answer(Act):
    """Answer what a course asks: a value, or the faces of real dice (null rolls them after all)."""

    entry: int
    hash: str
    value: Any = None
    faces: tuple[Any, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Abandon(Act):
    """Give a course up. After its first die, only a GM may."""

    entry: int


@dataclass(frozen=True, kw_only=True)
class Undo(Act):
    """Take an entry back; `with_later` takes back all that depends on it too."""

    entry: int
    with_later: bool = False


@dataclass(frozen=True, kw_only=True)
class Redo(Act):
    """Let an undone entry count again."""

    entry: int


@dataclass(frozen=True, kw_only=True)
class Correct(Act):
    """The GM sets a field of a character, or of the scene (no character)."""

    ruleset: str
    character: str | None = None
    path: str
    now: Any = None


@dataclass(frozen=True, kw_only=True)
class Observe(Act):
    """A host that owns a field (Foundry's HP, say) reports its value as a fact."""

    ruleset: str
    character: str
    path: str
    now: Any = None


@dataclass(frozen=True, kw_only=True)
class Options(Act):
    """The GM sets an option of a ruleset for this campaign."""

    ruleset: str
    option: str
    value: Any = None


@dataclass(frozen=True, kw_only=True)
class Persona(Act):
    """Name a character, give it to players, or put it away."""

    id: str
    name: str | None = None
    owners: tuple[str, ...] | None = None
    archived: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Import(Act):
    """Bring a character in under a ruleset, or replace it: its state in the ruleset's own fields; left out, that of the
    ruleset's newcomer."""

    id: str
    ruleset: str
    name: str | None = None
    state: Map[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Fair(Act):
    """Fair dice: `commit` to a seed (GM), add one's own `seed`, `reveal` (GM) and so end it."""

    step: str
    seed: str | None = None


@dataclass(frozen=True, kw_only=True)
class Query(Message):
    """Ask a read-only question of the rules."""

    ruleset: str
    verb: str
    args: Map[str, Any] = Map()


@dataclass(frozen=True, kw_only=True)
class Sheet(Message):
    """A character's derived values and open injuries."""

    ruleset: str
    character: str


@dataclass(frozen=True, kw_only=True)
class Table(Message):
    """A table with the chance of each row under a modifier."""

    ruleset: str
    table: str
    modifier: int = 0


@dataclass(frozen=True, kw_only=True)
class Step:
    """A procedure with its arguments, named inside a message."""

    verb: str
    args: Map[str, Any] = Map()


@dataclass(frozen=True, kw_only=True)
class Odds(Message):
    """Exact odds of a procedure (`verb` and `args`), a table with a modifier, or a dice expression.

    `by` groups them: `ending`, `row`, or the name of a number in the result. `course` follows a course to its end,
    `acts` asks for the ends by act 1, 2 … too, and `each` is what precedes every act (a night's nursing before each
    day of a fever), left out where it is refused later on. `policy` answers choices by purpose, the others take their
    default (or, `uniform`, each option alike); `goal`, an ending, asks for the best and the worst that choices can make
    of it. `characters`, `scene` and `options` put a state in place of the campaign's.
    """

    ruleset: str | None = None
    verb: str | None = None
    table: str | None = None
    dice: str | None = None
    args: Map[str, Any] = Map()
    modifier: int = 0
    by: str = "ending"
    course: bool = False
    acts: int = 0
    each: Step | None = None
    goal: str | None = None
    policy: Map[str, str] = Map()
    uniform: bool = False
    precise: bool = False
    characters: Map[str, Any] | None = None
    scene: Map[str, Any] = Map()
    options: Map[str, Any] = Map()


@dataclass(frozen=True, kw_only=True)
class Picture(Message):
    """A ready-made picture of a ruleset's odds, in numbers, under some settings of its own (`bonesetter.pictures`)."""

    ruleset: str
    picture: str
    settings: Map[str, Any] = Map()


@dataclass(frozen=True, kw_only=True)
class Explore(Message):
    """A procedure's odds to be played with (`bonesetter.exploring`): `filled` are its arguments as far as they are set,
    `knobs` what of the state is set, by path; both begin as an example. `by` groups the odds (empty: as the ruleset
    would), `goal` is an ending that choices are to be made for and against.
    """

    ruleset: str
    verb: str
    filled: Map[str, Any] = Map()
    knobs: Map[str, Any] = Map()
    by: str = ""
    goal: str | None = None


@dataclass(frozen=True, kw_only=True)
class Log(Message):
    """The entries after number `since` (the viewer's own numbers), oldest first, `limit` at most."""

    since: int = 0
    limit: int = 100


@dataclass(frozen=True, kw_only=True)
class Export(Message):
    """A course as a case that replays alone (`entry`), the lines that prove the dice (`fair`), or the campaign."""

    entry: int | None = None
    fair: bool = False


@dataclass(frozen=True, kw_only=True)
class Verify(Message):
    """Verify the lines that prove the dice, as text: one JSON object a line, as `export` with `fair` gives them."""

    text: str


TYPES: dict[str, type[Message]] = {
    kind.__name__.lower(): kind
    for kind in (
        Catalog, Form, Start, Answer, Abandon, Undo, Redo, Correct, Observe, Options, Persona, Import, Fair, Query,
        Sheet, Table, Odds, Picture, Explore, Log, Export, Verify,
    )
}  # fmt: skip


DEEPEST = 32
"""How many lists and objects of a message may stand in one another."""

LARGEST = 2**53 - 1
"""The largest number, either way, that a message may hold: rules count with numbers, so none may be endless."""

JSON_KINDS = {dict: "{…}", list: "[…]", str: "“…”", int: "1", float: "1.5", bool: "true", type(None): "null"}
"""How a message that is no object is named in its refusal."""


def bearable(data: Json) -> None:
    """Whether what came in can be worked with at all. Raises Refusal `malformed`: for what is nested too deeply, for
    numbers that aren't finite or beyond `LARGEST`, for texts that are no Unicode, for what JSON doesn't have."""
    level = [data]
    for _ in range(DEEPEST + 1):
        inner: list[Json] = []
        for value in level:
            if isinstance(value, Mapping):
                inner += [*value.keys(), *value.values()]
            elif isinstance(value, list | tuple):
                inner += value
            elif isinstance(value, str):
                if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
                    raise Refusal("malformed", given="\N{REPLACEMENT CHARACTER}", accepted="text in Unicode")
            elif isinstance(value, int | float):
                if not -LARGEST <= value <= LARGEST:
                    given = str(value) if isinstance(value, float) else f"{'-' if value < 0 else ''}10…"
                    raise Refusal("malformed", given=given, accepted="a number of at most fifteen digits")
            elif value is not None:
                raise Refusal("malformed", given=type(value).__name__, accepted="an object with a type")
        if not inner:
            return
        level = inner
    raise Refusal("malformed", given="[[[…", accepted="lists and objects at most 32 deep")


def read(data: Json) -> Message:
    """A message from JSON. Raises Refusal `malformed`, `unknown_message`, and what `from_json` raises."""
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise Refusal("malformed", given=JSON_KINDS.get(type(data), "?"), accepted="an object with a type")
    bearable(data)
    kind = TYPES.get(data["type"])
    if kind is None:
        raise Refusal("unknown_message", given=data["type"], known=list(TYPES))
    message: Message = from_json(kind, {key: value for key, value in data.items() if key != "type"})
    return message


def schema() -> dict[str, Json]:
    """JSON Schema (2020-12) of every message."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": [_object(name, kind) for name, kind in TYPES.items()],
    }


def _object(name: str, kind: type[Message]) -> dict[str, Json]:
    made = _schema(kind)
    return {
        "title": kind.__name__,
        "description": kind.__doc__,
        **made,
        "properties": {"type": {"const": name}, **made["properties"]},
        "required": ["type", *made["required"]],
    }


def _schema(kind: Any) -> dict[str, Json]:
    plain = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
    if kind in plain:
        return {"type": plain[kind]}
    if get_origin(kind) is Map:
        return {"type": "object", "additionalProperties": _schema(get_args(kind)[1])}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _schema(get_args(kind)[0])}
    if kind is Any:
        return {}
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {
            "type": "object",
            "properties": {field.name: _schema(hints[field.name]) for field in fields(kind)},
            "required": [field.name for field in fields(kind) if field.default is field.default_factory],
            "additionalProperties": False,
        }
    return {"anyOf": [_schema(option) for option in get_args(kind)]}
