import {
  COMMUNICATION_INTENTS,
  GatewayCapability,
  GatewayOpcode,
  type GatewayFrame,
  type IdentifyPayload,
  type ResumePayload,
} from "../../wire/index.js";
import type { Secret } from "../secret.js";

type ClientFrame<D> = Pick<GatewayFrame<D>, "op" | "d">;

/** Names of `process.platform` that the platform knows under another one. */
const OS_NAMES: ReadonlyMap<string, string> = new Map([
  ["win32", "windows"],
  ["darwin", "macos"],
]);

/** Op 2 of an SDK session: a user's OAuth2 token, lobbies inside READY, everything the scopes allow. */
export function identifyFrame(token: Secret, platform: string): ClientFrame<IdentifyPayload> {
  return {
    op: GatewayOpcode.Identify,
    d: {
      token: `Bearer ${token.reveal()}`,
      properties: { os: OS_NAMES.get(platform) ?? platform, browser: "sdkpp", device: "sdkpp" },
      large_threshold: 250,
      capabilities: GatewayCapability.AutoLobbyConnect,
      intents: COMMUNICATION_INTENTS,
    },
  };
}

/** Op 6. */
export function resumeFrame(token: Secret, sessionId: string, seq: number): ClientFrame<ResumePayload> {
  return { op: GatewayOpcode.Resume, d: { token: `Bearer ${token.reveal()}`, session_id: sessionId, seq } };
}

/** The address with the query of an SDK session. @throws TypeError when `url` is not an address */
export function gatewayUrl(url: string, version: number): string {
  const address = new URL(url);
  address.searchParams.set("v", String(version));
  address.searchParams.set("encoding", "json");
  address.searchParams.set("compress", "zlib-stream");
  return address.href;
}
