import {
  encodeExternalProposal,
  encodeExternalSender,
  encodePublicMessage,
  framedContentTbs,
  mlsU64,
  type ProposalDraft,
} from "../../../lib/wire/index.js";
import { proposalReference } from "../../../lib/protocol/mls/labels.js";
import { generateSignatureKey, type SignatureKeyPair } from "../../../lib/protocol/mls/signature-key.js";
import { Signer } from "../../../lib/protocol/mls/signature.js";
import { decodePublicMessage, type PublicMessage } from "../../../lib/wire/index.js";
import type { RandomBytes } from "../../../lib/protocol/index.js";

export interface SignedProposal {
  readonly message: PublicMessage;
  /** MLSMessage */
  readonly bytes: Uint8Array;
  readonly reference: Uint8Array;
}

/** The voice gateway as external sender: signs proposals and has no tree. */
export class TestGateway {
  readonly groupId: bigint;
  readonly key: SignatureKeyPair;
  /** payload of opcode 25 */
  readonly sender: Uint8Array;
  readonly #signer: Signer;

  constructor(groupId: bigint, random: RandomBytes) {
    this.groupId = groupId;
    this.key = generateSignatureKey(random);
    this.#signer = new Signer(this.key);
    this.sender = encodeExternalSender({ signatureKey: this.key.publicKey, identity: Uint8Array.of(0) });
  }

  propose(epoch: bigint, proposal: ProposalDraft, groupId = this.groupId): SignedProposal {
    return this.sign(encodeExternalProposal({ groupId: mlsU64(groupId), epoch }, proposal));
  }

  /** @param content FramedContent */
  signBytes(content: Uint8Array): { signature: Uint8Array } {
    return { signature: this.#signer.sign("FramedContentTBS", framedContentTbs(content)) };
  }

  /** @param content FramedContent of a proposal */
  sign(content: Uint8Array): SignedProposal {
    const { signature } = this.signBytes(content);
    const bytes = encodePublicMessage({ content, signature });
    const message = decodePublicMessage(bytes);
    return { message, bytes, reference: proposalReference(message) };
  }
}
