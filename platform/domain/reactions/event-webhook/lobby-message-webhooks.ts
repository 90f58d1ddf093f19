import type { Lobby } from "../../records/lobby/lobby.js";
import type { EventWebhookType } from "../../records/oauth2/event-webhooks.js";
import { queueEvent } from "../../rules/event-webhook/deliveries.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { lobbyMessageView } from "../../views/message/lobby-message.js";
import type { World } from "../../world/world.js";

export function lobbyMessageCreateWebhook(
  world: World,
  { lobby, message, metadata }: FactOf<"lobbyMessagePosted">,
): Fact[] {
  const view = lobbyMessageView(world, message);
  return queue(world, lobby, "LOBBY_MESSAGE_CREATE", metadata == null ? view : { ...view, metadata });
}

export function lobbyMessageUpdateWebhook(
  world: World,
  { lobby, message }: FactOf<"lobbyMessageEdited">,
): Fact[] {
  return queue(world, lobby, "LOBBY_MESSAGE_UPDATE", lobbyMessageView(world, message));
}

export function lobbyMessageDeleteWebhook(
  world: World,
  { lobby, messageId }: FactOf<"lobbyMessageDeleted">,
): Fact[] {
  return queue(world, lobby, "LOBBY_MESSAGE_DELETE", { id: messageId, lobby_id: lobby.id });
}

/** A lobby may have an address of its own for its events. */
function queue(world: World, lobby: Lobby, type: EventWebhookType, data: object): Fact[] {
  return queueEvent(world, lobby.applicationId, { type, data, url: lobby.eventWebhooksUrl });
}
