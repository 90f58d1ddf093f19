import { seeded } from "./seeded.js";

/** Bytes, the same for the same seed. For tests only: nothing here is secret. */
export function seededBytes(seed: number): (length: number) => Uint8Array {
  const next = seeded(seed);
  return (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256));
}
