import { GatewayCloseCode } from "sdkpp/wire";
import type { Reader } from "../json/reader.js";
import type { Closing } from "../sockets/closing.js";

/** What a client is told where nobody knows it better. */
const WORDS: Readonly<Partial<Record<GatewayCloseCode, string>>> = {
  [GatewayCloseCode.UnknownError]: "the platform failed on this input, and its log says why",
  [GatewayCloseCode.NotAuthenticated]: "identify first",
  [GatewayCloseCode.AuthenticationFailed]: "the token is not valid, or lacks a scope for the gateway",
  [GatewayCloseCode.AlreadyAuthenticated]: "this socket has a session already",
  [GatewayCloseCode.InvalidSeq]: "seq was never sent in this session",
  [GatewayCloseCode.RateLimited]: "more than 120 payloads in 60 seconds",
  [GatewayCloseCode.InvalidShard]: "shard must be [index, count] with 0 <= index < count",
  [GatewayCloseCode.InvalidIntents]: "intents are missing, unknown, or not for bots",
  [GatewayCloseCode.DisallowedIntents]:
    "the application does not have a privileged intent that Identify asks for",
};

export function closing(code: GatewayCloseCode, reason = WORDS[code] ?? ""): Closing {
  return { code, reason };
}

/** A payload that does not have the shape of its op. */
export function malformed(op: number, reader: Reader<unknown>, d: unknown): Closing {
  return closing(GatewayCloseCode.DecodeError, `op ${op}: ${reader.complaint("d", d)}`);
}
