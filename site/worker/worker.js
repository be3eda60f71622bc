// The engine in a worker: Python starts when the page first needs it and stays alive across pages. Entries are stored
// in IndexedDB before a reply is given, numbered like a bridge's log; where another tab was faster, the message is
// simply answered again on the longer log.

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const BASE = new URL("./", worker.location.href);
const STORE = "entries";

/** @type {IDBDatabase | null} */
let database = null;
/** @type {any} */
let table = null;
/** @type {any} */
let pyodide = null;
/** @type {Promise<void> | null} */
let started = null;
let head = 0;

/** @param {unknown} message */
const tell = (message) => worker.postMessage(message);
const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("bonesetter-log") : null;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @returns {Promise<IDBDatabase | null>} null where the browser keeps nothing */
async function open() {
  try {
    const request = indexedDB.open("bonesetter", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "n" });
    return await done(request);
  } catch {
    tell({ type: "unkept" });
    return null;
  }
}

/** The stored entries after a number. @param {number} since @returns {Promise<any[]>} */
async function stored(since) {
  if (!database) return [];
  return done(database.transaction(STORE).objectStore(STORE).getAll(IDBKeyRange.lowerBound(since, true)));
}

/**
 * Stores entries, all or none. False when one of their numbers is taken.
 * @param {any[]} entries
 * @returns {Promise<boolean>}
 */
function store(entries) {
  if (!database) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const transaction = /** @type {IDBDatabase} */ (database).transaction(STORE, "readwrite", { durability: "strict" });
    for (const entry of entries) transaction.objectStore(STORE).add(entry);
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => transaction.error?.name === "ConstraintError" ? resolve(false) : reject(transaction.error);
    transaction.onerror = (event) => event.preventDefault();
  });
}

/** Takes in what is stored and not yet known here. */
async function catchUp() {
  const entries = await stored(0);
  if (entries.length === head) return;
  table.load(JSON.stringify(entries));
  head = entries.length;
}

async function start() {
  const sizes = await (await fetch(new URL("python/sizes.json", BASE))).json();
  const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let have = 0;
  const plain = worker.fetch.bind(self);
  /** @param {RequestInfo | URL} input @param {RequestInit} [init] */
  worker.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, BASE);
    const name = address.pathname.split("/").pop() ?? "";
    const response = await plain(input, init);
    if (!(name in sizes) || !response.body || !response.ok) return response;
    const count = new TransformStream({
      transform(part, controller) {
        have += part.byteLength;
        tell({ type: "progress", share: Math.min(0.9, (0.9 * have) / whole) });
        controller.enqueue(part);
      },
    });
    return new Response(response.body.pipeThrough(count), { status: response.status, headers: response.headers });
  };
  tell({ type: "progress", share: 0 });
  database = await open();
  const { loadPyodide } = await import(new URL("python/pyodide.mjs", BASE).href);
  const indexURL = new URL("python/", BASE).href;
  const lockFileContents = await (await fetch(new URL("pyodide-lock.json", indexURL))).text();
  pyodide = await loadPyodide({
    indexURL, lockFileContents, packageBaseUrl: indexURL,
    stdLibURL: new URL("python_stdlib.zip", indexURL).href, packages: ["bonesetter"],
  });
  worker.fetch = plain;
  // loadPackage only logs what goes wrong
  if (!pyodide.loadedPackages.bonesetter) throw new Error("the engine did not load");
  tell({ type: "progress", share: 0.95 });
  pyodide.runPython(await (await fetch(new URL("host.py", BASE))).text());
  table = pyodide.globals.get("table");
  await catchUp();
  tell({ type: "ready" });
}

/** Starts once; a failed start may be tried again. */
function ready() {
  started ??= start().catch((error) => {
    started = null;
    throw error;
  });
  return started;
}

/**
 * @param {any} message
 * @returns {Promise<any>} the desk's reply
 */
async function desk(message) {
  for (;;) {
    const entropy = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const { reply, entries } = JSON.parse(table.handle(JSON.stringify(message), new Date().toISOString(), entropy));
    if (!entries.length) return reply;
    if (await store(entries)) {
      table.commit();
      head += entries.length;
      others?.postMessage(head);
      return reply;
    }
    await catchUp();
  }
}

/** @type {Record<string, (data: any) => Promise<any>>} */
const JOBS = {
  start: async () => true,
  desk: (data) => desk(data.message),
  draws: async ({ ruleset, table: id, modifier, seeds }) => JSON.parse(table.draws(ruleset, id, modifier, JSON.stringify(seeds))),
  add: async ({ id, archive }) => {
    pyodide.FS.writeFile(`/tmp/${id}.zip`, new Uint8Array(archive));
    return JSON.parse(table.add(`/tmp/${id}.zip`));
  },
  versions: async () => JSON.parse(pyodide.globals.get("versions")()),
};

// one message at a time, in the order they came
let queue = Promise.resolve();

worker.addEventListener("message", ({ data }) => {
  queue = queue.then(async () => {
    try {
      await ready();
      tell({ type: "reply", id: data.id, value: await JOBS[data.job](data) });
    } catch (error) {
      tell({ type: "fault", id: data.id, reason: error instanceof Error ? error.message : String(error) });
    }
  });
});

others?.addEventListener("message", () => {
  queue = queue.then(async () => {
    if (!table) return;
    await catchUp();
    tell({ type: "news" });
  });
});

export {};
