"""The state of Death & Danger as the loader finds it: adopting characters, their sheet, their open injuries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...codec import from_json, to_json
from ...effect import Effect, Term
from ...errors import Refusal
from ...frozen import Json, Map
from ...view import Injury as Shown
from . import derived
from .character import CHOSEN, CUSTOM, KINDS, STATUSES, Character, Injury, Poison, Scene
from .derived import Danger
from .sound import LADDER, WAYS
from .tables import DISEASE, INJURY_TABLES, book

__all__ = ["Character", "Scene", "adopt", "injuries", "sheet"]


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from JSON. Injuries named by table and result, diseases by their row's lowest face (`from`), take the
    row of the tables in force; a `custom` injury brings its own. Pools above their maxima in force are brought down.

    Raises Refusal `bad_value` for a kind, status, Tier, level, pool, table or row that can't be.
    """
    given = dict(facts)
    for section in ("injuries", "diseases"):
        items = given.get(section, ())
        given[section] = [_filled(item, section, n) for n, item in enumerate(items, 1)]
    given["poisons"] = [{"id": f"p{n}", **poison} for n, poison in enumerate(given.get("poisons", ()), 1)]
    for name in ("vigor", "vitality"):
        pool = given.get(name)
        if isinstance(pool, Mapping) and len({"now", "max"} & set(pool)) == 1:  # one number given: the pool is full
            full = pool.get("max", pool.get("now"))
            given[name] = {"now": full, "max": full, **pool}
    if isinstance(given.get("final_death"), bool):
        given["final_death"] = CHOSEN if given["final_death"] else None
    character: Character = from_json(Character, given)
    _possible(character)
    serials = dict(character.serials)
    for id in [item.id for items in (character.injuries, character.diseases, character.poisons) for item in items]:
        prefix, number = id[:1], id[1:]
        if prefix in "ndp" and number.isdigit():
            serials[prefix] = max(serials.get(prefix, 0), int(number))
    return derived.within(replace(character, serials=Map(serials)))


def _filled(item: Mapping[str, Json], section: str, number: int) -> dict[str, Json]:
    made = dict(item)
    made.pop("sites", None)
    if isinstance(made.get("row"), Mapping):
        made.update(made.pop("row"))
    if isinstance(made.get("name"), Mapping):  # a row written in the form of the tables' file
        made["name"] = made["name"]["en"]
    disease = section == "diseases"
    low = made.pop("from", None)
    made.setdefault("id", f"{'d' if disease else 'i'}{number}")
    if disease:
        made.setdefault("table", DISEASE)
        made.setdefault("result", low)
    table = made.get("table", CUSTOM)
    if table == CUSTOM or (disease and made.get("result") is None):
        _own_row(made, section)
        return made
    known = (DISEASE,) if disease else (*INJURY_TABLES, CUSTOM)
    if table not in known:
        raise Refusal("bad_value", field=f"{section}/table", given=table, accepted=list(known))
    row = book().at(table, made.get("result") or 0)
    if row is None:
        if "name" in made:  # a row of tables that are no longer loaded: it keeps the copy it brings
            return made
        results = [kind.result for kind in book().rows(table)]
        raise Refusal("bad_value", field=f"{section}/result", given=made.get("result"), accepted=results)
    copied = {
        "row": row.id,
        "name": row.name["en"],
        "die": row.die,
        "activity": row.activity,
        "effects": to_json(site_effects(row.effects, made.get("site") if row.sites else None)),
        "treatment": to_json(row.treatment),
        "tags": list(row.tags),
    }
    return {**copied, **made}


def _own_row(item: Mapping[str, Json], section: str) -> None:
    """Raises Refusal `bad_value`, naming the row, for a row of one's own with a die outside the ladder or a treatment
    that nobody could give: the same that a file of tables is refused for."""
    where = f"{section}/{item.get('name') or item['id']}"
    if item.get("die") is not None and item["die"] not in LADDER:
        raise Refusal("bad_value", field=f"{where}/die", given=item["die"], accepted=list(LADDER))
    for way in item.get("treatment") or ():
        if way.get("kind") not in WAYS:
            raise Refusal("bad_value", field=f"{where}/treatment", given=way.get("kind"), accepted=list(WAYS))
        if way["kind"] == "litany" and way.get("litany") not in book().litanies():
            known = list(book().litanies())
            raise Refusal("bad_value", field=f"{where}/treatment", given=way.get("litany"), accepted=known)


def site_effects(effects: tuple[Effect, ...], site: str | None) -> tuple[Effect, ...]:
    """The effects of a limb row that a body site lets apply: a leg holds nothing, an arm doesn't make you fall.
    KA-35."""
    if site is None:
        return effects
    leg = site.endswith("_leg")
    arm = site.endswith(("_arm", "_hand"))

    def applies(effect: Effect) -> bool:
        of_hand = effect.kind == "drop_held" or (effect.kind == "forbid" and effect["action"] == "two_handed")
        of_leg = effect.kind in ("fall", "move")
        return not (leg and of_hand) and not (arm and of_leg)

    return tuple(effect for effect in effects if applies(effect))


def _possible(character: Character) -> None:
    if character.kind not in KINDS:
        raise Refusal("bad_value", field="kind", given=character.kind, accepted=list(KINDS))
    if character.status not in STATUSES:
        raise Refusal("bad_value", field="status", given=character.status, accepted=list(STATUSES))
    for name, least in (("tier", 0), ("level", 0), ("total_damage", 0), ("resurrections", 0)):
        if getattr(character, name) < least:
            raise Refusal("bad_value", field=name, given=getattr(character, name), accepted=f"{least} or more")
    for name in ("vigor", "vitality"):
        pool = getattr(character, name)
        if not 0 <= pool.now <= pool.max:
            raise Refusal("bad_value", field=name, given=pool.now, accepted=f"0 to {pool.max}")


def sheet(c: Danger, who: str) -> dict[str, Json]:
    """All that can be said of a character: state and derived values, maxima as they are in force."""
    character = c[who]
    return {
        "kind": character.kind,
        "tier": character.tier,
        "level": character.level,
        "status": character.status,
        "death_cause": character.death_cause,
        "final_death": character.final_death,
        "vigor": {"now": character.vigor.now, "max": derived.maximum(character, "vigor")},
        "vitality": {"now": character.vitality.now, "max": derived.maximum(character, "vitality")},
        "total_damage": character.total_damage,
        "injuries": [to_json(injury) for injury in character.injuries],
        "diseases": [{**to_json(disease), "from": disease.result} for disease in character.diseases],
        "poisons": [to_json(poison) for poison in character.poisons],
        "resurrections": character.resurrections,
        "tolls": list(character.tolls),
        "capacity": character.tier if derived.left(c, who) is not None else None,
        "used": derived.used(c, who),
        "left": derived.left(c, who),
        "at_capacity": derived.at_capacity(c, who),
        "speed": derived.speed(character),
        "forbidden": derived.forbidden(character),
        "stat_penalties": to_json(derived.stat_penalties(character)),
        "conditions": derived.conditions(character),
    }


def injuries(c: Danger, who: str) -> tuple[Shown, ...]:
    """Open injuries, diseases and poisons, as boards and tokens show them: everyone may see the track (atom K-011)."""
    character = c[who]
    return (
        *(Shown(injury.id, injury.word, _shown(injury)) for injury in derived.afflictions(character)),
        *(Shown(poison.id, Term(f"poisons.{poison.route}"), _running(poison)) for poison in character.poisons),
    )


def _shown(injury: Injury) -> tuple[Effect, ...]:
    made: list[Effect] = []
    if injury.site is not None:
        made.append(Effect("site", Map({"site": injury.site})))
    if injury.die is not None:
        made.append(Effect("injury_die", Map({"die": injury.die, "activity": injury.activity})))
    made += injury.effects
    if injury.treatment:
        made.append(Effect("treatment", Map({"ways": injury.treatment})))
    return tuple(made)


def _running(poison: Poison) -> tuple[Effect, ...]:
    made = [Effect("strip", Map({"vigor": poison.vigor_per_round}))] if poison.vigor_per_round else []
    made += [Effect("stat_penalty", Map({"stat": stat, "value": n})) for stat, n in poison.stat_penalties.items()]
    made += [Effect("suffers", Map({"condition": condition})) for condition in poison.conditions]
    if poison.rounds_left is not None:
        made.append(Effect("rounds", Map({"rounds": poison.rounds_left})))
    return tuple(made)
