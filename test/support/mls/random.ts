import { createHash } from "node:crypto";
import type { RandomBytes } from "../../../lib/protocol/index.js";

/** Reproducible bytes for tests: SHA-256 over the seed and a counter. */
export function seededBytes(seed: string): RandomBytes {
  let counter = 0;
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 32, counter += 1) {
      const block = createHash("sha256")
        .update(`${seed}/${String(counter)}`)
        .digest();
      bytes.set(block.subarray(0, length - at), at);
    }
    return bytes;
  };
}

/** A reproducible integer from 0 to `below` − 1. */
export function seededInteger(random: RandomBytes, below: number): number {
  return random(4).reduce((sum, byte) => sum * 256 + byte, 0) % below;
}
