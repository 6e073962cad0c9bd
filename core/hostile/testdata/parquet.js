// Reads Parquet files as the page's worker does (web/parquet.js), in the folder and so many as it is told, and prints a
// line of JSON for each before and after: what came of it as a sum or why not, the milliseconds of the processor, the most
// MB that were held beyond what was held before, and the MB of the CSV.
"use strict";

const fs = require("node:fs"), path = require("node:path"), vm = require("node:vm"), crypto = require("node:crypto");
const [web, folder, count, most, rows] = process.argv.slice(2);
const run = (name) => vm.runInThisContext(fs.readFileSync(path.join(web, name), "utf8").replace(/"\{\{.*\}\}"/, '""'), name);

globalThis.self = globalThis;
globalThis.importScripts = () => run("hyparquet.js");
let answer = () => {};
globalThis.postMessage = (message) => message.busy || answer(message);
run("parquet.js");

const held = (name) => {
  const line = fs.readFileSync("/proc/self/status", "utf8").match(new RegExp(`${name}:\\s+(\\d+)`));
  return line[1] / 1024;
};

(async () => {
  for (let i = 0; i < count; i++) {
    const file = new Blob([fs.readFileSync(path.join(folder, String(i)))]);
    console.log(JSON.stringify({ begun: i }));
    gc();
    fs.writeFileSync("/proc/self/clear_refs", "5"); // VmHWM begins anew
    const before = held("VmRSS"), began = process.cpuUsage();
    const { csv, why } = await new Promise((resolve) => {
      answer = resolve;
      onmessage({ data: { file, most: Number(most), rows: Number(rows) } });
    });
    const { user, system } = process.cpuUsage(began), mb = held("VmHWM") - before;
    const text = csv && Buffer.from(await csv.arrayBuffer());
    const says = csv ? "read: " + crypto.createHash("sha256").update(text).digest("hex").slice(0, 16) : "refused: " + why;
    console.log(JSON.stringify({ i, says, ms: (user + system) / 1000, mb, table: (text?.length ?? 0) / 2 ** 20 }));
  }
})();
