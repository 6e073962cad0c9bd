// Longer than this no line is waited for that says nothing.
const msOfSilence = 15_000;

// fetchAlive fetches a file that is there and fails once nothing comes. Where somebody hears
// how many bytes came, a copy of the body is read for that: the response itself goes
// untouched to the compiler, so that the browser may keep the compiled code with it.
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
    Promise.resolve(following).catch(() => {}).then(() => clearTimeout(timer)); // who takes the body hears of the failure
  }
}
