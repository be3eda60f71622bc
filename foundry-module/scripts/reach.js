// Why the bridge can't be reached, found out before and after trying: nobody is helped by "websocket error".

/**
 * `none`: nothing is wrong. `not_running`: nothing answers. `wrong_port`: something else answers. `origin`: the bridge
 * doesn't let this page in. `permission`: the browser's permission for loopback is denied or not yet given. `insecure`:
 * a plain-http page of another machine, from which browsers never allow loopback. `mixed`: an https page and an address
 * that is neither https nor this machine. `bad_address`: unreadable.
 * @typedef {"none" | "not_running" | "wrong_port" | "origin" | "permission" | "insecure" | "mixed" | "bad_address"} Trouble
 */

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** @param {string} address @returns {URL | null} */
function read(address) {
  try {
    const url = new URL(address);
    return ["http:", "https:"].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/**
 * An address as it is used: without path and slash. Null when it is none.
 * @param {string} address
 */
export function clean(address) {
  const text = address.trim();
  return read(/^https?:\/\//.test(text) ? text : `http://${text}`)?.origin ?? null;
}

/**
 * What the browser says about reaching this machine: granted, denied, prompt, or null where it has no such permission.
 * @returns {Promise<PermissionState | null>}
 */
export async function permission() {
  try {
    const name = /** @type {PermissionName} */ ("loopback-network");
    return (await navigator.permissions.query({ name })).state;
  } catch {
    return null;
  }
}

/**
 * Try the bridge's health page. From a click, this is also what makes the browser ask for its permission.
 * @param {string} address
 * @returns {Promise<{trouble: Trouble, version?: string}>}
 */
export async function reach(address) {
  const url = read(address);
  if (!url) return { trouble: "bad_address" };
  try {
    const answer = await fetch(`${url.origin}/healthz`, { cache: "no-store", signal: AbortSignal.timeout(8_000) });
    const facts = answer.ok ? await answer.json().catch(() => null) : null;
    if (facts?.name !== "bonesetter") return { trouble: "wrong_port" };
    return { trouble: facts.origin_allowed === false ? "origin" : "none", version: facts.version };
  } catch {
    return { trouble: await silence(url) };
  }
}

/** Why nothing could be read. @param {URL} url @returns {Promise<Trouble>} */
async function silence(url) {
  const here = LOOPBACK.test(location.hostname);
  const there = LOOPBACK.test(url.hostname);
  if (there && !here) {
    if (location.protocol !== "https:") return "insecure";
    if ((await permission()) !== "granted" && (await permission()) !== null) return "permission";
  }
  if (!there && location.protocol === "https:" && url.protocol === "http:") return "mixed";
  try {
    // an answer that may not be read is an answer all the same: something else has that port
    await fetch(`${url.origin}/healthz`, { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(8_000) });
    return "wrong_port";
  } catch {
    return "not_running";
  }
}
