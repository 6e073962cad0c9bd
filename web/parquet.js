// Makes CSV of a Parquet file, in a worker of its own: given {file, most}, which is how many
// bytes of CSV are read, it answers {csv}, a Blob, or {why} there is none. That it is whole it
// says by "begun". Row groups are
// read one after another, so that no more than one is there as values.
"use strict";

const library = "{{url "hyparquet.js"}}";
const policy = { createScriptURL: (url) => (url === library ? url : null) };
importScripts((self.trustedTypes?.createPolicy("causeway", policy) ?? policy).createScriptURL(library));

self.onmessage = async ({ data: { file, most } }) => {
  try {
    self.postMessage({ csv: await csvOf(file, most) });
  } catch (error) {
    self.postMessage({ why: error.why ?? `it is a damaged Parquet file or of a kind that is not known (${error.message}); save it as CSV` });
  }
};

async function csvOf(blob, most) {
  const file = { byteLength: blob.size, slice: (from, to) => blob.slice(from, to).arrayBuffer() };
  const metadata = await hyparquet.parquetMetadataAsync(file);
  const columns = columnsOf(metadata.schema);
  const lines = [columns.map((c) => quoted(c.name)).join(",") + "\n"];
  let rowStart = 0, size = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    let text = "";
    await hyparquet.parquetRead({
      file, metadata, compressors: hyparquet.compressors, rowStart, rowEnd,
      onComplete: (rows) => {
        for (const row of rows) {
          text += columns.map((c, i) => quoted(c.text(row[i]))).join(",") + "\n";
          if (size + text.length > most) {
            throw { why: `its ${metadata.num_rows} rows take more than ${most >> 20} MB as text; save fewer of them or fewer columns` };
          }
        }
      },
    });
    lines.push(text);
    size += text.length;
    rowStart = rowEnd;
  }
  return new Blob(lines);
}

// columnsOf are those of the table, each with how a value of it is written. What has parts
// is written as JSON.
function columnsOf(schema) {
  const columns = [];
  for (let i = 1, left = schema[0].num_children; left > 0; left--) {
    const element = schema[i];
    columns.push({ name: element.name, text: writer(element) });
    for (let open = 1; open > 0; open--) {
      open += schema[i].num_children ?? 0;
      i++;
    }
  }
  return columns;
}

function writer({ type, converted_type: converted, logical_type: logical, scale }) {
  const day = converted === "DATE" || logical?.type === "DATE";
  const decimal = converted === "DECIMAL" || logical?.type === "DECIMAL";
  const decimals = scale ?? logical?.scale ?? 0;
  const perSecond = ticksOf(converted, logical);
  return (value) => {
    switch (typeof value) {
      case "bigint":
      case "number":
        if (Number.isNaN(value)) return "";
        if (perSecond) return timeOf(Number(value) / perSecond);
        if (day) return dayOf(new Date(86_400_000 * Number(value)));
        if (decimal) return (converted ? value : Number(value) / 10 ** decimals).toFixed(decimals);
        return type === "FLOAT" ? single(value) : String(value);
      case "object":
        if (value === null) return "";
        if (value instanceof Date) return day ? dayOf(value) : momentOf(value);
        if (value instanceof Uint8Array) return new TextDecoder().decode(value);
        return JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v));
      case "undefined":
        return "";
    }
    return String(value);
  };
}

// ticksOf is how many units of a time of day a second has; 0: it is none.
function ticksOf(converted, logical) {
  if (converted === "TIME_MILLIS") return 1e3;
  if (converted === "TIME_MICROS") return 1e6;
  return logical?.type === "TIME" ? { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical.unit] : 0;
}

const dayOf = (date) => momentOf(date).split(" ")[0];

// momentOf is empty for what no calendar has.
function momentOf(date) {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/(\.000)?Z$/, "");
}

// timeOf writes seconds of a day as 13:33:05, with the parts of a second that there are.
function timeOf(seconds) {
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const part = (seconds % 1).toFixed(6).slice(1).replace(/\.?0+$/, "");
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${part}`;
}

// single is a number of 32 bits by as many digits as tell it apart.
function single(value) {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function quoted(text) {
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

self.postMessage("begun");
