"""NPCs never take wounds. Source: Out of Vitality, on Major and Minor NPCs. Atoms K-016 to K-020."""

from __future__ import annotations

from ...event import add, set_
from .character import ALIVE, FLED, MINOR
from .happening import Happening


def struck(s: Happening, damage: int, target: str, cause: str) -> None:
    """Damage to an NPC. Decisions KA-24, KA-25."""
    if damage == 0:
        return
    npc = s.character
    soaked = 0 if target == "vitality" else min(damage, npc.vigor.now)
    through = 0 if target == "vigor" else damage - soaked
    lost = min(through, npc.vitality.now)
    vigor, vitality = npc.vigor.now - soaked, npc.vitality.now - lost
    changes = [set_("vigor/now", vigor), set_("vitality/now", vitality)]
    if npc.kind == MINOR:
        changes.append(add("total_damage", damage))
    s.note("loss", *changes, vigor=soaked, vitality=lost)
    settle(s, cause, overflow=through > lost)


def settle(s: Happening, cause: str, overflow: bool = False) -> None:
    """Whether an NPC that has just lost something dies or flees.

    A Minor dies at twice its Tier in all damage, and only else flees at 0 Vigor; a Major dies out of both pools.
    """
    npc = s.character
    if npc.kind == MINOR:
        if npc.total_damage > 0 and npc.total_damage >= 2 * npc.tier:
            s.die(cause)
        elif npc.vigor.now == 0 and npc.status == ALIVE:
            s.note("fled", set_("status", FLED))
    elif npc.vigor.now == 0 and npc.vitality.now == 0 and (overflow or s.c.option("npc_major_death") == "at_zero"):
        s.die(cause)
