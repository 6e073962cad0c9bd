// compileFrom downloads and compiles a program. If it does not compile, it is fetched once
// more, past the caches of the browser and the service worker.
async function compileFrom(url, name, heard) {
  try {
    return await compileOnce(url, "default", heard);
  } catch {
    return compileOnce(url, "reload", heard).catch((error) => {
      throw new Error(`${name} arrived incomplete: ${error.message}`);
    });
  }
}

async function compileOnce(url, cache, heard) {
  const response = await fetchAlive(url, cache, heard);
  if (/^application\/wasm\b/.test(response.headers.get("Content-Type") ?? "")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
