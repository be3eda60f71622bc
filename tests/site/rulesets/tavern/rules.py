"""The one rule of the tavern."""

from __future__ import annotations

from typing import Annotated, Any

from bonesetter.campaign import Compartment
from bonesetter.effect import Part, Term
from bonesetter.event import event, put
from bonesetter.form import Between, Who
from bonesetter.procedure import Outcome, Rule, procedure
from bonesetter.request import Choose, Draw, Option


@procedure(group="hurt")
def brawl(
    c: Compartment[Any, Any],
    *,
    on: Annotated[str, Who()],
    mugs: Annotated[int, Between(0, 5)] = 0,
) -> Rule:
    """Somebody gets into it."""
    duck = yield from Choose(
        "duck", options=(Option("duck", Term("values.duck")), Option("stand", Term("values.stand")))
    )
    if duck == "duck":
        return Outcome("ducked", (event("ducked", on),))
    row = yield from Draw("bruise", table="bruises", parts=(Part(Term("fields.mugs"), mugs),), who=on, show="total")
    return Outcome("bruised", (event("bruised", on, put("bruises", row), row=row),), {"row": row})
