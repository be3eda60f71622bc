// Taking an entry back from its card: a Game Master's right. What depends on it is named, and taken back too only when
// asked.

import { h } from "../widgets/dom.js";
import { bridge } from "./bridge.js";
import { act, Away } from "./line.js";
import { t } from "./text.js";

/** @param {number} entry */
export async function takeBack(entry) {
  if (!game.user.isActiveGM) {
    ui.notifications.warn(t("Undo.other_gm"));
    return;
  }
  try {
    const reply = await bridge.ask(act({ type: "undo", entry }));
    if (reply.ok) return;
    if (reply.error?.code !== "undo_conflict") {
      ui.notifications.error(reply.error?.message ?? t("Relay.failed"));
      return;
    }
    if (await agreedTo(reply.error.message)) {
      const again = await bridge.ask(act({ type: "undo", entry, with_later: true }));
      if (!again.ok) ui.notifications.error(again.error?.message ?? t("Relay.failed"));
    }
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    ui.notifications.error(t("Relay.bridge_away"));
  }
}

/** @param {string} conflict what depends on it, in the bridge's words */
async function agreedTo(conflict) {
  const content = h("div", {}, h("p", {}, conflict), h("p", {}, t("Undo.question")));
  return (await foundry.applications.api.DialogV2.confirm({ window: { title: t("Undo.title") }, content })) === true;
}
