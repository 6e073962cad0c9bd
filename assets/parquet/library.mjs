// What web/parquet.js needs of hyparquet. Brotli is left out: its dictionary alone would
// take as much as everything else together. What unpacks is told how long a page is, so that
// no page takes more.
export { parquetMetadataAsync, parquetRead } from "hyparquet";
export { deltaBinaryUnpack } from "hyparquet/src/delta.js";
export { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { decompress as zstd } from "fzstd";
import { snappyUncompress } from "hyparquet";
import { gunzip } from "hyparquet-compressors/src/gzip.js";
import { decompressLz4, decompressLz4Raw } from "hyparquet-compressors/src/lz4.js";

export const compressors = {
  UNCOMPRESSED: (input) => input,
  SNAPPY: (input, length) => {
    const output = new Uint8Array(length);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  ZSTD: (input, length) => zstd(input, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};
