// hearGo captures Go's standard error, to which a panic is written before the exit, a few
// letters at a time. It returns a function for the text: from the panic's first word, or
// before a panic, the last output.
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
