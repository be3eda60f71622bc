"""What magic does for the hurt, the poisoned and the sick (Critical wounds; Treating poison; Nursing and cures)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ...effect import Term
from ...errors import Refusal
from ...event import event, set_
from ...form import OneOf, Who
from ...procedure import Outcome, Rule, procedure
from ...request import GM, Choose, Option
from . import bearing, book, choices
from .disease import end_bout
from .records import Frontier
from .telling import Telling, an_open_wound, end_poisoning, end_wound, living, the_poisoning, then, wound_term

MENDING = ("Greater Mending", "Mother's Care")
CLEANSING = ("Cleanse", "Break the Fever")
HOLDING = ("Hold the Breath", "Watch Through the Night")
BLESSING = "House-blessing"
SPELLS = (*MENDING, *CLEANSING, *HOLDING, BLESSING)


@procedure(group="magic")
def magic(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    spell: Annotated[str, OneOf(SPELLS, code="unknown_spell")],
    target: Annotated[str | None, choices.TARGET] = None,
) -> Rule:
    """A spell that has been cast on somebody; what casting it costs is elsewhere.

    Greater Mending and Mother's Care end one wound that isn't permanent. Cleanse and Break the Fever end one poison or
    one disease, at any stage (whoever stays in bad air breathes it again). Hold the Breath and Watch Through the Night
    keep the dying alive while they last and end nothing. House-blessing gives +1 on Resist (Disease) for a week. Atoms
    F-082, F-085, F-242, F-252, F-253, F-323, F-324, F-329, F-363; D-40, D-71, D-72, D-80.
    """
    living(c, on)
    t = Telling(c)
    if spell in MENDING:
        wound = an_open_wound(c[on], on, target or "")
        if wound.lasts == "permanent":
            raise Refusal(
                "magic_permanent",
                field="target",
                spell=Term(f"values.{spell}"),
                given=wound.id,
                wound=wound_term(wound),
            )
        end_wound(t, on, wound, f"spell:{spell}")
        return Outcome("wound_ended", t.events, {"ended": wound.id})
    if spell in CLEANSING:
        return _cleanse(t, on, spell, target or "")
    if spell == BLESSING:
        t.tell(event("blessed", on, set_("blessed", True), set_("blessed_left", Fraction(book.WEEK))))
        return Outcome("blessed", t.events, {"blessed": True})
    wounds = any(clock.of_wound for clock in bearing.clocks(c[on]))
    allowed = c.option("hold_magic_on_wounds") == "ask"
    if wounds and allowed:
        options = (Option("yes", Term("terms.yes")), Option("no", Term("terms.no")))
        answer = yield from Choose("hold_on_wound", who=GM, options=options, default="yes", about=(("who", on),))
        allowed = answer == "yes"
    held = [set_("held", spell), set_("held_wounds", allowed)]
    t.tell(event("held", on, *held, spell=Term(f"values.{spell}")))
    return Outcome("held", t.events, {"held": on}, offers=(then("end_hold", on=on),))


def _cleanse(t: Telling, on: str, spell: str, target: str) -> Outcome:
    """One poison or one disease ends. Raises Refusal `unknown_target`, `poison_over`, `not_sick_yet`."""
    ch = t[on]
    if ch.poisoning(target) is not None:
        dose = the_poisoning(ch, on, target)
        end_poisoning(t, on, dose, f"spell:{spell}")
        breathing = book.poison(dose.poison)["way"] == "breathed"
        offers = (then("take_poison", on=on, poison=dose.poison),) if breathing else ()
        return Outcome("poison_ended", t.events, {"ended": target}, offers=offers)
    bout = ch.disease(target)
    if bout is None:
        raise Refusal("unknown_target", field="target", given=target, who=on, spell=Term(f"values.{spell}"))
    if bout.phase == "over":
        raise Refusal("not_sick_yet", field="target", who=on, given=target)
    end_bout(t, on, bout, f"spell:{spell}", magic=True)
    return Outcome("disease_ended", t.events, {"ended": target})


@procedure(group="magic")
def limb_rune(c: Frontier, *, on: Annotated[str, Who()], wound: Annotated[str, choices.WOUND]) -> Rule:
    """A Limb-rune replaces a lost hand or foot, and nothing else. Atoms F-086, F-151, F-171."""
    found = an_open_wound(living(c, on), on, wound)
    if not any(True for _ in book.kinds(found.effects, "lost_part")):
        raise Refusal("not_a_lost_limb", field="wound", given=wound, wound=wound_term(found))
    t = Telling(c)
    end_wound(t, on, found, "spell:Limb-rune")
    yield from ()
    return Outcome("wound_ended", t.events, {"ended": wound})


@procedure(group="magic")
def end_hold(c: Frontier, *, on: Annotated[str, Who()]) -> Rule:
    """A spell that held the dying is let go: the clocks run on. Atom F-253."""
    ch = living(c, on)
    if ch.held is None:
        raise Refusal("not_held", field="on", who=on)
    happened = event("hold_ended", on, set_("held", None), set_("held_wounds", False), spell=Term(f"values.{ch.held}"))
    yield from ()
    return Outcome("hold_ended", (happened,), {"held": None})
