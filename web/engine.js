// Starts the engine in a Web Worker. A message that arrives before the Go side
// has put its own handler in place waits in causewayInbox as its data; the Go
// side drains that once. The page learns of a failed start or an end of the
// program by a message {fatal: text}, and is given the compiled program by a message
// {module}, which it hands to the engines that it starts later, by the name "given":
// each that compiled its own would take 20 MB more. That this script is whole it says by
// "begun", and how many bytes of memory the program has by a number, whenever it takes more. All other messages are Go's.
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
self.onmessageerror = () => give(); // it cannot be handed over here

// Where the browser knows trusted types, Go's is the only script that may be loaded by an address.
const runtime = "{{url "wasm_exec.js"}}";
const policy = { createScriptURL: (url) => (url === runtime ? url : null) };
const trusted = self.trustedTypes?.createPolicy("causeway", policy) ?? policy;
importScripts(trusted.createScriptURL(runtime));

(() => {
{{paste "words.js"}}
{{paste "fetch.js"}}
{{paste "compile.js"}}
  const lastWords = hearGo();

  function fatal(text) {
    self.postMessage({ fatal: text });
  }

  // A trap in WebAssembly, such as one for want of memory, ends the program
  // without an exit.
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
    const own = await compileFrom(new URL("{{url "engine.wasm"}}", self.location.href), "engine.wasm", self.name === "kept" ? undefined : () => {});
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
