import { GatewayEvent, type LobbyDeletePayload, type Snowflake } from "sdkpp/wire";
import { type Lobby, type LobbyMember, memberIds, memberOf } from "../../records/lobby/lobby.js";
import { gatewayLobbyView, gatewayMemberPayload } from "../../views/lobby/gateway-lobby.js";
import { lobbiesOf } from "../../world/lobby/lobbies.js";
import type { Caller } from "../../world/presence/caller.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch, type PlatformEvent, type Reach } from "../events.js";

export function lobbyCreated(world: World, lobby: Lobby, userIds: readonly Snowflake[]): Dispatch {
  return dispatch(GatewayEvent.LobbyCreate, gatewayLobbyView(world, lobby), toUsers(lobby, userIds));
}

export function lobbyUpdated(world: World, lobby: Lobby): Dispatch {
  return dispatch(GatewayEvent.LobbyUpdate, gatewayLobbyView(world, lobby), toUsers(lobby, memberIds(lobby)));
}

export function lobbyDeleted(
  lobby: Lobby,
  reason: LobbyDeletePayload["reason"],
  userIds: readonly Snowflake[],
): Dispatch {
  return dispatch(GatewayEvent.LobbyDelete, { id: lobby.id, reason }, toUsers(lobby, userIds));
}

type MemberChange =
  | typeof GatewayEvent.LobbyMemberAdd
  | typeof GatewayEvent.LobbyMemberUpdate
  | typeof GatewayEvent.LobbyMemberRemove;

/** To the *other* members of `lobby`. */
export function memberChanged(world: World, t: MemberChange, lobby: Lobby, member: LobbyMember): Dispatch {
  const d = {
    member: gatewayMemberPayload(world, lobby, member),
    lobby_id: lobby.id,
    application_id: lobby.applicationId,
  };
  return dispatch(t, d, { ...toUsers(lobby, memberIds(lobby)), except: member.id });
}

/** `connected` flipped; observed without `application_id` (G§8). */
export function memberConnection(
  world: World,
  lobby: Lobby,
  member: LobbyMember,
  isConnected: boolean,
): Dispatch {
  const t = isConnected ? GatewayEvent.LobbyMemberConnect : GatewayEvent.LobbyMemberDisconnect;
  const d = { member: gatewayMemberPayload(world, lobby, member), lobby_id: lobby.id };
  return dispatch(t, d, { ...toUsers(lobby, memberIds(lobby)), except: member.id });
}

function toUsers(lobby: Lobby, userIds: readonly Snowflake[]): Reach & { to: "users" } {
  return { to: "users", applicationId: lobby.applicationId, userIds };
}

export function connectionEvents(world: World, caller: Caller, isConnected: boolean): PlatformEvent[] {
  return lobbiesOf(world, caller.applicationId, caller.userId).flatMap((lobby) => {
    const member = memberOf(lobby, caller.userId);
    return member === undefined ? [] : [memberConnection(world, lobby, member, isConnected)];
  });
}
