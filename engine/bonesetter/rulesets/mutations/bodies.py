"""The GM's editing of bodies and Facts, and the table's own figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from ...campaign import Compartment
from ...errors import Refusal
from ...event import drop, event, put, set_
from ...form import Choices, Free, OneOf, Who
from ...frozen import Json, Map
from ...procedure import Outcome, Rule, procedure, query
from . import plans
from .character import Character, Scene
from .data import GAIN, LOCATIONS, PLANS, TABLES, consequence

C = Compartment[Character, Scene]


@procedure(group="body", gm=True)
def edit_body(
    c: C,
    *,
    on: Annotated[str, Who()],
    plan: Annotated[str | None, OneOf(tuple(PLANS), code="bad_body", open=True, labels="plans")] = None,
    patch: Annotated[Mapping[str, Any] | None, Free("body")] = None,
    labels: Annotated[Mapping[str, Any] | None, Free("labels")] = None,
    links: Annotated[Mapping[str, Any] | None, Free("links")] = None,
) -> Rule:
    """Edit a body: start from a plan, replace single locations (`patch`), give locations names of their own
    (`labels`: hands → pincers), say which hand is on which arm (`links`: `hands:third` → `arms:left`).

    Atoms M-005, M-006, M-053, M-075. Raises Refusal `bad_body`, naming the key; `nothing_to_edit`.
    """
    character = c[on]
    if plan is None and patch is None and labels is None and links is None:
        raise Refusal("nothing_to_edit")
    body = plans.plan(plan if plan is not None else character.body, patch or {}, "patch")
    named = {**character.labels, **plans.names(labels or {})}
    linked = plans.links(links, body) if links is not None else dict(character.on)
    linked = {end: limb for end, limb in linked.items() if _there(body, limb) and _there(body, end)}
    changes = [set_("body", body), set_("labels", Map({at: name for at, name in named.items() if name.strip()}))]
    changes.append(set_("on", Map(linked)))
    for wound in character.wounds:
        if wound.location != "organ" and wound.part not in body[wound.location]:
            changes.append(drop("wounds", wound.id))
    for key in character.half:
        if not key.startswith("organ:") and not _there(body, key):
            changes.append(drop("half", key))
    yield from ()
    return Outcome("edited", (event("body_edited", on, *changes),), {"body": body})


def _there(body: Mapping[str, tuple[str, ...]], key: str) -> bool:
    location, _, part = key.partition(":")
    return part in body.get(location, ())


def _facts(c: C, filled: Mapping[str, Any]) -> Choices:
    return tuple((fact.id, fact.text) for fact in c[filled["on"]].facts)


@procedure(group="change", gm=True)
def rewrite_fact(
    c: C, *, on: Annotated[str, Who()], which: Annotated[str, OneOf(_facts, open=True)], fact: str
) -> Rule:
    """Put the Fact of a Mutation into other words: what was written before the dice fell seldom fits afterwards.

    Atoms M-023, M-076. Raises Refusal `unknown_fact`, `empty_fact`.
    """
    known = {fact.id: fact for fact in c[on].facts}
    if which not in known:
        raise Refusal("unknown_fact", field="which", given=which, known=list(known))
    if not fact.strip():
        raise Refusal("empty_fact", field="fact")
    yield from ()
    rewritten = put("facts", replace(known[which], text=fact.strip()))
    return Outcome("edited", (event("fact_written", on, rewritten, text=fact.strip()),))


@query(verb="table")
def figures(c: C, *, on: Annotated[str | None, Who()] = None) -> Json:
    """What the table comes to when all 36 results of the d66 and all 36 pairs of the Wound Save are walked through it.

    Atoms M-001 to M-003.
    """
    table = TABLES["locations"]
    results = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    rows = [[row.id for row in table.rows if row.span and result in row.span] for result in results]
    pairs = [first + second for first in range(1, 7) for second in range(1, 7)]
    deaths = [ids for ids in rows if ids and ids[0] != GAIN and consequence(ids[0]).kind == "death"]
    return {
        "d66_results_covered": sum(1 for ids in rows if ids),
        "d66_results_double": sum(1 for ids in rows if len(ids) > 1),
        "rows": len(table.rows),
        "locations": len(LOCATIONS),
        "gain_additional_results": sum(1 for ids in rows if ids == [GAIN]),
        "save_pairs_of_36": Counter(TABLES["wound_save"].at(pair).id for pair in pairs),
        "lethal_results": len(deaths),
        "thresholds": Counter(row["threshold"] for row in table.rows if row.get("threshold")),
    }
