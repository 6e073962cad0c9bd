// compileFrom downloads and compiles a program. The response goes to the compiler untouched, so
// that the browser may keep the compiled code with it; it is shown to see before.
async function compileFrom(url, name, see = () => {}) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${name}: the server answered ${response.status}`);
  }
  see(response);
  if (/^application\/wasm\b/.test(response.headers.get("Content-Type") ?? "")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
