import type { NativeVoiceSession } from "../native/index.js";
import { parseVoiceFrame, type VoiceFrameParts, type VoiceMessage } from "../protocol/index.js";
import { decodeServerBinaryFrame } from "../wire/index.js";
import type { CallEncryption } from "./call-encryption.js";
import type { Acknowledgement } from "./keeping/acknowledgement.js";
import type { GatewayFrame } from "./moving/frame-relay.js";
import type { SessionFacts } from "./session-facts.js";

/** Sequence number and opcode. */
const BINARY_HEADER_BYTES = 3;

type SpeakingMessage = Extract<VoiceMessage, { type: "speaking" }>;

type Announced = (userId: bigint, ssrc: number, isSpeaking: boolean) => void;

/** The outcome of a frame. */
export type FrameFate = "taken" | "copy" | "ignored" | "malformed";

/**
 * Feeds frames of the voice gateway into the addon and the call's encryption: counts them, checks them, calls the
 * matching inputs.
 */
export class FrameInput {
  readonly #native: NativeVoiceSession;
  readonly #encryption: CallEncryption;
  readonly #facts: SessionFacts;
  readonly #acknowledgement: Acknowledgement;
  readonly #announced: Announced;

  /** @param announced a user said which SSRC its sound has, and whether it speaks */
  constructor(
    native: NativeVoiceSession,
    encryption: CallEncryption,
    facts: SessionFacts,
    acknowledgement: Acknowledgement,
    announced: Announced,
  ) {
    this.#native = native;
    this.#encryption = encryption;
    this.#facts = facts;
    this.#acknowledgement = acknowledgement;
    this.#announced = announced;
  }

  take({ isText, bytes }: GatewayFrame, nowMs: number): FrameFate {
    if (!isText) return this.#binary(bytes, nowMs);
    return this.#text(bytes, parseVoiceFrame(textOf(bytes)), nowMs);
  }

  /** A frame that came over the socket of another process. What has no number is for that socket: greetings, answers to heartbeats. */
  takeRelayed({ isText, bytes }: GatewayFrame, nowMs: number): FrameFate {
    if (!isText) return this.#binary(bytes, nowMs);
    const frame = parseVoiceFrame(textOf(bytes));
    return (frame?.seq ?? -1) < 0 ? "ignored" : this.#text(bytes, frame, nowMs);
  }

  #text(bytes: Uint8Array, frame: VoiceFrameParts | undefined, nowMs: number): FrameFate {
    if (!this.#accept(frame?.seq ?? -1, bytes, nowMs)) return "copy";
    if (frame?.message === undefined) return "malformed";
    return this.#handle(frame.message, nowMs);
  }

  /** Numbered by its first two bytes, whatever it carries; the content is for end-to-end encryption only. */
  #binary(bytes: Uint8Array, nowMs: number): FrameFate {
    if (bytes.length < BINARY_HEADER_BYTES) return "malformed";
    const frame = decodeServerBinaryFrame(bytes);
    if (!this.#accept(frame.seq, bytes, nowMs)) return "copy";
    return this.#encryption.binary(frame.op, frame.payload, nowMs);
  }

  /** @returns false for a copy */
  #accept(seq: number, bytes: Uint8Array, nowMs: number): boolean {
    const isNew = this.#native.acceptFrame(seq, bytes, nowMs);
    if (isNew) this.#acknowledgement.took(seq);
    return isNew;
  }

  #handle(message: VoiceMessage, nowMs: number): FrameFate {
    const native = this.#native;
    const { session } = this.#encryption;
    switch (message.type) {
      case "hello":
        native.hello(message.heartbeatIntervalMs, nowMs);
        return "taken";
      case "ready":
        this.#begin();
        native.ready(message.ssrc, message.ip, message.port, message.modes, nowMs);
        return "taken";
      case "sessionDescription":
        session.described(message.daveVersion, nowMs);
        // Before there is a transport key, so that no frame leaves in the clear that must not.
        this.#encryption.drain();
        native.sessionDescription(message.mode, message.secretKey, nowMs);
        message.secretKey.fill(0);
        return "taken";
      case "resumed":
        native.resumed(nowMs);
        session.resumed(nowMs);
        return "taken";
      case "heartbeatAck":
        native.heartbeatAck(message.t, nowMs);
        return "taken";
      case "heartbeatRequest":
        native.heartbeatRequested(nowMs);
        return "taken";
      case "speaking":
        if (message.userId !== this.#facts.userId) this.#speaking(message, nowMs);
        return "taken";
      case "clientsConnect":
        this.#connected(
          message.userIds.filter((id) => id !== this.#facts.userId),
          nowMs,
        );
        return "taken";
      case "clientDisconnect":
        if (message.userId !== this.#facts.userId) this.#disconnected(message.userId, nowMs);
        return "taken";
      case "prepareTransition":
        session.prepareTransition(message.transitionId, message.version, nowMs);
        return "taken";
      case "executeTransition":
        session.executeTransition(message.transitionId, nowMs);
        return "taken";
      case "prepareEpoch":
        session.prepareEpoch(message.epoch, message.version, nowMs);
        return "taken";
      case "ignored":
        return "ignored";
    }
  }

  #begin(): void {
    const { userId, groupId } = this.#facts;
    if (userId !== undefined) this.#encryption.begin(userId, groupId);
  }

  #speaking({ userId, ssrc, flags }: SpeakingMessage, nowMs: number): void {
    this.#native.speaking(userId, ssrc, flags, nowMs);
    this.#announced(userId, ssrc, flags !== 0);
  }

  #connected(userIds: bigint[], nowMs: number): void {
    this.#native.clientsConnect(userIds, nowMs);
    this.#encryption.session.clientsConnected(userIds);
  }

  #disconnected(userId: bigint, nowMs: number): void {
    this.#native.clientDisconnect(userId, nowMs);
    this.#encryption.session.clientDisconnected(userId, nowMs);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
