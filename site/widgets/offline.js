// The offline copy: registers the service worker, tells of updates, and can throw the copy away.

import { ROOT } from "./current.js";
import { button, h, refill } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./types").Lang} Lang */

/** Whether this browser keeps an offline copy for this address (https, or this machine). */
export function canWorkOffline() {
  return isSecureContext && "serviceWorker" in navigator;
}

/**
 * @param {Connection} connection where notices are shown
 * @param {() => Lang} lang
 */
export async function lookAfterOffline(connection, lang) {
  drawPanels(lang);
  /** @type {any} */ (window).document$?.subscribe?.(() => drawPanels(lang));
  if (!canWorkOffline()) return;
  const registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" }).catch(() => null);
  if (!registration) return;
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      connection.line(say(lang(), "update"), button(say(lang(), "reload"), () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        registration.waiting?.postMessage("activate");
      }, { class: "bs-button bs-small" }));
    }
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", (event) => {
      const { state } = /** @type {ServiceWorker} */ (event.target);
      if (state === "installed") offer();
      if (state === "activated") {
        document.documentElement.dataset.offline = "ready";
        drawPanels(lang);
      }
    });
  });
  if (registration.active) document.documentElement.dataset.offline = "ready";
  await navigator.storage?.persist?.().catch(() => false);
  drawPanels(lang);
}

/** Fills the places that pages keep for what is to be said about working offline. @param {() => Lang} lang */
function drawPanels(lang) {
  const ready = document.documentElement.dataset.offline === "ready";
  for (const panel of document.querySelectorAll(".bs-offline-panel")) {
    refill(panel,
      h("p", {}, say(lang(), canWorkOffline() ? (ready ? "offline_ready" : "offline_soon") : "offline_none")),
      canWorkOffline() && button(say(lang(), "offline_reset"), async (event) => {
        await reset();
        /** @type {HTMLElement} */ (event.target).replaceWith(h("p", { role: "status" }, say(lang(), "offline_done")));
      }, { class: "bs-button" }));
  }
}

/** Throws the offline copy away; characters and rolls stay. */
export async function reset() {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith("bonesetter-")) await caches.delete(name);
  delete document.documentElement.dataset.offline;
}
