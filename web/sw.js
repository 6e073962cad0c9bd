// Keeps every file of one build, so that the whole app works without a network
// after the first visit. A later build waits until no page of this one is
// open, or until a page sends {type: "skipWaiting"}. Other pages may be in the
// middle of work then: the files of their build are kept until a page of the new
// one is alone and sends {type: "started"}.
"use strict";

const SITE = "{{.Site}}";
const FILES = {{precache}};
const POLICIES = {
  "Content-Security-Policy": "{{policy}}; frame-ancestors 'none'",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

// Caches belong to the origin; the scope in the name keeps apart copies of the
// app below different prefixes.
const scope = self.registration.scope;
const family = `causeway ${scope} `;
const cacheName = family + SITE;
const hashed = /\.[0-9a-f]{ {{- hashLen -}} }\.[a-z0-9]+$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data?.type === "skipWaiting") {
    self.skipWaiting();
  }
  if (event.data?.type === "claim") {
    event.waitUntil(self.clients.claim());
  }
  if (event.data?.type === "site") {
    event.ports[0].postMessage(SITE);
  }
  if (event.data?.type === "started" && event.data.site === SITE) {
    event.waitUntil(tidy());
  }
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.href.startsWith(scope)) {
    event.respondWith(answer(event.request, url));
  }
});

async function install() {
  try {
    const cache = await caches.open(cacheName);
    await Promise.all(FILES.map((name) => keep(cache, new URL(name, scope).href)));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

// keep stores one file. A hashed name never changes its content, so it may come
// from an earlier cache or the browser's own; others are asked for again.
async function keep(cache, url) {
  const old = hashed.test(url) ? await caches.match(url) : undefined;
  const response = old ?? (await fetch(url, { cache: hashed.test(url) ? "default" : "no-cache" }));
  if (!response.ok) {
    throw new Error(`${url}: the server answered ${response.status}`);
  }
  if (url === scope && !(await response.clone().text()).includes(SITE)) {
    throw new Error("the site is being replaced; trying again at the next visit");
  }
  await cache.put(url, guarded(response));
}

// guarded adds the policies where the host sets none: a worker has only
// those that come with its script. It also frees a response of a redirect, which a
// navigation would refuse.
function guarded(response) {
  const headers = new Headers(response.headers);
  const wanted = /html|javascript/.test(headers.get("Content-Type") ?? "") ? POLICIES : {};
  const missing = Object.entries(wanted).filter(([name]) => !headers.has(name));
  if (missing.length === 0 && !response.redirected) {
    return response;
  }
  missing.forEach(([name, value]) => headers.set(name, value));
  return new Response(response.body, { status: response.status, headers });
}

async function activate() {
  if ((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length === 0) {
    await tidy();
  }
  await self.clients.claim();
}

// tidy drops the files of other builds, unless another page may need them.
async function tidy() {
  if ((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) {
    return;
  }
  for (const name of await caches.keys()) {
    if (name.startsWith(family) && name !== cacheName) {
      await caches.delete(name);
    }
  }
}

// elsewhere finds a file of another build, which a page of it asks for by a hashed
// name.
async function elsewhere(url) {
  if (!hashed.test(url.href)) {
    return undefined;
  }
  for (const name of await caches.keys()) {
    const kept = name.startsWith(family) ? await (await caches.open(name)).match(url.href) : undefined;
    if (kept) {
      return kept;
    }
  }
  return undefined;
}

async function answer(request, url) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.mode === "navigate" ? url.origin + url.pathname : request);
  if (kept) {
    return kept;
  }
  if (request.mode !== "navigate") {
    return (await elsewhere(url)) ?? fetch(request);
  }
  const below = url.pathname.slice(new URL(scope).pathname.length);
  if (below.includes("/")) {
    return Response.redirect(scope); // relative addresses would not resolve there
  }
  return (await cache.match(scope)) ?? fetch(request);
}
