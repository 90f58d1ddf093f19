import { GatewayEvent, type Snowflake, type VoiceCloseCode } from "sdkpp/wire";
import { memberIds } from "../../records/lobby/lobby.js";
import type { Participation } from "../../records/voice/participation.js";
import type { Endpoint } from "../../rules/voice/calls.js";
import { memberSince, memberView } from "../../views/guild/member.js";
import { voiceStateView } from "../../views/voice/voice-state.js";
import type { World } from "../../world/world.js";
import { dispatch, type PlatformEvent, type Reach, type VoicePermission } from "../events.js";

/** What the forwarder may do for a participant. */
export function permissionOf(one: Participation): VoicePermission {
  return {
    kind: "voice.permission",
    serverId: one.serverId,
    userId: one.userId,
    maySpeak: !one.mute,
    mayHear: !one.deaf && !one.selfDeaf,
  };
}

export function stateEvent(world: World, one: Participation, channelId: Snowflake | null): PlatformEvent {
  const state = voiceStateView(one, channelId);
  if (one.kind === "lobby")
    return dispatch(GatewayEvent.LobbyVoiceStateUpdate, state, lobbyReach(world, one));
  const user = world.users.get(one.userId);
  const guild = world.guilds.get(one.serverId);
  const member =
    user === undefined || guild === undefined ? {} : { member: memberView(guild, user, memberSince(guild)) };
  return dispatch(
    GatewayEvent.VoiceStateUpdate,
    { ...state, ...member },
    { to: "guild", guildId: one.serverId },
  );
}

function lobbyReach(world: World, one: Participation): Reach {
  const lobby = world.lobbies.get(one.serverId);
  const userIds = lobby === undefined ? [one.userId] : memberIds(lobby);
  return { to: "users", applicationId: one.applicationId, userIds };
}

export function serverEvent(one: Participation, endpoint: Endpoint): PlatformEvent {
  const reach: Reach = { to: "session", sessionId: one.sessionId };
  const d = { token: one.token, endpoint };
  return one.kind === "lobby"
    ? dispatch(GatewayEvent.LobbyVoiceServerUpdate, { ...d, lobby_id: one.serverId }, reach)
    : dispatch(GatewayEvent.VoiceServerUpdate, { ...d, guild_id: one.serverId }, reach);
}

export function closeEvent(one: Participation, code: VoiceCloseCode): PlatformEvent {
  return { kind: "voice.close", serverId: one.serverId, userId: one.userId, code };
}
