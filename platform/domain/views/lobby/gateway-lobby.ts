import type { GatewayLobbyMemberPayload, GatewayLobbyPayload } from "sdkpp/wire";
import type { Lobby, LobbyMember } from "../../records/lobby/lobby.js";
import { deletedUser, type User } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { userView } from "../user/user.js";
import { voiceStatesOf } from "../voice/voice-state.js";
import { linkedChannelView } from "./linked-channel.js";
import { additionalName } from "./lobby.js";

/** A lobby as the gateway shows it, with who is connected and who is in the call. */
export function gatewayLobbyView(
  world: GuildWorld & UserWorld & PresenceWorld & VoiceWorld,
  lobby: Lobby,
): GatewayLobbyPayload {
  return {
    id: lobby.id,
    application_id: lobby.applicationId,
    metadata: lobby.metadata,
    members: lobby.members.map((member) => gatewayMemberPayload(world, lobby, member)),
    flags: lobby.flags,
    ...linkedChannelView(world, lobby),
    voice_states: voiceStatesOf(world, lobby.id),
    region: null,
  };
}

export function gatewayMemberPayload(
  world: UserWorld & PresenceWorld,
  lobby: Lobby,
  member: LobbyMember,
): GatewayLobbyMemberPayload {
  const user: User = world.users.get(member.id) ?? deletedUser(member.id);
  return gatewayMemberView(member, user, world.live.has(lobby.applicationId, member.id));
}

/** On the gateway: other names than over HTTP (G§8). */
export function gatewayMemberView(
  member: LobbyMember,
  user: User,
  connected: boolean,
): GatewayLobbyMemberPayload {
  return {
    user_id: member.id,
    user: userView(user),
    metadata: member.metadata,
    flags: member.flags,
    connected,
    ...additionalName(member),
  };
}
