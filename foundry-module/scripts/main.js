// Bonesetter in Foundry: what happens when. The bridge rolls and remembers; this shows, asks and carries messages.

import { actorOf } from "./actors.js";
import { Api } from "./api.js";
import { bridge } from "./bridge.js";
import { draw } from "./cards.js";
import { follow, refreshAll } from "./chronicle.js";
import { ConnectionWindow, status } from "./connection.js";
import { registerStatus } from "./generation.js";
import { openMenu, registerWaysIn } from "./hud.js";
import { ID } from "./names.js";
import { ProcedureWindow } from "./procedure.js";
import { openRelay } from "./relay.js";
import { keys, registerSettings } from "./settings.js";
import { t } from "./text.js";
import { takeBack } from "./undo.js";

/** How long until a bridge that wasn't running is tried again, in milliseconds. */
const AGAIN = 30_000;

const api = new Api();

registerWaysIn();

Hooks.once("init", () => {
  registerSettings(ConnectionWindow);
  registerStatus();
});

Hooks.on("renderChatMessageHTML", (message, html) => {
  draw(message, html, { onoffer: (offer) => void offered(offer), onundo: (entry) => void takeBack(entry) });
});

Hooks.once("ready", () => {
  const module = game.modules.get(ID);
  if (module?.active) module.api = api;
  openRelay();
  bridge.addEventListener("state", changed);
  bridge.addEventListener("news", (event) => {
    const { head } = /** @type {CustomEvent} */ (event).detail;
    if (head !== game.settings.get(ID, "seen").head) void follow();
  });
  bridge.addEventListener("again", () => ui.notifications.warn(t("Bridge.again")));
  void begin();
  Hooks.on("userConnected", () => void begin());
  Hooks.callAll("bonesetterReady", api);
});

/** Connect if this is the client that should, and it can. */
async function begin() {
  if (!game.user.isActiveGM) {
    if (bridge.state !== "off") bridge.disconnect();
  } else if (bridge.state === "off" && keys().gm) await bridge.connect();
}

let lost = false;
/** What was last said to be wrong: a bridge that isn't running is tried again and again, but told of once. */
let said = "";

function changed() {
  Hooks.callAll("bonesetterState", bridge.state);
  if (bridge.state === "on") {
    said = "";
    void caughtUp();
  }
  if (bridge.state === "lost") {
    lost = true;
    ui.notifications.warn(t("Bridge.lost"));
  }
  if (bridge.state !== "trouble") return;
  if (status() !== said) ui.notifications.error((said = status()));
  if (bridge.trouble === "not_running") setTimeout(() => bridge.state === "trouble" && void bridge.connect(), AGAIN);
}

/** Show what was done while this world was not connected, and tell the Game Master. */
async function caughtUp() {
  if (lost) ui.notifications.info(t("Bridge.back"));
  lost = false;
  const shown = await follow();
  if (shown) ui.notifications.info(t("Bridge.missed", { count: String(shown) }));
  await refreshAll();
}

/** What a card offers next. @param {import("../widgets/types").Offer} offer */
async function offered({ ruleset, verb, args }) {
  const ids = Object.values(args).flat().filter((value) => typeof value === "string");
  const actors = ids.flatMap((id) => actorOf(id) ?? []);
  const actor = actors.find((one) => one.isOwner);
  if (actor) await new ProcedureWindow({ actor, ruleset, verb, args }).render({ force: true });
  else if (actors.length) ui.notifications.warn(t("Relay.not_owner"));
  else if (game.user.character) await openMenu(game.user.character);
}
