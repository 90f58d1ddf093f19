import { sha256 } from "../sha256.js";

/** Random bytes of one verifier; they make 43 characters. */
export const VERIFIER_BYTES = 32;

/** @param random {@link VERIFIER_BYTES} random bytes */
export function codeVerifier(random: Uint8Array): string {
  return Buffer.from(random).toString("base64url");
}

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export function codeChallenge(verifier: string): string {
  return sha256(verifier).toString("base64url");
}
