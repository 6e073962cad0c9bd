// Starts the page: has a worker download and compile app.wasm, gives go-app the globals
// that its client expects, runs the program, registers the service worker, and shows a
// notice when the program cannot start or has ended. It runs in the middle of the page, so
// that the worker begins early and the browser can paint the content above. All addresses
// are relative to the page, so that the site works below any prefix.
"use strict";

// Long files, by number from 1: page, engine and vault refer to them by number, and their
// bytes stay in the browser until the engine reads them.
window.causewayFiles = [];

(() => {
  const appURL = new URL("{{url "app.wasm"}}", document.baseURI).href;
  const root = new URL(".", document.baseURI);

{{paste "fetch.js"}}
{{paste "bring.js"}}
{{paste "compile.js"}}
  // The only scripts that the page may start by address. With trusted types, the browser
  // refuses any other text.
  const compilerURL = new URL("{{url "compiler.js"}}", document.baseURI).href;
  const engineURL = new URL("{{url "engine.js"}}", document.baseURI).href;
  const workerURL = new URL("sw.js", document.baseURI).href;
  const parquetURL = new URL("{{url "parquet.js"}}", document.baseURI).href;
  const runtimeURL = new URL("{{url "wasm_exec.js"}}", document.baseURI).href;
  const libraryURL = new URL("{{url "hyparquet.js"}}", document.baseURI).href;
  const policy = {
    createScriptURL(url) {
      if (![compilerURL, engineURL, parquetURL, workerURL].includes(url)) {
        throw new TypeError(`${url} is no script of this site`);
      }
      return url;
    },
  };
  const trusted = window.trustedTypes?.createPolicy("causeway", policy) ?? policy;

  const msToBegin = 30_000;

  // startWorker starts a script of the site in a worker, which reports "begun" when it has run.
  // If it stalls or is damaged, the result is an error, and the script and those it loads are
  // fetched again past all caches, so that the next start succeeds.
  function startWorker(name, url, ...loads) {
    const worker = new Worker(trusted.createScriptURL(url), { name });
    const late = setTimeout(() => {
      worker.terminate();
      worker.dispatchEvent(new ErrorEvent("error", { message: "its script has not come", cancelable: true }));
    }, msToBegin);
    const renew = () => {
      clearTimeout(late);
      for (const script of [url, ...loads]) {
        fetch(script, { cache: "reload" }).catch(() => {});
      }
    };
    const hear = (event) => {
      if (event.data === "begun") {
        event.stopImmediatePropagation();
        clearTimeout(late);
        worker.removeEventListener("message", hear);
        worker.removeEventListener("error", renew);
      }
    };
    worker.addEventListener("message", hear);
    worker.addEventListener("error", renew);
    return worker;
  }

  // Files in the service worker's cache need no watch: they arrive immediately or not at
  // all.
  const kept = Boolean(navigator.serviceWorker?.controller);

  // program is the compiled program, or nothing if the worker did not start. Compiling in
  // the worker keeps the page's thread free.
  const program = new Promise((resolve, reject) => {
    if (typeof WebAssembly !== "object") {
      resolve();
      return;
    }
    const worker = startWorker(kept ? "kept" : "", compilerURL);
    worker.onmessage = ({ data }) => {
      if (data.loaded !== undefined) {
        showProgress(data.loaded);
        return;
      }
      worker.terminate();
      data.module ? resolve(data.module) : reject(new Error(data.why));
    };
    worker.onmessageerror = () => resolve();
    worker.onerror = (event) => {
      event.preventDefault();
      resolve();
    };
  });
  program.catch(() => {}); // start reports it

  function showProgress(loaded) {
    const bar = document.getElementById("boot-progress");
    if (bar) {
      bar.value = loaded;
    }
  }

  // go-app routes on the path below the prefix and has no route for index.html.
  if (location.pathname.endsWith("/index.html")) {
    history.replaceState(null, "", root.pathname + location.search + location.hash);
  }

  // --- Address -------------------------------------------------------------

  // Unlike browsers, Go rejects an address with a percent sign that two hexadecimal
  // digits do not follow, and go-app would then continue without an address. So such
  // addresses are fixed here, as are long ones, which go-app would parse several times,
  // and the app reports it. Go ignores the query.
  const longestHash = 1 << 16; // our longest link is half as long
  const unreadable = (place) => place.hash.length > longestHash || /%(?![0-9a-f]{2})/i.test(place.pathname + place.hash);
  const mend = (hash) => history.replaceState(null, "", root.pathname + location.search + hash);

  if (unreadable(location)) {
    mend(location.hash.match(/^#[a-z]{1,20}\b/)?.[0] ?? "");
    window.causewayUnread = true;
  }

  // These run before go-app's own handlers, which are set later.
  addEventListener("popstate", (event) => {
    if (unreadable(location)) {
      event.stopImmediatePropagation();
      mend("");
      dispatchEvent(new CustomEvent("causeway-unread"));
    }
  });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && !link.hasAttribute("download") && unreadable(link)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      dispatchEvent(new CustomEvent("causeway-unread"));
    }
  });

  window.CAUSEWAY_BUILD = "{{.Build}}";
  window.CAUSEWAY_ENGINE = trusted.createScriptURL(engineURL);
  window.causewayEngine = (name) => startWorker(name || (kept ? "kept" : ""), engineURL, runtimeURL);

  // Fetches a file of the site that a link of the page names.
  window.causewayFetch = ({ href, integrity }) => bring(href, integrity, "default", "reload");

  // Converts a Parquet file to CSV with limits on characters and rows, in a separate worker, which is
  // ended when another file or none should be read, when it makes no progress, or after 30 seconds
  // and one more for each MB.
  const patience = 4000, msInAll = 30_000, bytesPerMs = 1000;
  let stopReading = () => {};
  window.causewayCSV = (file, most, rows) => new Promise((resolve, reject) => {
    stopReading("another file was chosen meanwhile; choose it again");
    if (!file) {
      resolve();
      return;
    }
    const absent = "the Parquet reader arrived incomplete; check the connection and try again, or save the file as CSV";
    let worker, timer, last, over;
    const end = (why, csv) => {
      over = true;
      clearTimeout(timer);
      clearTimeout(last);
      worker?.terminate();
      csv ? resolve(csv) : reject(new Error(why));
    };
    stopReading = end;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, patience, "reading it came to no end, so it may be damaged; save it again or as CSV");
    };
    const read = () => {
      if (over) {
        return;
      }
      last = setTimeout(end, msInAll + file.size / bytesPerMs, "reading it takes too long; save fewer rows or columns");
      worker = startWorker("", parquetURL);
      worker.onmessage = ({ data }) => (data.busy ? wait() : end(data.why, data.csv));
      worker.onerror = (event) => {
        event.preventDefault();
        end(timer ? "it takes more memory than the browser has; save fewer rows or columns" : absent);
      };
      worker.postMessage({ file, most, rows });
    };
    bring(parquetURL, "{{integrity "parquet.js"}}", "default", "reload")
      .then(() => bring(libraryURL, "{{integrity "hyparquet.js"}}", "default", "reload"))
      .then(read, () => end(absent));
  });

  const env = {
    GOAPP_ROOT_PREFIX: root.pathname.replace(/\/$/, ""),
    GOAPP_STATIC_RESOURCES_URL: root.pathname.replace(/\/$/, ""),
    GOAPP_INTERNAL_URLS: "[]",
    CAUSEWAY_BUILD: window.CAUSEWAY_BUILD,
  };
  window.goappGetenv = (name) => env[name];
  window.goappNav = () => {};
  window.goappOnUpdate = () => {};
  window.goappOnAppInstallChange = () => {};
  window.goappIsAppInstallable = () => false;
  window.goappIsAppInstalled = () => matchMedia("(display-mode: standalone)").matches;

  // --- Failure -------------------------------------------------------------

  function failRunning(detail) {
    causewayFail(
      "Causeway has stopped",
      "The page cannot recover from an error. Reload to continue with what was saved.",
      `${detail}\n\nbuild ${window.CAUSEWAY_BUILD}`,
    );
  }

{{paste "words.js"}}
  let lastWords = () => ""; // empty before Go is ready

  // A trap in WebAssembly ends the program without an exit.
  function trapped(error) {
    return error?.name === "RuntimeError"
      || /Go program has already exited/.test(error?.message ?? "");
  }
  addEventListener("error", (event) => {
    if (trapped(event.error)) {
      failRunning(lastWords() || String(event.error));
    }
  });
  addEventListener("unhandledrejection", (event) => {
    if (trapped(event.reason)) {
      failRunning(lastWords() || String(event.reason));
    }
  });

  // --- Service worker ------------------------------------------------------

  const site = document.querySelector("meta[name=causeway-site]").content;

  // announce tells the app that another version is waiting for the next start. The worker
  // itself says whether it is another version: state events are late, so on a first visit
  // this page's own worker can seem to be waiting.
  async function announce(waiting) {
    if (await siteOf(waiting) === site) {
      return;
    }
    window.causewayUpdateReady = true;
    window.causewayApplyUpdate = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage({ type: "skipWaiting" });
    };
    window.goappOnUpdate();
    dispatchEvent(new CustomEvent("causeway-update"));
  }

  function siteOf(worker) {
    return new Promise((answer) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => answer(event.data);
      worker.postMessage({ type: "site" }, [port2]);
    });
  }

  function watch(worker) {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) {
        announce(worker);
      }
    });
  }

  const secondsToRetry = [1, 4, 16, 64];

  // again registers once more if some files of a first visit could not be stored, because
  // otherwise nothing would be stored before the next visit. If a worker exists already,
  // the next visit is soon enough.
  function again(worker, registration, tries) {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "redundant" && !registration.active && tries < secondsToRetry.length) {
        setTimeout(registerServiceWorker, 1000 * secondsToRetry[tries], tries + 1);
      }
    });
  }

  async function registerServiceWorker(tries) {
    if (!isSecureContext || !("serviceWorker" in navigator)) {
      return;
    }
    try {
      const url = trusted.createScriptURL(workerURL);
      const registration = await navigator.serviceWorker.register(url, { updateViaCache: "none" });
      if (navigator.serviceWorker.controller) {
        navigator.serviceWorker.controller.postMessage({ type: "started", site });
      } else { // the worker does not see a page that was loading when it took over
        registration.active?.postMessage({ type: "claim" });
      }
      if (registration.waiting && navigator.serviceWorker.controller) {
        announce(registration.waiting);
      }
      watch(registration.installing);
      again(registration.installing, registration, tries);
      registration.addEventListener("updatefound", () => watch(registration.installing));
    } catch (error) {
      console.warn("Causeway will not work offline:", error);
    }
  }

  // --- Start ---------------------------------------------------------------

  // compiled is the worker's result. If the worker did not start, the page's own thread
  // compiles.
  async function compiled() {
    return await program ?? compileFrom(appURL, "app.wasm", "{{integrity "app.wasm"}}", kept ? undefined : () => {});
  }

  const whenIdle = window.requestIdleCallback ?? ((task) => setTimeout(task, 1000));

  // whole resolves when the page has been parsed and wasm_exec.js, which waits for that,
  // has run.
  const whole = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));

  async function start() {
    await whole;
    if (typeof WebAssembly !== "object") {
      causewayFail("Causeway needs WebAssembly", "This browser has no WebAssembly, or it is switched off. Use a current version of any major browser.", "");
      return;
    }
    if (!window.Go) {
      return; // wasm_exec.js did not arrive, which is reported or being fixed
    }
    let go, instance;
    try {
      go = new Go();
      lastWords = hearGo();
      instance = await WebAssembly.instantiate(await compiled(), go.importObject);
    } catch (error) {
      causewayFail("Causeway could not be loaded", "The program arrived incomplete. Check the connection and try again.", String(error), "Try again");
      return;
    } finally {
      whenIdle(() => registerServiceWorker(0)); // it would compete with the start for network and processor
    }
    try {
      await go.run(instance);
      failRunning(lastWords());
    } catch (error) {
      failRunning(lastWords() || String(error));
    }
  }

  start();
})();
