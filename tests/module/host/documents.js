// Documents and their collections, as much of them as the module may use. Their data is the world's; each client has its
// own copy, which changes only when the world says so.

import { Roll } from "./dice.js";
import { strict } from "./strict.js";

const DATA = Symbol("data");
const LIST = Symbol("list");
const MADE = Symbol("made");

const plain = (value) => JSON.parse(JSON.stringify(value));
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {any} under @param {any} over */
function merged(under, over) {
  const made = { ...under };
  for (const [key, value] of Object.entries(over ?? {})) made[key] = isObject(value) && isObject(under?.[key]) ? merged(under[key], value) : value;
  return made;
}

/** A collection: iterating gives the values, not pairs. */
export class Collection {
  /** @param {() => any[]} list @param {string} type */
  constructor(list, type) {
    this[LIST] = list;
    return strict(this, type);
  }
  get size() { return this[LIST]().length; }
  get contents() { return [...this[LIST]()]; }
  get(id) { return this[LIST]().find((one) => one.id === id); }
  has(id) { return this[LIST]().some((one) => one.id === id); }
  find(test) { return this[LIST]().find((one) => test(one)); }
  filter(test) { return this[LIST]().filter((one) => test(one)); }
  [Symbol.iterator]() { return this[LIST]()[Symbol.iterator](); }
}

/** Makes every document of a client; one object for each document, however often it is asked for. */
export function makeDocuments(host) {
  /** @type {Map<string, any>} */
  const made = new Map();
  const once = (uuid, make) => {
    if (!made.has(uuid)) made.set(uuid, make());
    return made.get(uuid);
  };
  const scopes = () => ["core", "world", host.system, ...host.activeModules()];

  class Document {
    /** @param {() => any} data @param {string} type */
    constructor(data, type) {
      this[DATA] = data;
      return strict(this, type);
    }
    get id() { return this[DATA]()._id; }
    get flags() { return plain(this[DATA]().flags ?? {}); }
    getFlag(scope, key) {
      if (!scopes().includes(scope)) throw new Error(`Flag scope "${scope}" is not valid or not currently active`);
      const value = this[DATA]().flags?.[scope]?.[key];
      return value === undefined ? undefined : plain(value);
    }
    async setFlag(scope, key, value) {
      if (!scopes().includes(scope)) throw new Error(`Flag scope "${scope}" is not valid or not currently active`);
      return this.update({ flags: { [scope]: { [key]: value } } });
    }
  }

  class User {
    constructor(data) {
      this[DATA] = data;
      this[MADE] = new Set();
      return strict(this, "User.Implementation");
    }
    get id() { return this[DATA]()._id; }
    get name() { return this[DATA]().name; }
    get active() { return host.active.includes(this.id); }
    get isGM() { return this[DATA]().role >= 3; }
    get isActiveGM() { return host.users().activeGM === host.user(this.id); }
    get character() { return host.actor(this[DATA]().character) ?? null; }
    get targets() { return this[MADE]; }
  }

  class Actor extends Document {
    constructor(data, where) {
      const self = super(data, "Actor.Implementation");
      self[MADE] = where;
      return self;
    }
    get uuid() { return this[MADE].uuid; }
    get name() { return this[DATA]().name; }
    get system() { return plain(this[DATA]().system); }
    get token() { return this[MADE].token?.() ?? null; }
    get isOwner() { return this.testUserPermission(host.me(), "OWNER"); }
    get effects() {
      return once(`${this.uuid}#effects`, () => new Collection(() => this[DATA]().effects.map(({ _id }) => once(`${this.uuid}.ActiveEffect.${_id}`, () =>
        new ActiveEffect(() => this[DATA]().effects.find((one) => one._id === _id) ?? { _id, flags: {} }))), 'Actor.Implementation["effects"]'));
    }
    testUserPermission(user, level) {
      if (level !== "OWNER") throw new Error(`the stand-in knows no permission ${level}`);
      return user.isGM || (this[DATA]().ownership[user.id] ?? this[DATA]().ownership.default) >= 3;
    }
    async update(data) {
      await host.act("updateActor", { parent: this.uuid, data: plain(data) });
      return this;
    }
    async createEmbeddedDocuments(kind, data) {
      if (kind !== "ActiveEffect") throw new Error(`${kind} is not a valid embedded Document within the Actor Document`);
      const ids = await host.act("createEffects", { parent: this.uuid, data: plain(data) });
      return ids.map((id) => this.effects.get(id));
    }
    async updateEmbeddedDocuments(kind, data) {
      const ids = await host.act("updateEffects", { parent: this.uuid, data: plain(data), kind });
      return ids.map((id) => this.effects.get(id));
    }
    async deleteEmbeddedDocuments(kind, ids) {
      const gone = ids.map((id) => this.effects.get(id));
      await host.act("deleteEffects", { parent: this.uuid, data: ids, kind });
      return gone;
    }
  }

  class ActiveEffect extends Document {
    constructor(data) { super(data, "ActiveEffect.Implementation"); }
    get name() { return this[DATA]().name; }
    get img() { return this[DATA]().img; }
    get description() { return this[DATA]().description; }
    get statuses() { return new Set(this[DATA]().statuses); }
  }

  class TokenDocument {
    constructor(data, scene) {
      this[DATA] = data;
      this[MADE] = scene;
      return strict(this, "TokenDocument.Implementation");
    }
    get id() { return this[DATA]()._id; }
    get uuid() { return `Scene.${this[MADE]}.Token.${this.id}`; }
    get name() { return this[DATA]().name; }
    get actorLink() { return this[DATA]().actorLink; }
    get actor() {
      const { actorId, actorLink } = this[DATA]();
      if (actorLink) return host.actor(actorId) ?? null;
      const uuid = `${this.uuid}.Actor.${actorId}`;
      return once(uuid, () => new Actor(() => {
        const token = this[DATA]();
        const base = host.source("actors", actorId);
        // an unlinked token's actor: the actor it was made from under what it has of its own, flags included
        return { ...merged(base, { system: token.delta.system, flags: token.delta.flags }), effects: [...base.effects, ...token.delta.effects], name: token.delta.name ?? token.name };
      }, { uuid, token: () => this }));
    }
  }

  class Scene {
    constructor(data) {
      this[DATA] = data;
      return strict(this, "Scene.Implementation");
    }
    get id() { return this[DATA]()._id; }
    get tokens() {
      return once(`${this.id}#tokens`, () => new Collection(() => this[DATA]().tokens.map(({ _id }) => once(`Scene.${this.id}.Token.${_id}`, () =>
        new TokenDocument(() => this[DATA]().tokens.find((one) => one._id === _id), this.id))), 'Scene.Implementation["tokens"]'));
    }
  }

  class ChatMessage extends Document {
    constructor(data) { super(data, "ChatMessage.Implementation"); }
    static async create(data) {
      if ("rollMode" in data || "messageMode" in data) throw new Error("visibility is set by whisper and blind");
      if ("user" in data || "roll" in data || "type" in data) throw new Error("user, roll and numeric types are gone from ChatMessage");
      const rolls = (data.rolls ?? []).map((roll) => {
        if (!(roll instanceof Roll)) throw new Error("rolls are Roll instances");
        return JSON.stringify(roll.toJSON());
      });
      return host.message(await host.act("createMessage", { data: plain({ ...data, rolls }) }));
    }
    static getSpeaker({ scene, actor, token, alias } = {}) {
      if (scene || token) throw new Error("the stand-in speaks for actors and by alias only");
      if (actor) return { scene: null, actor: actor.id, token: actor.token?.id ?? null, alias: alias || actor.name };
      return { scene: null, actor: null, token: null, alias: alias ?? host.me().name };
    }
    get content() { return this[DATA]().content; }
    get author() { return host.user(this[DATA]().author); }
    get alias() { return this[DATA]().speaker.alias ?? this.author.name; }
    get whisper() { return [...this[DATA]().whisper]; }
    get blind() { return this[DATA]().blind; }
    get rolls() { return this[DATA]().rolls.map((text) => Roll.fromData(JSON.parse(text))); }
    get isRoll() { return this[DATA]().rolls.length > 0; }
    get isAuthor() { return this.author === host.me(); }
    /** A whispered roll is there for everybody, without its content; a whisper without rolls only for its readers. */
    get visible() {
      if (this.whisper.length && this.isRoll) return true;
      return this.isContentVisible;
    }
    get isContentVisible() {
      const whisper = this.whisper;
      if (this.blind) return whisper.includes(host.me().id);
      return !whisper.length || this.isAuthor || whisper.includes(host.me().id);
    }
    async update(data) {
      await host.act("updateMessage", { id: this.id, data: plain(data) });
      return this;
    }
  }

  return {
    classes: { Actor: strict(Actor, "typeof Actor"), ChatMessage: strict(ChatMessage, "typeof ChatMessage") },
    user: (id) => once(`User.${id}`, () => new User(() => host.source("users", id))),
    actor: (id) => (host.source("actors", id) ? once(`Actor.${id}`, () => new Actor(() => host.source("actors", id), { uuid: `Actor.${id}` })) : undefined),
    scene: (id) => once(`Scene.${id}`, () => new Scene(() => host.source("scenes", id))),
    message: (id) => once(`ChatMessage.${id}`, () => new ChatMessage(() => host.source("messages", id))),
  };
}
