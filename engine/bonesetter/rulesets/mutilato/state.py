"""The state of Mutilato as the loader finds it: adopting characters, their sheet, their losses as injuries."""

from __future__ import annotations

from collections.abc import Iterator

from ...codec import to_json
from ...effect import Effect, Term
from ...frozen import Json, Map
from ...view import Injury
from . import book, derived
from .adopting import adopt
from .character import Character, Scene
from .derived import Maimed
from .happening import lost_word
from .measures import metres_json

__all__ = ["Character", "Scene", "adopt", "injuries", "sheet"]


def sheet(c: Maimed, who: str) -> dict[str, Json]:
    """All that can be said of a character: `speed` is the ground speed now (metres; `base_speed` before any maiming),
    `totals` the running penalties, `flags` bans and conditions, `left` what is left of each part."""
    character = c[who]
    return {
        "monster": character.monster,
        "totals": derived.totals(c, who),
        "flags": derived.flags(c, who),
        "speed": metres_json(derived.speed(c, who)),
        "base_speed": metres_json(character.speed),
        "fly": metres_json(character.fly),
        "swim": metres_json(character.swim),
        "climb": metres_json(character.climb),
        "prone": character.prone,
        "scars": character.scars,
        "left": derived.left(c, who),
        "losses": [{"part": loss.part, "side": loss.side} for loss in character.losses],
        "substitutes": [one.label for one in character.substitutes],
        "attribute_damage": to_json(character.attribute_damage),
        "attributes": to_json(character.attributes),
        "items": [to_json(item) for item in character.items],
        "items_left": [item.id for item in character.items if not item.dropped],
        "bleeding": [{"dice": wound.dice, "attribute": wound.attribute} for wound in character.wounds],
        "body": to_json(character.body),
    }


def injuries(c: Maimed, who: str) -> tuple[Injury, ...]:
    """The losses that count, oldest first, as boards and tokens show them; then bleedings that go on."""
    return tuple(_injuries(c, who))


def _injuries(c: Maimed, who: str) -> Iterator[Injury]:
    character = c[who]
    counting = derived.counting(c, who)
    for loss in character.losses:
        effects: tuple[Effect, ...] = ()
        if loss in counting:
            effects = book.lasting(loss.part)
            gains = book.LAST.get(loss.part, "")
            newest = [one for one in character.losses if one.part == loss.part][-1]
            if gains in derived.flags(c, who) and loss == newest and derived.all_gone(character, loss.part):
                effects = (*effects, Effect("gained", Map({"what": gains})))
        yield Injury(loss.id, lost_word(loss.part, loss.side), effects)
    for one in character.substitutes:
        lasting = [Effect("modifier", Map({"on": m.applies_to.any_of, "value": m.value})) for m in one.modifiers]
        flags = [Effect("gained", Map({"what": flag})) for flag in one.flags]
        yield Injury(one.id, one.label, (*lasting, *flags))
    for wound in character.wounds:
        again = Effect("bleeding", Map({"dice": wound.dice, "attribute": wound.attribute}))
        yield Injury(wound.id, Term(f"flags.{derived.BLEEDING}"), (again,))
