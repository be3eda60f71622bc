"""What every act needs: the host's facts, the entry to be logged, and who may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import messages as m
from .errors import Refusal
from .frozen import Json, freeze
from .log import Entry, Log
from .procedure import Procedure
from .ruleset import Ruleset
from .view import Viewer


@dataclass(frozen=True)
class Host:
    """What only the host knows: the time (ISO 8601), fresh entropy (at least 16 bytes), and which door this came by
    (`site`, `foundry`, `terminal`)."""

    now: str
    entropy: bytes
    via: str = "site"


@dataclass(frozen=True)
class Done:
    """What an act comes to: entries to log (none when it only repeats), and the course it is about, if any."""

    entries: tuple[Entry, ...] = ()
    course: int | None = None


def find_ruleset(log: Log, id: str) -> Ruleset:
    """A ruleset. Raises Refusal `unknown_ruleset`."""
    try:
        return log.rulesets[id]
    except KeyError:
        raise Refusal("unknown_ruleset", given=id, known=list(log.rulesets)) from None


def find_procedure(ruleset: Ruleset, verb: str) -> Procedure:
    """A procedure or query that may be asked for by name. Raises Refusal `unknown_verb`, for inner ones too."""
    procedure = ruleset.procedure(verb)
    if procedure.inner:
        raise ruleset.no_such_verb(verb)
    return procedure


def logged(
    log: Log, message: m.Act, viewer: Viewer, host: Host, act: str, data: Mapping[str, Json], secret: bool
) -> Entry:
    """The entry that an act comes to."""
    return Entry(log.head + 1, act, viewer.id, host.via, host.now, freeze(data), secret, message.request_id)


def gm_only(viewer: Viewer, what: str) -> None:
    """Raises Refusal `gm_only` for anyone else; `what` is a key of the kernel's terms."""
    if not viewer.gm:
        raise Refusal("gm_only", what=what)
