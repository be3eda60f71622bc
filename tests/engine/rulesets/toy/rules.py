"""The toy's rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from bonesetter.effect import Effect, Part, Term
from bonesetter.errors import Refusal
from bonesetter.event import add, event, put, set_
from bonesetter.form import Between, ForGM, OneOf, Who
from bonesetter.frozen import Map
from bonesetter.procedure import Outcome, Rule, Then, procedure, query
from bonesetter.request import Choose, Draw, Option, Test

from .state import Bruise, Toy


@procedure(group="hurt")
def hit(c: Toy, *, on: Annotated[str, Who()], amount: Annotated[int, Between(0, code="negative_amount")] = 1) -> Rule:
    """A bruise, worse for each one carried."""
    if c[on].dead:
        raise Refusal("dead", who=on)
    if amount == 0:
        return Outcome("unhurt")
    parts = (Part(Term("fields.before.label"), len(c[on].bruises)),)
    row = yield from Draw("bruise", table="bruises", parts=parts, show="total")
    effects = (Effect("modifier", Map({"on": ("all",), "value": -1})),) if row == "gash" else ()
    bruise = Bruise(f"b{c[on].serial + 1}", row, effects)
    changes = [add("serial", 1), put("bruises", bruise)] + ([set_("dead", True)] if row == "end" else [])
    return Outcome(
        "dead" if row == "end" else "bruised",
        (event("bruised", on, *changes, row=row, effects=effects),),
        {"row": row},
        offers=(Then("treat", Map({"on": on, "bruise": bruise.id})),),
    )


def open_bruises(c: Toy, filled: Mapping[str, Any]) -> tuple[tuple[str, Term], ...]:
    return tuple((b.id, Term(f"rows.{b.row}")) for b in c[filled["on"]].bruises if not b.treated)


@procedure(group="treat")
def treat(
    c: Toy,
    *,
    on: Annotated[str, Who()],
    bruise: Annotated[str, OneOf(open_bruises)],
    hurry: Annotated[bool, ForGM()] = False,
) -> Rule:
    """A choice, then a roll; in a hurry there is nothing left to choose."""
    if bruise not in dict(open_bruises(c, {"on": on})):
        raise Refusal("no_bruise", given=bruise)
    how = yield from Choose(
        "how",
        about=(("given", bruise),),
        skip_single=True,
        options=(
            Option("gentle", Term("values.gentle"), "no_bruise" if hurry else None),
            Option("rough", Term("values.rough")),
        ),
    )
    margin = yield from Test("treat", difficulty=9 if how == "gentle" else 7, show="test")
    if margin < 0:
        return Outcome("failed")
    return Outcome("treated", (event("treated", on, set_(f"bruises/{bruise}/treated", True)),))


@procedure(group="illness", gm=True)
def expose(c: Toy, *, on: Annotated[str, Who()], secret: bool = False) -> Rule:
    """Perhaps a fever, which nobody sees yet."""
    margin = yield from Test("caught", difficulty=8, secret=secret, show="test")
    if margin >= 0:
        return Outcome("looked", result={"caught": False})
    return Outcome("looked", (event("caught", on, set_("incubating", True), secret=secret),), {"caught": True})


@procedure(group="illness", gm=True)
def watch(c: Toy, *, on: Annotated[str, Who()]) -> Rule:
    """A roll that everybody sees, and one that the GM alone does."""
    yield from Test("caught", difficulty=8, show="test")
    yield from Test("caught", difficulty=8, secret=True)
    return Outcome("looked")


@procedure(group="illness", gm=True)
def market(c: Toy, *, by: Annotated[str, Who()], pest: Annotated[str | None, ForGM()] = None) -> Rule:
    """A day among people; somebody may carry something home that nobody sees."""
    yield from ()
    caught = (event("caught", pest, set_("incubating", True), secret=True),) if pest else ()
    return Outcome("looked", caught)


@procedure(group="illness")
def day(c: Toy, *, on: Annotated[str, Who()]) -> Rule:
    """One day: a success marks, two marks end it; a miss by five or more kills."""
    fever = c[on].fever
    if fever is None:
        raise Refusal("no_bruise", given=on)
    margin = yield from Test("day", parts=(Part(Term("fields.before.label"), 2),), difficulty=11, show="test")
    if margin <= -5:
        return Outcome("dead", (event("died", on, set_("dead", True)),))
    if margin < 0:
        return Outcome("ill", again=Then("day", Map({"on": on})))
    if fever == 1:
        return Outcome("over", (event("well", on, set_("fever", None)),))
    return Outcome("ill", (event("marked", on, set_("fever", fever + 1)),), again=Then("day", Map({"on": on})))


@procedure(group="hurt")
def chain(c: Toy, *, on: Annotated[str, Who()], left: int = 0) -> Rule:
    """A roll that goes on in the same sitting while it comes to 5 or 6, counting."""
    margin = yield from Test("chain", dice="d6", difficulty=5)
    if margin < 0:
        return Outcome("over", result={"count": left})
    return Outcome("ill", then=Then("chain", Map({"on": on, "left": left + 1})))


@query()
def bruises(c: Toy, *, on: Annotated[str, Who()]) -> dict[str, Any]:
    """How many bruises a character has."""
    return {"bruises": len(c[on].bruises)}
