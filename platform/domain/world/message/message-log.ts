import { BOT_CONVERSATION_MAX, MESSAGE_HISTORY_MAX, MESSAGE_HISTORY_MS, type Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { ClockPort } from "../ports.js";
import type { UserWorld } from "../user/user-world.js";
import { dropBelongings } from "./message-belongings.js";
import type { MessageWorld } from "./message-world.js";

/** Keeps a message, and forgets those that are too old or too many. */
export function appendMessage(world: MessageWorld & UserWorld & ClockPort, message: Message): void {
  const ids = [...idsOf(world, message.channelId), message.id];
  const isBots = isBotConversation(world, message.channelId);
  world.messages.put(message);
  let first = Math.max(0, ids.length - (isBots ? BOT_CONVERSATION_MAX : MESSAGE_HISTORY_MAX));
  while (!isBots && keptMessage(world, ids[first] ?? message.id) === undefined) first += 1;
  for (const id of ids.slice(0, first)) forget(world, id);
  putIds(world, message.channelId, ids.slice(first));
}

/** The newest, newest first, as far back as history goes. */
export function recentMessages(
  world: MessageWorld & ClockPort,
  channelId: Snowflake,
  limit: number,
): Message[] {
  const newest = idsOf(world, channelId).slice(-MESSAGE_HISTORY_MAX).toReversed();
  return newest.flatMap((id) => keptMessage(world, id) ?? []).slice(0, limit);
}

/** A message of this channel, while it is kept. */
export function findMessage(
  world: MessageWorld & ClockPort,
  channelId: Snowflake,
  messageId: Snowflake,
): Message | undefined {
  const message = keptMessage(world, messageId);
  return message?.channelId === channelId ? message : undefined;
}

/** Ids of all that is kept of a channel, oldest first: of a bot's conversation more than the game can fetch. */
export function storedMessageIds(world: MessageWorld, channelId: Snowflake): readonly Snowflake[] {
  return idsOf(world, channelId);
}

export function removeMessage(world: MessageWorld, message: Message): void {
  forget(world, message.id);
  const rest = idsOf(world, message.channelId).filter((id) => id !== message.id);
  putIds(world, message.channelId, rest);
}

/** Deletes all messages of a deleted channel. */
export function dropMessages(world: MessageWorld, channelId: Snowflake): void {
  for (const id of idsOf(world, channelId)) forget(world, id);
  world.messageLogs.delete(channelId);
}

/** Records of a lobby's message stay while its copy in the linked channel does: both have one id. */
function forget(world: MessageWorld, messageId: Snowflake): void {
  const message = world.messages.get(messageId);
  if (message === undefined) return;
  world.messages.delete(messageId);
  if (world.channelMessages.get(messageId) === undefined) dropBelongings(world, message);
}

/** Bots look back as far as they like, so of what they write and are written more is kept, and for longer. */
function isBotConversation(world: MessageWorld & UserWorld, channelId: Snowflake): boolean {
  const userIds = world.dmChannels.get(channelId)?.userIds ?? [];
  return userIds.some((id) => world.users.get(id)?.bot === true);
}

function keptMessage(world: MessageWorld & ClockPort, messageId: Snowflake): Message | undefined {
  const message = world.messages.get(messageId);
  return message !== undefined && world.clock.now() - message.sentAt <= MESSAGE_HISTORY_MS
    ? message
    : undefined;
}

function idsOf(world: MessageWorld, channelId: Snowflake): readonly Snowflake[] {
  return world.messageLogs.get(channelId)?.messageIds ?? [];
}

function putIds(world: MessageWorld, channelId: Snowflake, messageIds: readonly Snowflake[]): void {
  world.messageLogs.put({ channelId, messageIds });
}
