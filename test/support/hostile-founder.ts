import { keyPackageReference, proposalReference } from "../../lib/protocol/mls/labels.js";
import { generateSignatureKey } from "../../lib/protocol/mls/signature-key.js";
import {
  decodeDaveProposals,
  decodeDaveTransition,
  encodeCommit,
  encodeCommitContent,
  encodeCommitWelcome,
  encodePublicMessage,
  encodeWelcome,
  mlsU64,
  VoiceOpcode,
  type PublicMessage,
} from "../../lib/wire/index.js";
import type { DaveClient, DaveMessage } from "./davey-member.js";
import { freshKey, keyPackageOf, random } from "./mls/hostile-key-package.js";

/** Whether a founder can commit the newest op 27. */
const FOUNDING_EPOCH = 0n;

/**
 * Has a valid key package and commits before all others. The public part of its commit is valid, but no member can process
 * it. It needs no cryptography for that, so it is faster than all others.
 */
export class HostileFounder implements DaveClient {
  readonly privacyCode = undefined;
  /** commits sent */
  forged = 0;
  readonly #key = generateSignatureKey(random);
  #proposals: PublicMessage[] = [];

  /** @param isPolite whether it answers as if it accepted the commits of others */
  constructor(
    readonly userId: string,
    readonly channelId: string,
    readonly isPolite = true,
  ) {}

  receive(message: DaveMessage): DaveMessage[] {
    if (!("payload" in message)) return this.#text(message.op);
    const { op, payload } = message;
    if (op === VoiceOpcode.MlsProposals) return this.#commit(payload);
    const isEpoch = op === VoiceOpcode.MlsAnnounceCommit || op === VoiceOpcode.MlsWelcome;
    return isEpoch && this.isPolite ? [ready(payload)] : [];
  }

  #text(op: number): DaveMessage[] {
    const isBeginning = op === VoiceOpcode.SessionDescription || op === VoiceOpcode.DavePrepareEpoch;
    return isBeginning ? [this.#begin()] : [];
  }

  #begin(): DaveMessage {
    this.#proposals = [];
    const payload = keyPackageOf({ userId: BigInt(this.userId), key: this.#key });
    return { op: VoiceOpcode.MlsKeyPackage, payload };
  }

  #commit(payload: Uint8Array): DaveMessage[] {
    const news = decodeDaveProposals(Uint8Array.from(payload));
    if (news.operation === "revoke") this.#proposals = [];
    else this.#proposals.push(...news.messages);
    const isFounding = this.#proposals.every(({ content }) => content.epoch === FOUNDING_EPOCH);
    if (!isFounding || this.#proposals.length === 0) return [];
    this.forged += 1;
    return [
      { op: VoiceOpcode.MlsCommitWelcome, payload: encodeCommitWelcome(this.#forge(), this.#welcome()) },
    ];
  }

  #forge(): Uint8Array {
    const name = { groupId: mlsU64(BigInt(this.channelId)), epoch: FOUNDING_EPOCH };
    const body = encodeCommit(this.#proposals.map(proposalReference), undefined);
    return encodePublicMessage({
      content: encodeCommitContent(name, 0, body),
      signature: random(70),
      confirmationTag: random(32),
      membershipTag: random(32),
    });
  }

  #welcome(): Uint8Array {
    const added = this.#proposals.flatMap(({ content: { body } }) =>
      body.kind === "proposal" && body.proposal.kind === "add" ? body.proposal.keyPackage.bytes : [],
    );
    const secrets = added.map((keyPackage) => ({
      newMember: keyPackageReference(keyPackage),
      kemOutput: freshKey(),
      ciphertext: random(80),
    }));
    return encodeWelcome({ secrets, encryptedGroupInfo: random(400) });
  }
}

function ready(payload: Uint8Array): DaveMessage {
  const { transitionId } = decodeDaveTransition(Uint8Array.from(payload));
  return { op: VoiceOpcode.DaveTransitionReady, d: { transition_id: transitionId } };
}
