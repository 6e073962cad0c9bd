// Downloads and compiles the page's program in a worker of its own. It says {loaded}, the
// share that has arrived, now and then, and at the end {module}, which is nothing where
// there is none. Then it compiles what the page will call. Files that are kept, as its name says,
// come faster than a copy of them could be counted.
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

// ahead has the browser compile functions before the page's thread calls them. Chromium compiles a function where it
// is called for the first time, for all threads that share the program. So each is called here, in a second instance of
// the program that has no stack: whether there is room on it a function of Go asks first, and what it asks for then
// lies outside of the memory, which ends the call. What the call would need of the page throws, so nothing comes
// of a function that does not ask. What the start calls comes first, and the others once the page says that it has time.
function ahead(module) {
  const [section] = WebAssembly.Module.customSections(module, "causeway.ahead");
  const [starting, ...places] = numbers(new Uint8Array(section));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => { throw null; };
  }
  const { exports: { mem, table } } = new WebAssembly.Instance(module, imports);
  const noGoroutine = new DataView(mem.buffer); // at 0: what Go's runtime calls g
  const stackGuard = 16, machine = 48, outside = 0xffffffffn;
  noGoroutine.setBigUint64(stackGuard, outside, true);
  noGoroutine.setBigUint64(machine, outside, true);
  Error.stackTraceLimit = 0;
  const call = (place) => {
    try {
      table.get(place)(0);
    } catch {
      // as it must
    }
  };
  self.onmessage = () => {
    places.slice(starting).forEach(call);
    self.close();
  };
  places.slice(0, starting).forEach(call);
}

// numbers are written with seven bits a byte, the lowest first.
function numbers(bytes) {
  const list = [];
  let number = 0, shift = 0;
  for (const b of bytes) {
    number |= (b & 0x7f) << shift;
    shift += 7;
    if (b < 0x80) {
      list.push(number);
      number = shift = 0;
    }
  }
  return list;
}

compileFrom(new URL("{{url "app.wasm"}}", self.location.href), "app.wasm", counted).then((module) => {
  self.postMessage({ module });
  try {
    ahead(module);
  } catch {
    self.close(); // where there is no memory for a second instance, the page compiles what it calls
  }
}, () => self.postMessage({}));
