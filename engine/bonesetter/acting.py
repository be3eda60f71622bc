"""Acts apart from courses: taking back, the GM's and the host's word, characters, options, fair dice."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from . import fair
from . import messages as m
from .codec import to_json, type_at
from .errors import Refusal
from .frozen import Json, freeze
from .history import redoing, undoing
from .host import Done, Host, find_ruleset, gm_only, logged
from .log import Entry, Log, campaign_after, value_at
from .view import Viewer, seen

# --- taking back -------------------------------------------------------------------------------------------------


def undo(log: Log, message: m.Undo, viewer: Viewer, host: Host) -> Done:
    """Take an entry back. A player may take back only what they did themselves without dice."""
    course = log.book.courses.get(message.entry)
    if not viewer.gm and (course is None or course.start.by != viewer.id or course.rolled):
        raise Refusal("gm_only", what="undo")
    entry = log.entries[message.entry - 1] if 0 < message.entry <= log.head else None
    if entry is not None and entry.act not in ("start", "adopt", "persona", "option", "correct", "observe"):
        raise Refusal("nothing_to_undo", given=message.entry)
    taken = undoing(log, message.entry, message.with_later)
    secret = all(log.entries[n - 1].secret for n in taken)
    return Done(
        (logged(log, message, viewer, host, "undo", {"of": list(taken)}, secret),), course.n if course else None
    )


def redo(log: Log, message: m.Redo, viewer: Viewer, host: Host) -> Done:
    """Let what was undone count again."""
    gm_only(viewer, "redo")
    again = redoing(log, message.entry)
    secret = all(log.entries[n - 1].secret for n in again)
    course = log.book.courses.get(message.entry)
    return Done(
        (logged(log, message, viewer, host, "redo", {"of": list(again)}, secret),), course.n if course else None
    )


# --- the GM's and the host's word ----------------------------------------------------------------------------------


def correct(log: Log, message: m.Correct | m.Observe, viewer: Viewer, host: Host) -> Done:
    """Set a field: the GM's last word (`correct`), or the word of the host that owns it (`observe`)."""
    gm_only(viewer, "correct")
    ruleset = find_ruleset(log, message.ruleset)
    compartment = log.book.campaign.compartments[ruleset.id]
    who = message.character
    state = compartment.scene if who is None else compartment[who]
    type_at(ruleset.scene if who is None else ruleset.character, message.path)
    data = {
        "ruleset": ruleset.id,
        "who": who,
        "path": message.path,
        "was": value_at(state, message.path),
        "now": message.now,
    }
    act = "observe" if isinstance(message, m.Observe) else "correct"
    return _fact(log, message, viewer, host, act, data)


def bring_in(log: Log, message: m.Import, viewer: Viewer, host: Host) -> Done:
    """Bring a character in under a ruleset, or (a GM) replace it there."""
    ruleset = find_ruleset(log, message.ruleset)
    if viewer.role == "spectator":
        raise Refusal("spectators_watch")
    if not message.id or "/" in message.id or len(message.id) > 100:
        raise Refusal("bad_value", field="id", given=message.id, accepted="a short id without a slash")
    known = message.id in log.book.campaign.personas
    if known and not viewer.plays(log.book.campaign, message.id):
        raise Refusal("not_yours", field="id", given=message.id)
    if message.id in log.book.campaign.compartments[ruleset.id].characters:
        gm_only(viewer, "replace")  # what a player can't see of a state, they can't wipe out either
    data = {"ruleset": ruleset.id, "who": message.id, "state": to_json(message.state)}
    adopted = _fact(log, message, viewer, host, "adopt", data)
    if known and message.name is None:
        return adopted
    was = log.book.campaign.personas.get(message.id)
    owners = was.owners if was else () if viewer.gm else (viewer.id,)
    naming = {"who": message.id, "name": message.name or message.id, "owners": list(owners), "archived": False}
    entry = Entry(log.head + 2, "persona", viewer.id, host.via, host.now, freeze(naming))
    return Done((*adopted.entries, entry))


def _fact(log: Log, message: m.Act, viewer: Viewer, host: Host, act: str, data: dict[str, Json]) -> Done:
    """An entry that changes the state by itself; hidden from players when it changes nothing that they may see."""
    entry = logged(log, message, viewer, host, act, data, False)
    before = log.book.campaign
    after = campaign_after(before, entry, log.rulesets)
    player = Viewer("", "", "player")
    hidden = viewer.gm and seen(before, player, log.rulesets) == seen(after, player, log.rulesets)
    return Done((replace(entry, secret=hidden),))


def persona(log: Log, message: m.Persona, viewer: Viewer, host: Host) -> Done:
    """Name a character, give it to players, or put it away."""
    campaign = log.book.campaign
    was = campaign.personas.get(message.id)
    if was is None:
        raise Refusal("unknown_character", field="id", given=message.id, known=list(campaign.personas))
    if not viewer.plays(campaign, message.id) or (message.owners is not None and not viewer.gm):
        raise Refusal("not_yours", field="id", given=message.id)
    data = {
        "who": message.id,
        "name": was.name if message.name is None else message.name,
        "owners": list(was.owners if message.owners is None else message.owners),
        "archived": was.archived if message.archived is None else message.archived,
    }
    return Done((logged(log, message, viewer, host, "persona", data, False),))


def set_option(log: Log, message: m.Options, viewer: Viewer, host: Host) -> Done:
    """Set an option of a ruleset for this campaign."""
    gm_only(viewer, "options")
    ruleset = find_ruleset(log, message.ruleset)
    ruleset.options({message.option: to_json(message.value)})
    was = log.book.campaign.compartments[ruleset.id].options[message.option]
    data = {"ruleset": ruleset.id, "name": message.option, "was": to_json(was), "now": to_json(message.value)}
    return Done((logged(log, message, viewer, host, "option", data, False),))


# --- fair dice -----------------------------------------------------------------------------------------------------


def fair_dice(log: Log, message: m.Fair, viewer: Viewer, host: Host) -> Done:
    """Pledge fair dice, add a seed of one's own, or reveal the pledge and so end it (see `bonesetter.fair`).

    The entry keeps both seeds; players are told of the public one alone.
    """
    pledge = log.book.pledge
    running = pledge is not None and not pledge.revealed
    data: dict[str, Json] = {"step": message.step}
    if message.step == "seed":
        if viewer.role == "spectator":
            raise Refusal("spectators_watch")
        if not message.seed or len(message.seed) > 200:
            raise Refusal("bad_value", field="seed", given=message.seed, accepted="1 to 200 characters")
        data["seed"] = message.seed
    elif message.step in ("commit", "reveal"):
        gm_only(viewer, "fair")
    else:
        raise Refusal("bad_value", field="step", given=message.step, accepted=["commit", "seed", "reveal"])
    if running == (message.step == "commit"):
        raise Refusal("fair_running" if running else "fair_not_running")
    if message.step == "commit":
        seeds = {name: hashlib.sha256(f"fair {name} ".encode() + host.entropy).digest() for name in fair.SEEDS}
        hashes = {name: fair.commitment(seed) for name, seed in seeds.items()}
        data.update(
            seeds={name: seed.hex() for name, seed in seeds.items()}, hashes=hashes, hash=", ".join(hashes.values())
        )
    elif message.step == "reveal" and pledge is not None:
        data.update(seeds=to_json(pledge.seeds), seed=pledge.seeds[fair.PUBLIC])
    return Done((logged(log, message, viewer, host, "fair", data, False),))
