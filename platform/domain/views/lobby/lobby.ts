import type { LobbyMemberPayload, LobbyPayload } from "sdkpp/wire";
import type { Lobby, LobbyMember } from "../../records/lobby/lobby.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { linkedChannelView } from "./linked-channel.js";

/** Over HTTP. */
export function lobbyView(world: GuildWorld, lobby: Lobby): LobbyPayload {
  return {
    id: lobby.id,
    application_id: lobby.applicationId,
    metadata: lobby.metadata,
    members: lobby.members.map(lobbyMemberView),
    flags: lobby.flags,
    ...linkedChannelView(world, lobby),
  };
}

/** Over HTTP. */
export function lobbyMemberView(member: LobbyMember): LobbyMemberPayload {
  return { id: member.id, metadata: member.metadata, flags: member.flags, ...additionalName(member) };
}

export function additionalName(member: LobbyMember): { additional_name?: string } {
  return member.additionalName === undefined ? {} : { additional_name: member.additionalName };
}
