// bring fetches a file, trying the cache modes in turn, until its bytes are those of the build.
// An insecure context cannot check and accepts any bytes.
async function bring(url, integrity, ...ways) {
  let why;
  for (const cache of ways) {
    try {
      const response = await fetchAlive(url, cache, () => {});
      if (await isWhole(response.clone(), integrity)) {
        return response;
      }
      why = new Error(notBuilt);
    } catch (error) {
      why = error;
    }
  }
  throw new Error(`${url} arrived incomplete: ${why.message}`);
}

const notBuilt = "it is not what the site was built with";

async function isWhole(response, integrity) {
  const sum = await crypto.subtle?.digest("SHA-256", await response.arrayBuffer());
  return !sum || integrity === "sha256-" + btoa(String.fromCharCode(...new Uint8Array(sum)));
}
