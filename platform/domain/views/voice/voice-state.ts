import type { Snowflake, VoiceStatePayload } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import type { Participation } from "../../records/voice/participation.js";
import { memberView } from "../guild/member.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
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
    suppress: one.suppress ?? false,
    request_to_speak_timestamp:
      one.requestToSpeakAt == null ? null : new Date(one.requestToSpeakAt).toISOString(),
  };
}

/** The voice state of a guild's member, with the member. */
export function memberVoiceStateView(
  world: GuildWorld & UserWorld,
  guild: Guild,
  one: Participation,
): Record<string, unknown> {
  const user = world.users.get(one.userId);
  const member = user === undefined ? {} : { member: memberView(world, guild, user) };
  return { ...voiceStateView(one, one.channelId), self_stream: false, ...member };
}

/** The voice states of everybody in a call. */
export function voiceStatesOf(world: VoiceWorld, serverId: Snowflake): VoiceStatePayload[] {
  return world.voice.membersOf(serverId).map((one) => voiceStateView(one, one.channelId));
}
