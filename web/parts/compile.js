// compileFrom downloads and compiles a program. If it does not compile or is not the one that was
// built, it is fetched once more, past the caches of the browser and the service worker. heard is
// undefined for a file that the service worker has kept and thus verified.
async function compileFrom(url, name, integrity, heard) {
  try {
    return await compileOnce(url, "default", integrity, heard);
  } catch {
    return compileOnce(url, "reload", integrity, heard).catch((error) => {
      throw new Error(`${name} arrived incomplete: ${error.message}`);
    });
  }
}

async function compileOnce(url, cache, integrity, heard) {
  const response = await fetchAlive(url, cache, heard);
  const whole = heard ? isWhole(response.clone(), integrity) : true;
  const streams = /^application\/wasm\b/.test(response.headers.get("Content-Type") ?? "");
  const module = streams ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then((b) => WebAssembly.compile(b));
  const [compiled, right] = await Promise.all([module, whole]);
  if (!right) {
    throw new Error(notBuilt);
  }
  return compiled;
}
