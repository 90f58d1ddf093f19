import type { NativeCallError, NativeCallStatus } from "../native/index.js";

const STATUS_NAMES = [
  "disconnected",
  "joining",
  "connecting",
  "signalling",
  "connected",
  "reconnecting",
  "disconnecting",
] as const;

/** Status of a voice connection; sound flows only while it is "connected", and "disconnected" is final. */
export type VoiceStatus = (typeof STATUS_NAMES)[number];

const FAILURE_NAMES = [
  undefined,
  "SIGNALLING_CONNECTION_FAILED",
  "SIGNALLING_UNEXPECTED_CLOSE",
  "VOICE_CONNECTION_FAILED",
  "JOIN_TIMEOUT",
  "FORBIDDEN",
] as const;

/**
 * Why a connection ended; also the `code` of its error. REMOVED: a moderator removed the bot from the channel, or the channel is
 * gone.
 */
export type VoiceFailure = Exclude<(typeof FAILURE_NAMES)[number], undefined> | "REMOVED";

export function statusName(status: NativeCallStatus): VoiceStatus {
  return STATUS_NAMES[status];
}

export function failureName(error: NativeCallError): VoiceFailure | undefined {
  return FAILURE_NAMES[error];
}
