import { GatewayEvent, VoiceCloseCode, type Snowflake } from "sdkpp/wire";
import { memberIds, type Lobby } from "../../records/lobby/lobby.js";
import type { Participation } from "../../records/voice/participation.js";
import type { FactOf } from "../../facts/facts.js";
import type { Endpoint } from "../../facts/voice.js";
import { memberView } from "../../views/guild/member.js";
import { voiceStateView } from "../../views/voice/voice-state.js";
import type { World } from "../../world/world.js";
import {
  dispatch,
  type Dispatch,
  type PlatformEvent,
  type Reach,
  type VoiceClose,
  type VoicePermission,
} from "../events.js";

/** The voice state to everybody, the voice server to the session that joined; a replaced connection is closed first. */
export function callJoined(
  world: World,
  { participation, endpoint, replaced }: FactOf<"callJoined">,
): PlatformEvent[] {
  return [
    ...(replaced === undefined ? [] : [close(replaced, VoiceCloseCode.Disconnected)]),
    voiceState(world, participation, participation.channelId),
    voiceServer(participation, endpoint),
  ];
}

export function callLeft(world: World, { participation, code, lobby }: FactOf<"callLeft">): PlatformEvent[] {
  return [voiceState(world, participation, null, lobby), close(participation, code)];
}

export function callFlagsChanged(
  world: World,
  { participation }: FactOf<"callFlagsChanged">,
): PlatformEvent[] {
  return [voiceState(world, participation, participation.channelId), permissionOf(participation)];
}

/** A null endpoint, then 4022 (1.4, 2.9). */
export function voiceServerLost(
  _world: World,
  { participation }: FactOf<"voiceServerLost">,
): PlatformEvent[] {
  return [voiceServer(participation, null), close(participation, VoiceCloseCode.CallTerminated)];
}

export function voiceServerAssigned(
  _world: World,
  { participation, endpoint }: FactOf<"voiceServerAssigned">,
): PlatformEvent[] {
  return [voiceServer(participation, endpoint)];
}

export function callJoinLimited(
  _world: World,
  { serverId, userId }: FactOf<"callJoinLimited">,
): PlatformEvent[] {
  return [{ kind: "voice.close", serverId, userId, code: VoiceCloseCode.RateLimited }];
}

/** A participant's rights in the forwarder. Who deafens itself is shown as deaf, and ignores itself what it is sent. */
export function permissionOf(one: Participation): VoicePermission {
  return {
    kind: "voice.permission",
    serverId: one.serverId,
    userId: one.userId,
    maySpeak: !one.mute && one.suppress !== true,
    mayHear: !one.deaf,
  };
}

/** @param channelId null when the user has left @param lobby whose members hear it; the stored one unless given */
function voiceState(
  world: World,
  one: Participation,
  channelId: Snowflake | null,
  lobby: Lobby | undefined = world.lobbies.get(one.serverId),
): Dispatch {
  const state = voiceStateView(one, channelId);
  if (one.kind === "lobby") {
    const userIds = lobby === undefined ? [one.userId] : memberIds(lobby);
    const reach: Reach = { to: "users", applicationId: one.applicationId, userIds };
    return dispatch(GatewayEvent.LobbyVoiceStateUpdate, state, reach);
  }
  const user = world.users.get(one.userId);
  const guild = world.guilds.get(one.serverId);
  const member = user === undefined || guild === undefined ? {} : { member: memberView(world, guild, user) };
  const d = { ...state, ...member };
  return dispatch(GatewayEvent.VoiceStateUpdate, d, { to: "guild", guildId: one.serverId });
}

function voiceServer(one: Participation, endpoint: Endpoint): Dispatch {
  const reach: Reach = { to: "session", sessionId: one.sessionId };
  const d = { token: one.token, endpoint };
  return one.kind === "lobby"
    ? dispatch(GatewayEvent.LobbyVoiceServerUpdate, { ...d, lobby_id: one.serverId }, reach)
    : dispatch(GatewayEvent.VoiceServerUpdate, { ...d, guild_id: one.serverId }, reach);
}

function close(one: Participation, code: VoiceCloseCode): VoiceClose {
  return { kind: "voice.close", serverId: one.serverId, userId: one.userId, code };
}
