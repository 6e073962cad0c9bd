// Downloads and compiles the page's program in a worker of its own. It says {loaded}, the
// share that has arrived, now and then, and at the end {module}, which is nothing where
// there is none. Files that are kept, as its name says, come faster than a copy of them could be
// counted.
"use strict";

const size = {{size "app.wasm"}};
const msBetweenWords = 100;

// count reads a copy of the download as it arrives.
async function count(copy) {
  const reader = copy.body.getReader();
  for (let loaded = 0, said = 0; ;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    loaded += value.byteLength;
    if (performance.now() - said > msBetweenWords) {
      said = performance.now();
      self.postMessage({ loaded: Math.min(loaded / size, 1) });
    }
  }
}

{{paste "compile.js"}}
function counted(response) {
  if (self.name !== "kept") {
    count(response.clone()).catch(() => {}); // the compiler reports the same failure
  }
}

compileFrom(new URL("{{url "app.wasm"}}", self.location.href), "app.wasm", counted).then(
  (module) => self.postMessage({ module }),
  () => self.postMessage({}),
);
