"""Odds as a reader gets them: each chance an exact fraction, labelled; means and quantiles where keys are numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from . import messages as m
from . import odds
from .campaign import Campaign, Compartment
from .cards import language
from .codec import from_json, to_json
from .errors import Refusal
from .frozen import Json, Map
from .goal import extremes
from .host import find_procedure
from .procedure import Then
from .ruleset import Ruleset
from .walk import TooMuch
from .words import Words

MOST = 30_000
"""How many ways a procedure can go are walked for one who waits for its odds: some seconds' work."""

FINE = Fraction(1, 10**9)


def chance_json(value: Fraction) -> dict[str, Json]:
    """A chance as a fraction, and as a number for those who draw it."""
    return {"n": value.numerator, "d": value.denominator, "text": str(value), "value": float(value)}


def odds_json(
    rulesets: Mapping[str, Ruleset], campaign: Campaign, message: m.Odds, numbers: Collection[str] = ()
) -> dict[str, Json]:
    """The answer to an odds message. Raises Refusal; `unknown_number` where what to group by comes up nowhere, unless
    it is one of `numbers`, of which that is known to happen."""
    if message.dice is not None:
        return shown(odds.of_dice(message.dice), None, message)
    if message.ruleset is None or message.ruleset not in rulesets:
        raise Refusal("unknown_ruleset", given=message.ruleset, known=list(rulesets))
    ruleset = rulesets[message.ruleset]
    words = language(ruleset, message.lang, campaign)
    if message.table is not None:
        return shown(odds.of_table(ruleset, message.table, message.modifier), words, message)
    if message.verb is None:
        raise Refusal("missing_argument", field="verb", verb="odds", missing="verb")
    c = _state(ruleset, campaign, message)
    policy = odds.Policy(dict(message.policy), "uniform" if message.uniform else "default")
    tolerance = FINE if message.precise else odds.TOLERANCE
    args = dict(message.args)
    each = _each(ruleset, c, message.each)
    try:
        found = odds.of_procedure(
            ruleset,
            c,
            message.verb,
            args,
            by=message.by,
            course=message.course,
            each=each,
            policy=policy,
            tolerance=tolerance,
            most=MOST,
        )
        acts = min(message.acts, 400)
        table = odds.by_act(ruleset, c, message.verb, args, acts, policy, each, most=MOST) if acts > 0 else []
    except TooMuch:
        raise Refusal("too_long_to_reckon", given=message.verb) from None
    if found.instead is not None and message.by not in numbers:
        raise Refusal("unknown_number", field="by", given=message.by, known=["ending", "row", *found.instead])
    made = shown(found, words, message)
    if message.acts:
        made["by_act"] = [{str(key): chance_json(chance) for key, chance in row.items()} for row in table]
    if message.goal is not None:
        least, most = extremes(ruleset, c, message.verb, args, (message.goal,))
        made.update(best=chance_json(most), worst=chance_json(least))
    return made


def _state(ruleset: Ruleset, campaign: Campaign, message: m.Odds) -> Compartment[Any, Any]:
    if message.characters is None:
        return campaign.compartments[ruleset.id]
    characters = {who: ruleset.adopt(to_json(state)) for who, state in message.characters.items()}
    scene = from_json(ruleset.scene, to_json(message.scene))
    return Compartment(Map(characters), scene, ruleset.options(to_json(message.options)))


def _each(ruleset: Ruleset, c: Compartment[Any, Any], step: m.Step | None) -> Then | None:
    """What precedes every act. Raises Refusal `unknown_verb`, and what it refuses before the first act: later on it may
    be refused, but whoever asks for it means that it can be done at all."""
    if step is None:
        return None
    odds.begin(find_procedure(ruleset, step.verb), c, step.args)
    return Then(step.verb, step.args)


def shown(found: odds.Odds, words: Words | None, message: m.Odds) -> dict[str, Json]:
    """Odds that answer a message, each key with its label; a mean and quantiles where all of them are numbers."""
    numeric = bool(found.chances) and all(
        isinstance(key, int | Fraction) and not isinstance(key, bool) for key in found.chances
    )
    keys = sorted(found.chances) if numeric else list(found.chances)  # type: ignore[type-var]
    made: dict[str, Json] = {
        "by": message.by,
        "rows": [
            {"key": to_json(key), "label": _label(key, words, message.by), "chance": chance_json(found.chances[key])}
            for key in keys
        ],
        "unresolved": chance_json(found.unresolved),
    }
    if numeric and not found.unresolved:
        quantiles = {share: to_json(found.quantile(Fraction(share))) for share in ("1/4", "1/2", "3/4", "9/10")}
        made.update(mean=chance_json(found.mean()), quantiles=quantiles)
    if message.course and found.acts is not None:
        made["acts"] = chance_json(found.acts)
    return made


def _label(key: Any, words: Words | None, by: str) -> str:
    if words is None or isinstance(key, int | Fraction):
        return str(key)
    for section in ("endings",) if by == "ending" else ("rows",):
        if words.has(f"{section}.{key}"):
            return words.text(f"{section}.{key}")
    return words.say(key) or "–"
