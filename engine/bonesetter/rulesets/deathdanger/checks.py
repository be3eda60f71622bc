"""Injury critical failures. Source: Lasting Injuries: Injury Critical Failures."""

from __future__ import annotations

from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import event
from ...form import Choices, OneOf, Who
from ...procedure import Outcome, Rule, procedure
from ...request import Draw
from . import derived
from .character import Injury
from .derived import Danger
from .tables import book

ROLLED_WITH = ("ability", "contest", "group", "helping")
"""Checks that injury dice go with: ability checks, contests, one's own roll in a group check or to help. Atom K-035;
KA-16: they are ability checks wherever dice are rolled."""
NEVER_WITH = ("save", "attack", "spellcasting", "disruption", "passive")
"""Rolls that never ask for an injury die, whatever stat or limb they use. Atom K-038; passive scores: KA-16."""
OUTCOMES = ("success", "failure", "critical_success", "critical_failure")
CRITICAL = "critical_failure"


def activity_choices(c: Danger, filled: Any) -> Choices:
    """What a check can be about, broad to narrow."""
    listed = sorted(book().facts["activities"], key=lambda activity: -int(activity["breadth"]))
    return tuple((activity["id"], Term(f"activities.{activity['id']}")) for activity in listed)


def injury_choices(c: Danger, filled: Any) -> Choices:
    """This character's injuries and diseases."""
    return tuple((injury.id, injury.word) for injury in derived.afflictions(c[filled["on"]]))


@procedure(group="check")
def check(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    kind: Annotated[str, OneOf((*ROLLED_WITH, *NEVER_WITH))] = "ability",
    activities: Annotated[Any, OneOf(activity_choices, open=True)] = (),
    outcome: Annotated[str, OneOf(OUTCOMES)] = "success",
    also: Annotated[Any, OneOf(injury_choices, open=True)] = (),
    without: Annotated[Any, OneOf(injury_choices, open=True)] = (),
) -> Rule:
    """A check: every injury that bears on it rolls its die along with it, oldest first; any 1 makes the check worse
    than failed, whatever the check dice showed. The check's own outcome is told, not rolled.

    `activities` is one or several; `also` and `without` are the GM's: injuries whose dice are added or left out.
    Raises Refusal `dead`, `bad_value`. Atoms K-034 to K-041; KA-13 to KA-17, KA-37.
    """
    character = derived.alive(c, on)
    now = derived.tables_in_force(c)
    named = (activities,) if isinstance(activities, str) else tuple(activities)
    for activity in named:
        if activity not in now.parents():
            raise Refusal("bad_value", field="activities", given=activity, accepted=list(now.parents()))
    afflictions = derived.afflictions(character)
    added, dropped = _ids(also, "also", afflictions), _ids(without, "without", afflictions)
    culprits: list[str] = []
    for injury in afflictions if kind in ROLLED_WITH else ():
        bears = derived.bears_on(injury, named or ("any",), now) or injury.id in added
        if injury.die is None or not bears or injury.id in dropped:
            continue
        reading = Term("terms.d3_by_d6" if injury.die == "d3" and c.option("d3_as_d6") else "terms.as_it_falls")
        about = (("name", injury.word), ("reading", reading))
        row = yield from Draw(f"injury_die:{injury.id}", table="injury_die", dice=injury.die, who=on, about=about)
        if row == "injury_die-1":
            culprits.append(injury.id)
    if not culprits:
        return Outcome("as_rolled", (), {"outcome": outcome, "culprits": []})
    names = [injury.word for injury in afflictions if injury.id in culprits]
    happened = event("crit_fail", on, names=names)
    return Outcome(CRITICAL, (happened,), {"outcome": CRITICAL, "culprits": culprits})


def _ids(given: Any, field: str, afflictions: tuple[Injury, ...]) -> tuple[str, ...]:
    ids = (given,) if isinstance(given, str) else tuple(given)
    known = [injury.id for injury in afflictions]
    for id in ids:
        if id not in known:
            raise Refusal("bad_value", field=field, given=id, accepted=known)
    return ids
