// What the module adds to Foundry: settings, flags, its API and hooks. Without this the types know nothing of them.

import "fvtt-types/configuration";
import type { Api } from "../scripts/api.js";
import type { CardFlag } from "../scripts/cards.js";
import type { Keys, Persons, Seen } from "../scripts/settings.js";
import type { WoundFlag } from "../scripts/wounds.js";
import type { V14ContextMenuEntry } from "./v14";

declare module "fvtt-types/configuration" {
  interface AssumeHookRan {
    ready: never;
  }

  interface SettingConfig {
    "bonesetter.address": string;
    "bonesetter.keys": Keys;
    "bonesetter.ruleset": string;
    "bonesetter.seen": Seen;
    "bonesetter.persons": Persons;
    "bonesetter.fields": string;
  }

  interface FlagConfig {
    Actor: { bonesetter: { character?: { id: string; uuid: string } } };
    ActiveEffect: { bonesetter: { wound?: WoundFlag } };
    ChatMessage: { bonesetter: { card?: CardFlag } };
  }

  interface ModuleConfig {
    bonesetter: { api?: Api };
  }

  namespace Hooks {
    interface HookConfig {
      bonesetterReady: (api: Api) => void;
      bonesetterState: (state: string) => void;
      /** https://foundryvtt.com/api/functions/hookEvents.getDocumentContextOptions.html */
      getActorContextOptions: (
        app: foundry.applications.api.ApplicationV2.Any,
        entries: (foundry.applications.ux.ContextMenu.Entry<HTMLElement> | V14ContextMenuEntry)[],
      ) => void;
    }
  }
}
