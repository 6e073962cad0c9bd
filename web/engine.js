// Starts the engine in a Web Worker. Messages that arrive before the Go side has set its own handler are queued in
// causewayInbox; the Go side drains it once. A message {fatal: text} reports a failed start or the program's end. A
// message {module} gives the page the compiled program, which it passes to later engines with the name "given",
// because each that compiled its own would take 20 MB more. "begun" reports that this script has arrived whole, and a
// number the program's memory in bytes, whenever it grows. All other messages are Go's.
"use strict";

self.causewayInbox = [];
let give;
const given = new Promise((resolve) => { give = resolve; });
self.onmessage = (event) => {
  if (event.data instanceof WebAssembly.Module) {
    give(event.data);
  } else {
    self.causewayInbox.push(event.data);
  }
};
self.onmessageerror = () => give(); // it cannot be transferred here

// With trusted types, Go's is the only script that may be loaded by address.
const runtime = "{{url "wasm_exec.js"}}";
const policy = { createScriptURL: (url) => (url === runtime ? url : null) };
const trusted = self.trustedTypes?.createPolicy("causeway", policy) ?? policy;
importScripts(trusted.createScriptURL(runtime));

(() => {
{{paste "words.js"}}
{{paste "fetch.js"}}
{{paste "bring.js"}}
{{paste "compile.js"}}
  const lastWords = hearGo();

  function fatal(text) {
    self.postMessage({ fatal: text });
  }

  // A trap in WebAssembly, such as for lack of memory, ends the program without an exit.
  self.addEventListener("error", (event) => {
    if (event.error?.name === "RuntimeError") {
      fatal(lastWords() || String(event.error));
    }
  });

  async function compiled() {
    const module = self.name === "given" && await given;
    if (module) {
      return module;
    }
    const own = await compileFrom(new URL("{{url "engine.wasm"}}", self.location.href), "engine.wasm", "{{integrity "engine.wasm"}}", self.name === "kept" ? undefined : () => {});
    try {
      if (self.name !== "given") self.postMessage({ module: own });
    } catch {
      // The next engine compiles its own as well.
    }
    return own;
  }

  async function start() {
    const go = new Go(), grown = go.importObject.gojs["runtime.resetMemoryDataView"];
    go.importObject.gojs["runtime.resetMemoryDataView"] = (sp) => {
      grown(sp);
      self.postMessage(go.mem.byteLength);
    };
    await go.run(await WebAssembly.instantiate(await compiled(), go.importObject));
    throw new Error("the engine ended");
  }

  start().catch((error) => fatal(lastWords() || error.message));
  self.postMessage("begun");
})();
