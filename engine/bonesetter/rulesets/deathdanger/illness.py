"""Disease. Source: Disease Table. Its rows are the project's own; a disease is no wound and takes no slot (KA-34)."""

from __future__ import annotations

from typing import Annotated

from ...form import Who
from ...procedure import Outcome, Rule, procedure
from . import derived
from .derived import Danger
from .happening import Happening
from .injuries import sicken


@procedure(group="hurt")
def expose_disease(c: Danger, *, on: Annotated[str, Who()]) -> Rule:
    """Exposure to illness: one roll on the Disease table decides the affliction.

    Raises Refusal `dead`. Atoms K-044, K-045.
    """
    derived.alive(c, on)
    s = Happening(c, on)
    id = yield from sicken(s)
    caught = next(disease for disease in s.character.diseases if disease.id == id)
    return Outcome("diseased", s.events, {"disease": id, "from": caught.result, "name": caught.name})
