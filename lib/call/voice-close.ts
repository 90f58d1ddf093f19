import type { SignallingOutput } from "../native/index.js";

/** The socket to the voice gateway closed, or could not be opened. */
export interface VoiceClose {
  /**
   * close code: 1006 for a socket that was lost or could not be opened, 1015 for a certificate that is not trusted, 4900 for one
   * that this side gave up because the voice gateway answered no heartbeat
   */
  readonly code: number;
  /** the voice gateway's words, or those of the network; "" without any */
  readonly reason: string;
  /** whether the connection recovers by itself: it resumes its session, or asks for a new one */
  readonly willRetry: boolean;
  /**
   * milliseconds until that begins, 0 for at once. Where nothing is retried: until the connection ends, unless the service names
   * another voice server before
   */
  readonly inMs: number;
}

export function voiceCloseOf(
  { code, willRetry, inMs }: Extract<SignallingOutput, { type: "closed" }>,
  reason: string,
): VoiceClose {
  return { code, reason, willRetry, inMs };
}
