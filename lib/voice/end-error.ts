import { SdkError, VoiceCloseCode } from "../wire/index.js";
import type { VoiceFailure } from "./status.js";

/** What was seen of a join until it failed. */
export interface JoinTrace {
  /** newest step, as the `phase` event names it, and what it said */
  phase: string;
  detail: string;
  /** which of the two events of the main gateway came */
  hasState: boolean;
  hasServer: boolean;
}

/** How it ended. */
export interface End {
  failure: VoiceFailure | undefined;
  /** of the voice gateway, or 0 */
  closeCode: number;
  /** why this side ended it, or empty */
  reason: string;
}

/** Why a voice connection ended before it was ready. */
export function endError(end: End, trace: JoinTrace): SdkError {
  const { failure, closeCode } = end;
  const code = closeCode === 0 ? "" : ` (voice gateway close code ${String(closeCode)})`;
  const step = trace.phase === "" ? "" : `; the last step was ${stepOf(trace)}`;
  const message = `the voice connection ended before it was ready${code}: ${reasonOf(end, trace)}${step}`;
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
      return "no UDP path to the voice server could be opened";
    case "SIGNALLING_CONNECTION_FAILED":
      return "the voice gateway could not be reached";
    case "SIGNALLING_UNEXPECTED_CLOSE":
      return "the voice gateway closed the connection";
    case "FORBIDDEN":
      return "the bot may not take part in this call";
    case undefined:
      return "it was left";
  }
}

function missingEvents({ hasState, hasServer }: JoinTrace): string {
  if (hasServer && !hasState)
    return "no voice state came: the bot's client probably lacks the GuildVoiceStates intent";
  if (hasState && !hasServer) return "no voice server came: the service has none to offer at the moment";
  return "the service did not answer: the bot probably lacks the permission to connect, or is not in the guild";
}
