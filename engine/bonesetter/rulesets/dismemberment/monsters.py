"""Monsters never have Injuries, tests or Trauma. Source: (Optional) Monsters on Zero HP. Atoms D-051–D-053; DA-31."""

from __future__ import annotations

from ...event import set_
from .character import ALIVE, DEAD, DESTROYED, FLEEING, RETURNED
from .happening import Happening


def struck(s: Happening, amount: int) -> None:
    """Damage to a monster: at 0 HP it is dead, or (option `monsters_zero`) it runs, unless it is fanatical; past 0 it
    dies. The mindless undead fall apart at 0, the extra-planar go home."""
    if amount == 0:
        return
    monster = s.character
    past = amount > monster.hp.now
    left = max(0, monster.hp.now - amount)
    s.note("damaged", set_("hp/now", left), amount=amount, hp=left)
    if left:
        return
    status = _at_zero(s, past)
    if status != monster.status:
        s.note(f"monster_{status}", set_("status", status))


def _at_zero(s: Happening, past: bool) -> str:
    monster = s.character
    if not s.c.option("monsters_zero"):
        return DEAD if past or s.c.option("monster_dies_at_zero") else monster.status
    if monster.mindless_undead:
        return DESTROYED
    if monster.extraplanar:
        return RETURNED
    if past:
        return DEAD
    return ALIVE if monster.fanatical else FLEEING
