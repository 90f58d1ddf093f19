import { GatewayEvent, type LobbyMessageDeletePayload, type MetadataMap, type Snowflake } from "sdkpp/wire";
import { type Lobby, memberIds } from "../../records/lobby/lobby.js";
import type { Message } from "../../records/message/message.js";
import { lobbyMessageView } from "../../views/message/lobby-message.js";
import { withModeration } from "../../views/message/message.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch } from "../events.js";

/** @param metadata for those who are there now; it is not kept */
export function lobbyMessageCreated(
  world: World,
  lobby: Lobby,
  message: Message,
  metadata?: MetadataMap | null,
): Dispatch {
  const view = lobbyMessageView(world, message);
  return toMembers(lobby, GatewayEvent.LobbyMessageCreate, metadata == null ? view : { ...view, metadata });
}

export function lobbyMessageUpdated(world: World, lobby: Lobby, message: Message): Dispatch {
  const view = withModeration(lobbyMessageView(world, message), message);
  return toMembers(lobby, GatewayEvent.LobbyMessageUpdate, view);
}

export function lobbyMessageDeleted(lobby: Lobby, messageId: Snowflake): Dispatch {
  const gone: LobbyMessageDeletePayload = { id: messageId, lobby_id: lobby.id };
  return toMembers(lobby, GatewayEvent.LobbyMessageDelete, gone);
}

/** To all members, the author included. */
function toMembers(lobby: Lobby, t: string, d: object): Dispatch {
  return dispatch(t, d, { to: "users", applicationId: lobby.applicationId, userIds: memberIds(lobby) });
}
