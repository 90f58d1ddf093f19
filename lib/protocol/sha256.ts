import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256 of a text. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
