import { CallEncryption } from "../../lib/call/call-encryption.js";
import { SignatureKeys, VerifiedKeys, type EncryptedMember, type KeyStore } from "../../lib/call/index.js";
import type { NativeFrameEncryption } from "../../lib/native/index.js";
import type { DaveStatus, EncryptionRequirement, RandomBytes } from "../../lib/protocol/index.js";
import { parseVoiceMessage } from "../../lib/protocol/voice/messages.js";
import { VoiceOpcode } from "../../lib/wire/index.js";
import type { DaveClient, DaveMessage } from "./davey-member.js";
import { openFrame, sealFrame } from "./frame-codec.js";

/** Holds the keys that the addon would hold; its time does not advance. */
export class KeyHolder implements NativeFrameEncryption {
  /** records when and for how long clear frames may pass */
  passthroughChanged: (durationMs: number) => void = () => undefined;

  /** undefined: sends in the clear; null: sends nothing */
  sending: Buffer | null | undefined;
  passthroughMs = Infinity;
  /** how often sealing was turned off */
  stops = 0;
  readonly receive = new Map<bigint, Buffer[]>();
  #waiting: { id: number; base: Buffer } | undefined;
  #inUse: { id: number; base: Buffer } | undefined;
  readonly #usedBases = new Set<string>();

  daveSendClear(): void {
    if (Buffer.isBuffer(this.sending)) this.stops += 1;
    this.sending = undefined;
  }

  daveSendNothing(): void {
    if (Buffer.isBuffer(this.sending)) this.stops += 1;
    this.sending = null;
  }

  daveInstallSend(ratchetId: number, base: Uint8Array): boolean {
    const text = Buffer.from(base).toString("hex");
    if (this.#usedBases.has(text)) throw new Error("a base was installed for sending twice");
    this.#usedBases.add(text);
    this.#waiting = { id: ratchetId, base: Buffer.from(base) };
    return true;
  }

  daveExecuteSend(ratchetId: number): void {
    if (this.#waiting?.id === ratchetId) this.#inUse = this.#waiting;
    if (this.#inUse?.id === ratchetId) this.sending = this.#inUse.base;
    else this.sending ??= null;
  }

  daveInstallReceive(userId: bigint, _ratchetId: number, base: Uint8Array): void {
    this.receive.set(userId, [Buffer.from(base), ...(this.receive.get(userId) ?? [])]);
  }

  daveExpireReceive(): void {
    // ten seconds from now, which never pass here
  }

  daveSetPassthrough(durationMs: number): void {
    this.passthroughMs = durationMs;
    this.passthroughChanged(durationMs);
  }

  daveReset(): void {
    this.receive.clear();
    this.sending = undefined;
    this.passthroughMs = Infinity;
  }
}

export interface SdkMemberOptions {
  readonly requirement?: EncryptionRequirement;
  readonly maxVersion?: number;
  readonly store?: KeyStore;
}

/** Our client's encryption as a connection runs it; keys are stored instead of used. */
export class SdkMember implements DaveClient {
  readonly userId: string;
  readonly keys = new KeyHolder();
  readonly phases: string[] = [];
  readonly statuses: DaveStatus[] = [];
  readonly transitions: number[] = [];
  /** reasons of encryption that ended where it is required */
  readonly lost: string[] = [];
  /** reasons why the call must end */
  readonly ends: string[] = [];
  readonly unannounced: EncryptedMember[] = [];
  readonly keyChanges: [EncryptedMember, wasVerified: boolean][] = [];
  readonly encryption: CallEncryption;
  /** op 31 sent */
  failures = 0;
  #answers: DaveMessage[] = [];
  #nonce = 0;

  constructor(
    userId: string,
    channelId: string,
    random: RandomBytes,
    { requirement = "preferred", maxVersion = 1, store }: SdkMemberOptions = {},
  ) {
    this.userId = userId;
    this.encryption = new CallEncryption({
      native: this.keys,
      keys: new SignatureKeys(random),
      verifiedKeys: new VerifiedKeys({ store, failed: (reason) => this.phases.push(reason) }),
      keyDirectory: { matches: () => Promise.resolve(store !== undefined) },
      random,
      maxVersion,
      requirement,
      outlets: {
        begun: () => undefined,
        send: ({ op, d }) => {
          if (op === VoiceOpcode.MlsInvalidCommitWelcome) this.failures += 1;
          this.#answers.push({ op, d });
        },
        sendBinary: (bytes) => this.#answers.push({ op: bytes[0]!, payload: bytes.subarray(1) }),
        changed: (status) => this.statuses.push(status),
        transitioned: (transitionId) => this.transitions.push(transitionId),
        phase: (phase, detail) => this.phases.push(`${phase} ${detail}`),
        lost: (reason) => this.lost.push(reason),
        end: (reason) => this.ends.push(reason),
        membersChanged: () => undefined,
        unannouncedMember: (member) => this.unannounced.push(member),
        memberKeyChanged: (member, wasVerified) => this.keyChanges.push([member, wasVerified]),
      },
    });
    this.encryption.begin(BigInt(userId), BigInt(channelId));
    this.encryption.drain();
  }

  get privacyCode(): string | undefined {
    const { privacyCode, version } = this.encryption.session.status;
    return privacyCode === "" || version === 0 ? undefined : privacyCode;
  }

  receive(message: DaveMessage, nowMs = 0): DaveMessage[] {
    this.#answers = [];
    if ("payload" in message) this.encryption.binary(message.op, Uint8Array.from(message.payload), nowMs);
    else this.#text(message.op, message.d, nowMs);
    this.encryption.drain();
    return this.#answers;
  }

  timeout(nowMs: number): void {
    this.encryption.session.timeout(nowMs);
    this.encryption.drain();
  }

  /** The next outgoing frame; undefined when none would be sent. */
  speak(plain: Buffer): Buffer | undefined {
    if (this.keys.sending === undefined) return plain;
    this.#nonce = (this.#nonce % 100) + 1;
    return this.keys.sending === null ? undefined : sealFrame(this.keys.sending, this.#nonce, plain);
  }

  hear(speaker: string, frame: Buffer): Buffer | undefined {
    for (const base of this.keys.receive.get(BigInt(speaker)) ?? []) {
      const plain = openFrame(base, frame);
      if (plain !== undefined) return plain;
    }
    return undefined;
  }

  #text(op: number, d: unknown, nowMs: number): void {
    const { session } = this.encryption;
    if (op === VoiceOpcode.SessionDescription)
      return session.described((d as { dave_protocol_version: number }).dave_protocol_version, nowMs);
    const message = parseVoiceMessage(op, d);
    switch (message?.type) {
      case "clientsConnect":
        return session.clientsConnected(message.userIds);
      case "clientDisconnect":
        return session.clientDisconnected(message.userId, nowMs);
      case "prepareTransition":
        return session.prepareTransition(message.transitionId, message.version, nowMs);
      case "executeTransition":
        return session.executeTransition(message.transitionId, nowMs);
      case "prepareEpoch":
        return session.prepareEpoch(message.epoch, message.version, nowMs);
      default:
        throw new Error(`op ${String(op)} is malformed`);
    }
  }
}
