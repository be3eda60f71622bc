"""Trauma, Derangements and feats. Source: Trauma; White Box: New Feats."""

from __future__ import annotations

from typing import Annotated

from ...effect import Phrase, Term
from ...errors import Refusal
from ...event import add, put, set_
from ...form import Between, Choices, OneOf, Who
from ...procedure import Outcome, Rule, procedure
from ...request import Choose, Option
from . import derived
from .character import LIMBS
from .derived import ARTIFICIAL, FEATS, Maimery
from .happening import Happening


@procedure(group="mind")
def remove_trauma(c: Maimery, *, on: Annotated[str, Who()], n: Annotated[int, Between(0)]) -> Rule:
    """Trauma removed, as many points as the rates of another document give, even while recuperating.

    Raises Refusal `dead`, `bad_value`. Atom D-074; DA-39.
    """
    yield from ()
    character = derived.present(c, on)
    s = Happening(c, on)
    removed = min(n, character.trauma)
    s.note("trauma_removed", add("trauma", -removed), removed=removed)
    return Outcome("trauma_removed", s.events, {"removed": removed, "trauma": s.character.trauma})


@procedure(group="mind")
def remove_derangement(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """A Derangement removed: never while an Injury is left.

    Raises Refusal `dead`, `not_allowed`. Atom D-074; DA-39.
    """
    yield from ()
    character = derived.present(c, on)
    if character.injuries:
        raise Refusal("not_allowed", field="on", who=on, what=Term("not_allowed.derangement"))
    s = Happening(c, on)
    s.note("derangement_removed", set_("derangements", max(0, character.derangements - 1)))
    return Outcome("derangement_removed", s.events, {"derangements": s.character.derangements})


def severed(c: Maimery, filled: dict[str, str]) -> Choices:
    """Limbs that are gone and not replaced yet."""
    return tuple((limb, Term(f"terms.{limb}")) for limb in _severed(c, filled["on"]))


def _severed(c: Maimery, on: str) -> tuple[str, ...]:
    character = c[on]
    return tuple(
        limb for limb in LIMBS if derived.lost(character, f"lost_limb:{limb}") and limb not in character.artificial
    )


@procedure(group="feats")
def take_feat(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    feat: Annotated[str, OneOf(FEATS, open=True, labels="feats")],
    limb: Annotated[str | None, OneOf(severed, open=True)] = None,
) -> Rule:
    """One of the five General Feats; none can be had twice. A Magi-chanical Limb takes the place of a severed one.

    Raises Refusal `dead`, `not_allowed`, `bad_value`. Atoms D-075 to D-080; DA-40.
    """
    character = derived.present(c, on)
    feat = derived.feat_meant(feat)
    if feat not in FEATS:
        raise Refusal("bad_value", field="feat", given=feat, accepted=", ".join(FEATS))
    had = (("feat", Term(f"feats.{feat}")),)
    if feat in character.feats:
        raise Refusal("not_allowed", field="feat", who=on, what=Phrase("not_allowed.feat_twice", had))
    s = Happening(c, on)
    gone = _severed(c, on)
    _known_limb(limb, gone)
    s.note("feat", put("feats", feat), feat=Term(f"feats.{feat}"))
    if feat == ARTIFICIAL and gone:
        if limb is None and len(gone) > 1:
            options = tuple(Option(each, Term(f"terms.{each}")) for each in gone)
            limb = yield from Choose("limb_to_fit", who=on, options=options, default=gone[0])
        fitted = limb or gone[0]
        s.note("limb_fitted", put("artificial", fitted), limb=Term(f"at.{fitted}"))
    return Outcome("feat", s.events, {"feats": list(s.character.feats), "artificial": list(s.character.artificial)})


def _known_limb(limb: str | None, gone: tuple[str, ...]) -> None:
    if limb is not None and limb not in gone:
        raise Refusal("bad_value", field="limb", given=limb, accepted=list(gone) or Term("accepted.nothing_lost"))


@procedure(group="feats")
def fit_limb(c: Maimery, *, on: Annotated[str, Who()], limb: Annotated[str, OneOf(severed, open=True)]) -> Rule:
    """The Magi-chanical Limb of the feat fitted where a limb is missing, when it was lost after the feat was taken. The
    Injury still counts until it is healed.

    Raises Refusal `dead`, `not_allowed`, `bad_value`. Atom D-077.
    """
    yield from ()
    character = derived.present(c, on)
    if ARTIFICIAL not in character.feats or character.artificial:
        raise Refusal("not_allowed", field="limb", who=on, what=Term("not_allowed.no_spare_limb"))
    _known_limb(limb, _severed(c, on))
    s = Happening(c, on)
    s.note("limb_fitted", put("artificial", limb), limb=Term(f"at.{limb}"))
    return Outcome("limb_fitted", s.events, {"artificial": list(s.character.artificial)})
