"""Acts apart from courses: taking back, the GM's and the host's word, characters, options, fair dice."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from . import fair
from . import messages as m
from .campaign import Campaign
from .codec import to_json, type_at
from .errors import Refusal
from .frozen import Json, freeze
from .history import redoing, undoing
from .host import Done, Host, find_ruleset, gm_only, logged
from .log import Course, Entry, Log, Pledge, campaign_after, value_at
from .view import Viewer, seen

# --- taking back -------------------------------------------------------------------------------------------------


def undo(log: Log, message: m.Undo, viewer: Viewer, host: Host) -> Done:
    """Take an entry back. A player may take back only what they did themselves without dice, with whatever depends on
    it only where that is so too."""
    course = log.book.courses.get(message.entry)
    if not _theirs(log, viewer, message.entry):
        raise Refusal("gm_only", what="undo")
    entry = log.entries[message.entry - 1] if 0 < message.entry <= log.head else None
    if entry is not None and entry.act not in ("start", "adopt", "persona", "option", "correct", "observe"):
        raise Refusal("nothing_to_undo", given=message.entry)
    try:
        taken = undoing(log, message.entry, message.with_later)
    except Refusal as refusal:
        if viewer.gm or not all(log.entries[n - 1].secret for n in refusal.data.get("entries", ())):
            raise
        raise Refusal("gm_only", what="undo") from None  # nothing stands in the way that could be named
    if not all(_theirs(log, viewer, n) for n in taken):
        raise Refusal("gm_only", what="undo")
    secret = all(log.entries[n - 1].secret for n in taken)
    return Done(
        (logged(log, message, viewer, host, "undo", {"of": list(taken)}, secret),), course.n if course else None
    )


def _theirs(log: Log, viewer: Viewer, n: int) -> bool:
    """Whether a viewer may take an entry back: a GM any, others what they began themselves and no die fell in."""
    course = log.book.courses.get(n)
    return viewer.gm or (course is not None and course.start.by == viewer.id and not course.rolled)


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
    _readable_name(message.name)
    if not message.id.strip() or "/" in message.id or len(message.id) > 100 or _breaks(message.id):
        raise Refusal("bad_value", field="id", given=message.id, accepted="a short id without a slash")
    known = message.id in log.book.campaign.personas
    if known and not viewer.plays(log.book.campaign, message.id):
        raise Refusal("not_yours", field="id", given=message.id)
    if message.id in log.book.campaign.compartments[ruleset.id].characters:
        gm_only(viewer, "replace")  # what a player can't see of a state, they can't wipe out either
    state = ruleset.newcomer if message.state is None else to_json(message.state)
    data = {"ruleset": ruleset.id, "who": message.id, "state": dict(state)}
    adopted = _fact(log, message, viewer, host, "adopt", data)
    if known and message.name is None:
        return adopted
    was = log.book.campaign.personas.get(message.id)
    owners = was.owners if was else () if viewer.gm else (viewer.id,)
    naming = {"who": message.id, "name": message.name or message.id, "owners": list(owners), "archived": False}
    entry = Entry(log.head + 2, "persona", viewer.id, host.via, host.now, freeze(naming))
    return Done((*adopted.entries, entry))


def _fact(log: Log, message: m.Act, viewer: Viewer, host: Host, act: str, data: dict[str, Json]) -> Done:
    """An entry that changes the state by itself; hidden from players when it changes nothing that they may see, and
    telling them no more of a field than they may see."""
    entry = logged(log, message, viewer, host, act, data, False)
    before = log.book.campaign
    after = campaign_after(before, entry, log.rulesets)
    player = Viewer("", "", "player")
    told, telling = seen(before, player, log.rulesets), seen(after, player, log.rulesets)
    if viewer.gm and told == telling:
        return Done((replace(entry, secret=True),))
    if "path" in data and (_at(before, data), _at(after, data)) != (shown := (_at(told, data), _at(telling, data))):
        # part of the field is hidden: what everybody reads of this entry is the rest of it
        entry = replace(entry, data=freeze({**data, "told": {"was": shown[0], "now": shown[1]}}))
    return Done((entry,))


def _at(campaign: Campaign, data: Mapping[str, Json]) -> Json:
    """What stands in the field that an entry sets, in one reading of the campaign; None where there is no such."""
    compartment = campaign.compartments[data["ruleset"]]
    try:
        return value_at(compartment.scene if data["who"] is None else compartment[data["who"]], data["path"])
    except Refusal:
        return None


def persona(log: Log, message: m.Persona, viewer: Viewer, host: Host) -> Done:
    """Name a character, give it to players, or put it away."""
    campaign = log.book.campaign
    was = campaign.personas.get(message.id)
    if was is None:
        raise Refusal("unknown_character", field="id", given=message.id, known=list(campaign.personas))
    if not viewer.plays(campaign, message.id) or (message.owners is not None and not viewer.gm):
        raise Refusal("not_yours", field="id", given=message.id)
    if message.name is not None and not message.name.strip():
        raise Refusal("bad_value", field="name", given=message.name, accepted="1 to 200 characters")
    _readable_name(message.name)
    data = {
        "who": message.id,
        "name": was.name if message.name is None else message.name,
        "owners": list(was.owners if message.owners is None else message.owners),
        "archived": was.archived if message.archived is None else message.archived,
    }
    return Done((logged(log, message, viewer, host, "persona", data, False),))


LONGEST_NAME = 200
"""The longest name of a character, in characters: it stands in every card that is about them."""


def _readable_name(name: str | None) -> None:
    """Whether a name can stand in a sentence. Raises Refusal `bad_value`."""
    if name is not None and (len(name) > LONGEST_NAME or _breaks(name)):
        raise Refusal("bad_value", field="name", given=name, accepted="1 to 200 characters")


def _breaks(text: str) -> bool:
    """Whether a text holds line ends or other control characters."""
    return any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text)


def set_option(log: Log, message: m.Options, viewer: Viewer, host: Host) -> Done:
    """Set an option of a ruleset for this campaign."""
    gm_only(viewer, "options")
    ruleset = find_ruleset(log, message.ruleset)
    ruleset.options({message.option: to_json(message.value)})
    was = log.book.campaign.compartments[ruleset.id].options[message.option]
    data = {"ruleset": ruleset.id, "name": message.option, "was": to_json(was), "now": to_json(message.value)}
    return Done((logged(log, message, viewer, host, "option", data, False),))


# --- fair dice -----------------------------------------------------------------------------------------------------


def _waits_under(course: Course, pledge: Pledge) -> bool:
    """Whether dice of a pledge may still fall in a course: who knows its seed knows them beforehand."""
    taken = course.start.data.get("fair")
    return course.state == "asking" and taken is not None and taken["pledge"] == pledge.n


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
        if open_ := [course.n for course in log.book.courses.values() if _waits_under(course, pledge)]:
            raise Refusal("fair_unfinished", entries=open_)
        data.update(seeds=to_json(pledge.seeds), seed=pledge.seeds[fair.PUBLIC])
    return Done((logged(log, message, viewer, host, "fair", data, False),))
