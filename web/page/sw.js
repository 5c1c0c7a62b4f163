// Keeps all files of the page, so that it works without a network.
//
// `files.js` is written by the build: the list of all files, and a version that changes with any of
// them. A new version is fetched as a whole before it replaces the old one.

importScripts("files.js");

/** @typedef {{version: string, files: string[]}} Build */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { version, files } = /** @type {{build: Build}} */ (/** @type {unknown} */ (self)).build;
/** Other pages of the same origin have caches too. */
const PREFIX = "claimeven-";
const NAME = PREFIX + version;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(removeOld().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keepAll() {
  const cache = await caches.open(NAME);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function removeOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
