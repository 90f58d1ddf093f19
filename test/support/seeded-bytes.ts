import { seeded } from "./seeded.js";

/** Bytes that are deterministic for a seed. For tests only: they are not secret. */
export function seededBytes(seed: number): (length: number) => Uint8Array {
  const next = seeded(seed);
  return (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256));
}
