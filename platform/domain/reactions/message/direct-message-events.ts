import { type DirectMessagePayload, GatewayEvent, type MetadataMap, type Snowflake } from "sdkpp/wire";
import type { DmChannel } from "../../records/message/dm-channel.js";
import type { Message } from "../../records/message/message.js";
import { directMessageView, ephemeralMessageView } from "../../views/message/direct-message.js";
import { dmChannelView } from "../../views/message/dm-channel.js";
import { withModeration } from "../../views/message/message.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch } from "../events.js";

/** To each of the two, before the first message. */
export function channelCreated(world: World, channel: DmChannel): Dispatch[] {
  return channel.userIds.map((userId) =>
    dispatch(GatewayEvent.ChannelCreate, dmChannelView(world, channel, userId), {
      to: "accounts",
      userIds: [userId],
    }),
  );
}

/** To both; the game's own pairs, and all of an invite, to sessions of its application only. */
export function directMessageCreated(
  world: World,
  channel: DmChannel,
  message: Message,
  metadata: MetadataMap | null | undefined,
): Dispatch[] {
  const view = directMessageView(world, message, message.applicationId);
  const own = metadata == null ? view : { ...view, metadata };
  return toBoth(GatewayEvent.MessageCreate, channel, message, own, view);
}

function withoutModeration({ moderation: _moderation, ...message }: Message): Message {
  return message;
}

export function directMessageUpdated(world: World, channel: DmChannel, message: Message): Dispatch[] {
  const view = directMessageView(world, withoutModeration(message), message.applicationId);
  return toBoth(GatewayEvent.MessageUpdate, channel, message, withModeration(view, message), view);
}

/** The application's server judged it; nobody else hears of that. */
export function directMessageJudged(world: World, channel: DmChannel, message: Message): Dispatch[] {
  return directMessageUpdated(world, channel, message).slice(0, 1);
}

export function directMessageDeleted(channel: DmChannel, message: Message): Dispatch {
  const gone = { id: message.id, channel_id: channel.id };
  return dispatch(GatewayEvent.MessageDelete, gone, { to: "accounts", userIds: channel.userIds });
}

/** To both users' sessions in the game, each with the other's id. */
export function ephemeralMessageCreated(
  world: World,
  message: Message,
  recipientId: Snowflake,
  metadata: MetadataMap | null | undefined,
): Dispatch[] {
  const pairs = [
    [message.authorId, recipientId],
    [recipientId, message.authorId],
  ] as const;
  return pairs.map(([viewerId, otherId]) => {
    const view = ephemeralMessageView(world, message, otherId);
    const told = metadata == null ? view : { ...view, metadata };
    const { applicationId } = message;
    return dispatch(GatewayEvent.MessageCreate, told, { to: "users", applicationId, userIds: [viewerId] });
  });
}

function toBoth(
  t: string,
  { userIds }: DmChannel,
  { applicationId, activity }: Message,
  own: DirectMessagePayload,
  others: DirectMessagePayload,
): Dispatch[] {
  const inGame = dispatch(t, own, { to: "users", applicationId, userIds });
  if (activity !== undefined) return [inGame];
  return [inGame, dispatch(t, others, { to: "accounts", userIds, exceptApplicationId: applicationId })];
}
