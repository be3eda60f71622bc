"""The one procedure every ruleset has: roll on one of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from .campaign import Compartment
from .effect import Part, Term
from .errors import Refusal
from .event import event
from .form import Free, RolledTable, Who
from .procedure import Outcome, Rule, procedure, read
from .request import Draw


@procedure(group="tables", verb="roll")
def roll_table(
    c: Compartment[Any, Any],
    *,
    table: Annotated[str, RolledTable()],
    modifiers: Annotated[Mapping[str, int] | None, Free("modifiers")] = None,
    modifier: int = 0,
    on: Annotated[str | None, Who()] = None,
) -> Rule:
    """A roll on any table that has a die, with the addends its rule names (`modifiers`) and a plain one (`modifier`).

    Changes nothing; the log keeps it. Raises Refusal `not_whole_number`.
    """
    parts = []
    for name, value in (modifiers or {}).items():
        if type(value) is not int:
            raise Refusal("not_whole_number", field=name, given=value)
        parts.append(Part(Term(f"fields.{name}"), value))
    if modifier:
        parts.append(Part(Term("terms.modifier"), modifier))
    row = yield from Draw(
        "table_roll", table=table, parts=tuple(parts), show="total", about=(("table", Term(f"tables.{table}.title")),)
    )
    return Outcome(
        "rolled",
        (event("rolled_on_table", on, row=row, table=Term(f"tables.{table}.title"), row_name=Term(f"rows.{row}")),),
        {"row": row},
    )


PROCEDURES = {made.verb: made for made in (read(roll_table),) if made}
