"""Death and after. Source: Death: How Characters Die; Resurrection; Permadeath.

There is no dying state in this system: no countdown, no death save, no stabilising. Asking for one is refused with the
reason (atom K-010).
"""

from __future__ import annotations

from typing import Annotated, Any, NoReturn

from ...effect import Term
from ...errors import Refusal
from ...event import add, event, set_
from ...form import Between, Choices, OneOf, Who
from ...procedure import Outcome, Rule, procedure, query
from . import derived
from .character import ALIVE, CHOSEN, DEAD
from .derived import Danger
from .happening import Happening

COSTS = ("components", "divine_favour", "sacrifice", "time")
"""Atom K-077."""
GRANTS = ("gm_grant", "quest")
"""What opens the way back to a low-level character. Atom K-072."""
HIGH_LEVEL = 5
"""Atoms K-072, K-073; KA-30: the low band ends at 4, the high one starts at 5, whatever lies beyond the text's
bounds."""
IRREVERSIBLE = ("disintegration", "consumed_by_demons")
"""Deaths that can't be undone, for example. Atom K-074."""
PERMANENT = ("body_destroyed", "soul_trapped", "soul_consumed", "divine_prevented")
"""What ends all hope of a return, besides the player's own word. Atom K-078."""

SAID = {
    "disintegrated": "disintegration",
    "demons": "consumed_by_demons",
    "consumed": "consumed_by_demons",
    "body_completely_destroyed": "body_destroyed",
    "body_wholly_destroyed": "body_destroyed",
    "divine_intervention_prevented": "divine_prevented",
    "divine_help_prevented": "divine_prevented",
}
"""Other words in which the same deaths may be told."""
COST_SAID = {"divine_favor": "divine_favour", "divine_intervention": "divine_favour"}
"""Divine favour or intervention: one cost. Atom K-077."""


def cost_choices(c: Danger, filled: Any) -> Choices:
    """The four kinds of cost."""
    return tuple((cost, Term(f"values.costs.{cost}")) for cost in COSTS)


def cause_of_death_choices(c: Danger, filled: Any) -> Choices:
    """Deaths that nobody, or nobody easily, comes back from."""
    return tuple((cause, Term(f"reasons.{cause}")) for cause in (*IRREVERSIBLE, *PERMANENT))


def _dead(c: Danger, on: str) -> Happening:
    if c[on].status != DEAD:
        raise Refusal("not_dead", field="on", who=on)
    return Happening(c, on)


@procedure(group="death")
def resurrect(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    means: Annotated[str | None, OneOf((*GRANTS, "spell", "cleric"), open=True)] = None,
    costs: Annotated[Any, OneOf(cost_choices, open=True)] = (),
    toll: str | None = None,
) -> Rule:
    """A way back from death. Injuries are as they were; the pools are nearly empty; the mark it leaves is named; the
    next return is harder. A final or irreversible death stays, and a low-level one without a quest or the GM's leave.

    `means` names what brings the character back; `costs` one or more of the four; `toll` is never empty.
    Raises Refusal `not_dead`, `bad_value`. Atoms K-071 to K-078; KA-29 to KA-32.
    """
    yield from ()
    s = _dead(c, on)
    character = s.character
    told = (costs,) if isinstance(costs, str) else tuple(costs)
    named = tuple(COST_SAID.get(cost, cost) if isinstance(cost, str) else cost for cost in told)
    for cost in named or (None,):
        if cost not in COSTS:
            raise Refusal("bad_value", field="costs", given=cost, accepted=list(COSTS))
    for field, text in (("means", means), ("toll", toll)):
        if text is None or not text.strip():
            raise Refusal("bad_value", field=field, given=text, accepted=Term(f"accepted.{field}"))
    reason = why_not(s)
    if reason is None and character.level < HIGH_LEVEL and means not in GRANTS:
        reason = "low_level"
    if reason is not None:
        s.note("stays_dead", reason=Term(f"reasons.{reason}"))
        result = {"returned": False, "reason": reason, "resurrections": character.resurrections}
        return Outcome("stays_dead", s.events, result)
    pools = c.option("resurrection_pools")
    changes = [
        set_(f"{pool}/now", max(0, min(int(pools.get(pool, 0)), derived.maximum(character, pool))))
        for pool in ("vigor", "vitality")
    ]
    cleared = (set_("status", ALIVE), set_("death_cause", None), set_("poisons", ()))
    kept = (set_("tolls", (*character.tolls, toll)), add("resurrections", 1))
    paid = [Term(f"values.costs.{cost}") for cost in named]
    s.note("returned", *cleared, *changes, *kept, toll=toll, means=Term(f"values.means.{means}"), costs=paid)
    result = {"returned": True, "resurrections": character.resurrections + 1, "difficulty": difficulty(c, on)}
    return Outcome("returned", s.events, result)


def difficulty(c: Danger, who: str) -> int | None:
    """How much harder this return is than a first one; None where the table sets no number. Atom K-076; KA-32."""
    step = c.option("difficulty_step")
    return None if step is None else step * c[who].resurrections


def why_not(s: Happening) -> str | None:
    """What forbids any return, whatever the means; None: nothing does. Atoms K-074, K-078."""
    character = s.character
    if character.final_death is not None:
        return character.final_death
    cause = (character.death_cause or "").strip().lower().replace(" ", "_").replace("-", "_")
    cause = SAID.get(cause, cause)
    if cause in PERMANENT:
        return cause
    return "irreversible" if cause in IRREVERSIBLE else None


@procedure(group="death")
def declare_final_death(c: Danger, *, on: Annotated[str, Who()]) -> Rule:
    """The player chooses that a death is final, before or after it; that outranks every means. Atom K-078."""
    yield from ()
    s = Happening(c, on)
    s.note("final", set_("final_death", CHOSEN))
    return Outcome("final", s.events, {"final": True})


@procedure(group="death", gm=True)
def irreversible_death(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    cause: Annotated[str, OneOf(cause_of_death_choices, open=True)],
) -> Rule:
    """The GM says how a character died, where that decides over a return: disintegration, a lost soul and the like.

    Raises Refusal `not_dead`. Atoms K-074, K-078.
    """
    yield from ()
    s = _dead(c, on)
    s.note("cause_named", set_("death_cause", cause), cause=Term(f"reasons.{cause}"))
    return Outcome("cause_named", s.events, {"death_cause": cause, "reason": why_not(s)})


@procedure(group="death")
def new_character(
    c: Danger,
    *,
    on: Annotated[str | None, Who()] = None,
    level: Annotated[int | None, Between(0)] = None,
    inherits: str = "",
    place: str = "",
) -> Rule:
    """The checklist for a new character, in place of a dead one or anew: a level that fits the party, some wealth or
    gear taken over, a place in the story. The text gives no numbers; the result says what is still open.

    Atom K-079.
    """
    yield from ()
    done = {"level": level is not None, "wealth": bool(inherits.strip()), "story": bool(place.strip())}
    missing = [item for item, there in done.items() if not there]
    open_ = [Term(f"checklist.{item}") for item in missing]
    planned = event("successor", on, level=level, inherits=inherits, place=place, missing=open_)
    return Outcome("ready" if not missing else "open", (planned,), {"checklist": done, "ready": not missing})


def _none_such(what: str) -> Refusal:
    return Refusal("not_in_system", field="on", what=Term(f"not_here.{what}"))


@query(group="hidden")
def death_save(c: Danger, *, on: Annotated[str, Who()]) -> NoReturn:
    """There is none: always refused with `not_in_system`. Atom K-010."""
    raise _none_such("death_save")


@query(group="hidden")
def stabilise(c: Danger, *, on: Annotated[str, Who()]) -> NoReturn:
    """There is none: always refused with `not_in_system`. Atom K-010."""
    raise _none_such("stabilise")


@query(group="hidden")
def stabilize(c: Danger, *, on: Annotated[str, Who()]) -> NoReturn:
    """The other spelling: always refused with `not_in_system`. Atom K-010."""
    raise _none_such("stabilise")


@query(group="hidden")
def death_timer(c: Danger, *, on: Annotated[str, Who()]) -> NoReturn:
    """There is none: always refused with `not_in_system`. Atom K-010."""
    raise _none_such("death_timer")
