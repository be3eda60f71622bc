// Keeps the whole site for a time without a network. The build puts `SITE` before this text: a version, and every
// file's hash. Each content is fetched and kept once, under its hash; an update fetches only what has changed, and waits
// until the reader says so.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEEP = "bonesetter-files";
const ADDED = "bonesetter-added";
const scope = new URL(worker.registration.scope);

/** Where a content is kept. @param {string} hash */
const place = (hash) => new URL(`__kept/${hash}`, scope).href;

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEEP);
    const known = new Set((await cache.keys()).map(({ url }) => url));
    /** @type {Map<string, string>} */
    const wanted = new Map();
    for (const [name, hash] of Object.entries(SITE.files)) if (!known.has(place(hash)) && !wanted.has(hash)) wanted.set(hash, name);
    const queue = [...wanted];
    const fetchSome = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const [hash, name] = next;
        const response = await fetch(new URL(name, scope), { cache: "no-cache" });
        const found = response.ok || name.endsWith("404.html");
        if (!found) throw new Error(`${name}: ${response.status}`);
        await cache.put(place(hash), await plain(response, name));
      }
    };
    await Promise.all(Array.from({ length: 6 }, fetchSome));
    if (!worker.registration.active) await worker.skipWaiting();
  })());
});

/**
 * A response without the address it came from: equal files of two places are kept once, and a module's own address must
 * be the one it was asked for by.
 * @param {Response} response @param {string} name
 */
async function plain(response, name) {
  const headers = new Headers();
  for (const key of ["content-type", "content-security-policy"]) {
    const value = response.headers.get(key);
    if (value) headers.set(key, value);
  }
  if (name.endsWith("sitemap.xml")) {
    // the theme finds the pages it may change to at once by this list; it has to name the address we are really at
    return new Response((await response.text()).replaceAll(SITE.builtFor, scope.href), { headers });
  }
  return new Response(await response.blob(), { headers });
}

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEEP);
    const needed = new Set(Object.values(SITE.files).map(place));
    for (const request of await cache.keys()) if (!needed.has(request.url)) await cache.delete(request);
    await worker.clients.claim();
  })());
});

worker.addEventListener("message", ({ data }) => {
  if (data === "activate") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  if (url.pathname.startsWith("/rulesets/")) return event.respondWith(freshOrKept(request));
  if (!url.pathname.startsWith(scope.pathname) || /^\/(socket\.io|foundry|healthz|readyz)/.test(url.pathname)) return;
  event.respondWith(keptOrFresh(request, url));
});

/** A kept file; a folder is its page; what is in neither list nor network is the page that says so. @param {Request} request @param {URL} url */
async function keptOrFresh(request, url) {
  const path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  const cache = await caches.open(KEEP);
  const hash = SITE.files[name];
  if (hash) {
    const found = await cache.match(place(hash));
    if (found) return found;
  }
  try {
    return await fetch(request);
  } catch (error) {
    if (SITE.files[`${name}/index.html`]) return Response.redirect(`${url.href}/`, 302);
    const missing = await cache.match(place(SITE.files[path.startsWith("it/") ? "it/404.html" : "404.html"]));
    if (request.mode === "navigate" && missing) return new Response(missing.body, { status: 404, headers: missing.headers });
    throw error;
  }
}

/** Rulesets added at run time: the bridge's word if it can be had, else what it said last. @param {Request} request */
async function freshOrKept(request) {
  const cache = await caches.open(ADDED);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    const found = await cache.match(request.url);
    if (found) return found;
    throw error;
  }
}
