import { asId, asObject, asString } from "../checked.js";

/** A voice state whose fields have been checked. */
export interface CheckedVoiceState {
  /** guild or lobby; undefined in a private channel */
  guildId: bigint | undefined;
  lobbyId: bigint | undefined;
  /** undefined: the user left */
  channelId: bigint | undefined;
  userId: bigint;
  sessionId: string;
  selfMute: boolean;
  selfDeaf: boolean;
  serverMute: boolean;
  serverDeaf: boolean;
  /** on a stage: it only listens */
  suppressed: boolean;
}

export function parseVoiceState(value: unknown): CheckedVoiceState | undefined {
  const state = asObject(value);
  const userId = asId(state?.["user_id"]);
  const sessionId = asString(state?.["session_id"]);
  if (state === undefined || userId === undefined || sessionId === undefined) return undefined;
  return {
    guildId: asId(state["guild_id"]),
    lobbyId: asId(state["lobby_id"]),
    channelId: asId(state["channel_id"]),
    userId,
    sessionId,
    selfMute: state["self_mute"] === true,
    selfDeaf: state["self_deaf"] === true,
    serverMute: state["mute"] === true,
    serverDeaf: state["deaf"] === true,
    suppressed: state["suppress"] === true,
  };
}
