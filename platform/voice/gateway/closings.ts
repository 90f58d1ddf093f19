import { VoiceCloseCode } from "sdkpp/wire";
import type { Closing } from "../../sockets/closing.js";

/** The close reason for a code when the caller gives no more specific one. */
const DEFAULT_REASONS: Readonly<Partial<Record<number, string>>> = {
  [VoiceCloseCode.UnknownOpcode]: "only the platform sends this op",
  [VoiceCloseCode.DecodeError]: "could not decode a message",
  [VoiceCloseCode.NotAuthenticated]: "identify first",
  [VoiceCloseCode.AuthenticationFailed]: "the token is not valid for this user's call",
  [VoiceCloseCode.AlreadyAuthenticated]: "this socket already has a session",
  [VoiceCloseCode.SessionInvalid]: "the session does not exist or its token was already used",
  [VoiceCloseCode.SessionTimedOut]: "the client sent no heartbeat in time",
  [VoiceCloseCode.ServerNotFound]: "the user is not in a call of this server",
  [VoiceCloseCode.UnknownProtocol]: "the protocol must be udp",
  [VoiceCloseCode.Disconnected]: "the user left the call, moved to another, or was removed from it",
  [VoiceCloseCode.ServerCrashed]: "the platform is stopping or failed to process this input",
  [VoiceCloseCode.UnknownEncryptionMode]: "op 2 did not offer this mode",
  [VoiceCloseCode.DaveRequired]: "the call is end-to-end encrypted and op 0 announced no support for it",
  [VoiceCloseCode.BadRequest]: "a message does not match the shape of its op",
  [VoiceCloseCode.RateLimited]: "too many joins",
  [VoiceCloseCode.CallTerminated]: "the call has ended or is moving to another server",
};

export function closing(code: number, reason = DEFAULT_REASONS[code] ?? "closed by the platform"): Closing {
  return { code, reason };
}
