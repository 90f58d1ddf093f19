/**
 * Cryptographically random bytes. The global `crypto` has them too, for 3 ms at its first use; this module is loaded for TLS in
 * any case.
 */
export const randomBytes = (length: number): Uint8Array =>
  process.getBuiltinModule("node:crypto").randomBytes(length);
