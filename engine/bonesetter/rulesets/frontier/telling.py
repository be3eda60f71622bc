"""Shared by the rules: what refuses whom, events in the making, and the harms' common endings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...effect import Phrase, Term
from ...errors import Refusal
from ...event import Change, Event, event, set_
from ...frozen import Json, Map
from ...procedure import Then
from . import bearing, book
from .records import Character, Disease, Frontier, Poisoning, Wound


class Telling:
    """The events of a procedure as they come about, and the state they lead to so far."""

    def __init__(self, c: Frontier) -> None:
        self.c = c
        self.events: tuple[Event, ...] = ()

    def __getitem__(self, who: str) -> Character:
        return self.c[who]

    def tell(self, *happened: Event) -> None:
        """Let something happen."""
        self.events += happened
        self.c = self.c.after(*happened)


def then(verb: str, **args: Any) -> Then:
    """A procedure to offer, with its arguments."""
    return Then(verb, Map({name: value for name, value in args.items() if value is not None}))


# --- who may ---------------------------------------------------------------------------------------------------------


def sound(c: Frontier, who: str) -> Character:
    """A character whose numbers can be (F-012). Raises Refusal `wounds_out_of_range`, `attribute_too_low`,
    `negative_fatigue`, `tired_out_of_range`."""
    ch = c[who]
    if ch.most < 1 or not 0 <= ch.now <= ch.most:
        raise Refusal("wounds_out_of_range", who=who, given=ch.now, max=ch.most)
    least = int(c.option("min_attribute"))
    if not ch.opponent:
        for name in ("Endurance", "Resolve"):
            if ch.attributes.get(name, 0) < least:
                value = ch.attributes.get(name, 0)
                raise Refusal("attribute_too_low", who=who, attribute=Term(f"values.{name}"), given=value, least=least)
    for field in ("fatigue", "fever_fatigue", "ritual_fatigue"):
        if getattr(ch, field) < 0:
            raise Refusal("negative_fatigue", field=field, who=who, given=getattr(ch, field))
    if not 0 <= ch.tired <= 3:
        raise Refusal("tired_out_of_range", who=who, given=ch.tired)
    return ch


def living(c: Frontier, who: str) -> Character:
    """A character something can still be done for. Raises Refusal `dead`, and what `sound` raises."""
    ch = sound(c, who)
    if ch.dead:
        raise Refusal("dead", who=who)
    return ch


def acting(c: Frontier, who: str, full_action: bool = False) -> Character:
    """A character able to act. Raises Refusal `actor_incapable`, and what `sound` raises."""
    ch = sound(c, who)
    why = bearing.incapable(ch, full_action)
    if why is not None:
        raise Refusal("actor_incapable", who=who, why=Term(f"terms.{why}"))
    return ch


def not_oneself(c: Frontier, by: str, on: str) -> None:
    """Raises Refusal `self_treatment` where the campaign has nobody treat themselves (D-18)."""
    if by == on and not c.option("self_treatment"):
        raise Refusal("self_treatment", who=by, what=Term("terms.any_treatment"))


def working(c: Frontier, who: str, what: str) -> None:
    """Raises Refusal `gravely_ill_cannot` for the Gravely ill (F-315, D-84)."""
    grave = bearing.gravely_ill(c[who])
    if grave is not None:
        raise Refusal("gravely_ill_cannot", who=who, what=Term(f"terms.{what}"), disease=disease_term(grave))


def exerted(c: Frontier, who: str) -> tuple[Event, ...]:
    """Whoever fights or works while sick has done so in the interval that runs (F-318, D-68, D-81): an event for those
    who are."""
    changes = [set_(f"diseases/{bout.id}/active", True) for bout in bearing.ill(c[who]) if not bout.active]
    return (event("worked_while_sick", who, *changes),) if changes else ()


def listed(known: Sequence[Wound | Poisoning | Disease]) -> list[Json] | Term:
    """The ids that a refusal names, or that there are none."""
    return [item.id for item in known] or Term("terms.none")


def the_wound(ch: Character, who: str, id: str) -> Wound:
    """A wound by its id. Raises Refusal `unknown_wound`."""
    wound = ch.wound(id)
    if wound is None:
        raise Refusal("unknown_wound", field="wound", who=who, given=id, known=listed(bearing.open_wounds(ch)))
    return wound


def an_open_wound(ch: Character, who: str, id: str) -> Wound:
    """A wound that isn't over. Raises Refusal `unknown_wound`, `wound_ended`."""
    wound = the_wound(ch, who, id)
    if wound.status != "open":
        raise Refusal("wound_ended", field="wound", given=id, wound=wound_term(wound), how=how(wound.ended_by))
    return wound


def the_poisoning(ch: Character, who: str, id: str) -> Poisoning:
    """A poisoning that isn't over. Raises Refusal `unknown_poisoning`, `poison_over`."""
    dose = ch.poisoning(id)
    if dose is None:
        raise Refusal("unknown_poisoning", field="id", who=who, given=id, known=listed(ch.poisonings))
    if dose.phase == "over":
        raise Refusal("poison_over", field="id", given=id, poison=poison_term(dose), how=how(dose.ended_by))
    return dose


def the_disease(ch: Character, who: str, id: str) -> Disease:
    """A disease that shows. Raises Refusal `not_sick_yet`: the same whether it is over, still incubating, or was never
    there (F-305)."""
    bout = ch.disease(id)
    if bout is None or bout.phase not in ("sick", "gravely_ill"):
        raise Refusal("not_sick_yet", field="id", who=who, given=id)
    return bout


# --- words of theirs -------------------------------------------------------------------------------------------------


def counted(number: int, what: str) -> Phrase:
    """A number of something in words, one or many: `1 Wound`, `4 hours`. `what` is a key of `counts.one` and
    `counts.many`."""
    return Phrase(f"counts.{'one' if number == 1 else 'many'}.{what}", (("number", number),))


def wound_term(wound: Wound) -> Term | Phrase:
    """A wound's name in words."""
    return bearing.named(wound)


def poison_term(dose: Poisoning) -> Term:
    """A poison's name in words."""
    return Term(f"rows.{book.poison(dose.poison).id}")


def disease_term(bout: Disease) -> Term:
    """A disease's name in words."""
    return Term(f"rows.{book.disease(bout.disease).id}")


def how(ended_by: str | None) -> Term | Phrase:
    """What ended something, in words: a spell, a healer's hands, or time."""
    if ended_by is None:
        return Term("terms.by_now")
    kind, _, name = ended_by.partition(":")
    return Phrase(f"terms.ended_{kind}", (("name", name),)) if name else Term(f"terms.ended_{kind}")


# --- endings all harms share -----------------------------------------------------------------------------------------


def died(who: str, cause: str) -> Event:
    """A death, by a row id, or by harm unknown."""
    return event("died", who, set_("dead", True), set_("cause_of_death", cause), cause=Term(f"rows.{cause}"))


def end_wound(t: Telling, who: str, wound: Wound, ended_by: str) -> None:
    """A critical wound is over, all it does with it; the fight's count stays (F-085, F-089)."""
    at = f"critical_wounds/{wound.id}"
    was_out = bearing.unconscious(t[who])
    changes = [set_(f"{at}/status", "ended"), set_(f"{at}/ended_by", ended_by)]
    changes += [set_(f"{at}/{name}", None) for name in ("out", "dying_minutes") if getattr(wound, name) is not None]
    if wound.pending:
        changes.append(set_(f"{at}/pending", False))
    row = book.wound_row(wound.location, wound.row)
    t.tell(event("wound_over", who, *changes, row=row.id, wound=wound_term(wound), how=how(ended_by)))
    after(t, who, was_out)


def end_poisoning(t: Telling, who: str, dose: Poisoning, ended_by: str) -> None:
    """A poisoning is over: its death clock, sleep, locks and lost turns end, and (by option) its penalties; Wounds
    lost, Fatigue gained and the hours of collapse stay (F-249, D-52)."""
    at = f"poisonings/{dose.id}"
    was_out, slept = bearing.unconscious(t[who]), bearing.asleep(t[who])
    changes = [set_(f"{at}/phase", "over"), set_(f"{at}/ended_by", ended_by)]
    ends: dict[str, Any] = {"dying_minutes": None, "locked": 0, "onset_left": None}
    if t.c.option("ended_poison_clears_penalties"):
        ends.update(modifier=0, hours_left=None, turns_left=0, sleep_hours=None, spoils_night=False)
    if dose.out == bearing.BAD_AIR:
        ends["out"] = None
    changes += [set_(f"{at}/{name}", value) for name, value in ends.items() if getattr(dose, name) != value]
    t.tell(event("poison_ended", who, *changes, poison=poison_term(dose), how=how(ended_by)))
    after(t, who, was_out)
    if slept == bearing.DRAUGHT and bearing.asleep(t[who]) is None:
        t.tell(event("woke", who))


def after(t: Telling, who: str, was_out: Fraction | str | None) -> None:
    """Whoever has no cause left to lie senseless comes round; hold magic that has nothing left to hold ends (F-253)."""
    ch = t[who]
    if ch.dead:
        return
    if was_out is not None and bearing.unconscious(ch) is None:
        t.tell(event("came_round", who))
    if ch.held is not None and not bearing.clocks(ch):
        t.tell(
            event("hold_ended", who, set_("held", None), set_("held_wounds", False), spell=Term(f"values.{ch.held}"))
        )


def harmed(t: Telling, who: str) -> None:
    """Harm wakes any sleeper (F-213, F-282, D-78)."""
    if bearing.asleep(t[who]) is None or t[who].dead:
        return
    changes = [Change("set", "asleep", None)] if t[who].asleep is not None else []
    changes += [
        set_(f"poisonings/{dose.id}/sleep_hours", None) for dose in t[who].poisonings if dose.sleep_hours is not None
    ]
    t.tell(event("woke", who, *changes))
