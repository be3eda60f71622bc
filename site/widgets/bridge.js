// The desk at a bridge, over Socket.IO: a table's own campaign and log.

import { Desk, requestId } from "./desk.js";

/** @typedef {import("./desk.js").Message} Message */
/** @typedef {import("./types").Reply} Reply */

const KEY = "bonesetter-token";
const PATIENCE = 10_000;

/** The token of an invite or a person, and the bridge it is for; null when this browser has joined none. */
export function token() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string | null} value */
export function keepToken(value) {
  try {
    if (value === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {
    // a browser that keeps nothing: the invite's link has to be opened each time
  }
}

/**
 * The invite in the page's address (`#invite=…`), taken out of it at once so that it is neither shared nor bookmarked.
 * It stands behind the hash because that part never reaches a server's log.
 * @returns {string | null}
 */
export function takeInvite() {
  const found = /[#&](?:invite|join)=([\w-]+)/.exec(location.hash);
  if (!found) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return found[1];
}

export class BridgeDesk extends Desk {
  /** @override */
  shared = true;
  /** @type {any} */
  #socket = null;
  #library;
  #address;
  #lang;

  /**
   * @param {object} given
   * @param {string} given.library where socket.io's client is
   * @param {string} given.address the bridge's address
   * @param {string} given.lang
   */
  constructor({ library, address, lang }) {
    super();
    this.#library = library;
    this.#address = address;
    this.#lang = lang;
  }

  /** What the token lets its holder be, before they have joined. @type {{role: string, name: string | null, known: boolean} | null} */
  invite = null;

  /**
   * Connect, and stay connected; tells whether the token is a person's or an invite's.
   * @param {string} given the token
   * @returns {Promise<void>} rejects with the bridge's reason when it refuses
   */
  async connect(given) {
    const { io } = await import(this.#library);
    this.become("starting");
    const auth = { token: given, lang: this.#lang, via: "site" };
    const socket = io(this.#address, { transports: ["websocket"], auth });
    this.#socket = socket;
    socket.on("news", (/** @type {any} */ news) => this.dispatchEvent(new CustomEvent("news", { detail: news })));
    socket.on("disconnect", () => this.become("lost"));
    await new Promise((resolve, reject) => {
      socket.on("connect", async () => {
        const known = await this.ask({ type: "whoami" }).catch(() => null);
        this.person = known?.person ?? this.person;
        this.invite = known?.invite ?? null;
        this.become("ready");
        resolve(undefined);
      });
      socket.on("connect_error", (/** @type {Error & {data?: any}} */ error) => {
        if (socket.active) this.become("lost"); // the network: it goes on trying
        else reject(new Error(error.message));
      });
    });
  }

  /**
   * Take an invite up under a name.
   * @param {string} name
   * @returns {Promise<string>} the person's own token. Throws the bridge's reason when it declines.
   */
  async take(name) {
    const reply = await this.ask({ type: "join", name, lang: this.#lang, request_id: requestId() });
    if (!reply.ok) throw new Error(reply.error?.message);
    this.person = reply.person;
    this.invite = null;
    this.#socket.auth.token = reply.token; // from now on it comes back as this person
    this.become("ready");
    return reply.token;
  }

  /** Hang up. */
  leave() {
    this.#socket?.disconnect();
    this.#socket = null;
  }

  /** @override @param {Message} message @returns {Promise<Reply>} */
  async ask(message) {
    if (!this.#socket) throw new Error("not connected");
    // a message that changes something carries its request id: said again after a lost answer, it is done once
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#socket.timeout(PATIENCE).emitWithAck("desk", message);
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  }
}
