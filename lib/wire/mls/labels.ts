import { concatBytes, mlsVector } from "./writer.js";

/**
 * The bytes that are signed, or bound as HPKE info: `SignContent` and `EncryptContext` have the same form
 * (RFC 9420 5.1.2, 5.1.3): the label with its prefix and the content, both as vectors.
 */
export function mlsLabelled(label: string, content: Uint8Array): Uint8Array {
  return concatBytes(mlsVector(ascii(`MLS 1.0 ${label}`)), mlsVector(content));
}

/** The bytes that are hashed into a reference (`RefHashInput`, RFC 9420 5.2). */
export function mlsReferenceInput(label: string, value: Uint8Array): Uint8Array {
  return concatBytes(mlsVector(ascii(label)), mlsVector(value));
}

/** Label of the reference to a key package: what a welcome's `new_member` names. */
export const KEY_PACKAGE_REFERENCE = "MLS 1.0 KeyPackage Reference";
/** Label of the reference to a proposal: what a commit names. The value is the AuthenticatedContent. */
export const PROPOSAL_REFERENCE = "MLS 1.0 Proposal Reference";

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
