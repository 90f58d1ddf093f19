import { asId, asObject, asString } from "../checked.js";
import { Secret } from "../secret.js";

/** The server on which to open a voice session. */
export interface CheckedVoiceServer {
  guildId: bigint | undefined;
  lobbyId: bigint | undefined;
  channelId: bigint | undefined;
  token: Secret;
  /** `host:port`; undefined: the voice server is gone and another is being found */
  endpoint: string | undefined;
}

/** `host`, `host:port` or `[v6]:port`, and nothing that could change what the address means. */
const ENDPOINT = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

export function parseVoiceServer(value: unknown): CheckedVoiceServer | undefined {
  const update = asObject(value);
  const token = asString(update?.["token"]);
  if (update === undefined || token === undefined) return undefined;
  const endpoint = update["endpoint"];
  if (endpoint != null && (typeof endpoint !== "string" || !ENDPOINT.test(endpoint))) return undefined;
  return {
    guildId: asId(update["guild_id"]),
    lobbyId: asId(update["lobby_id"]),
    channelId: asId(update["channel_id"]),
    token: new Secret(token),
    endpoint: endpoint ?? undefined,
  };
}
