import type { NativeFrameEncryption } from "../native/index.js";
import {
  DaveSession,
  restoreSignatureKey,
  savedFields,
  voiceInvalidCommitWelcome,
  voiceTransitionReady,
  type DaveOutput,
  type DaveSessionOptions,
  type DaveStatus,
  type EncryptionRequirement,
  type FieldReader,
  type FieldWriter,
  type RandomBytes,
} from "../protocol/index.js";
import {
  decodeDaveProposals,
  decodeDaveTransition,
  encodeClientBinaryFrame,
  encodeCommitWelcome,
  MlsDecodeError,
  VoiceOpcode,
  type DaveProposals,
  type VoiceFrame,
} from "../wire/index.js";
import type { VoicePhase } from "./voice-phase.js";
import { EncryptedMembers, type EncryptedMember, type KeyDirectory } from "./encrypted-members.js";
import type { SignatureKeyLease, SignatureKeys } from "./signature-keys.js";
import type { VerifiedKeys } from "./verified-keys.js";

/** The ways out of a call's encryption. */
export interface EncryptionOutlets {
  send(frame: VoiceFrame): void;
  sendBinary(bytes: Uint8Array): void;
  changed(status: DaveStatus): void;
  transitioned(transitionId: number): void;
  /** the first message of encryption came; the participants were announced before */
  begun(): void;
  phase(phase: VoicePhase, detail: string): void;
  /** encryption ended where it is required */
  lost(reason: string): void;
  /** the call may not go on */
  end(reason: string): void;
  membersChanged(): void;
  unannouncedMember(member: EncryptedMember): void;
  memberKeyChanged(member: EncryptedMember, wasVerified: boolean): void;
}

export interface CallEncryptionOptions {
  native: NativeFrameEncryption;
  keys: SignatureKeys;
  verifiedKeys: VerifiedKeys;
  keyDirectory: KeyDirectory | undefined;
  random: RandomBytes;
  /** newest protocol version that is announced, 0: none */
  maxVersion: number;
  requirement: EncryptionRequirement;
  outlets: EncryptionOutlets;
}

/** The outcome of a binary message. */
export type BinaryFate = "taken" | "ignored" | "malformed";

const FIELDS = savedFields({ userId: 1, signatureKey: 2, session: 3, verifiedKeys: 4 });

/**
 * The end-to-end encryption of one voice connection: feeds opcodes into the session, hands its answers to the socket
 * and its keys to the addon. Decides nothing itself.
 */
export class CallEncryption {
  readonly session: DaveSession;
  readonly members: EncryptedMembers;
  readonly #options: CallEncryptionOptions;
  #lease: SignatureKeyLease | undefined;
  #userId: bigint | undefined;

  /** @param saved of another process; see {@link CallEncryption.restore} */
  constructor(options: CallEncryptionOptions, saved?: FieldReader) {
    this.#options = options;
    const { random, maxVersion, requirement, verifiedKeys, keyDirectory: directory, outlets } = options;
    const signatureKey = () => this.#leased().key();
    const session = { random, maxVersion, requirement, signatureKey };
    this.session = saved === undefined ? new DaveSession(session) : this.#restore(saved, session);
    this.members = new EncryptedMembers({
      ownId: () => this.#userId,
      members: () => this.session.members(),
      verifiedKeys,
      directory,
      keyChanged: (member, wasVerified) => outlets.memberKeyChanged(member, wasVerified),
      changed: () => outlets.membersChanged(),
    });
  }

  /**
   * The encryption of a call that comes from another process. Nothing of it is told again.
   * @throws {RestoreError} when it cannot be restored
   * @throws {SdkError} SIGNATURE_KEY_DIFFERS when the user has another key in calls of this process
   */
  static restore(saved: FieldReader, options: CallEncryptionOptions): CallEncryption {
    const encryption = new CallEncryption(options, saved);
    encryption.members.resume();
    return encryption;
  }

  /** Private keys and secrets are in it. @throws {SdkError} DAVE_NOT_DRAINED before {@link drain} */
  save(out: FieldWriter): void {
    const userId = this.#userId;
    out.number(FIELDS.userId, userId);
    out.bytes(FIELDS.signatureKey, this.#lease?.made?.privateKey);
    out.record(FIELDS.session, () => this.session.save(out));
    if (userId === undefined) return;
    out.record(FIELDS.verifiedKeys, () => this.#options.verifiedKeys.save(out, userId));
  }

  /** Op 2. */
  begin(userId: bigint, groupId: bigint): void {
    if (this.#userId !== userId) this.#release();
    this.#userId = userId;
    this.session.begin({ userId, groupId });
  }

  /** The connection has ended; a later one starts with fresh keys. */
  end(): void {
    this.session.end();
    this.#release();
  }

  /** Ops 25, 27, 29 and 30. */
  binary(op: number, payload: Uint8Array, nowMs: number): BinaryFate {
    try {
      return this.#take(op, payload, nowMs) ? "taken" : "ignored";
    } catch (error) {
      if (error instanceof MlsDecodeError) return "malformed";
      throw error;
    }
  }

  /** Carries out what the session wants. */
  drain(): void {
    for (let output = this.session.poll(); output !== undefined; output = this.session.poll())
      this.#perform(output);
  }

  #take(op: number, payload: Uint8Array, nowMs: number): boolean {
    switch (op) {
      case VoiceOpcode.MlsExternalSender:
        this.session.externalSender(payload);
        this.#options.outlets.begun();
        return true;
      case VoiceOpcode.MlsProposals:
        this.#propose(decodeDaveProposals(payload));
        return true;
      case VoiceOpcode.MlsAnnounceCommit: {
        const { transitionId, message } = decodeDaveTransition(payload);
        this.session.commitAnnounced(transitionId, message, nowMs);
        return true;
      }
      case VoiceOpcode.MlsWelcome: {
        const { transitionId, message } = decodeDaveTransition(payload);
        this.session.welcomed(transitionId, message, nowMs);
        return true;
      }
      default:
        return false;
    }
  }

  #propose(proposals: DaveProposals): void {
    if (proposals.operation === "append") this.session.appendProposals(proposals.messages);
    else this.session.revokeProposals(proposals.references);
  }

  #perform(output: DaveOutput): void {
    const { native, outlets } = this.#options;
    switch (output.type) {
      case "ready":
        return outlets.send(voiceTransitionReady(output.transitionId));
      case "invalidCommitWelcome":
        return outlets.send(voiceInvalidCommitWelcome(output.transitionId));
      case "keyPackage":
        return this.#answer(VoiceOpcode.MlsKeyPackage, output.bytes);
      case "commitWelcome":
        return this.#answer(VoiceOpcode.MlsCommitWelcome, encodeCommitWelcome(output.commit, output.welcome));
      case "installSend":
        return this.#installSend(output);
      case "status":
      case "transitioned":
      case "phase":
      case "lost":
      case "end":
      case "unannouncedMember":
      case "memberKeyChanged":
        return this.#emit(output);
      default:
        return key(native, output);
    }
  }

  #emit(output: Notice): void {
    const { outlets } = this.#options;
    switch (output.type) {
      case "status":
        this.members.review();
        return outlets.changed(output.status);
      case "transitioned":
        return outlets.transitioned(output.transitionId);
      case "phase":
        return outlets.phase(output.phase, output.detail);
      case "lost":
        return outlets.lost(output.reason);
      case "end":
        return outlets.end(output.reason);
      case "unannouncedMember":
        return outlets.unannouncedMember(this.members.describe(output.member));
      case "memberKeyChanged":
        return this.members.keyChanged(output.member);
    }
  }

  /** The addon rejects a base that it had before, because frames must never share key and nonce. */
  #installSend({ ratchetId, base }: Extract<DaveOutput, { type: "installSend" }>): void {
    const { native, outlets } = this.#options;
    if (!native.daveInstallSend(ratchetId, base))
      outlets.phase("e2eeBaseRefused", "this key was used before; frames go on with the one in use");
    base.fill(0);
  }

  #answer(op: VoiceOpcode, payload: Uint8Array): void {
    this.#options.outlets.sendBinary(encodeClientBinaryFrame({ op, payload }));
  }

  /** Keys and verified keys, which other calls share, change last. */
  #restore(saved: FieldReader, options: DaveSessionOptions): DaveSession {
    const { keys, verifiedKeys } = this.#options;
    const userId = saved.maybeU64(FIELDS.userId);
    this.#userId = userId;
    if (userId === undefined) return DaveSession.restore(saved.inner(FIELDS.session), options);
    try {
      if (saved.has(FIELDS.signatureKey))
        this.#lease = keys.adopt(userId, restoreSignatureKey(saved, FIELDS.signatureKey));
      const session = DaveSession.restore(saved.inner(FIELDS.session), options);
      verifiedKeys.restore(saved.inner(FIELDS.verifiedKeys), userId);
      return session;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  #leased(): SignatureKeyLease {
    this.#lease ??= this.#options.keys.lease(this.#userId ?? 0n);
    return this.#lease;
  }

  #release(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }
}

type Notice = Extract<
  DaveOutput,
  { type: "status" | "transitioned" | "phase" | "lost" | "end" | "unannouncedMember" | "memberKeyChanged" }
>;
type Answer = Extract<
  DaveOutput,
  { type: "ready" | "invalidCommitWelcome" | "keyPackage" | "commitWelcome" }
>;
type KeyOutput = Exclude<DaveOutput, Notice | Answer | { type: "installSend" }>;

/** Keys go to the addon, which copies them; nothing of them stays here. */
function key(native: NativeFrameEncryption, output: KeyOutput): void {
  switch (output.type) {
    case "sendClear":
      return native.daveSendClear();
    case "sendNothing":
      return native.daveSendNothing();
    case "executeSend":
      return native.daveExecuteSend(output.ratchetId);
    case "installReceive":
      native.daveInstallReceive(output.userId, output.ratchetId, output.base);
      return void output.base.fill(0);
    case "expireReceive":
      return native.daveExpireReceive(output.userId);
    case "passthrough":
      return native.daveSetPassthrough(output.durationMs);
    case "reset":
      return native.daveReset();
  }
}
