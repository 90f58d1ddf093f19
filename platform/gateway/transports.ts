import { streamEncoder, type Encoder } from "./encoder.js";
import { zstdStreamEncoder } from "./zstd-encoder.js";

/** Transport compression by the name that a client asks for (G§1). */
export const TRANSPORTS: ReadonlyMap<string, () => Encoder> = new Map([
  ["zlib-stream", streamEncoder],
  ["zstd-stream", zstdStreamEncoder],
]);

/** @returns a new encoder for one socket, or undefined without such compression */
export function transportEncoder(name: string): Encoder | undefined {
  return TRANSPORTS.get(name)?.();
}
