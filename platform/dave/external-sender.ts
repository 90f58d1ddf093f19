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

/** An encoded proposal and the hash by which a commit refers to it. */
export interface SignedMessage {
  /** MLSMessage */
  readonly bytes: Uint8Array;
  /** 32 bytes */
  readonly reference: Uint8Array;
}

/** Signs proposals without being a member of the group. All groups of a process share its key. */
export class ExternalSender {
  /** Payload of op 25. */
  readonly bytes: Uint8Array;
  readonly #key: KeyObject;

  /** @param key P-256 private key */
  constructor(key: KeyObject) {
    this.#key = key;
    this.bytes = encodeExternalSender({ signatureKey: pointOf(key), identity: Uint8Array.of(0) });
  }

  /** Signs a proposal for one group and epoch; the signature covers nothing else of the group (RFC 9420 6.1). */
  propose(of: EpochName, proposal: ProposalDraft): SignedMessage {
    const content = encodeExternalProposal(of, proposal);
    const signature = signWithLabel(this.#key, "FramedContentTBS", framedContentTbs(content));
    const hashed = mlsReferenceInput(PROPOSAL_REFERENCE, authenticatedContent(content, signature));
    return { bytes: encodePublicMessage({ content, signature }), reference: sha256(hashed) };
  }
}
