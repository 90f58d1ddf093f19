import { VoiceCloseCode } from "sdkpp/wire";
import type { Closing } from "../../sockets/closing.js";

/** What a client is told where nobody knows it better. */
const WORDS: Readonly<Partial<Record<number, string>>> = {
  [VoiceCloseCode.UnknownOpcode]: "only the platform sends this op",
  [VoiceCloseCode.DecodeError]: "a message could not be decoded",
  [VoiceCloseCode.NotAuthenticated]: "identify first",
  [VoiceCloseCode.AuthenticationFailed]: "the token is not that of this user's call",
  [VoiceCloseCode.AlreadyAuthenticated]: "this socket has a session already",
  [VoiceCloseCode.SessionInvalid]: "the session does not exist, or its token was used before",
  [VoiceCloseCode.SessionTimedOut]: "no heartbeat came",
  [VoiceCloseCode.ServerNotFound]: "the user is not in a call of this server",
  [VoiceCloseCode.UnknownProtocol]: "the protocol must be udp",
  [VoiceCloseCode.Disconnected]: "the user left the call, moved, or was taken out of it",
  [VoiceCloseCode.ServerCrashed]: "the platform stops, or failed on this input",
  [VoiceCloseCode.UnknownEncryptionMode]: "op 2 does not offer this mode",
  [VoiceCloseCode.DaveRequired]: "the call is encrypted end to end, and op 0 announced no support",
  [VoiceCloseCode.BadRequest]: "a message does not have the shape of its op",
  [VoiceCloseCode.RateLimited]: "too many joins",
  [VoiceCloseCode.CallTerminated]: "the call is over, or moves to another server",
};

export function closing(code: number, reason = WORDS[code] ?? "closed by the platform"): Closing {
  return { code, reason };
}
