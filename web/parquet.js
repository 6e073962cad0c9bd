// Converts a Parquet file to CSV in a separate worker: given {file, most, rows}, with limits on the
// characters of CSV and on rows, it answers {csv}, a Blob, or {why} if that failed, and posts {busy}
// whenever it makes progress. It posts "begun" once it has loaded whole. Row groups and their columns
// are read one after another, so that only one column is in memory as values. The library trusts a
// file, so the file's claims are checked against its bytes before the library sees it.
"use strict";

const library = "{{url "hyparquet.js"}}";
const policy = { createScriptURL: (url) => (url === library ? url : null) };
importScripts((self.trustedTypes?.createPolicy("causeway", policy) ?? policy).createScriptURL(library));

// Limits.
const mostFooter = 16 << 20; // bytes of a file's metadata
const mostParts = 2_000_000; // its fields and elements
const mostDepth = 16; // depth of structures, and of nested columns
const mostPages = 100_000; // of a column in a row group
const mostNested = 2_000_000; // values of a column of lists or structures in a row group
const mostFixed = 256; // bytes of a value of fixed length

const damaged = { why: "it is a damaged Parquet file or of a kind that is not known; save it again or as CSV" };
const tooWide = { why: "it describes more columns and groups of rows than can be read; save it with fewer of them" };

self.onmessage = async ({ data: { file, most, rows } }) => {
  self.postMessage({ busy: true });
  try {
    self.postMessage({ csv: await csvOf(file, most, rows) });
  } catch (error) {
    self.postMessage({ why: error.why ?? damaged.why });
  }
};

async function csvOf(blob, most, mostRows) {
  const metadata = await metadataOf(blob);
  const columns = columnsOf(metadata.schema);
  const leaves = columns.reduce((n, c) => n + c.leaves.length, 0);
  const rows = metadata.row_groups.reduce((n, group) => n + countOf(group.num_rows), 0);
  if (rows > mostRows) {
    throw { why: `it has ${rows.toLocaleString("en")} rows, and at most ${mostRows.toLocaleString("en")} can be read; save fewer of them` };
  }
  const tooMuch = { why: `its ${rows.toLocaleString("en")} rows take more than ${most >> 20} MB as text; save fewer of them or fewer columns` };
  if (rows * leaves > most) { // each takes at least a comma
    throw tooMuch;
  }
  const lines = [columns.map((c) => quoted(c.name)).join(",") + "\n"];
  let left = most;
  for (const group of metadata.row_groups) {
    const n = countOf(group.num_rows), texts = [];
    for (let i = 0, at = 0; i < columns.length && n > 0; at += columns[i++].leaves.length) {
      const text = await columnText(blob, metadata, group, columns[i], group.columns.slice(at, at + columns[i].leaves.length), most);
      if ((left -= text.all.length + n) < 0) {
        throw tooMuch;
      }
      texts.push(text);
      self.postMessage({ busy: true });
    }
    const step = 4096;
    for (let from = 0; from < n; from += step) {
      let part = "";
      for (let row = from; row < Math.min(from + step, n); row++) {
        part += texts.map(({ all, ends }) => all.slice(ends[row], ends[row + 1])).join(",") + "\n";
      }
      lines.push(part);
      self.postMessage({ busy: true });
    }
  }
  return new Blob(lines);
}

// columnText is a column of a row group as one text, with the start of each row; a text that is too long is cut off.
async function columnText(blob, metadata, group, column, chunks, most) {
  const rows = countOf(group.num_rows), pages = [];
  let values = 0;
  for (const [i, { meta_data: meta }] of chunks.entries()) {
    const from = Number(meta.dictionary_page_offset || meta.data_page_offset), to = from + Number(meta.total_compressed_size);
    if (meta.path_in_schema[0] !== column.name || !(from >= 0 && from < to && to <= blob.size)) {
      throw damaged;
    }
    if (meta.codec && !hyparquet.compressors[meta.codec]) {
      throw { why: `its pages are packed by ${meta.codec}, which is not read; save it with another codec, such as ZSTD, or as CSV` };
    }
    const bytes = new Uint8Array(await blob.slice(from, to).arrayBuffer());
    const list = pagesOf(bytes, meta, column.leaves[i], rows, most);
    pages.push(list);
    values += list.reduce((n, page) => n + (page.dictionary ? 0 : page.values), 0);
    if (values > mostNested) {
      throw { why: `its column ${column.name} holds more than ${mostNested.toLocaleString("en")} values of lists or structures at once; save it without that column, or fewer rows` };
    }
  }
  const data = [];
  await hyparquet.parquetRead({
    // as if it were the whole file, so that no file makes the library scan everything repeatedly
    metadata: {
      ...metadata,
      schema: [{ ...metadata.schema[0], num_children: 1 }, ...column.elements],
      row_groups: [{ ...group, columns: chunks.map((c, i) => ({ ...c, meta_data: { ...c.meta_data, codec: String(i) } })) }],
    },
    file: { byteLength: blob.size, slice: (from, to) => blob.slice(from, to).arrayBuffer() },
    compressors: pages.map((list, i) => unpacker(list, chunks[i].meta_data, column.leaves[i], most)),
    parsers: { jsonFromBytes: readJSON },
    onChunk: ({ columnData }) => data.push(columnData),
  });
  const cells = [], ends = new Uint32Array(rows + 1);
  let size = 0;
  for (const part of data) {
    for (let i = 0; i < part.length && cells.length < rows; i++) {
      const text = quoted(column.text(part[i]));
      cells.push(text);
      ends[cells.length] = size += text.length;
      if (size > most) {
        return { all: cells.join(""), ends };
      }
    }
  }
  if (cells.length < rows) {
    throw damaged;
  }
  return { all: cells.join(""), ends };
}

// columnsOf are the table's columns, each with its schema elements, those that have values, and a
// function that writes a value. Nested values are written as JSON.
function columnsOf(schema) {
  const columns = [];
  let at = 1;
  const walk = (column, depth, levels) => {
    const element = schema[at++];
    if (!element || depth > mostDepth) {
      throw damaged;
    }
    if (element.logical_type?.type === "VARIANT") {
      throw { why: `its column ${element.name} is of the type VARIANT, which is not read; save it without that column` };
    }
    column.elements.push(element);
    const [defined, repeated] = [levels[0] + (element.repetition_type !== "REQUIRED"), levels[1] + (element.repetition_type === "REPEATED")];
    for (let n = element.num_children ?? 0; n > 0; n--) {
      walk(column, depth + 1, [defined, repeated]);
    }
    if (!element.num_children) {
      column.leaves.push({ defined, repeated, flat: depth === 1 && !repeated, length: element.type_length });
    }
  };
  for (let left = schema[0].num_children; left > 0; left--) {
    const column = { name: schema[at]?.name, elements: [], leaves: [], text: schema[at] && writer(schema[at]) };
    walk(column, 1, [0, Number(schema[0].repetition_type === "REPEATED")]);
    columns.push(column);
  }
  return columns;
}

// readJSON leaves nested values as text.
function readJSON(bytes) {
  const text = bytes && new TextDecoder().decode(bytes).trim();
  return /^[[{]/.test(text) ? text : bytes && JSON.parse(text);
}

// --- Metadata of a file ------------------------------------------------------------------

function countOf(n) {
  if (!(n >= 0 && n <= Number.MAX_SAFE_INTEGER)) {
    throw damaged;
  }
  return Number(n);
}

// metadataOf reads the metadata at the end of a file.
async function metadataOf(blob) {
  const end = blob.size - 8;
  const length = end < 0 ? 0 : new DataView(await blob.slice(end).arrayBuffer()).getUint32(0, true);
  if (length > end) {
    throw damaged;
  }
  if (length > mostFooter) {
    throw tooWide;
  }
  thrift(new Uint8Array(await blob.slice(end - length, end).arrayBuffer()));
  return hyparquet.parquetMetadataAsync({ byteLength: blob.size, slice: (from, to) => blob.slice(from, to).arrayBuffer() });
}

// thrift reads a structure of the compact protocol as the library does, but limits the claimed
// length of lists, because each element has at least a byte. It returns the field numbers with their
// values, and the end position.
function thrift(bytes, at = 0) {
  let left = mostParts;
  const byte = () => {
    if (at >= bytes.length) {
      throw damaged;
    }
    return bytes[at++];
  };
  const number = () => {
    const n = varint(bytes, at, 5);
    at = n.end;
    return n.value;
  };
  const struct = (depth) => {
    const fields = {};
    for (let id = 0; ;) {
      const head = byte();
      if (!(head & 15)) {
        return fields;
      }
      id = head >> 4 ? id + (head >> 4) : zigzag(number());
      fields[id] = element(head & 15, depth);
    }
  };
  const element = (type, depth) => {
    if (depth > mostDepth) {
      throw damaged;
    }
    if (--left < 0) {
      throw tooWide;
    }
    switch (type) {
      case 1: return true;
      case 2: return false;
      case 3: return byte();
      case 4: case 5: return zigzag(number());
      case 6: at = varint(bytes, at, 10).end; return null;
      case 7: at += 8; return null;
      case 8: {
        const size = lengthWithin(number());
        at += size;
        return null;
      }
      case 9: {
        const head = byte(), size = lengthWithin(head >> 4 === 15 ? number() : head >> 4);
        for (let i = 0; i < size; i++) {
          element((head & 15) <= 2 ? 3 : head & 15, depth + 1);
        }
        return null;
      }
      case 12: return struct(depth + 1);
    }
    throw damaged;
  };
  const lengthWithin = (n) => {
    if (n > bytes.length - at) {
      throw damaged;
    }
    return n;
  };
  const fields = struct(0);
  return { fields, end: at };
}

// varint reads a number of a limited number of bytes and keeps its lower 32 bits.
function varint(bytes, at, most) {
  for (let value = 0, i = 0; i < most && at + i < bytes.length; i++) {
    value |= (bytes[at + i] & 127) << (7 * i);
    if (bytes[at + i] < 128) {
      return { value: value >>> 0, end: at + i + 1 };
    }
  }
  throw damaged;
}

const zigzag = (n) => (n >>> 1) ^ -(n & 1);

// pagesOf are the headers of a column's pages, checked as far as possible before unpacking.
function pagesOf(bytes, meta, leaf, rows, most) {
  const pages = [];
  let left = leaf.flat ? rows : mostNested, size = 2 * most;
  for (let at = 0; at < bytes.length - 1 && (!leaf.flat || left > 0);) {
    const { fields: { 1: type, 2: unpacked, 3: packed, 5: first, 7: dictionary, 8: second }, end } = thrift(bytes, at);
    const header = [first, , dictionary, second][type];
    const page = { dictionary: type === 2, values: header?.[1], encoding: type === 3 ? header?.[4] : header?.[2], unpacked };
    at = end + packed;
    size -= unpacked;
    if (!(packed >= 0 && at <= bytes.length && unpacked >= 0 && page.values >= 0 && pages.length < mostPages)) {
      throw damaged;
    }
    if (size < 0) {
      throw { why: `its column ${meta.path_in_schema[0]} unpacks to more than ${(2 * most) >> 20} MB; save fewer rows, or save it without that column` };
    }
    if (type === 2) {
      if (page.values > Math.min(unpacked, leaf.flat ? rows : mostNested)) {
        throw damaged;
      }
    } else {
      left -= page.values;
      if (leaf.flat && left < 0) {
        throw damaged;
      }
    }
    if (type === 3) {
      page.second = true;
      const [, , nulls, inRows, , defined, repeated, isPacked] = Array.from({ length: 8 }, (_, i) => header[i]);
      if (!(nulls >= 0 && nulls <= page.values && inRows >= 0 && defined >= 0 && repeated >= 0 && defined + repeated <= Math.min(packed, unpacked))) {
        throw damaged;
      }
      page.filled = page.values - nulls;
      const body = bytes.subarray(end, at);
      checkRuns(body, 0, leaf.repeated, page.values);
      checkRuns(body, repeated, leaf.defined, page.values);
      if (isPacked === false) {
        checkValues(body.subarray(leaf.defined ? repeated + defined : repeated), page, meta, leaf, most);
        page.isBare = true; // and never unpacked
      }
    }
    pages.push(page);
  }
  return pages;
}

// unpacker unpacks the pages one after another for the library, and checks the data it will decode.
function unpacker(pages, meta, leaf, most) {
  const queue = pages.filter((page) => !page.isBare);
  let next = 0;
  return (packed, length) => {
    const bytes = /^LZ4/.test(meta.codec) ? unpackLZ4(packed, length, meta.codec) : hyparquet.compressors[meta.codec](packed, length);
    const page = queue[next++];
    if (bytes.length !== length || length > page.unpacked) {
      throw damaged;
    }
    if (!page.dictionary) {
      checkValues(bytes, page, meta, leaf, most);
    }
    return bytes;
  };
}

// unpackLZ4 unpacks a page only if its stated size is right, because the library writes a match as long as claimed.
// Except in LZ4_RAW, both sizes may precede each of the page's blocks.
function unpackLZ4(packed, length, codec) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0, left = length;
  for (let size, taken; codec === "LZ4" && at + 8 <= packed.length; at += 8 + taken, left -= size) {
    [size, taken] = [view.getUint32(at), view.getUint32(at + 4)];
    if (size > left || taken > packed.length - at - 8 || sizeLZ4(packed.subarray(at + 8, at + 8 + taken), size) !== size) {
      break;
    }
  }
  const framed = at === packed.length && left === 0;
  if (!framed && sizeLZ4(packed, length) !== length) {
    throw damaged;
  }
  return hyparquet.compressors[framed ? "LZ4" : "LZ4_RAW"](packed, length);
}

// sizeLZ4 is the unpacked size of a block; it stops counting beyond the limit.
function sizeLZ4(bytes, most) {
  let at = 0, size = 0;
  const lengthOf = (n) => {
    for (let more = 255; n >= 15 && more === 255;) {
      n += more = bytes[at++] ?? 0;
    }
    return n;
  };
  while (at < bytes.length && size <= most) {
    const token = bytes[at++], literals = lengthOf(token >> 4);
    size += literals;
    at += literals;
    if (at < bytes.length) { // no match follows the last literals
      at += 2;
      size += 4 + lengthOf(token & 15);
    }
  }
  return at > bytes.length ? NaN : size;
}

// checkValues checks the counts and lengths of a page's values.
function checkValues(bytes, page, meta, leaf, most) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  if (!page.second) { // its levels come first
    let levels = null;
    for (const level of [leaf.repeated, leaf.defined]) {
      if (level) {
        levels = at;
        checkRuns(bytes, at + 4, level, page.values);
        at += 4 + view.getUint32(at, true);
      }
    }
    page.filled = page.values;
    if (leaf.defined && page.encoding >= 5 && page.encoding <= 7) {
      const defined = new Uint8Array(page.values);
      hyparquet.readRleBitPackedHybrid({ view, offset: levels }, bitWidth(leaf.defined), defined);
      page.filled = defined.reduce((n, d) => n + (d === leaf.defined), 0);
    }
  }
  switch (page.encoding) {
    case 2: case 3: case 8: { // dictionary indices, or booleans
      const truths = page.second ? page.encoding === 3 : meta.type === "BOOLEAN";
      checkRunsOf(bytes, truths ? at + 4 : at + 1, truths ? 1 : bytes[at], page.filled);
      return;
    }
    case 5: case 6:
      checkDeltas(bytes, at, page.filled);
      return;
    case 7:
      checkShared(bytes, at, page.filled, most);
      return;
    case 9:
      if (leaf.length > mostFixed) {
        throw damaged;
      }
  }
}

const bitWidth = (level) => 32 - Math.clz32(level);

function checkRuns(bytes, at, level, count) {
  if (level) {
    checkRunsOf(bytes, at, bitWidth(level), count);
  }
}

// checkRunsOf checks runs of numbers with a bit width: none may be longer than the remaining
// count.
function checkRunsOf(bytes, at, width, count) {
  for (let seen = 0; seen < count && at < bytes.length;) {
    const { value, end } = varint(bytes, at, 5);
    const run = value & 1 ? 8 * (value >>> 1) : value >>> 1;
    if (run > count - seen + (value & 1 ? 512 : 0)) { // bit-packed numbers come in blocks
      throw damaged;
    }
    seen += run;
    at = end + (value & 1 ? (run / 8) * width : (width + 7) >> 3);
  }
}

// checkDeltas checks numbers stored as differences, up to a count, and returns their end.
function checkDeltas(bytes, at, count) {
  const block = varint(bytes, at, 5), parts = varint(bytes, block.end, 5), total = varint(bytes, parts.end, 5);
  const each = block.value / parts.value;
  if (!(block.value <= 1 << 20 && each > 0 && each % 32 === 0)) {
    throw damaged;
  }
  at = varint(bytes, total.end, 10).end;
  for (let left = count - 1; left > 0;) {
    at = varint(bytes, at, 10).end;
    const widths = bytes.subarray(at, at += parts.value);
    for (let i = 0; i < parts.value && left > 0; i++, left -= each) {
      at += (each / 8) * widths[i];
    }
    if (at > bytes.length) {
      throw damaged;
    }
  }
  return at;
}

// checkShared checks texts that share a prefix with the previous one: together they may be far longer
// than the stored bytes.
function checkShared(bytes, at, count, most) {
  const end = checkDeltas(bytes, at, count);
  checkDeltas(bytes, end, count);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: at };
  const shared = new Int32Array(count), own = new Int32Array(count);
  hyparquet.deltaBinaryUnpack(reader, count, shared);
  hyparquet.deltaBinaryUnpack(reader, count, own);
  for (let i = 0, last = 0, all = 0; i < count; i++) {
    if (shared[i] < 0 || shared[i] > last || own[i] < 0 || (all += shared[i] + own[i]) > most) {
      throw damaged;
    }
    last = shared[i] + own[i];
  }
}

// --- Values as text ------------------------------------------------------------------------------

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

// ticksOf is the number of units per second of a time of day; 0: not a time.
function ticksOf(converted, logical) {
  if (converted === "TIME_MILLIS") return 1e3;
  if (converted === "TIME_MICROS") return 1e6;
  return logical?.type === "TIME" ? { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical.unit] : 0;
}

const dayOf = (date) => momentOf(date).split(" ")[0];

// momentOf is empty for an impossible date.
function momentOf(date) {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/(\.000)?Z$/, "");
}

// timeOf writes seconds of a day as 13:33:05, with fractions if there are any.
function timeOf(seconds) {
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const part = (seconds % 1).toFixed(6).slice(1).replace(/\.?0+$/, "");
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${part}`;
}

// single writes a 32-bit number with as many digits as identify it.
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
