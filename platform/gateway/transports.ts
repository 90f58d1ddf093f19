import type { Guard } from "../guard/guard.js";
import { streamEncoder, type Encoder } from "./encoder.js";
import { zstdStreamEncoder } from "./zstd-encoder.js";

/** Transport compressions by the name that clients request (G§1). */
export const TRANSPORTS: ReadonlyMap<string, (guard: Guard) => Encoder> = new Map([
  ["zlib-stream", streamEncoder],
  ["zstd-stream", zstdStreamEncoder],
]);

/** @returns a new encoder for one socket, or undefined when the compression is unknown */
export function transportEncoder(name: string, guard: Guard): Encoder | undefined {
  return TRANSPORTS.get(name)?.(guard);
}
