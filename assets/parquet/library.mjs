// What web/parquet.js needs of hyparquet. Brotli is left out: its dictionary alone would
// take as much as everything else together.
export { parquetMetadataAsync, parquetRead } from "hyparquet";
import { decompress as zstd } from "fzstd";
import { gunzip } from "hyparquet-compressors/src/gzip.js";
import { decompressLz4, decompressLz4Raw } from "hyparquet-compressors/src/lz4.js";

export const compressors = {
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  ZSTD: (input) => zstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};
