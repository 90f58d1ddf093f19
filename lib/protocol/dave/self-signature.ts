import { concatBytes } from "../../wire/index.js";
import { Signer } from "../mls/signature.js";
import type { SignatureKeyPair } from "../mls/signature-key.js";

/** Label of a self-signature (DAVE 1.1.4, persistent signature keypairs). */
const LABEL = "DiscordSelfSignature";

/**
 * Proves to the platform that a session holds the private half of the key it uploads.
 * @param sessionId `static_client_session_id` of READY
 * @returns ASN.1 DER
 */
export function selfSignature(key: SignatureKeyPair, sessionId: string): Uint8Array {
  return new Signer(key).sign(LABEL, concatBytes(Buffer.from(`${sessionId}:`, "latin1"), key.publicKey));
}
