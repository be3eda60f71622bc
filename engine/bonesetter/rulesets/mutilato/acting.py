"""Things done with the body that is left: two-handed work, running, standing up, handling things, stopping blood.

Atoms U-024, U-026, U-030 to U-034.
"""

from __future__ import annotations

from typing import Annotated, Any

from ...effect import Phrase, Term
from ...errors import Refusal
from ...event import drop as take_out
from ...event import put, set_
from ...form import Choices, OneOf, Who
from ...frozen import Json
from ...happening import Asking
from ...procedure import Outcome, Rule, procedure
from ...request import GM, Choose, Option
from . import derived
from .asking import ACTIONS, BARRED, TWO_HANDED
from .character import PARTS, Item
from .derived import CRAWL, NO_TWO_HANDED, Maimed
from .happening import Happening, lost_word, nothing_asked, side_word
from .losing import hurt

ALLOW, REFUSE = "allow", "refuse"
NONE = Term("terms.none")
BOTH = "+"


def things(c: Maimed, filled: Any) -> Choices:
    """The things a character has or had."""
    return tuple((item.id, item.id) for item in c[filled["on"]].items)


def grips(c: Maimed, filled: Any) -> Choices:
    """The hands that may hold a thing: each by itself, and the first two together."""
    hands = c[filled["on"]].body.hand
    single = tuple((hand, side_word(hand)) for hand in hands)
    if len(hands) < 2:
        return single
    both = Phrase("losses.more", (("first", side_word(hands[0])), ("then", side_word(hands[1]))))
    return (*single, (BOTH.join(hands[:2]), both))


def arms(c: Maimed, filled: Any) -> Choices:
    """The arms that a thing may be strapped to."""
    return tuple((arm, side_word(arm)) for arm in c[filled["on"]].body.arm)


def banned(c: Maimed, who: str, what: str) -> bool:
    """Whether losses bar an action. A creature that has or had three hands or more is for the GM to say; anybody else
    is refused at once. Raises Refusal `no_two_handed`, `no_run`, `no_charge`, `crawl_only`. Atoms U-032, U-034; D 11.
    """
    flags = [flag for flag in BARRED.get(what, ()) if flag in derived.flags(c, who)]
    if not flags:
        return False
    if what == TWO_HANDED and derived.hands_ever(c[who]) >= 3:
        return True
    flag = CRAWL if CRAWL in flags else flags[0]
    raise Refusal(flag, field="what", who=who, what=Term(f"actions.{what}"), lost=_causes(c, who, flag))


def _causes(c: Maimed, who: str, flag: str) -> str | Term | Phrase:
    """The losses that earned a ban, in words."""
    named: list[str | Term | Phrase] = []
    for cause in derived.causes(c, who, flag):
        part, _, side = cause.partition(":")
        named.append(lost_word(part, side) if part in PARTS and side else cause)
    said = named[0]
    for one in named[1:]:
        said = Phrase("losses.more", (("first", said), ("then", one)))
    return said


def _gm_allows(c: Maimed, who: str) -> Asking[bool]:
    options = tuple(Option(value, Term(f"verdicts.{value}")) for value in (ALLOW, REFUSE))
    about = (("lost", _causes(c, who, NO_TWO_HANDED)), ("hands", len(c[who].body.hand)))
    word = yield from Choose("two_handed", options=options, default=REFUSE, who=GM, about=about)
    return word == ALLOW


@procedure(group="act")
def attempt(c: Maimed, *, on: Annotated[str, Who()], what: Annotated[str, OneOf(ACTIONS, labels="actions")]) -> Rule:
    """An action that losses may bar. Refused with the reason, or, with three or more hands, the GM is asked; other
    actions are unaffected. Atoms U-024, U-032, U-034; D 11."""
    ask = banned(c, on, what)
    s = Happening(c, on)
    allowed = (not ask) or (yield from _gm_allows(c, on))
    s.note("attempted" if allowed else "denied", action=Term(f"actions.{what}"))
    return Outcome("allowed" if allowed else "denied", s.events, {"allowed": allowed})


@procedure(group="act")
def stand_up(c: Maimed, *, on: Annotated[str, Who()]) -> Rule:
    """No longer Prono: that was never permanent. Raises Refusal `not_prone`. Atom U-033."""
    if not c[on].prone:
        raise Refusal("not_prone", field="on", who=on)
    s = Happening(c, on)
    s.note("stood_up", set_("prone", False))
    yield from nothing_asked()
    return Outcome("stood_up", s.events)


@procedure(group="act")
def bleed(c: Maimed, *, on: Annotated[str, Who()]) -> Rule:
    """Every bleeding that goes on (option `bleeding`) rolls its dice again: called when the table's own page of
    Sanguinante says so. Raises Refusal `not_bleeding`. Atoms U-026, U-027."""
    if not c[on].wounds:
        raise Refusal("not_bleeding", field="on", who=on)
    s = Happening(c, on)
    for wound in c[on].wounds:
        yield from hurt(s, wound.attribute, wound.dice, Term(f"flags.{derived.BLEEDING}"))
    return Outcome("bled", s.events, {"bleeding": s.result["bleeding"]})


@procedure(group="act")
def stop_bleeding(c: Maimed, *, on: Annotated[str, Who()]) -> Rule:
    """All bleedings that go on end; the damage done stays. Raises Refusal `not_bleeding`. Atoms U-004, U-026."""
    if not c[on].wounds:
        raise Refusal("not_bleeding", field="on", who=on)
    s = Happening(c, on)
    s.note("bleeding_stopped", *(take_out("wounds", wound.id) for wound in c[on].wounds))
    yield from nothing_asked()
    return Outcome("stopped", s.events)


@procedure(group="gear")
def take(
    c: Maimed,
    *,
    on: Annotated[str, Who()],
    item: str,
    held: Annotated[Any, OneOf(grips, open=True)] = (),
    on_arm: Annotated[str | None, OneOf(arms, open=True)] = None,
    two_handed: bool | None = None,
) -> Rule:
    """A thing taken in hand (one hand, a list, or `left+right`), strapped to an arm or put away; a new thing, or one
    that was had or has fallen.

    Raises Refusal `bad_item`, `no_such_hand`, `no_two_handed` (with three or more hands the GM is asked). Atoms U-030
    to U-032, U-073.
    """
    body = c[on].body
    named = (held,) if held in body.hand else held.split(BOTH) if isinstance(held, str) and held else held
    hands: tuple[str, ...] = tuple(named or ())
    on_arm = on_arm or None
    if not item or "/" in item:
        raise Refusal("bad_item", field="item", given=item)
    for hand in hands:
        if hand not in body.hand:
            raise Refusal("no_such_hand", field="held", given=str(hand), offered=list(body.hand) or NONE)
    if on_arm is not None and on_arm not in body.arm:
        raise Refusal("no_such_arm", field="on_arm", given=on_arm, offered=list(body.arm) or NONE)
    known = next((one for one in c[on].items if one.id == item), Item(item))
    both = known.two_handed if two_handed is None else two_handed
    ask = bool(hands) and (both or len(hands) > 1) and banned(c, on, TWO_HANDED)
    s = Happening(c, on)
    if ask and not (yield from _gm_allows(c, on)):
        s.note("denied", action=Term(f"actions.{TWO_HANDED}"))
        return Outcome("denied", s.events, {"allowed": False})
    where: Json = [side_word(hand) for hand in hands]
    change = put("items", Item(item, hands, on_arm, both))
    if hands:
        s.note("taken", change, item=item, hands=where)
    elif on_arm is not None:
        s.note("strapped", change, item=item, arm=side_word(on_arm))
    else:
        s.note("put_away", change, item=item)
    return Outcome("taken", s.events, {"allowed": True})


@procedure(group="gear")
def put_down(
    c: Maimed, *, on: Annotated[str, Who()], item: Annotated[str, OneOf(things, open=True)], gone: bool = False
) -> Rule:
    """A thing let go, or (`gone`) no longer had at all. Raises Refusal `no_such_item`. Atom U-033."""
    known = next((one for one in c[on].items if one.id == item), None)
    if known is None:
        raise Refusal("no_such_item", field="item", given=item, offered=[one.id for one in c[on].items] or NONE)
    s = Happening(c, on)
    down = Item(item, two_handed=known.two_handed, dropped=True)
    s.note("put_down", take_out("items", item) if gone else put("items", down), item=item)
    yield from nothing_asked()
    return Outcome("put_down", s.events)
