// How long to wait for a silent connection.
const msOfSilence = 15_000;

// fetchAlive fetches an existing file and fails when no more data arrive. To report progress
// it reads a copy of the body: the response itself goes untouched to the compiler, so that
// the browser may cache the compiled code with it.
async function fetchAlive(url, cache, heard) {
  const line = new AbortController();
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => line.abort(new Error(`nothing came for ${msOfSilence / 1000} seconds`)), msOfSilence);
  };
  const follow = async (reader) => {
    for (let part; !(part = await reader.read()).done;) {
      wait();
      heard(part.value.byteLength);
    }
  };
  let following;
  wait();
  try {
    const response = await fetch(url, { cache, signal: line.signal });
    if (!response.ok) {
      throw new Error(`the server answered ${response.status}`);
    }
    following = heard && follow(response.clone().body.getReader());
    return response;
  } finally {
    Promise.resolve(following).catch(() => {}).then(() => clearTimeout(timer)); // the reader of the body gets the failure
  }
}
