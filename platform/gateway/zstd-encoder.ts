import type { Guard } from "../guard/guard.js";
import * as zlib from "node:zlib";
import { FlushingEncoder, type Compressor, type Encoder } from "./encoder.js";
import { RawZstdEncoder } from "./raw-zstd-encoder.js";

/** The Zstandard API of `node:zlib`, since Node 22.15 and 23.8. */
interface ZstdOfNode {
  createZstdCompress(options: { flush: number; params: Readonly<Record<number, number>> }): Compressor;
  readonly constants: {
    readonly ZSTD_e_flush: number;
    readonly ZSTD_c_windowLog: number;
    readonly ZSTD_c_compressionLevel: number;
  };
}

/** Every socket has a context: a window of 128 KiB and the fastest level keep it small. */
const WINDOW_LOG = 17;
const FASTEST_LEVEL = 1;

/**
 * `compress=zstd-stream`: one endless frame per socket; each message is a whole number of blocks. The blocks are raw when
 * Node has no codec.
 */
export function zstdStreamEncoder(guard: Guard): Encoder {
  return hasZstd(zlib) ? compressing(zlib, guard) : new RawZstdEncoder();
}

function compressing({ createZstdCompress, constants }: ZstdOfNode, guard: Guard): Encoder {
  const params = {
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_compressionLevel]: FASTEST_LEVEL,
  };
  return new FlushingEncoder(createZstdCompress({ flush: constants.ZSTD_e_flush, params }), guard);
}

function hasZstd(library: object): library is ZstdOfNode {
  return "createZstdCompress" in library && typeof library.createZstdCompress === "function";
}
