import type { Snowflake } from "sdkpp/wire";
import type { DmChannel } from "../../records/message/dm-channel.js";
import type { Message } from "../../records/message/message.js";
import type { EventWebhookType } from "../../records/oauth2/event-webhooks.js";
import { queueEvent } from "../../rules/event-webhook/deliveries.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { directMessageView, ephemeralMessageView } from "../../views/message/direct-message.js";
import { dmChannelView } from "../../views/message/dm-channel.js";
import type { World } from "../../world/world.js";

export function directMessageCreateWebhook(world: World, fact: FactOf<"directMessagePosted">): Fact[] {
  return queueStored(world, "GAME_DIRECT_MESSAGE_CREATE", fact.channel, fact.message);
}

export function directMessageUpdateWebhook(world: World, fact: FactOf<"directMessageEdited">): Fact[] {
  return queueStored(world, "GAME_DIRECT_MESSAGE_UPDATE", fact.channel, fact.message);
}

export function directMessageDeleteWebhook(world: World, fact: FactOf<"directMessageDeleted">): Fact[] {
  return queueStored(world, "GAME_DIRECT_MESSAGE_DELETE", fact.channel, fact.message);
}

/** A message that is delivered and not stored. */
export function ephemeralMessageWebhook(
  world: World,
  { message, recipientId }: FactOf<"ephemeralMessagePosted">,
): Fact[] {
  const data = ephemeralMessageView(world, message, recipientId);
  return queue(world, "GAME_DIRECT_MESSAGE_CREATE", message, [message.authorId, recipientId], data);
}

function queueStored(world: World, type: EventWebhookType, channel: DmChannel, message: Message): Fact[] {
  const data = {
    ...directMessageView(world, message, message.applicationId),
    channel: dmChannelView(world, channel, message.authorId),
  };
  return queue(world, type, message, channel.userIds, data);
}

/** While at least one of the two plays the game from which it was sent. */
function queue(
  world: World,
  type: EventWebhookType,
  { applicationId }: Message,
  userIds: readonly Snowflake[],
  data: object,
): Fact[] {
  const isInGame = userIds.some(
    (id) => world.users.get(id)?.bot === false && world.live.has(applicationId, id),
  );
  return isInGame ? queueEvent(world, applicationId, { type, data }) : [];
}
