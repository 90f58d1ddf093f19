import { GatewayEvent, type LobbyMessageDeletePayload } from "sdkpp/wire";
import { memberIds, type Lobby } from "../../records/lobby/lobby.js";
import type { FactOf } from "../../facts/facts.js";
import { lobbyMessageView } from "../../views/message/lobby-message.js";
import { withModeration } from "../../views/message/message.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

export function lobbyMessagePosted(
  world: World,
  { lobby, message, metadata }: FactOf<"lobbyMessagePosted">,
): Dispatch[] {
  const view = lobbyMessageView(world, message);
  return toMembers(lobby, GatewayEvent.LobbyMessageCreate, metadata == null ? view : { ...view, metadata });
}

export function lobbyMessageChanged(
  world: World,
  { lobby, message }: FactOf<"lobbyMessageEdited" | "lobbyMessageModerated">,
): Dispatch[] {
  const view = withModeration(lobbyMessageView(world, message), message);
  return toMembers(lobby, GatewayEvent.LobbyMessageUpdate, view);
}

export function lobbyMessageDeleted(
  _world: World,
  { lobby, messageId }: FactOf<"lobbyMessageDeleted">,
): Dispatch[] {
  const d: LobbyMessageDeletePayload = { id: messageId, lobby_id: lobby.id };
  return toMembers(lobby, GatewayEvent.LobbyMessageDelete, d);
}

/** Notifies all members, the author included. */
function toMembers(lobby: Lobby, t: string, d: object): Dispatch[] {
  return [dispatch(t, d, { to: "users", applicationId: lobby.applicationId, userIds: memberIds(lobby) })];
}
