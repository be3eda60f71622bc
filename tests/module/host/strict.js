// What makes the stand-in honest: every object it hands out throws when something is asked of it that it doesn't offer.
// Each object names the type of the real API that it stands for; `offered` is turned into assertions about that type, so
// that nothing can be offered here which the real one lacks.

/** Asked by the language and by tools, never by the module. */
const PASSED = new Set(["then", "toJSON", "constructor", "prototype", "name", "length", "caller", "arguments"]);

/** @type {Map<string, Map<string, {kind: string, shielded: boolean}>>} type → member → what it is */
export const offered = new Map();
/** @type {string[]} what was asked for that isn't there */
export const lies = [];

function note(target, type) {
  const members = offered.get(type) ?? new Map();
  offered.set(type, members);
  for (let place = target; place && place !== Object.prototype && place !== Function.prototype; place = Object.getPrototypeOf(place)) {
    if (place.constructor?.[FOREIGN]) continue; // a subclass that the module has made
    for (const [key, facts] of Object.entries(Object.getOwnPropertyDescriptors(place))) {
      if ((typeof place === "function" && PASSED.has(key)) || key === "constructor" || members.has(key)) continue;
      members.set(key, { kind: typeof facts.value === "function" ? "function" : "value", shielded: key.startsWith("_") });
    }
  }
}

/** Marks classes whose members are not the stand-in's. */
export const FOREIGN = Symbol("foreign");

/**
 * @template {object} T
 * @param {T} target
 * @param {string} type the TypeScript type it stands for
 * @param {object} [more]
 * @param {boolean} [more.open] whether new properties may be set on it
 * @param {boolean} [more.quiet] whether it adds nothing to what is offered (an instance of a class that does)
 * @returns {T}
 */
export function strict(target, type, { open = false, quiet = false } = {}) {
  if (!quiet) note(target, type);
  const lie = (key) => {
    const text = `${type} has no ${key}`;
    lies.push(text);
    return new TypeError(text);
  };
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === "string" && !PASSED.has(key) && !(key in object)) throw lie(key);
      return Reflect.get(object, key, receiver);
    },
    set(object, key, value, receiver) {
      if (typeof key === "string" && !open && !(key in object)) throw lie(`${key} to set`);
      return Reflect.set(object, key, value, receiver);
    },
  });
}
