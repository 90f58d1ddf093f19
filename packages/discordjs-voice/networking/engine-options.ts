import type { Agent } from "node:http";
import type { VoiceCredentials, VoiceSession } from "sdkpp/voice";

/** Options of the engine, which `@discordjs/voice` does not have. */
export interface EngineOptions {
  /** further certificates to trust, PEM, for a local platform; `NODE_EXTRA_CA_CERTS` does the same */
  ca?: string | string[];
  /** agent for the WebSocket, e.g. for a proxy */
  agent?: Agent;
  /** the file of the native addon; see `joinVoiceChannel` of `sdkpp/voice` */
  addonPath?: string | URL;
  /** @internal replaces the engine's session, for tests */
  openSession?: (credentials: VoiceCredentials) => VoiceSession;
}
