import {
  GatewayEvent,
  type LobbyMessageDeletePayload,
  type LobbyMessagePayload,
  type MetadataMap,
  type Snowflake,
} from "sdkpp/wire";
import { dispatch, type Dispatch } from "../events.js";
import { memberIds, type Lobby } from "./lobby.js";
import { messageView, withModeration, type Message } from "../message/message.js";
import type { World } from "../world.js";

/** A lobby's message; one that stands in a linked channel as well names that channel. */
export function lobbyMessageView(world: World, message: Message): LobbyMessagePayload {
  const { additionalName, moderation, linkedChannelId } = message;
  return {
    // What a reply answers stands in the channel.
    ...messageView(world, { ...message, channelId: linkedChannelId ?? message.channelId }),
    lobby_id: message.channelId,
    ...(additionalName === undefined ? {} : { lobby_member: { additional_name: additionalName } }),
    ...(moderation === undefined ? {} : { moderation_metadata: moderation }),
  };
}

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
