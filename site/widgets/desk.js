// The desk, wherever it stands: in a worker of this page, or in a bridge. Widgets speak to either alike.

/** @typedef {import("./types").Reply} Reply */
/** @typedef {import("./types").Course} Course */

/**
 * What a desk tells besides its replies:
 * `progress` {share}, `state` {state}, `news` {course?}, `unkept`.
 * @typedef {"idle" | "starting" | "ready" | "failed" | "lost"} State
 */

/**
 * What a bridge answers besides the desk's messages.
 * @typedef {{type: "whoami" | "people", lang?: string}
 *   | {type: "join", name: string, request_id?: string, lang?: string}
 *   | {type: "invite", role?: string, name?: string, person?: string, lang?: string}
 *   | {type: "revoke", person: string, lang?: string}} Own
 */
/** @typedef {import("./messages").Message | Own} Message */

/** What the two desks have in common. */
export class Desk extends EventTarget {
  /** @type {State} */
  state = "idle";
  /** How much of the start is done, 0 to 1. */
  share = 0;
  /** Whether the log is the reader's own (in this browser) or a table's (at a bridge). */
  shared = false;
  /** @type {{id: string, name: string, role: string} | null} who the reader is at a bridge */
  person = null;

  /** @param {State} state @param {Record<string, unknown>} [detail] */
  become(state, detail = {}) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, ...detail } }));
  }

  /**
   * Ask the desk something.
   * @param {Message} _message
   * @returns {Promise<Reply>} refusals are replies too; it rejects only when the desk can't be reached
   */
  ask(_message) {
    return Promise.reject(new Error("no desk"));
  }

  /** Begin getting ready, ahead of the first question. */
  warm() {}
}

/** The desk in a worker: the reader's own campaign, kept in this browser. */
export class LocalDesk extends Desk {
  /** @type {Worker | null} */
  #worker = null;
  #last = 0;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();

  /** @param {string | URL} script where the worker's script is */
  constructor(script) {
    super();
    this.script = script;
  }

  /** @returns {Worker} */
  #running() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.script, { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(event.message || "worker");
    });
    this.#worker = worker;
    this.become("starting");
    return worker;
  }

  /** @param {string} reason */
  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.share = 0;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
    this.become("failed", { reason });
  }

  /** @param {any} data */
  #hear(data) {
    if (data.type === "reply" || data.type === "fault") {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "reply") waiting?.resolve(data.value);
      else if (this.state === "ready") waiting?.reject(new Error(data.reason));
      else {
        waiting?.reject(new Error(data.reason));
        this.#end(data.reason);
      }
    } else if (data.type === "progress") {
      this.share = Math.max(this.share, data.share);
      this.dispatchEvent(new CustomEvent("progress", { detail: { share: this.share } }));
    } else if (data.type === "ready") {
      this.share = 1;
      this.become("ready");
    } else {
      this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    }
  }

  /**
   * Have the worker do a job.
   * @param {string} job
   * @param {Record<string, unknown>} [data]
   * @returns {Promise<any>}
   */
  job(job, data = {}) {
    this.#last += 1;
    const id = this.#last;
    const worker = this.#running();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...data, job, id });
    });
  }

  /** @override @param {Message} message @returns {Promise<Reply>} */
  ask(message) {
    return this.job("desk", { message });
  }

  /** @override */
  warm() {
    this.job("start").catch(() => undefined); // the state tells of it
  }
}

/** An id of a request, so that saying it twice does it once. */
export function requestId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
