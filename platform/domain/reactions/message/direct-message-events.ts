import { GatewayEvent, type DirectMessagePayload } from "sdkpp/wire";
import type { DmChannel } from "../../records/message/dm-channel.js";
import type { Message } from "../../records/message/message.js";
import type { FactOf } from "../../facts/facts.js";
import { directMessageView, ephemeralMessageView } from "../../views/message/direct-message.js";
import { dmChannelView } from "../../views/message/dm-channel.js";
import { withModeration } from "../../views/message/message.js";
import { siblingsOf } from "../../world/oauth2/families.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** CHANNEL_CREATE to each of the two. */
export function dmChannelOpened(world: World, { channel }: FactOf<"dmChannelOpened">): Dispatch[] {
  return channel.userIds.map((userId) =>
    dispatch(GatewayEvent.ChannelCreate, dmChannelView(world, channel, userId), {
      to: "accounts",
      userIds: [userId],
    }),
  );
}

/** Notifies both users; the game's own metadata, and all of an invite, to sessions of its application only. */
export function directMessagePosted(
  world: World,
  { channel, message, metadata }: FactOf<"directMessagePosted">,
): Dispatch[] {
  const view = directMessageView(world, message, message.applicationId);
  const own = metadata == null ? view : { ...view, metadata };
  const inGame = toGame(GatewayEvent.MessageCreate, channel, message, own);
  return message.activity === undefined
    ? [inGame, toOtherGames(GatewayEvent.MessageCreate, channel, message, view)]
    : [inGame, ...toSiblings(world, GatewayEvent.MessageCreate, channel, message, view)];
}

export function directMessageEdited(
  world: World,
  { channel, message }: FactOf<"directMessageEdited">,
): Dispatch[] {
  const inGame = moderatedUpdate(world, channel, message);
  return message.activity === undefined
    ? [inGame, toOtherGames(GatewayEvent.MessageUpdate, channel, message, plainUpdate(world, message))]
    : [
        inGame,
        ...toSiblings(world, GatewayEvent.MessageUpdate, channel, message, plainUpdate(world, message)),
      ];
}

/** Only sessions of the application that moderated it hear of it. */
export function directMessageModerated(
  world: World,
  { channel, message }: FactOf<"directMessageModerated">,
): Dispatch[] {
  return [moderatedUpdate(world, channel, message)];
}

export function directMessageDeleted(
  _world: World,
  { channel, message }: FactOf<"directMessageDeleted">,
): Dispatch[] {
  const d = { id: message.id, channel_id: channel.id };
  return [dispatch(GatewayEvent.MessageDelete, d, { to: "accounts", userIds: channel.userIds })];
}

/** Notifies both users' sessions in the game, each with the other's id. */
export function ephemeralMessagePosted(
  world: World,
  { message, recipientId, metadata }: FactOf<"ephemeralMessagePosted">,
): Dispatch[] {
  const { applicationId, authorId } = message;
  const pairs = [
    [authorId, recipientId],
    [recipientId, authorId],
  ] as const;
  return pairs.map(([viewerId, otherId]) => {
    const view = ephemeralMessageView(world, message, otherId);
    const d = metadata == null ? view : { ...view, metadata };
    return dispatch(GatewayEvent.MessageCreate, d, { to: "users", applicationId, userIds: [viewerId] });
  });
}

function moderatedUpdate(world: World, channel: DmChannel, message: Message): Dispatch {
  const d = withModeration(plainUpdate(world, message), message);
  return toGame(GatewayEvent.MessageUpdate, channel, message, d);
}

/** The message without moderation, which only the application sees. */
function plainUpdate(world: World, { moderation: _moderation, ...message }: Message): DirectMessagePayload {
  return directMessageView(world, message, message.applicationId);
}

function toGame(
  t: string,
  { userIds }: DmChannel,
  { applicationId }: Message,
  d: DirectMessagePayload,
): Dispatch {
  return dispatch(t, d, { to: "users", applicationId, userIds });
}

/** An invite is visible in the game and in the other games of its publisher. */
function toSiblings(
  world: World,
  t: string,
  { userIds }: DmChannel,
  { applicationId }: Message,
  d: DirectMessagePayload,
): Dispatch[] {
  return siblingsOf(world, applicationId).map(({ id }) =>
    dispatch(t, d, { to: "users", applicationId: id, userIds }),
  );
}

function toOtherGames(
  t: string,
  { userIds }: DmChannel,
  { applicationId: exceptApplicationId }: Message,
  d: DirectMessagePayload,
): Dispatch {
  return dispatch(t, d, { to: "accounts", userIds, exceptApplicationId });
}
