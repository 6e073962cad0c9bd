// Starts the page: has a worker download and compile app.wasm, gives go-app the globals
// that its client expects, runs the program, registers the service worker, and shows a
// notice when the program cannot start or has ended. It runs in the middle of the page, so
// that the worker begins early and the browser can paint what stands above. Everything is
// addressed relative to the page, so that the site works below any prefix.
"use strict";

// Long files, by number from 1: page, engine and vault name them so, and their bytes
// stay with the browser until the engine reads them.
window.causewayFiles = [];

(() => {
  const appURL = new URL("{{url "app.wasm"}}", document.baseURI).href;
  const root = new URL(".", document.baseURI);

  // The only scripts that the page may start by an address. Where the browser
  // knows trusted types it refuses every other text as one.
  const compilerURL = new URL("{{url "compiler.js"}}", document.baseURI).href;
  const engineURL = new URL("{{url "engine.js"}}", document.baseURI).href;
  const workerURL = new URL("sw.js", document.baseURI).href;
  const parquetURL = new URL("{{url "parquet.js"}}", document.baseURI).href;
  const policy = {
    createScriptURL(url) {
      if (![compilerURL, engineURL, parquetURL, workerURL].includes(url)) {
        throw new TypeError(`${url} is no script of this site`);
      }
      return url;
    },
  };
  const trusted = window.trustedTypes?.createPolicy("causeway", policy) ?? policy;

  // program is the compiled program, or nothing where the worker has none to give. While
  // it is made the page's thread is free for the page.
  const program = new Promise((resolve) => {
    if (typeof WebAssembly !== "object") {
      resolve();
      return;
    }
    const worker = new Worker(trusted.createScriptURL(compilerURL), { name: navigator.serviceWorker?.controller ? "kept" : "" });
    const end = (module) => {
      worker.terminate();
      resolve(module);
    };
    worker.onmessage = ({ data }) => (data.loaded === undefined ? end(data.module) : showProgress(data.loaded));
    worker.onmessageerror = () => end();
    worker.onerror = (event) => {
      event.preventDefault();
      end();
    };
  });

  function showProgress(loaded) {
    const bar = document.getElementById("boot-progress");
    if (bar) {
      bar.value = loaded;
    }
  }

  // go-app routes on the path below the prefix, and knows no index.html.
  if (location.pathname.endsWith("/index.html")) {
    history.replaceState(null, "", root.pathname + location.search + location.hash);
  }

  // --- Address -------------------------------------------------------------

  // Go takes no address with a percent sign that two hexadecimal digits do not
  // follow, where a browser does, and go-app would go on without any. So it never
  // sees one: the address is mended here, and the app says so. Go looks into no
  // query.
  const unreadable = (place) => /%(?![0-9a-f]{2})/i.test(place.pathname + place.hash);
  const mend = (hash) => history.replaceState(null, "", root.pathname + location.search + hash);

  if (unreadable(location)) {
    mend(location.hash.match(/^#[a-z]+/)?.[0] ?? "");
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

  // A Parquet file as CSV of so many characters and rows at most, by a worker of its own, which ends when
  // another file or none is to be read, or when it does not get on.
  const patience = 4000;
  let stopReading = () => {};
  window.causewayCSV = (file, most, rows) => new Promise((resolve, reject) => {
    stopReading("another file was chosen meanwhile; choose it again");
    if (!file) {
      resolve();
      return;
    }
    const worker = new Worker(trusted.createScriptURL(parquetURL));
    let timer;
    const end = (why, csv) => {
      clearTimeout(timer);
      worker.terminate();
      csv ? resolve(csv) : reject(new Error(why));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, patience, "reading it came to no end, so it may be damaged; save it again or as CSV");
    };
    stopReading = end;
    worker.onmessage = ({ data }) => (data.busy ? wait() : end(data.why, data.csv));
    worker.onerror = (event) => {
      event.preventDefault();
      end(timer ? "it takes more memory than the browser has; save fewer rows or columns" : "what reads Parquet files did not start; reload the page or save the file as CSV");
    };
    worker.postMessage({ file, most, rows });
  });

  const env = {
    GOAPP_ROOT_PREFIX: root.pathname.replace(/\/$/, ""),
    GOAPP_STATIC_RESOURCES_URL: root.pathname.replace(/\/$/, ""),
    GOAPP_INTERNAL_URLS: "[]",
    CAUSEWAY_BUILD: window.CAUSEWAY_BUILD,
    CAUSEWAY_ENGINE: window.CAUSEWAY_ENGINE,
  };
  window.goappGetenv = (name) => env[name];
  window.goappNav = () => {};
  window.goappOnUpdate = () => {};
  window.goappOnAppInstallChange = () => {};
  window.goappIsAppInstallable = () => false;
  window.goappIsAppInstalled = () => matchMedia("(display-mode: standalone)").matches;

  // --- Failure -------------------------------------------------------------

  let failed = false;

  // fail puts a notice over the page. Only the first reason is shown: what
  // follows is a consequence of it.
  function fail(title, advice, detail) {
    if (failed) {
      return;
    }
    failed = true;
    console.error(title, detail);
    const heading = document.createElement("h1");
    heading.textContent = title;
    const text = document.createElement("p");
    text.textContent = advice;
    const trace = document.createElement("pre");
    trace.textContent = detail;
    trace.tabIndex = 0;
    const reload = document.createElement("button");
    reload.type = "button";
    reload.className = "button is-primary";
    reload.textContent = "Reload";
    reload.addEventListener("click", () => location.reload());
    const column = document.createElement("div");
    column.append(heading, text, ...(detail ? [trace] : []), reload);
    const notice = document.getElementById("boot-failure");
    notice.replaceChildren(column);
    notice.hidden = false;
    for (const other of document.body.children) {
      other.inert = other !== notice;
    }
    reload.focus();
  }

  function failRunning(detail) {
    fail(
      "Causeway has stopped",
      "The page came upon an error that it cannot recover from. Reload to continue with what was saved.",
      `${detail}\n\nbuild ${window.CAUSEWAY_BUILD}`,
    );
  }

{{paste "words.js"}}
  let lastWords = () => ""; // nothing before Go is there

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

  // announce tells the app that another version waits for the next start. Whether
  // it is another one the worker says: states are told late, so on a first visit
  // the worker of this very page can look like one that waits.
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

  // again registers once more after the files of a first visit could not all be kept:
  // else nothing would be kept before the next visit. Of one that has a worker already
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
      } else { // a page that was on its way when the worker took over was not seen by it
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

{{paste "compile.js"}}
  // compiled is what the worker made. Where it could not, the page's own thread does,
  // which also finds out why not.
  async function compiled() {
    return await program ?? compileFrom(appURL, "app.wasm");
  }

  const atLeisure = window.requestIdleCallback ?? ((task) => setTimeout(task, 1000));

  // whole is when the page has been read and wasm_exec.js, which waits for that, has run.
  const whole = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));

  async function start() {
    await whole;
    if (typeof WebAssembly !== "object") {
      fail("Causeway needs WebAssembly", "This browser has no WebAssembly, or it is switched off. Use a current version of any major browser.", "");
      return;
    }
    let go, instance;
    try {
      go = new Go();
      lastWords = hearGo();
      instance = await WebAssembly.instantiate(await compiled(), go.importObject);
    } catch (error) {
      fail("Causeway could not be loaded", "The program did not arrive whole. Check the connection and try again.", String(error));
      return;
    } finally {
      atLeisure(() => registerServiceWorker(0)); // it would take line and processor away from the start
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
