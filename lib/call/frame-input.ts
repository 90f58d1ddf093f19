import type { NativeVoiceSession } from "../native/index.js";
import { parseVoiceFrame, type VoiceMessage } from "../protocol/index.js";

/** What became of a frame. */
export type FrameFate = "taken" | "copy" | "ignored" | "malformed";

/** Feeds frames of the voice gateway into the addon: counts them, checks them, calls the matching input. */
export class FrameInput {
  readonly #native: NativeVoiceSession;
  readonly #ownId: () => bigint | undefined;

  constructor(native: NativeVoiceSession, ownId: () => bigint | undefined) {
    this.#native = native;
    this.#ownId = ownId;
  }

  text(bytes: Uint8Array, nowMs: number): FrameFate {
    const frame = parseVoiceFrame(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"),
    );
    if (!this.#native.acceptFrame(frame?.seq ?? -1, bytes, nowMs)) return "copy";
    if (frame?.message === undefined) return "malformed";
    return this.#handle(frame.message, nowMs);
  }

  /** Numbered by its first two bytes, whatever it carries; the content is for end-to-end encryption only. */
  binary(bytes: Uint8Array, nowMs: number): FrameFate {
    const [high, low] = bytes;
    if (high === undefined || low === undefined) return "malformed";
    return this.#native.acceptFrame((high << 8) | low, bytes, nowMs) ? "ignored" : "copy";
  }

  #handle(message: VoiceMessage, nowMs: number): FrameFate {
    const native = this.#native;
    switch (message.type) {
      case "hello":
        native.hello(message.heartbeatIntervalMs, nowMs);
        return "taken";
      case "ready":
        native.ready(message.ssrc, message.ip, message.port, message.modes, nowMs);
        return "taken";
      case "sessionDescription":
        native.sessionDescription(message.mode, message.secretKey, nowMs);
        message.secretKey.fill(0);
        return "taken";
      case "resumed":
        native.resumed(nowMs);
        return "taken";
      case "heartbeatAck":
        native.heartbeatAck(message.t, nowMs);
        return "taken";
      case "heartbeatRequest":
        native.heartbeatRequested(nowMs);
        return "taken";
      case "speaking":
        if (message.userId !== this.#ownId())
          native.speaking(message.userId, message.ssrc, message.flags, nowMs);
        return "taken";
      case "clientsConnect":
        native.clientsConnect(
          message.userIds.filter((id) => id !== this.#ownId()),
          nowMs,
        );
        return "taken";
      case "clientDisconnect":
        if (message.userId !== this.#ownId()) native.clientDisconnect(message.userId, nowMs);
        return "taken";
      case "ignored":
        return "ignored";
    }
  }
}
