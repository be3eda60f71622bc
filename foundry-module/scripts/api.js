// What other modules and macros may use: `game.modules.get("bonesetter").api`, also given with the hook bonesetterReady.

import { characterOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { deskFor } from "./desks.js";
import { openMenu } from "./hud.js";
import { ProcedureWindow } from "./procedure.js";
import { woundsOn } from "./wounds.js";

/** @typedef {import("../widgets/types").Reply} Reply */

export class Api {
  /** The version of this interface: raised when something in it changes its meaning. */
  version = 1;

  /** How the connection stands: off, connecting, on, lost or trouble. Always off for players. */
  get state() {
    return bridge.state;
  }

  /** Connect to the bridge; the active Game Master's client only. */
  async connect() {
    if (game.user.isActiveGM) await bridge.connect();
    return bridge.state;
  }

  /** Open the menu of what can happen to an actor. @param {Actor.Implementation} actor */
  async open(actor) {
    await openMenu(actor);
  }

  /**
   * Open a procedure's form, as far as it is known filled in.
   * @param {Actor.Implementation} actor
   * @param {string} ruleset
   * @param {string} verb
   * @param {Record<string, any>} [args]
   */
  async begin(actor, ruleset, verb, args = {}) {
    await new ProcedureWindow({ actor, ruleset, verb, args }).render({ force: true });
  }

  /**
   * Ask the bridge one of its desk's messages, for an actor: the active Game Master directly, players through them.
   * @param {Actor.Implementation} actor
   * @param {{type: string, [key: string]: any}} message
   * @returns {Promise<Reply>}
   */
  ask(actor, message) {
    return deskFor(actor).ask(message);
  }

  /** The id of an actor's character at the bridge. @param {Actor.Implementation} actor */
  characterOf(actor) {
    return characterOf(actor);
  }

  /** The effects of open wounds on an actor. @param {Actor.Implementation} actor @param {string} [ruleset] */
  wounds(actor, ruleset) {
    return woundsOn(actor, ruleset);
  }
}
