"""Mutations & Wounds, once more in plain Python: what is stored of its odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mutations_incidents import SCALE, capped, untouched, whole
from mutations_table import BODIES, GAIN, HANGS, ROWS, single
from plain import Chances, gathered, golden


def without(body: dict[str, tuple[str, ...]], place: str, part: str) -> dict[str, tuple[str, ...]]:
    """A body less a part and what hangs on it (M-046, M-047, M-053)."""
    left = {**body, place: tuple(other for other in body[place] if other != part)}
    end = HANGS.get(place)
    if end:
        left[end] = tuple(other for other in left[end] if other != part)
    return left


def somebody(plan: str) -> dict[str, Any]:
    return {"characters": {"a": {"body": plan}}}


def goldens() -> Iterator[dict[str, Any]]:
    """A rest heals a Wound whose threshold it exceeds: certain, one way or the other (M-061); and whether a Mutation
    adds something."""
    wound = {"location": "nose", "part": "main", "result": "injured"}
    for days, ending in ((7, "nothing_healed"), (8, "healed")):
        given = {"characters": {"a": {"body": "human", "wounds": [wound]}}}
        rests = [{"n": days, "unit": "day"}]
        yield golden(f"rest of {days} days", given, "rest", {"on": "a", "rests": rests}, {ending: Fraction(1)})
    for plan, body in BODIES.items():
        yield golden(f"mutation, {plan}", somebody(plan), "mutation", {"on": "a", "fact": "Scales."}, mutation(body))


WHOLE = ("torso", "entire_body", "skin", "soul", "voice", "mind")
"""M-022: what one can't well have more of."""


def mutation(body: dict[str, tuple[str, ...]]) -> Chances:
    """The first candidate taken: something is added where it is missing, or where a 61–66 came before it and it makes
    sense to have more of it (M-015, M-020 to M-022)."""
    again = Fraction(GAIN, 36)
    leads = []
    for place, (faces, _) in ROWS.items():
        share = Fraction(faces, 36 - GAIN)
        if not body[place]:
            leads.append(("adds", share))
        else:
            more = "alters" if place in WHOLE else "adds"
            leads += [(more, share * again), ("alters", share * (1 - again))]
    return gathered(leads)


def shown(chances: Chances) -> dict[str, str]:
    """The words of the query: destroyed but alive, unhurt."""
    zero = Fraction(0)
    return {
        "death": str(chances.get("death", zero)),
        "destroyed_not_fatal": str(chances.get("destroyed", zero)),
        "half": str(chances.get("half", zero)),
        "injured": str(chances.get("injured", zero)),
        "unhurt": str(chances.get("no_wound", zero) + chances.get("negated", zero)),
        "unresolved": str(chances.get("unresolved", zero)),
    }


def asked() -> Iterator[dict[str, Any]]:
    """What the query `odds` answers."""
    for plan in BODIES:
        came = single(BODIES[plan])
        answer = {**shown(came), "no_wound": str(came["no_wound"]), "negated": str(came.get("negated", Fraction(0)))}
        args = {"on": "a", "chain": False}
        yield {"id": f"one location, {plan}", "given": somebody(plan), "verb": "odds", "args": args, "answer": answer}
        for cap in (1, 2, 3):
            args = {"on": "a", "cap": cap}
            answer = shown(capped(plan, cap))
            yield {"id": f"cap {cap}, {plan}", "given": somebody(plan), "verb": "odds", "args": args, "answer": answer}
        share = {place: Fraction(faces, 36 - GAIN) for place, (faces, _) in ROWS.items()}
        missing = sum((share[place] for place in ROWS if not BODIES[plan][place]), Fraction(0))
        answer = {
            "offered": {place: str(1 - (1 - each) ** 2) for place, each in share.items()},
            "same_row": str(sum(each * each for each in share.values())),
            "grows": {"forced": str(missing**2), "possible": str(1 - (1 - missing) ** 2)},
        }
        args = {"on": "a", "of": "mutation"}
        yield {"id": f"mutation, {plan}", "given": somebody(plan), "verb": "odds", "args": args, "answer": answer}


REFERENCE = {
    # section 7 of the SPEC: death; destroyed, lives; rounded to six digits
    "human": ("0.245351", "0.149667"),
    "demon": ("0.246630", "0.219811"),
    "snake": ("0.244583", "0.106540"),
    "one_armed": ("0.245347", "0.149671"),
}


def bounds() -> Iterator[dict[str, Any]]:
    """Whole incidents: what spares the body by a formula; death by the SPEC's table, which `whole` confirms."""
    for plan in BODIES:
        spared = untouched(plan)
        ended, left = whole(plan)
        death = Fraction(ended["death"], SCALE)
        rounded = Fraction(1, 2 * 10**6)
        table = Fraction(REFERENCE[plan][0])
        assert death <= table + rounded and table - rounded <= death + Fraction(left, SCALE)
        low, high = table - rounded, table + rounded
        other = [1 - sum(end[at] for end in spared.values()) for at in (1, 0)]
        destroyed = (other[0] - high, other[1] - low)
        assert destroyed[0] - rounded <= Fraction(REFERENCE[plan][1]) <= destroyed[1] + rounded
        ends = {**{key: end for key, end in spared.items() if end[1]}, "destroyed": destroyed, "death": (low, high)}
        yield {
            "id": f"whole incident, {plan}",
            "given": somebody(plan),
            "verb": "wound",
            "args": {"on": "a"},
            "by": "ending",
            "chances": {key: [str(least), str(most)] for key, (least, most) in ends.items()},
        }


def paths() -> Iterator[dict[str, Any]]:
    """Answer sequences of Wounds that are over within so many acts: the first, one per location rolled, one per part
    resolved or laid aside."""
    for plan, acts in (("human", 3), ("snake", 3), ("snake", 5)):
        yield {
            "id": f"wound, {plan}, within {acts} acts",
            "given": somebody(plan),
            "verb": "wound",
            "args": {"on": "a"},
            "acts": acts,
            "paths": located(BODIES[plan], 1, 0, 0, acts - 1),
        }


def located(body: dict[str, tuple[str, ...]], rolling: int, pending: int, waiting: int, acts: int) -> int:
    if acts <= 0:
        return 0
    if rolling:
        more = located(body, rolling + 1, pending, waiting, acts - 1)
        return more + located(body, rolling - 1, pending + 1, waiting, acts - 1)
    return resolved(body, pending - 1, waiting, acts - 1)


def resolved(body: dict[str, tuple[str, ...]], pending: int, waiting: int, acts: int) -> int:
    def on(body: dict[str, tuple[str, ...]], waiting: int) -> int:
        if pending:
            return located(body, 0, pending, waiting, acts)
        return located(body, 1, 0, waiting - 1, acts) if waiting else 1

    dead = len(ROWS) ** pending if acts >= pending else 0  # each location still laid aside is only named
    total = 0
    for place, (_, destruction) in ROWS.items():
        if not body[place]:
            total += on(body, waiting)
            continue
        total += on(body, waiting)  # crit
        for part in body[place]:
            total += 2 * on(body, waiting)  # pass, seven
            for queued in (waiting, waiting + 1):  # failure, fumble
                if destruction in ("death", "organ"):
                    total += dead
                if destruction == "organ":
                    total += on(body, queued)
                if destruction == "lose":
                    total += on(without(body, place, part), queued)
    return total
