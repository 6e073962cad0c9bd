// Downloads and compiles the page's program in a separate worker. It posts {loaded}, the share
// that has arrived, several times, and finally {module}, or {why} if that failed. Cached files
// arrive faster than a copy of them could be counted.
"use strict";

const size = {{size "app.wasm"}};
const msBetweenWords = 100;

{{paste "fetch.js"}}
{{paste "bring.js"}}
{{paste "compile.js"}}
let loaded = 0, said = 0;
function count(bytes) {
  loaded += bytes;
  if (performance.now() - said > msBetweenWords) {
    said = performance.now();
    self.postMessage({ loaded: Math.min(loaded / size, 1) });
  }
}

compileFrom(new URL("{{url "app.wasm"}}", self.location.href), "app.wasm", "{{integrity "app.wasm"}}", self.name === "kept" ? undefined : count).then(
  (module) => self.postMessage({ module }),
  (error) => self.postMessage({ why: error.message }),
);
self.postMessage("begun");
