// A stand-in of Foundry for tests: see RULES.md for what it emulates and where that is known from. Opened with
// ?user=…&generation=13|14&lang=en|it&module=… it boots as Foundry does, and tests drive it as people do.

import { makeApplications } from "./applications.js";
import { Collection, makeDocuments } from "./documents.js";
import { dice } from "./dice.js";
import { lies, offered, strict } from "./strict.js";

const asked = new URLSearchParams(location.search);
const GENERATION = Number(asked.get("generation") ?? 13);
const LANG = asked.get("lang") ?? "en";
const BASE = asked.get("module") ?? "/modules/bonesetter";
const USERS = { gm: "gamemaster000001", assistant: "gamemaster000002", anna: "annaanna00000001", bruno: "brunobruno000001" };
const ME = USERS[asked.get("user") ?? "gm"];
document.body.classList.add(`theme-${asked.get("theme") ?? "dark"}`);

/** What tests look at. */
const told = { errors: [], missing: [], notifications: [], hooks: new Set(), lies, generation: GENERATION };

// --- the world -----------------------------------------------------------------------------------------------------

const port = new SharedWorker("/host/world.js", { name: asked.get("world") ?? "world" }).port;
let world = null;
let active = [];
let last = 0;
const waiting = new Map();
const listeners = new Map();
const found = (kind, id) => world[kind].find((one) => one._id === id);

const host = {
  system: "stand-in",
  activeModules: () => [manifest.id],
  get active() { return active; },
  source: found,
  me: () => documents.user(ME),
  user: (id) => documents.user(id),
  users: () => users,
  actor: (id) => documents.actor(id),
  message: (id) => documents.message(id),
  localize: (key) => game.i18n.localize(key),
  act(action, given) {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      port.postMessage({ kind: "act", id, action, given: { ...given, generation: GENERATION } });
    });
  },
};

const HEARD = {
  document({ in: kind, doc }) {
    const place = world[kind].findIndex((one) => one._id === doc._id);
    if (place < 0) world[kind].push(doc);
    else world[kind][place] = doc;
    if (kind === "messages") drawMessage(documents.message(doc._id));
    drawTokens();
  },
  done({ id, result }) { waiting.get(id).resolve(result); },
  failed({ id, why }) { waiting.get(id).reject(new Error(why)); },
  setting({ key, value }) { world.settings[key] = value; },
  active(said) {
    active = said.active;
    Hooks.callAll("userConnected", documents.user(said.user), active.includes(said.user));
  },
  package({ event, data, sender }) { for (const listener of listeners.get(event) ?? []) guarded(event, () => listener(data, sender)); },
};

// --- hooks ---------------------------------------------------------------------------------------------------------

const hooked = new Map();

/** A handler's error is its own: the next one runs all the same. */
function guarded(name, run) {
  try {
    const result = run();
    if (result instanceof Promise) result.catch((error) => failed(name, error));
    return result;
  } catch (error) {
    failed(name, error);
    return undefined;
  }
}

function failed(name, error) {
  told.errors.push(`${name}: ${error?.message ?? error}`);
  console.error(`Error thrown in hooked function for hook "${name}"`, error);
}

const HOOKS = ["init", "i18nInit", "setup", "ready", "renderTokenHUD", "renderChatMessageHTML", "getActorContextOptions", "userConnected"];
const listen = (name, handler, once) => {
  if (typeof handler !== "function") throw new TypeError("a hook's handler is a function");
  if (!HOOKS.includes(name) && !name.startsWith(manifest.id)) throw lie(`the hook ${name}`);
  told.hooks.add(name);
  hooked.set(name, [...(hooked.get(name) ?? []), { handler, once }]);
  return hooked.get(name).length;
};

function lie(what) {
  lies.push(what);
  return new TypeError(`the stand-in has no ${what}`);
}

const Hooks = strict({
  on: (name, handler) => listen(name, handler, false),
  once: (name, handler) => listen(name, handler, true),
  callAll(name, ...given) {
    for (const entry of [...(hooked.get(name) ?? [])]) {
      if (entry.once) hooked.set(name, hooked.get(name).filter((one) => one !== entry));
      guarded(name, () => entry.handler(...given));
    }
    return true;
  },
}, "typeof Hooks");

// --- settings ------------------------------------------------------------------------------------------------------

const settings = new Map();
const menus = new Map();

function registered(namespace, key) {
  const full = `${namespace}.${key}`;
  if (!settings.has(full)) throw new Error(`"${full}" is not a registered game setting`);
  return [full, settings.get(full)];
}

const gameSettings = strict({
  register(namespace, key, data) {
    if (!["client", "world", "user"].includes(data.scope)) throw new Error(`no scope ${data.scope}`);
    if (![String, Number, Boolean, Object, Array].includes(data.type)) throw new Error("a setting has a type");
    if (data.config && !data.name) throw new Error("a shown setting has a name");
    settings.set(`${namespace}.${key}`, data);
  },
  registerMenu(namespace, key, data) {
    if (!(data.type.prototype instanceof foundry.applications.api.ApplicationV2)) throw new Error("You must provide a menu type that is an ApplicationV2 subclass");
    menus.set(`${namespace}.${key}`, data);
  },
  get(namespace, key) {
    const [full, data] = registered(namespace, key);
    const stored = data.scope === "client" ? localStorage.getItem(full) : world.settings[full];
    const text = stored ?? JSON.stringify(data.default);
    return JSON.parse(text);
  },
  async set(namespace, key, value) {
    const [full, data] = registered(namespace, key);
    if (value === undefined || (data.type === String && typeof value !== "string") || (data.type === Object && typeof value !== "object")) throw new Error(`${full}: not a value of its type`);
    const text = JSON.stringify(value);
    if (data.scope === "client") localStorage.setItem(full, text);
    else await host.act("setSetting", { key: full, value: text });
    return value;
  },
}, 'ReadyGame["settings"]');

// --- words ---------------------------------------------------------------------------------------------------------

let words = null;
const lookUp = (key) => key.split(".").reduce((place, piece) => place?.[piece], words);
const i18n = strict({
  lang: LANG,
  has(key) { return typeof lookUp(key) === "string"; },
  localize(key) {
    if (!words) throw new Error("nothing is translated before i18nInit");
    const text = lookUp(key);
    if (typeof text !== "string" && /^[A-Z]+\./.test(key)) told.missing.push(key);
    return typeof text === "string" ? text : key;
  },
  format(key, facts = {}) {
    return i18n.localize(key).replace(/\{([^}]+)\}/g, (_, name) => {
      if (!(name in facts)) told.missing.push(`${key} {${name}}`);
      return facts[name];
    });
  },
}, 'ReadyGame["i18n"]');

// --- the game ------------------------------------------------------------------------------------------------------

const manifest = await (await fetch(`${BASE}/module.json`)).json();
const documents = makeDocuments(host);
const list = (kind, make) => () => world[kind].map(({ _id }) => make(_id));

class Users extends Collection {
  /** The Game Master who does what is to be done once: connected, of the highest role, the lowest id. */
  get activeGM() {
    const gms = this.filter((user) => user.isGM && user.active);
    return gms.sort((a, b) => found("users", b.id).role - found("users", a.id).role || a.id.localeCompare(b.id))[0] ?? null;
  }
}

const users = new Users(list("users", (id) => documents.user(id)), 'ReadyGame["users"]');
const modules = new Map([[manifest.id, strict({ id: manifest.id, active: true, api: undefined }, 'NonNullable<ReturnType<ReadyGame["modules"]["get"]>> & { api: unknown }')]]);

let phase = "import";
/** What is only there from a moment on. */
const from = (when, value) => ({ when, value });
const PHASES = ["import", "init", "i18nInit", "setup", "ready"];
const parts = {
  release: from("init", strict({ generation: GENERATION }, 'ReadyGame["release"]')),
  settings: from("init", gameSettings),
  i18n: from("init", i18n),
  modules: from("init", strict({ get: (id) => modules.get(id) }, 'ReadyGame["modules"]')),
  socket: from("init", strict({
    on(event, listener) {
      if (event === `module.${manifest.id}` && manifest.socket) listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      else throw new Error(`nothing is ever heard on ${event}`);
    },
    emit(event, data) {
      if (event !== `module.${manifest.id}` || !manifest.socket) throw new Error(`nothing is ever sent on ${event}`);
      port.postMessage({ kind: "package", event, data: JSON.parse(JSON.stringify(data)) });
    },
  }, 'ReadyGame["socket"]')),
  user: from("setup", null),
  users: from("setup", users),
  actors: from("setup", new Collection(list("actors", (id) => documents.actor(id)), 'ReadyGame["actors"]')),
  scenes: from("setup", new Collection(list("scenes", (id) => documents.scene(id)), 'ReadyGame["scenes"]')),
  messages: from("setup", new Collection(list("messages", (id) => documents.message(id)), 'ReadyGame["messages"]')),
};
const game = strict(Object.defineProperties({}, Object.fromEntries(Object.entries(parts).map(([name, { when, value }]) => [name, {
  enumerable: true,
  get() {
    if (PHASES.indexOf(phase) < PHASES.indexOf(when)) throw new Error(`game.${name} is not there before ${when}`);
    return name === "user" ? documents.user(ME) : value;
  },
}]))), "ReadyGame");

const note = (level) => (text) => {
  told.notifications.push({ level, text });
  const line = document.createElement("li");
  line.className = `notification ${level}`;
  line.textContent = text;
  document.querySelector("#notifications").append(line);
  setTimeout(() => line.remove(), 6_000);
};
const ui = strict({ notifications: strict({ info: note("info"), warn: note("warning"), error: note("error") }, "typeof ui.notifications") }, "typeof ui");

// In 14 the registry is keyed by id, and the functions of an array only pretend to work.
const CONFIG = strict({
  statusEffects: GENERATION >= 14 ? strict({ dead: { id: "dead", name: "Dead", img: "" } }, "V14StatusEffects", { open: true }) : [{ id: "dead", name: "Dead", img: "" }],
}, "typeof CONFIG");

const foundry = strict({
  applications: makeApplications(host),
  dice,
  utils: strict({
    randomID: () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => "abcdefghijklmnopqrstuvwxyz012345"[byte & 31]).join(""),
    getProperty(object, path) {
      return path.split(".").reduce((place, piece) => (place === null || place === undefined ? undefined : place[piece]), object);
    },
  }, "typeof foundry.utils"),
}, "typeof foundry");

async function fromUuid(uuid) {
  const pieces = uuid.split(".");
  if (pieces[0] === "Actor" && pieces.length === 2) return documents.actor(pieces[1]) ?? null;
  if (pieces[0] !== "Scene") return null;
  const token = found("scenes", pieces[1]) && documents.scene(pieces[1]).tokens.get(pieces[3]);
  if (!token) return null;
  return pieces.length === 6 ? token.actor : token;
}

const canvas = strict({ get scene() { return documents.scene(world.scenes[0]._id); } }, "typeof canvas");

// --- what is seen --------------------------------------------------------------------------------------------------

function drawTokens() {
  const board = document.querySelector("#board");
  board.replaceChildren(...documents.scene(world.scenes[0]._id).tokens.contents.map((token) => {
    const data = world.scenes[0].tokens.find((one) => one._id === token.id);
    const place = document.createElement("div");
    place.className = "token";
    place.dataset.token = token.id;
    place.style.gridArea = `${data.y} / ${data.x}`;
    place.textContent = token.name;
    const sources = token.actorLink ? found("actors", data.actorId).effects : [...found("actors", data.actorId).effects, ...data.delta.effects];
    for (const effect of sources) {
      // 13 shows what is temporary: it has a status (or a duration); 14 asks showIcon
      const shown = GENERATION >= 14 ? effect.showIcon === 2 : effect.statuses.length > 0;
      if (!shown) continue;
      const picture = document.createElement("img");
      Object.assign(picture, { src: effect.img.replace(/^modules\/bonesetter/, BASE), title: effect.name });
      place.append(picture);
    }
    place.addEventListener("contextmenu", (event) => { event.preventDefault(); openHud(token, place); });
    return place;
  }));
}

function openHud(token, place) {
  document.querySelector("#token-hud")?.remove();
  if (!token.actor?.isOwner) return;
  const element = document.createElement("form");
  element.id = "token-hud";
  element.innerHTML = '<div class="col left"><button type="button" class="control-icon" data-action="config">⚙</button></div><div class="col middle"></div><div class="col right"><button type="button" class="control-icon" data-action="combat">⚔</button></div>';
  place.append(element);
  const hud = strict({ document: token }, "foundry.applications.hud.TokenHUD");
  Hooks.callAll("renderTokenHUD", hud, element, {}, {});
}

/** The actor directory's context menu, asked for its entries as each generation does. */
function actorMenu(id) {
  const target = document.createElement("li");
  target.dataset.entryId = id;
  const entries = [];
  Hooks.callAll("getActorContextOptions", {}, entries);
  return entries.map((entry) => {
    const names = GENERATION >= 14 ? { label: "label", visible: "visible", click: "onClick" } : { label: "name", visible: "condition", click: "callback" };
    const foreign = Object.keys(entry).filter((key) => ![...Object.values(names), "icon", "group"].includes(key));
    if (foreign.length) throw lie(`context menu entry with ${foreign} in generation ${GENERATION}`);
    const visible = entry[names.visible];
    return {
      label: i18n.localize(entry[names.label]),
      visible: typeof visible === "function" ? visible(target) : (visible ?? true),
      click: () => (GENERATION >= 14 ? entry.onClick(new PointerEvent("click"), target) : entry.callback(target)),
    };
  });
}

function drawMessage(message) {
  document.querySelector(`[data-message-id="${message.id}"]`)?.remove();
  if (!message.visible) return;
  const html = document.createElement("li");
  html.className = `chat-message${message.whisper.length ? " whisper" : ""}`;
  html.dataset.messageId = message.id;
  html.innerHTML = '<header class="message-header"><h4 class="message-sender"></h4><span class="message-metadata"></span></header><div class="message-content"></div>';
  html.querySelector("h4").textContent = message.alias;
  html.querySelector(".message-metadata").textContent = message.whisper.length ? "whisper" : "";
  const place = html.querySelector(".message-content");
  if (!message.isContentVisible) place.textContent = "??? privately rolled some dice";
  else {
    place.innerHTML = message.content;
    // content without an element of its own gives way to Foundry's view of the rolls
    if (!place.childElementCount && message.isRoll) place.textContent = message.rolls.map((roll) => `${roll.formula} = ${roll.total}`).join("; ");
  }
  Hooks.callAll("renderChatMessageHTML", message, html, {});
  const log = document.querySelector("#chat-log");
  const later = [...log.children].find((other) => other.dataset.messageId > message.id);
  log.insertBefore(html, later ?? null);
}

// --- booting -------------------------------------------------------------------------------------------------------

await new Promise((resolve) => {
  port.addEventListener("message", ({ data }) => {
    if (data.kind === "world") {
      world = data.world;
      active = data.active;
      resolve();
    } else if (world) HEARD[data.kind](data);
  });
  port.start();
  port.postMessage({ kind: "hello", user: ME });
});
addEventListener("pagehide", () => port.postMessage({ kind: "goodbye" }));
addEventListener("error", (event) => failed("page", event.error ?? event.message));
addEventListener("unhandledrejection", (event) => failed("page", event.reason));

Object.assign(window, { Hooks, CONFIG, foundry, ui, canvas, fromUuid, ...documents.classes });
// while packages are imported there is no game yet
Object.defineProperty(window, "game", { configurable: true, get() { throw new Error("game is not there while modules are imported"); } });
for (const style of manifest.styles) document.head.insertAdjacentHTML("beforeend", `<link rel="stylesheet" href="${BASE}/${style}">`);
for (const script of manifest.esmodules) await import(`${BASE}/${script}`).catch((error) => failed("import", error));
Object.defineProperty(window, "game", { configurable: true, value: game });

phase = "init";
Hooks.callAll("init");
const language = manifest.languages.find(({ lang }) => lang === LANG) ?? manifest.languages[0];
words = await (await fetch(`${BASE}/${language.path}`)).json();
phase = "i18nInit";
Hooks.callAll("i18nInit");
phase = "setup";
Hooks.callAll("setup");
phase = "ready";
for (const message of parts.messages.value) drawMessage(message);
drawTokens();
Hooks.callAll("ready");

document.querySelector("#settings").append(...[...menus].filter(([, menu]) => !menu.restricted || game.user.isGM).map(([, menu]) => {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: i18n.localize(menu.label), className: "menu" });
  button.addEventListener("click", () => void new menu.type().render({ force: true }));
  return button;
}));

/** For tests only. */
window.host = {
  told,
  actorMenu,
  offered: () => Object.fromEntries([...offered].map(([type, members]) => [type, Object.fromEntries(members)])),
  hooks: () => [...told.hooks],
  world: () => JSON.parse(JSON.stringify(world)),
  target: (token) => { host.me().targets.clear(); const found_ = canvas.scene.tokens.get(token); if (found_) host.me().targets.add(strict({ actor: found_.actor }, "foundry.canvas.placeables.Token")); },
  rolls: () => parts.messages.value.contents.map((message) => message.rolls.map((roll) => ({ formula: roll.formula, total: roll.total, dice: roll.dice }))),
};
document.body.dataset.ready = "true";
