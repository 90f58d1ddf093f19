import {
  authenticatedContent,
  concatBytes,
  framedContentAuth,
  framedContentTbs,
  mlsVector,
} from "../../wire/index.js";
import { hmac, sha256Bytes } from "./hash.js";

/** The hashes that chain the commits of a group, and the two tags (RFC 9420 8.2, 6.1, 6.2). */

export function confirmedTranscriptHash(
  interimBefore: Uint8Array,
  content: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  return sha256Bytes(concatBytes(interimBefore, authenticatedContent(content, signature)));
}

export function interimTranscriptHash(confirmed: Uint8Array, confirmationTag: Uint8Array): Uint8Array {
  return sha256Bytes(concatBytes(confirmed, mlsVector(confirmationTag)));
}

/** Proves that the committer knows the secrets of the new epoch. */
export function confirmationTag(confirmationKey: Uint8Array, confirmed: Uint8Array): Uint8Array {
  return hmac(confirmationKey, confirmed);
}

export interface MembershipTagInput {
  readonly content: Uint8Array;
  /** of the epoch in which the message is sent */
  readonly context: Uint8Array;
  readonly signature: Uint8Array;
  readonly confirmationTag: Uint8Array | undefined;
}

/** Proves that a public message was made by someone who knows the secrets of the epoch. */
export function membershipTag(membershipKey: Uint8Array, input: MembershipTagInput): Uint8Array {
  return hmac(
    membershipKey,
    concatBytes(
      framedContentTbs(input.content, input.context),
      framedContentAuth(input.signature, input.confirmationTag),
    ),
  );
}
