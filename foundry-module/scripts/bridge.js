// The bridge as the active Game Master's client knows it: the GM's own line, an onlooker's line that sees exactly what
// everybody may see, and a line for each player who has asked for something, so that the bridge itself keeps from them
// what they may not know.

import { act, agreed, Away, Line, Refused } from "./line.js";
import { ID } from "./names.js";
import { clean, reach } from "./reach.js";
import { keep, keys } from "./settings.js";

/** @typedef {import("../widgets/types").Catalog} Catalog */
/** @typedef {import("../widgets/types").Reply} Reply */
/** @typedef {import("./line.js").Message} Message */

/**
 * `off`: not connected. `connecting`. `on`. `lost`: the connection broke and is being mended.
 * `trouble`: it can't be; `trouble` says why.
 * @typedef {"off" | "connecting" | "on" | "lost" | "trouble"} State
 */

/** Tells `state`, `news` {head} (the log may have grown), `back` (the line was mended) and `again` (a message was repeated). */
class Bridge extends EventTarget {
  /** @type {State} */
  state = "off";
  /** Why it is not connected: a Trouble, `no_token`, or the code of the bridge's refusal. */
  trouble = "none";
  /** The bridge's own words for it, where it had any. */
  reason = "";
  /** @type {Line | null} */
  gm = null;
  /** @type {Line | null} */
  table = null;
  /** @type {Map<string, Promise<Line>>} players' lines by user id */
  #players = new Map();
  /** Counts the tries to connect: one that was overtaken by another changes nothing any more. */
  #attempt = 0;

  get address() {
    return game.settings.get(ID, "address");
  }

  /** @param {State} state @param {string} [trouble] @param {string} [reason] */
  #become(state, trouble = "none", reason = "") {
    this.state = state;
    this.trouble = trouble;
    this.reason = reason;
    this.dispatchEvent(new Event("state"));
  }

  /** Connect as this world's Game Master. The outcome is in `state`. */
  async connect() {
    this.disconnect();
    const address = clean(this.address);
    const token = keys().gm;
    const attempt = this.#attempt;
    if (!address) return this.#become("trouble", "bad_address");
    if (!token) return this.#become("trouble", "no_token");
    this.#become("connecting");
    const { trouble } = await reach(address);
    if (attempt !== this.#attempt) return;
    if (trouble !== "none") return this.#become("trouble", trouble);
    const gm = new Line();
    this.gm = gm;
    try {
      await keep({ gm: await gm.open(address, token, game.user.name) });
      if (gm.person?.role !== "gm") throw new Refused({ code: "not_a_gm", message: "" });
      const table = await this.#onlooker(address);
      if (attempt !== this.#attempt) return table.close();
      this.table = table;
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.disconnect();
      if (error instanceof Refused) return this.#become("trouble", error.code, error.message);
      if (error instanceof Away) return this.#become("trouble", (await reach(address)).trouble, error.message);
      throw error;
    }
    this.#listen(gm);
    this.#become("on");
  }

  /** @param {Line} gm */
  #listen(gm) {
    gm.addEventListener("down", () => this.#become("lost"));
    gm.addEventListener("up", () => {
      this.#become("on");
      this.dispatchEvent(new Event("back"));
    });
    gm.addEventListener("refused", (event) => {
      const { code, message } = /** @type {CustomEvent} */ (event).detail;
      this.disconnect();
      this.#become("trouble", code, message);
    });
    gm.addEventListener("news", (event) => this.dispatchEvent(new CustomEvent("news", { detail: /** @type {CustomEvent} */ (event).detail })));
    gm.addEventListener("again", () => this.dispatchEvent(new Event("again")));
  }

  /** Hang up everywhere. */
  disconnect() {
    this.#attempt += 1;
    this.gm?.close();
    this.table?.close();
    for (const line of this.#players.values()) void line.then((open) => open.close()).catch(() => undefined);
    this.#players.clear();
    this.gm = this.table = null;
    this.#become("off");
  }

  /**
   * Ask as the Game Master.
   * @param {Message} message
   * @returns {Promise<Reply>}
   */
  async ask(message) {
    if (!this.gm) throw new Away("off");
    return this.gm.ask(message);
  }

  /**
   * Ask as somebody who may only see what everybody may.
   * @param {Message} message
   * @returns {Promise<Reply>}
   */
  async askAsTable(message) {
    if (!this.table) throw new Away("off");
    return this.table.ask(message);
  }

  /**
   * A player's own line; made, with a person of their own at the bridge, when they first need it.
   * @param {{id: string, name: string}} user in Foundry
   * @returns {Promise<Line>}
   */
  player(user) {
    const address = clean(this.address);
    if (!this.gm || !address) return Promise.reject(new Away("off"));
    const known = this.#players.get(user.id);
    if (known) return known;
    const made = this.#open(address, {
      role: "player",
      name: user.name,
      token: keys().users?.[user.id],
      person: game.settings.get(ID, "persons").users?.[user.id],
      remember: async (token, id) => {
        await keep({ users: { ...keys().users, [user.id]: token } });
        const persons = game.settings.get(ID, "persons");
        if (persons.users?.[user.id] === id) return;
        await game.settings.set(ID, "persons", { ...persons, users: { ...persons.users, [user.id]: id } });
      },
    });
    this.#players.set(user.id, made);
    made.catch(() => this.#players.delete(user.id));
    return made;
  }

  /** @param {string} address */
  #onlooker(address) {
    return this.#open(address, {
      role: "spectator",
      name: game.i18n.localize("BONESETTER.onlooker"),
      token: keys().table,
      person: game.settings.get(ID, "persons").table,
      remember: async (token, id) => {
        await keep({ table: token });
        const persons = game.settings.get(ID, "persons");
        if (persons.table !== id) await game.settings.set(ID, "persons", { ...persons, table: id });
      },
    });
  }

  /**
   * Open a line for somebody: with the token this browser has, or one the Game Master has the bridge make.
   * @param {string} address
   * @param {object} given
   * @param {string} given.role
   * @param {string} given.name
   * @param {string | undefined} given.token
   * @param {string | undefined} given.person their id at the bridge, if they have been there
   * @param {(token: string, id: string) => Promise<void>} given.remember
   */
  async #open(address, { role, name, token, person, remember }) {
    const tries = [
      async () => token ?? null,
      async () => (person ? this.#invited({ person }) : null),
      async () => this.#invited({ role, name: await this.#free(name) }),
    ];
    for (const [place, next] of tries.entries()) {
      const line = new Line();
      try {
        const given = await next();
        if (given === null) continue;
        const kept = await line.open(address, given, name);
        await remember(kept, line.person?.id ?? "");
        return line;
      } catch (error) {
        line.close();
        // a token of another campaign, a person who isn't there: the next way in
        if (!(error instanceof Refused) || place === tries.length - 1) throw error;
      }
    }
    throw new Away("off");
  }

  /** @param {Record<string, string>} who @returns {Promise<string>} */
  async #invited(who) {
    return agreed(await this.ask(act({ type: "invite", ...who }))).token;
  }

  /** A name that nobody at the bridge has yet. @param {string} name */
  async #free(name) {
    const { people } = agreed(await this.ask({ type: "people" }));
    const taken = new Set(people.map((/** @type {{name: string}} */ one) => one.name.toLowerCase()));
    for (let n = 1; ; n += 1) {
      const tried = n === 1 ? name : `${name} ${n}`;
      if (!taken.has(tried.toLowerCase())) return tried;
    }
  }
}

export const bridge = new Bridge();
