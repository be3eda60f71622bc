// The stand-in's server: one world for all pages of a browser, as Foundry's server is for all its clients. It decides who
// may do what, keeps the documents, and passes package messages on. Run as a SharedWorker.

const OWNER = 3;

const clone = (value) => JSON.parse(JSON.stringify(value));
let last = 0;
const newId = () => {
  last += 1;
  return `doc${String(last).padStart(13, "0")}`;
};

const effects = () => [];
const world = {
  users: [
    { _id: "gamemaster000001", name: "Gamemaster", role: 4, character: null },
    { _id: "gamemaster000002", name: "Assistant", role: 4, character: null },
    { _id: "annaanna00000001", name: "Anna", role: 1, character: "mirela0000000001" },
    { _id: "brunobruno000001", name: "Bruno", role: 1, character: "tobia00000000001" },
  ],
  actors: [
    { _id: "mirela0000000001", name: "Mirela", type: "hero", img: "", ownership: { default: 0, annaanna00000001: OWNER }, system: { wounds: { value: 5, max: 8 }, endurance: 2, resolve: 2 }, flags: {}, effects: effects() },
    { _id: "tobia00000000001", name: "Tobia", type: "hero", img: "", ownership: { default: 0, brunobruno000001: OWNER }, system: { wounds: { value: 8, max: 8 }, endurance: 2, resolve: 2 }, flags: {}, effects: effects() },
    { _id: "goblin0000000001", name: "Goblin", type: "foe", img: "", ownership: { default: 0 }, system: { wounds: { value: 3, max: 4 }, endurance: 1, resolve: 1 }, flags: {}, effects: effects() },
  ],
  scenes: [
    {
      _id: "scene00000000001", name: "Cellar",
      tokens: [
        { _id: "token00000000001", name: "Mirela", actorId: "mirela0000000001", actorLink: true, x: 1, y: 1, delta: null },
        { _id: "token00000000002", name: "Tobia", actorId: "tobia00000000001", actorLink: true, x: 3, y: 1, delta: null },
        { _id: "token00000000003", name: "Goblin with a hook", actorId: "goblin0000000001", actorLink: false, x: 2, y: 3, delta: { flags: {}, system: {}, effects: [] } },
        { _id: "token00000000004", name: "Goblin with a drum", actorId: "goblin0000000001", actorLink: false, x: 4, y: 3, delta: { flags: {}, system: {}, effects: [] } },
      ],
    },
  ],
  messages: [],
  settings: {},
};

/** @type {Map<MessagePort, string>} */
const clients = new Map();

const active = () => [...new Set(clients.values())];
const tell = (said, except = null) => {
  for (const port of clients.keys()) if (port !== except) port.postMessage(clone(said));
};

// What updates do: objects are merged, everything else (arrays too) is replaced; keys with dots are taken apart.
function merge(target, change) {
  for (const [key, value] of Object.entries(change)) {
    const here = target[key];
    if (value && typeof value === "object" && !Array.isArray(value) && here && typeof here === "object" && !Array.isArray(here)) merge(here, value);
    else target[key] = clone(value);
  }
  return target;
}

function expand(data) {
  if (Array.isArray(data)) return data.map(expand);
  if (!data || typeof data !== "object") return data;
  const made = {};
  for (const [key, value] of Object.entries(data)) {
    let place = made;
    const path = key.split(".");
    for (const piece of path.slice(0, -1)) place = place[piece] ??= {};
    const end = path[path.length - 1];
    const whole = expand(value);
    if (place[end] && typeof place[end] === "object" && whole && typeof whole === "object") merge(place[end], whole);
    else place[end] = whole;
  }
  return made;
}

function refuse(why) {
  throw new Error(why);
}

const find = (list, id) => list.find((one) => one._id === id) ?? refuse(`"${id}" does not exist`);

// Where an actor's data stands: the actor itself, or what an unlinked token has of its own.
function actorAt(uuid) {
  const pieces = uuid.split(".");
  if (pieces[0] === "Actor") {
    const actor = find(world.actors, pieces[1]);
    return { actor, store: actor, top: { kind: "actors", doc: actor } };
  }
  const scene = find(world.scenes, pieces[1]);
  const token = find(scene.tokens, pieces[3]);
  return { actor: find(world.actors, token.actorId), store: token.delta, top: { kind: "scenes", doc: scene } };
}

const owns = (user, actor) => user.role >= 3 || (actor.ownership[user._id] ?? actor.ownership.default) >= OWNER;

const SCHEMAS = {
  ActiveEffect: {
    13: ["_id", "name", "img", "type", "system", "changes", "disabled", "duration", "description", "origin", "tint", "transfer", "statuses", "sort", "flags"],
    14: ["_id", "name", "img", "type", "system", "disabled", "duration", "description", "origin", "tint", "transfer", "statuses", "showIcon", "sort", "start", "flags"],
  },
  ChatMessage: {
    13: ["_id", "type", "system", "style", "author", "timestamp", "flavor", "title", "content", "speaker", "whisper", "blind", "rolls", "sound", "emote", "flags"],
    14: ["_id", "type", "system", "style", "author", "timestamp", "flavor", "title", "content", "speaker", "whisper", "blind", "rolls", "sound", "emote", "flags"],
  },
};

// A schema keeps its own fields and drops all others without a word.
const cleaned = (kind, generation, data) => Object.fromEntries(Object.entries(expand(data)).filter(([key]) => SCHEMAS[kind][generation].includes(key)));

const ACTIONS = {
  createEffects(user, { parent, data, generation }) {
    const { actor, store, top } = actorAt(parent);
    if (!owns(user, actor)) refuse(`User ${user.name} lacks permission to create ActiveEffect in ${parent}`);
    const made = data.map((one) => {
      if (typeof one.name !== "string" || !one.name) refuse("ActiveEffect validation errors: name: may not be undefined");
      return { disabled: false, description: "", statuses: [], flags: {}, ...cleaned("ActiveEffect", generation, one), _id: newId() };
    });
    store.effects.push(...made);
    return { top, result: made.map((one) => one._id) };
  },
  updateEffects(user, { parent, data, generation }) {
    const { actor, store, top } = actorAt(parent);
    if (!owns(user, actor)) refuse(`User ${user.name} lacks permission to update ActiveEffect in ${parent}`);
    for (const { _id, ...change } of data) merge(find(store.effects, _id), cleaned("ActiveEffect", generation, change));
    return { top, result: data.map((one) => one._id) };
  },
  deleteEffects(user, { parent, data }) {
    const { actor, store, top } = actorAt(parent);
    if (!owns(user, actor)) refuse(`User ${user.name} lacks permission to delete ActiveEffect in ${parent}`);
    for (const id of data) find(store.effects, id);
    store.effects = store.effects.filter((one) => !data.includes(one._id));
    return { top, result: data };
  },
  updateActor(user, { parent, data }) {
    const { actor, store, top } = actorAt(parent);
    if (!owns(user, actor)) refuse(`User ${user.name} lacks permission to update Actor [${actor._id}]`);
    merge(store, expand(data));
    return { top, result: null };
  },
  createMessage(user, { data, generation }) {
    const made = { style: 0, content: "", whisper: [], blind: false, rolls: [], speaker: {}, flags: {}, ...cleaned("ChatMessage", generation, data), _id: newId(), author: user._id, timestamp: Date.now() };
    if (typeof made.content !== "string" || !Array.isArray(made.whisper)) refuse("ChatMessage validation errors");
    if (made.rolls.some((roll) => typeof roll !== "string")) refuse("ChatMessage validation errors: rolls: not JSON");
    world.messages.push(made);
    return { top: { kind: "messages", doc: made }, result: made._id };
  },
  updateMessage(user, { id, data, generation }) {
    const message = find(world.messages, id);
    if (user.role < 3 && message.author !== user._id) refuse(`User ${user.name} lacks permission to update ChatMessage [${id}]`);
    merge(message, cleaned("ChatMessage", generation, data));
    return { top: { kind: "messages", doc: message }, result: null };
  },
  setSetting(user, { key, value }) {
    if (user.role < 3) refuse(`User ${user.name} lacks permission to create Setting`);
    world.settings[key] = clone(value);
    tell({ kind: "setting", key, value });
    return { top: null, result: null };
  },
};

const HEARD = {
  hello(port, { user }) {
    clients.set(port, user);
    port.postMessage(clone({ kind: "world", world, active: active() }));
    tell({ kind: "active", user, active: active() }, port);
  },
  goodbye(port) {
    const user = clients.get(port);
    clients.delete(port);
    if (user) tell({ kind: "active", user, active: active() });
  },
  act(port, { id, action, given }) {
    try {
      const user = find(world.users, clients.get(port));
      const { top, result } = ACTIONS[action](user, given);
      if (top) tell({ kind: "document", in: top.kind, doc: top.doc });
      port.postMessage({ kind: "done", id, result: clone(result) });
    } catch (error) {
      port.postMessage({ kind: "failed", id, why: error.message });
    }
  },
  // package messages: to all others, never back, with the true sender added
  package(port, { event, data }) {
    tell({ kind: "package", event, data, sender: clients.get(port) }, port);
  },
};

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => HEARD[data.kind](port, data));
  port.start();
});
