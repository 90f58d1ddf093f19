import { verifyWithLabel } from "./p256.js";

/** Label of a self-signature (DAVE 1.1.4, persistent signature keypairs). */
const LABEL = "DiscordSelfSignature";

/**
 * Whether the holder of a key signed the id of its session and the key.
 * @param point uncompressed
 * @param publicKey the same key in its signed form, X9.62 compressed or uncompressed
 * @param sessionId `static_client_session_id` of READY
 * @param signature ASN.1 DER
 */
export function isSelfSigned(
  point: Uint8Array,
  publicKey: Uint8Array,
  sessionId: string,
  signature: Uint8Array,
): boolean {
  const signed = Buffer.concat([Buffer.from(`${sessionId}:`, "latin1"), publicKey]);
  return verifyWithLabel(point, LABEL, signed, signature);
}
