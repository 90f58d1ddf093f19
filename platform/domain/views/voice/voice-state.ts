import type { Snowflake, VoiceStatePayload } from "sdkpp/wire";
import type { Participation } from "../../records/voice/participation.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";

/** @param channelId null when the user has left */
export function voiceStateView(one: Participation, channelId: Snowflake | null): VoiceStatePayload {
  return {
    ...(one.kind === "guild" ? { guild_id: one.serverId } : { lobby_id: one.serverId }),
    channel_id: channelId,
    user_id: one.userId,
    session_id: one.sessionId,
    deaf: one.deaf,
    mute: one.mute,
    self_deaf: one.selfDeaf,
    self_mute: one.selfMute,
    self_video: one.selfVideo,
    suppress: false,
    request_to_speak_timestamp: null,
  };
}

/** The voice states of everybody in a call. */
export function voiceStatesOf(world: VoiceWorld, serverId: Snowflake): VoiceStatePayload[] {
  return world.voice.membersOf(serverId).map((one) => voiceStateView(one, one.channelId));
}
