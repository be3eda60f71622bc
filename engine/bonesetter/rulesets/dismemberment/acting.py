"""Acting while hurt: strenuous acts, spells, initiative, getting up. Source: Injury Tests, the six Injuries; feats."""

from __future__ import annotations

from typing import Annotated

from ...effect import Term
from ...errors import Refusal
from ...event import Change, add, set_
from ...form import Between, OneOf, Who
from ...frozen import Json, Map
from ...procedure import Outcome, Rule, Then, procedure, query
from ...request import Amount, Draw
from . import derived
from .character import ARMS, BLEEDING, FRACTURE, LEGS
from .derived import Maimery
from .happening import Happening, save

STRENUOUS = ("running", "climbing", "attack_hit", "casting")
"""Atom D-015: a hit in combat is strenuous, a miss is not."""
EASY = ("attack_miss", "walking", "other")
MEANT = {
    "run": "running",
    "climb": "climbing",
    "hit": "attack_hit",
    "miss": "attack_miss",
    "cast": "casting",
    "walk": "walking",
    "spell": "casting",
    "cast_spell": "casting",
    "casting_spell": "casting",
}
ACTS = (*STRENUOUS, *EASY)
MEANT_DOING = {
    "stand": "rise",
    "stand_up": "rise",
    "rise_unassisted": "rise",
    "hold_weapon": "hold",
    "hold_shield": "hold",
    "two_handed_weapon": "two_handed",
    "cast_spell": "cast",
}
DOING = ("two_handed", "hold", "walk", "run", "rise", "act", "cast")


def _able(c: Maimery, on: str) -> None:
    """Raises Refusal `dead`, `not_allowed` for somebody who lies senseless."""
    if derived.helpless(derived.present(c, on)):
        raise Refusal("not_allowed", field="on", who=on, what=Term("not_allowed.helpless"))


@procedure(group="act")
def strenuous(c: Maimery, *, on: Annotated[str, Who()], act: Annotated[str, OneOf(ACTS, open=True)]) -> Rule:
    """An act, told by what it was. While Bleeding, each strenuous one wants a save vs Paralysis, or a faint for a
    round.

    Raises Refusal `dead`, `not_allowed`, `bad_value`. Atoms D-014, D-015; DA-26.
    """
    _able(c, on)
    act = MEANT.get(act, act)
    if act not in ACTS:
        raise Refusal("bad_value", field="act", given=act, accepted=list(ACTS))
    s = Happening(c, on)
    if act not in STRENUOUS or not derived.active(s.character, BLEEDING):
        return Outcome("no_matter", (), {"fainted": False})
    saved = yield from save(s, "paralysis", show="save")
    if saved:
        return Outcome("held", s.events, {"fainted": False})
    s.note("fainted", set_("fainted", True))
    return Outcome("fainted", s.events, {"fainted": True})


@procedure(group="act")
def cast(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """A spell is cast. With a Fracture it fails on 50 or less of d100, and is spent all the same.

    Raises Refusal `dead`, `not_allowed`. Atoms D-015, D-019, D-023; DA-25.
    """
    _able(c, on)
    s = Happening(c, on)
    character = s.character
    if character.spells == 0:
        raise Refusal("not_allowed", field="on", who=on, what=Term("not_allowed.no_spells"))
    row = "spell-works"
    if derived.active(character, FRACTURE):
        row = yield from Draw("spell", table="fracture_spell", who=on)
    spent: tuple[Change, ...] = () if character.spells is None else (add("spells", -1),)
    s.note("spell_worked" if row == "spell-works" else "spell_failed", *spent)
    offers: tuple[Then, ...] = ()
    if derived.active(character, BLEEDING):
        offers = (Then("strenuous", Map({"on": on, "act": "casting"})),)
    word = "works" if row == "spell-works" else "fails"
    return Outcome(row.replace("-", "_"), s.events, {"spell": word, "spells": s.character.spells}, offers=offers)


@procedure(group="act")
def initiative(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """Initiative on d6. With a Fracture 1–3 counts as 1, and 4–6 is no action this round.

    Raises Refusal `dead`, `not_allowed`. Atom D-020; DA-24.
    """
    _able(c, on)
    s = Happening(c, on)
    if not derived.active(s.character, FRACTURE):
        face = yield from Amount("initiative", dice="d6", who=on, show="initiative")
        return Outcome("initiative", (), {"initiative": face, "no_action": False})
    row = yield from Draw("initiative", table="fracture_initiative", who=on)
    if row == "initiative-slow":
        return Outcome("initiative", (), {"initiative": 1, "no_action": False})
    s.note("no_action")
    return Outcome("no_action", s.events, {"initiative": None, "no_action": True})


@procedure(group="act")
def stand(c: Maimery, *, on: Annotated[str, Who()], helper: str | None = None) -> Rule:
    """Getting up; with a leg out of use only with somebody's help.

    Raises Refusal `dead`, `not_allowed`. Atom D-027.
    """
    yield from ()
    _able(c, on)
    s = Happening(c, on)
    if set(LEGS) & set(derived.limbs_out(s.character)) and not helper:
        raise Refusal("not_allowed", field="helper", who=on, what=Term("not_allowed.rise_unaided"))
    s.note("stood", set_("prone", False))
    return Outcome("standing", s.events, {"prone": False})


@query()
def can(c: Maimery, *, on: Annotated[str, Who()], what: Annotated[str, OneOf(DOING, open=True)]) -> dict[str, Json]:
    """Whether a character may do something unaided: use a two-handed weapon, hold a weapon or shield, walk, run, rise,
    act, cast. Atoms D-019, D-020, D-022, D-026, D-027, D-029, D-035, D-077, D-080; DA-46."""
    character = c[on]
    what = MEANT_DOING.get(what, what)
    if what not in DOING:
        raise Refusal("bad_value", field="what", given=what, accepted=", ".join(DOING))
    out = set(derived.limbs_out(character))
    arms, legs = out & set(ARMS), out & set(LEGS)
    hindered = {
        "two_handed": bool(arms),
        "hold": len(arms) == len(ARMS),
        "walk": bool(legs),
        "run": bool(legs),
        "rise": bool(legs),
        "act": False,
        "cast": character.spells == 0,
    }
    why = sorted(arms if what in ("two_handed", "hold") else legs) if hindered[what] else []
    if derived.helpless(character):
        why = ["helpless"]
    elif hindered["cast"] and what == "cast":
        why = ["no_spells"]
    return {"allowed": not hindered[what] and not derived.helpless(character), "why": why}


@procedure(group="time")
def new_day(c: Maimery, *, on: Annotated[str, Who()], spells: Annotated[int | None, Between(0)] = None) -> Rule:
    """A new day: Tough As Old Boots may be used again, and `spells` may be memorised anew. No time is counted.

    Raises Refusal `dead`, `bad_value`. Atoms D-023, D-079.
    """
    yield from ()
    derived.present(c, on)
    s = Happening(c, on)
    memorised = () if spells is None else (set_("spells", spells),)
    s.note("new_day", set_("used_today", False), *memorised)
    return Outcome("new_day", s.events, {"spells": s.character.spells})
