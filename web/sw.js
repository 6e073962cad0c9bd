// Keeps every file of one build, so that the whole app works without a network after the
// first visit. Only the exact bytes of that build are stored, and files dropped by the
// browser are fetched again. A later build waits until no page of this one is open, or
// until a page sends {type: "skipWaiting"}. Other pages may still be in use then, so the
// files of their build are kept until a page of the new one is alone and sends {type:
// "started"}. Everything is in one function, so that a truncated script does nothing.
"use strict";

(() => {
  const SITE = "{{.Site}}";
  const FILES = new Map(Object.entries({{precache}})); // the hash of each, by its name
  const POLICY = "{{policy}}; frame-ancestors 'none'";

  // Caches belong to the origin; the scope in the name separates copies of the app below
  // different prefixes.
  const scope = self.registration.scope;
  const family = `causeway ${scope} `;
  const cacheName = family + SITE;
  const hashed = /\.[0-9a-f]{ {{- hashLen -}} }\.[a-z0-9]+$/;

{{paste "fetch.js"}}
{{paste "bring.js"}}
  self.addEventListener("install", (event) => event.waitUntil(fill()));
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
      event.waitUntil(fill().finally(tidy));
    }
  });
  self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method === "GET" && url.href.startsWith(scope)) {
      event.respondWith(answer(event.request, url));
    }
  });

  // fill stores missing files one after the other, because each is in memory as a whole
  // until it is verified.
  async function fill() {
    const cache = await caches.open(cacheName);
    const kept = (await cache.keys()).map((request) => request.url);
    for (const name of FILES.keys()) {
      if (!kept.includes(addressOf(name))) {
        await cache.put(addressOf(name), await find(name));
      }
    }
  }

  function addressOf(name) {
    return new URL(name, scope).href;
  }

  // find fetches one file exactly as built. A hashed name never changes its content, so it
  // may come from an earlier cache or the browser's own, unless a fresh copy is required;
  // other files are always fetched.
  async function find(name, anew) {
    const url = addressOf(name);
    const old = hashed.test(url) && !anew ? await caches.match(url) : undefined;
    if (old && await isWhole(old.clone(), FILES.get(name))) {
      return old;
    }
    return guarded(await bring(url, FILES.get(name), ...(anew ? [] : [hashed.test(url) ? "default" : "no-cache"]), "reload"));
  }

  // guarded adds the policy if the host sets none, because a worker only has the policy of
  // its script. It also frees a response of a redirect, which a navigation would refuse.
  function guarded(response) {
    const headers = new Headers(response.headers);
    const name = "Content-Security-Policy";
    const missing = /html|javascript/.test(headers.get("Content-Type") ?? "") && !headers.has(name);
    if (!missing && !response.redirected) {
      return response;
    }
    if (missing) {
      headers.set(name, POLICY);
    }
    return new Response(response.body, { status: response.status, headers });
  }

  async function activate() {
    if ((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length === 0) {
      await tidy();
    }
    await self.clients.claim();
  }

  // tidy drops the files of other builds, unless another page may need them or a later build
  // is loading.
  async function tidy() {
    if (self.registration.installing || self.registration.waiting || (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) {
      return;
    }
    for (const name of await caches.keys()) {
      if (name.startsWith(family) && name !== cacheName) {
        await caches.delete(name);
      }
    }
  }

  // elsewhere finds a file of another build, requested by one of its pages with a hashed
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

  // refill responds with a file that was missing or damaged in the cache, and stores it if
  // there is room.
  async function refill(cache, name, anew) {
    try {
      const response = await find(name, anew);
      await cache.put(addressOf(name), response.clone()).catch(() => {});
      return response;
    } catch {
      return Response.error();
    }
  }

  async function answer(request, url) {
    const cache = await caches.open(cacheName);
    const visits = request.mode === "navigate";
    const name = url.href.slice(scope.length) || "./";
    const anew = !visits && request.cache === "reload"; // requested by a page that could not use the cached file
    const kept = anew ? undefined : await cache.match(visits ? url.origin + url.pathname : request);
    if (kept && !(visits && url.pathname === new URL(scope).pathname)) {
      return kept;
    }
    if (visits) {
      return page(cache, request, url);
    }
    return FILES.has(name) ? refill(cache, name, anew) : (await elsewhere(url)) ?? fetch(request);
  }

  // page responds to a visit. The cached page must be whole, because a truncated page may not
  // be able to report it. If the network has another page, that is shown, for example to sign
  // in.
  async function page(cache, request, url) {
    const below = url.pathname.slice(new URL(scope).pathname.length);
    if (below.includes("/")) {
      return Response.redirect(scope); // relative addresses would not resolve there
    }
    const kept = await cache.match(scope);
    if (kept && await isWhole(kept.clone(), FILES.get("./"))) {
      return kept;
    }
    const response = await refill(cache, "./", true);
    return response.ok ? response : fetch(request);
  }
})();
