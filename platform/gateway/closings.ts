import { GatewayCloseCode } from "sdkpp/wire";
import type { Reader } from "../json/reader.js";
import type { Closing } from "../sockets/closing.js";

/** The close reason for a code when the caller gives no more specific one. */
const DEFAULT_REASONS: Readonly<Partial<Record<GatewayCloseCode, string>>> = {
  [GatewayCloseCode.UnknownError]: "the platform failed to process this input; see its log",
  [GatewayCloseCode.NotAuthenticated]: "identify first",
  [GatewayCloseCode.AuthenticationFailed]: "the token is not valid, or lacks a scope for the gateway",
  [GatewayCloseCode.AlreadyAuthenticated]: "this socket already has a session",
  [GatewayCloseCode.InvalidSeq]: "seq was never sent in this session",
  [GatewayCloseCode.RateLimited]: "more than 120 payloads in 60 seconds",
  [GatewayCloseCode.InvalidShard]: "shard must be [index, count] with 0 <= index < count",
  [GatewayCloseCode.InvalidIntents]: "intents are missing, unknown, or not for bots",
  [GatewayCloseCode.DisallowedIntents]:
    "the application does not have a privileged intent that Identify asks for",
};

export function closing(code: GatewayCloseCode, reason = DEFAULT_REASONS[code] ?? ""): Closing {
  return { code, reason };
}

/** Closes a socket whose payload does not match the shape of its op. */
export function malformed(op: number, reader: Reader<unknown>, d: unknown): Closing {
  return closing(GatewayCloseCode.DecodeError, `op ${op}: ${reader.complaint("d", d)}`);
}
