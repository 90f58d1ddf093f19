import type { NativeCallError, NativeCallStatus } from "../native/index.js";

/** Status of a voice connection; sound flows only while it is "connected", and "disconnected" is final. */
export type VoiceStatus =
  "disconnected" | "joining" | "connecting" | "signalling" | "connected" | "reconnecting" | "disconnecting";

const STATUS_NAMES: Record<NativeCallStatus, VoiceStatus> = [
  "disconnected",
  "joining",
  "connecting",
  "signalling",
  "connected",
  "reconnecting",
  "disconnecting",
];

/**
 * Why a connection ended; also the `code` of its error. REMOVED: a moderator removed the bot from the channel, or the channel is
 * gone.
 */
export type VoiceFailure =
  | "SIGNALLING_CONNECTION_FAILED"
  | "SIGNALLING_UNEXPECTED_CLOSE"
  | "VOICE_CONNECTION_FAILED"
  | "JOIN_TIMEOUT"
  | "FORBIDDEN"
  | "REMOVED";

/** Why the platform lets nobody hear a bot: a moderator muted it, or it is in the audience of a stage. */
export type VoiceSilence = "muted" | "suppressed";

const FAILURE_NAMES: Record<NativeCallError, VoiceFailure | undefined> = [
  undefined,
  "SIGNALLING_CONNECTION_FAILED",
  "SIGNALLING_UNEXPECTED_CLOSE",
  "VOICE_CONNECTION_FAILED",
  "JOIN_TIMEOUT",
  "FORBIDDEN",
];

export function statusName(status: NativeCallStatus): VoiceStatus {
  return STATUS_NAMES[status];
}

export function failureName(error: NativeCallError): VoiceFailure | undefined {
  return FAILURE_NAMES[error];
}
