import { GatewayEvent, type LobbyDeletePayload, type Snowflake } from "sdkpp/wire";
import { memberIds, memberOf, type Lobby, type LobbyMember } from "../../records/lobby/lobby.js";
import type { FactOf } from "../../facts/facts.js";
import { gatewayLobbyView, gatewayMemberPayload } from "../../views/lobby/gateway-lobby.js";
import { lobbiesOf } from "../../world/lobby/lobbies.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch, type Reach } from "../events.js";

/** LOBBY_CREATE to all members. */
export function lobbyCreated(world: World, { lobby }: FactOf<"lobbyCreated">): Dispatch[] {
  return [lobbyCreate(world, lobby, memberIds(lobby))];
}

/** LOBBY_CREATE to the members that the bot added; the others get the LOBBY_UPDATE that follows. */
export function membersReplaced(world: World, fact: FactOf<"lobbyMembersReplaced">): Dispatch[] {
  return [lobbyCreate(world, fact.lobby, fact.addedIds)];
}

/** LOBBY_UPDATE to all members. */
export function lobbyUpdated(world: World, { lobby }: { readonly lobby: Lobby }): Dispatch[] {
  const d = gatewayLobbyView(world, lobby);
  return [dispatch(GatewayEvent.LobbyUpdate, d, toUsers(lobby, memberIds(lobby)))];
}

/** LOBBY_DELETE to all members. */
export function lobbyDeleted(_world: World, { lobby }: FactOf<"lobbyDeleted">): Dispatch[] {
  return [lobbyDelete(lobby, "deleted", memberIds(lobby))];
}

/** LOBBY_CREATE to the new member, then LOBBY_MEMBER_ADD to the others. */
export function memberAdded(world: World, { lobby, member }: FactOf<"lobbyMemberAdded">): Dispatch[] {
  const added = memberChange(world, GatewayEvent.LobbyMemberAdd, lobby, member);
  return [lobbyCreate(world, lobby, [member.id]), added];
}

export function memberUpdated(world: World, { lobby, member }: FactOf<"lobbyMemberUpdated">): Dispatch[] {
  return [memberChange(world, GatewayEvent.LobbyMemberUpdate, lobby, member)];
}

/** LOBBY_MEMBER_REMOVE to the remaining members, then LOBBY_DELETE to the removed one. */
export function memberRemoved(world: World, { after, member }: FactOf<"lobbyMemberRemoved">): Dispatch[] {
  const removed = memberChange(world, GatewayEvent.LobbyMemberRemove, after, member);
  return [removed, lobbyDelete(after, "removed", [member.id])];
}

/** `connected` of a member changed, in each of its lobbies; observed without `application_id` (G§8). */
export function connectionChanged(
  world: World,
  { kind, user }: FactOf<"userConnected" | "userDisconnected">,
): Dispatch[] {
  const t = kind === "userConnected" ? GatewayEvent.LobbyMemberConnect : GatewayEvent.LobbyMemberDisconnect;
  return lobbiesOf(world, user.applicationId, user.userId).flatMap((lobby) => {
    const member = memberOf(lobby, user.userId);
    if (member === undefined) return [];
    const d = { member: gatewayMemberPayload(world, lobby, member), lobby_id: lobby.id };
    return [dispatch(t, d, toOthers(lobby, member))];
  });
}

function lobbyCreate(world: World, lobby: Lobby, userIds: readonly Snowflake[]): Dispatch {
  return dispatch(GatewayEvent.LobbyCreate, gatewayLobbyView(world, lobby), toUsers(lobby, userIds));
}

function lobbyDelete(
  lobby: Lobby,
  reason: LobbyDeletePayload["reason"],
  userIds: readonly Snowflake[],
): Dispatch {
  return dispatch(GatewayEvent.LobbyDelete, { id: lobby.id, reason }, toUsers(lobby, userIds));
}

function memberChange(world: World, t: string, lobby: Lobby, member: LobbyMember): Dispatch {
  const d = {
    member: gatewayMemberPayload(world, lobby, member),
    lobby_id: lobby.id,
    application_id: lobby.applicationId,
  };
  return dispatch(t, d, toOthers(lobby, member));
}

function toOthers(lobby: Lobby, { id: except }: LobbyMember): Reach {
  return { ...toUsers(lobby, memberIds(lobby)), except };
}

function toUsers(lobby: Lobby, userIds: readonly Snowflake[]): Reach & { to: "users" } {
  return { to: "users", applicationId: lobby.applicationId, userIds };
}
