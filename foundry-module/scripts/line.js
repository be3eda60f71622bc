// One line to the bridge: a socket, as one person. A message that was not answered is said again under the same request
// id until it is, so that a bridge that dies between rolling and answering never makes anybody roll twice.

import { requestId } from "../widgets/desk.js";
import { io } from "../vendor/socket.io.esm.min.js";
import { lang } from "./text.js";

/** @typedef {import("../widgets/types").Reply} Reply */
/** @typedef {import("../widgets/types").Fault} Fault */
/** @typedef {{type: string, [key: string]: any}} Message */

/** How long one saying of a message waits for its answer, and how long all of them together, in milliseconds. */
const ANSWER = 10_000;
const PATIENCE = 120_000;

/** The bridge can't be reached. */
export class Away extends Error {}

/** The bridge has said no. */
export class Refused extends Error {
  /** @param {Fault | undefined} fault */
  constructor(fault) {
    super(fault?.message ?? "");
    this.code = fault?.code ?? "internal_error";
    this.field = fault?.field ?? null;
    this.data = fault?.data ?? {};
  }
}

/**
 * A message that changes something, with an id of its own.
 * @param {Message} message
 * @returns {Message}
 */
export function act(message) {
  return { request_id: requestId(), ...message };
}

/**
 * What a reply says, or its refusal thrown.
 * @param {Reply} reply
 */
export function agreed(reply) {
  if (!reply.ok) throw new Refused(reply.error);
  return reply;
}

/**
 * Tells `up` and `down` as the connection comes and goes, `news` when the log may have grown, `again` {message}
 * when a message is said once more, `refused` {code, message} when its token is no longer good.
 */
export class Line extends EventTarget {
  /** @type {import("../vendor/socket.io.esm.min.js").Socket | null} */
  #socket = null;
  /** @type {{id: string, name: string, role: string} | null} who the bridge says this is */
  person = null;

  get up() {
    return this.#socket?.connected ?? false;
  }

  /**
   * Connect. Afterwards the line mends itself when it breaks.
   * @param {string} address
   * @param {string} token a person's, or an invite's
   * @param {string} name under which an invite is taken up
   * @returns {Promise<string>} the person's token, to be kept. Throws Refused when the bridge wants none of it, Away when
   *   there is no bridge.
   */
  async open(address, token, name) {
    const auth = { token, lang: lang(), via: "foundry" };
    const socket = io(address, {
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
      auth,
    });
    this.#socket = socket;
    await new Promise((resolve, reject) => {
      socket.on("connect", () => resolve(undefined));
      socket.on("connect_error", (/** @type {Error & {data?: Fault}} */ error) =>
        reject(error.data ? new Refused(error.data) : new Away(error.message)));
    }).catch((error) => {
      this.close();
      throw error;
    });
    const mine = await this.#introduce(token, name);
    socket.auth = { ...auth, token: mine };
    socket.on("connect", () => this.dispatchEvent(new Event("up")));
    socket.on("disconnect", (reason) => {
      this.dispatchEvent(new Event("down"));
      if (reason === "io server disconnect") this.#knock(socket);
    });
    socket.on("connect_error", (/** @type {Error & {data?: Fault}} */ error) => {
      // refused by the bridge itself, socket.io doesn't try again; a bridge that is only just closing is worth it
      if (error.data?.code === "unauthorized") this.dispatchEvent(new CustomEvent("refused", { detail: error.data }));
      else if (!socket.active) this.#knock(socket);
    });
    for (const event of ["news", "heartbeat"]) socket.on(event, (told) => this.#heard(told));
    return mine;
  }

  /** @param {string} token @param {string} name @returns {Promise<string>} */
  async #introduce(token, name) {
    const { person, invite } = agreed(await this.ask({ type: "whoami" }));
    if (person) {
      this.person = person;
      return token;
    }
    const asked = { type: "join", name: invite.name ?? name, request_id: requestId() };
    let joined = await this.ask(asked);
    // somebody of that name is there already, perhaps the same person at the site
    for (let n = 2; !joined.ok && joined.error?.code === "name_taken" && n < 10; n += 1) {
      joined = await this.ask({ ...asked, name: `${name} ${n}`, request_id: requestId() });
    }
    agreed(joined);
    this.person = joined.person;
    return joined.token;
  }

  /** Try again in a while. @param {import("../vendor/socket.io.esm.min.js").Socket} socket */
  #knock(socket) {
    setTimeout(() => {
      if (this.#socket === socket && !socket.connected) socket.connect();
    }, 1_000);
  }

  /** @param {{head?: number} | undefined} told */
  #heard(told) {
    this.dispatchEvent(new CustomEvent("news", { detail: { head: told?.head ?? 0 } }));
  }

  /** Hang up for good. */
  close() {
    this.#socket?.disconnect();
    this.#socket = null;
  }

  /**
   * Ask the bridge something.
   * @param {Message} message
   * @returns {Promise<Reply>} a refusal is a reply too. Throws Away when there is no answer within PATIENCE.
   */
  async ask(message) {
    const said = { lang: lang(), ...message };
    const end = Date.now() + PATIENCE;
    for (let times = 1; ; times += 1) {
      if (!this.up) await this.#mended(end);
      const socket = this.#socket;
      if (!socket) throw new Away("closed");
      if (times > 1) this.dispatchEvent(new CustomEvent("again", { detail: { message: said } }));
      try {
        return await socket.timeout(ANSWER).emitWithAck("desk", said);
      } catch (error) {
        if (Date.now() > end) throw new Away(error instanceof Error ? error.message : "");
      }
    }
  }

  /** @param {number} end @returns {Promise<void>} */
  async #mended(end) {
    while (!this.up) {
      if (!this.#socket || Date.now() > end) throw new Away("closed");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
