import type { KeyObject } from "node:crypto";
import {
  authenticatedContent,
  encodeExternalProposal,
  encodeExternalSender,
  encodePublicMessage,
  framedContentTbs,
  mlsReferenceInput,
  PROPOSAL_REFERENCE,
  type EpochName,
  type ProposalDraft,
} from "sdkpp/wire";
import { pointOf, sha256, signWithLabel } from "./p256.js";

/** A proposal as members get it, and the hash by which a commit names it. */
export interface SignedMessage {
  /** MLSMessage */
  readonly bytes: Uint8Array;
  /** 32 bytes */
  readonly reference: Uint8Array;
}

/** The one that may change a group without being a member of it. Its key is the same for all groups of a process. */
export class ExternalSender {
  /** Payload of op 25. */
  readonly bytes: Uint8Array;
  readonly #key: KeyObject;

  /** @param key private, P-256 */
  constructor(key: KeyObject) {
    this.#key = key;
    this.bytes = encodeExternalSender({ signatureKey: pointOf(key), identity: Uint8Array.of(0) });
  }

  /** Signs for one group and epoch: nothing else of the group is in what is signed (RFC 9420 6.1). */
  propose(of: EpochName, proposal: ProposalDraft): SignedMessage {
    const content = encodeExternalProposal(of, proposal);
    const signature = signWithLabel(this.#key, "FramedContentTBS", framedContentTbs(content));
    const hashed = mlsReferenceInput(PROPOSAL_REFERENCE, authenticatedContent(content, signature));
    return { bytes: encodePublicMessage({ content, signature }), reference: sha256(hashed) };
  }
}
