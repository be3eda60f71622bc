// Which desk this page speaks to: a bridge it has joined, or a worker of its own. One for the whole page, kept alive
// while instant navigation changes what is on it.

import { BridgeDesk, keepToken, takeInvite, token } from "./bridge.js";
import { LocalDesk } from "./desk.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Where the site's root is: this module stands in its folder `widgets`. */
export const ROOT = new URL("../", import.meta.url);

/** @type {Desk | null} */
let desk = null;
/** @type {LocalDesk | null} */
let local = null;

/** The desk in this browser, whatever else the page speaks to. */
export function localDesk() {
  local ??= new LocalDesk(new URL("worker.js", ROOT));
  return local;
}

/** @returns {Desk} */
export function currentDesk() {
  desk ??= localDesk();
  return desk;
}

/** The address of the bridge these pages belong to: their own origin, unless the build named another. */
export function bridgeAddress() {
  const named = document.querySelector('meta[name="bonesetter-bridge"]')?.getAttribute("content");
  return named || location.origin;
}

/** Changes on `changes` as a desk is joined or left. */
export const changes = new EventTarget();

/** @param {Desk} next */
function use(next) {
  desk = next;
  changes.dispatchEvent(new CustomEvent("desk", { detail: next }));
}

/**
 * Connect to the bridge with an invite's or a person's token. The page goes on using its own desk until `settle`.
 * @param {string} given
 * @param {string} lang
 */
export async function knock(given, lang) {
  const library = new URL("widgets/vendor/socket.io.js", ROOT).href;
  const bridge = new BridgeDesk({ library, address: bridgeAddress(), lang });
  await bridge.connect(given);
  return bridge;
}

/**
 * From now on the page speaks to this bridge, and comes back to it.
 * @param {BridgeDesk} bridge
 * @param {string} kept the person's token
 */
export function settle(bridge, kept) {
  keepToken(kept);
  use(bridge);
}

/** Back to the reader's own campaign in this browser. */
export function leave() {
  if (desk instanceof BridgeDesk) desk.leave();
  keepToken(null);
  use(localDesk());
}

/** What the page was opened with: an invite in its address, or the token of a table joined before. */
export function opened() {
  return { invite: takeInvite(), token: token() };
}
