import { getRandomValues } from "node:crypto";

/** Cryptographically random bytes. */
export function randomBytes(length: number): Uint8Array {
  return getRandomValues(new Uint8Array(length));
}
