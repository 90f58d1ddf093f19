import {
  GatewayEvent,
  type GatewayLobbyMemberPayload,
  type GatewayLobbyPayload,
  type LobbyDeletePayload,
  type Snowflake,
} from "sdkpp/wire";
import { dispatch, type Dispatch, type Reach } from "../events.js";
import { linkedChannelView } from "./lobby-link.js";
import { gatewayMemberView, memberIds, type Lobby, type LobbyMember } from "./lobby.js";
import { deletedUser, type User } from "../user/user.js";
import type { World } from "../world.js";

/** A lobby as the gateway shows it, with who is connected and who is in the call. */
export function gatewayLobbyView(world: World, lobby: Lobby): GatewayLobbyPayload {
  return {
    id: lobby.id,
    application_id: lobby.applicationId,
    metadata: lobby.metadata,
    members: lobby.members.map((member) => memberPayload(world, lobby, member)),
    flags: lobby.flags,
    ...linkedChannelView(world, lobby),
    voice_states: world.voice.statesOf(lobby.id),
    region: null,
  };
}

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
    member: memberPayload(world, lobby, member),
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
  const d = { member: memberPayload(world, lobby, member), lobby_id: lobby.id };
  return dispatch(t, d, { ...toUsers(lobby, memberIds(lobby)), except: member.id });
}

function memberPayload(world: World, lobby: Lobby, member: LobbyMember): GatewayLobbyMemberPayload {
  const user: User = world.users.get(member.id) ?? deletedUser(member.id);
  return gatewayMemberView(member, user, world.live.has(lobby.applicationId, member.id));
}

function toUsers(lobby: Lobby, userIds: readonly Snowflake[]): Reach & { to: "users" } {
  return { to: "users", applicationId: lobby.applicationId, userIds };
}
