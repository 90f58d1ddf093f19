/**
 * SHA-256 of a text. Loaded at the first call and not at import: `node:crypto` alone costs more than the
 * rest of the package.
 */
export function sha256(text: string): Buffer {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text, "utf8").digest();
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function isSameSecret(left: string, right: string): boolean {
  return process.getBuiltinModule("node:crypto").timingSafeEqual(sha256(left), sha256(right));
}
