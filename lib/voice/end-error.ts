import { SdkError, VoiceCloseCode } from "../wire/index.js";
import type { VoicePhase } from "../call/index.js";
import type { VoiceFailure } from "./status.js";

/** The progress of a join until it failed. */
export interface JoinTrace {
  /** last step, as the `phase` event names it, and its detail */
  phase: VoicePhase | "";
  detail: string;
  /** which of the two events of the main gateway arrived */
  hasState: boolean;
  hasServer: boolean;
}

/** How a connection ended. */
export interface End {
  failure: VoiceFailure | undefined;
  /** close code of the voice gateway, or 0 */
  closeCode: number;
  /** why this side ended the connection; empty when it did not */
  reason: string;
}

/** The error of a voice connection that the program destroyed. */
export function destroyed(): SdkError {
  return new SdkError("DESTROYED", "this voice connection was destroyed; join again");
}

/** The error of a voice connection that has ended. */
export function endError(end: End, trace: JoinTrace): SdkError {
  const { failure, closeCode } = end;
  const code = closeCode === 0 ? "" : ` (voice gateway close code ${String(closeCode)})`;
  const step = trace.phase === "" ? "" : `; the last step was ${stepOf(trace)}`;
  const message = `the voice connection is over${code}: ${reasonOf(end, trace)}${step}`;
  return new SdkError(failure ?? "DISCONNECTED", message);
}

function stepOf({ phase, detail }: JoinTrace): string {
  return detail === "" ? phase : `${phase}: ${detail}`;
}

function reasonOf({ failure, closeCode, reason }: End, trace: JoinTrace): string {
  if (reason !== "") return reason;
  if (closeCode === VoiceCloseCode.DaveRequired)
    return "the channel requires end-to-end encryption, which `e2ee: false` switches off";
  switch (failure) {
    case "JOIN_TIMEOUT":
      return missingEvents(trace);
    case "VOICE_CONNECTION_FAILED":
      return "could not open a UDP path to the voice server";
    case "SIGNALLING_CONNECTION_FAILED":
      return "could not reach the voice gateway";
    case "SIGNALLING_UNEXPECTED_CLOSE":
      return "the voice gateway closed the connection";
    case "REMOVED":
      return "the bot was removed from the channel by a moderator, or the channel is gone";
    case "FORBIDDEN":
      return "the bot is not allowed to take part in this call";
    case undefined:
      return "the bot left the channel";
  }
}

function missingEvents({ hasState, hasServer }: JoinTrace): string {
  if (hasServer && !hasState)
    return "no voice state arrived: the bot's client probably lacks the GuildVoiceStates intent";
  if (hasState && !hasServer) return "no voice server arrived: the service has none available at the moment";
  return "the service did not respond: the bot probably lacks the permission to connect, or is not in the guild";
}
