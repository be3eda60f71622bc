"""Getting better: healing, rests, convalescence and treatment. Source: Staying Alive; Treatment Guide."""

from __future__ import annotations

from typing import Annotated

from ...effect import Term
from ...event import Change, add, drop, set_
from ...form import Between, OneOf, Who
from ...procedure import Outcome, Rule, procedure
from . import derived
from .character import Injury
from .checks import injury_choices
from .derived import Danger
from .happening import Happening, find

MONTH_DAYS = 30
"""KA-18: a month is 30 days."""


@procedure(group="treat")
def heal(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    vigor: Annotated[int, Between(0)] = 0,
    vitality: Annotated[int, Between(0)] = 0,
) -> Rule:
    """Points given back, up to the maxima in force. It takes no injury away and comes too late for the dead.

    Raises Refusal `dead`, `bad_value`. Atom K-013; option `minor_total_heals` (KA-25).
    """
    yield from ()
    derived.alive(c, on)
    s = Happening(c, on)
    gained = {"vigor": vigor, "vitality": vitality}
    _restore(s, "healed", gained)
    return Outcome("healed", s.events, {"vigor": s.character.vigor.now, "vitality": s.character.vitality.now})


def _restore(s: Happening, name: str, gained: dict[str, int]) -> None:
    character = s.character
    changes: list[Change] = []
    given = {}
    for pool, points in gained.items():
        now = getattr(character, pool).now
        given[pool] = max(0, min(points, derived.maximum(character, pool) - now))
        changes.append(set_(f"{pool}/now", now + given[pool]))
    if s.c.option("minor_total_heals") and character.total_damage:
        changes.append(add("total_damage", -min(sum(given.values()), character.total_damage)))
    s.note(name, *changes, **given)


@procedure(group="time")
def take_rest(c: Danger, *, on: Annotated[str, Who()]) -> Rule:
    """A Rest: pools come back, as far as no injury forbids it; wounds stay.

    Raises Refusal `dead`. Atoms K-030, K-031; option `rest_restores` (KA-38).
    """
    yield from ()
    character = derived.alive(c, on)
    s = Happening(c, on)
    barred = derived.unrestored(character)
    pools = [pool for pool in c.option("rest_restores") if pool not in barred]
    _restore(s, "rested", {pool: derived.maximum(character, pool) for pool in pools})
    if "vigor" not in pools or "vitality" not in pools:
        s.note("rest_gave_not", pools=[pool for pool in ("vigor", "vitality") if pool not in pools])
    return Outcome("rested", s.events, {"vigor": s.character.vigor.now, "vitality": s.character.vitality.now})


@procedure(group="time")
def convalesce(c: Danger, *, on: Annotated[str, Who()], days: Annotated[int, Between(0, unit="days")]) -> Rule:
    """Days lain up. An injury or disease with `Rest X` is gone after X months of 30 days; all count side by side.

    Raises Refusal `dead`, `bad_value`. Atoms K-032, K-042, K-046, K-014; options `convalescence` (KA-18), KA-06.
    """
    yield from ()
    derived.alive(c, on)
    s = Happening(c, on)
    left = days
    gone: list[str] = []
    for section in ("injuries", "diseases"):
        for item in getattr(c[on], section):
            needed = _rest_days(item)
            if needed is None or left == 0:
                continue
            spent = min(left, needed - item.rest_days_done)
            if c.option("convalescence") == "one_at_a_time":
                left -= spent
            s.note("lay_up", add(f"{section}/{item.id}/rest_days_done", spent))
            if item.rest_days_done + spent >= needed:
                _removed(s, section, item, "rest")
                gone.append(item.id)
    gone += _age(s, days)
    s.note("convalesced", days=days)
    return Outcome("removed" if gone else "lay_up", s.events, {"removed": gone})


def _rest_days(item: Injury) -> int | None:
    """Days of complete rest that end an injury or disease; None where its cell lists no Rest."""
    months = [way["months"] for way in item.treatment if way["kind"] == "rest"]
    return min(months) * MONTH_DAYS if months and "plague" not in item.tags else None


def _removed(s: Happening, section: str, item: Injury, how: str) -> None:
    """An injury or disease is over; an injury's slot is free at once. Atoms K-014, K-032."""
    s.note("removed", drop(section, item.id), name=item.word, how=Term(f"how.{how}"))


def _age(s: Happening, days: int) -> list[str]:
    """Cosmetic injuries grow older and fade by themselves. Atom K-042; KA-06."""
    gone = []
    for injury in s.character.injuries:
        if not derived.cosmetic(injury):
            continue
        s.note("aged", add(f"injuries/{injury.id}/days", days))
        if injury.days + days >= s.book.fades_after_days():
            _removed(s, "injuries", injury, "fading")
            gone.append(injury.id)
    return gone


@procedure(group="time")
def adventure(c: Danger, *, on: Annotated[str, Who()], days: Annotated[int, Between(0, unit="days")] = 1) -> Rule:
    """Back to adventuring or other exertion: the days lain up so far are lost (or kept: option `rest_interruption`).

    Raises Refusal `dead`, `bad_value`. Atom K-046; KA-06, KA-18.
    """
    yield from ()
    derived.alive(c, on)
    s = Happening(c, on)
    if c.option("rest_interruption") == "reset":
        for section in ("injuries", "diseases"):
            for item in getattr(c[on], section):
                if item.rest_days_done:
                    s.note("rest_broken", set_(f"{section}/{item.id}/rest_days_done", 0), name=item.word)
    gone = _age(s, days)
    s.note("adventured", days=days)
    return Outcome("adventured", s.events, {"removed": gone})


@procedure(group="time", gm=True)
def fade(c: Danger, *, on: Annotated[str, Who()], injury: Annotated[str, OneOf(injury_choices, open=True)]) -> Rule:
    """The GM says that a cosmetic injury has faded. No other injury goes by itself.

    Raises Refusal `dead`, `bad_value`. Atoms K-032, K-042; KA-06.
    """
    yield from ()
    character = derived.alive(c, on)
    s = Happening(c, on)
    item = find(character.injuries, injury, "injury")
    if not derived.cosmetic(item):
        return Outcome("stays", (), {"removed": False, "reason": "not_cosmetic"})
    _removed(s, "injuries", item, "fading")
    return Outcome("removed", s.events, {"removed": True})
