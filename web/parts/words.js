// hearGo listens to Go, which writes a panic's text to the standard error before it exits, a
// few letters at a time, and returns what tells it: all from its first word on; before,
// what was written last.
function hearGo() {
  const words = [];
  let ending = false;
  const decoder = new TextDecoder();
  const writeSync = globalThis.fs.writeSync;
  globalThis.fs.writeSync = function (fd, bytes) {
    if (fd === 2) {
      const word = decoder.decode(bytes, { stream: true });
      if (!ending && /^(panic|fatal error): /.test(word)) {
        ending = true;
        words.length = 0;
      }
      words.push(word);
      if (words.length > 2000) {
        ending ? words.pop() : words.shift();
      }
    }
    return writeSync.call(this, fd, bytes);
  };
  return () => words.join("");
}
