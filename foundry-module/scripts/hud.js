// The ways in: a button on the token's HUD, and an entry in the actor directory's context menu.

import { h } from "../widgets/dom.js";
import { menuEntry } from "./generation.js";
import { MenuWindow } from "./menu.js";
import { t } from "./text.js";

/** @param {Actor.Implementation} actor */
export function openMenu(actor) {
  return new MenuWindow(actor).render({ force: true });
}

/** Register the hooks; when the module is imported, because the directory's menu asks early. */
export function registerWaysIn() {
  Hooks.on("renderTokenHUD", (hud, element) => {
    const actor = hud.document.actor;
    const place = element.querySelector(".col.right");
    if (!actor || !place || !actor.isOwner || place.querySelector(".bonesetter-hud")) return;
    const title = t("Hud.title");
    const open = () => void openMenu(actor);
    place.append(h("button", { type: "button", class: "control-icon bonesetter-hud", "data-tooltip": title, "aria-label": title, onclick: open },
      h("i", { class: "fa-solid fa-bone", inert: true })));
  });
  Hooks.on("getActorContextOptions", (_app, entries) => {
    const find = (/** @type {HTMLElement} */ target) => game.actors.get(target.dataset.entryId ?? "");
    entries.push(menuEntry({
      label: "BONESETTER.Hud.title",
      icon: "fa-solid fa-bone",
      visible: (target) => find(target)?.isOwner ?? false,
      onClick: (target) => {
        const actor = find(target);
        if (actor) void openMenu(actor);
      },
    }));
  });
}
