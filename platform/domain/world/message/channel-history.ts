import { NONCE_WINDOW_MS, type Snowflake } from "sdkpp/wire";
import type { Page } from "../../../store/store.js";
import { nonceKey, type Message } from "../../records/message/message.js";
import type { ClockPort } from "../ports.js";
import type { UserWorld } from "../user/user-world.js";
import type { ChannelPlace } from "./channel-place.js";
import { dropBelongings } from "./message-belongings.js";
import { appendMessage, removeMessage, storedMessageIds } from "./message-log.js";
import type { MessageWorld } from "./message-world.js";

/** Which part of a history is asked for. */
export type HistoryWindow = { readonly limit: number } & (
  | { readonly around: Snowflake; readonly before?: undefined; readonly after?: undefined }
  | (Page & { readonly around?: undefined })
);

/** Keeps a message as the newest of its channel. Run it in a transaction. */
export function appendToChannel(
  world: MessageWorld & UserWorld & ClockPort,
  place: ChannelPlace,
  message: Message,
): void {
  if (place.kind === "guild") {
    world.channelMessages.put(message);
    world.channelTails.put({ channelId: message.channelId, lastMessageId: message.id });
    return;
  }
  world.dmChannels.put({ ...place.channel, lastMessageId: message.id });
  appendMessage(world, message);
}

/** Writes a changed message back. */
export function replaceInChannel(world: MessageWorld, place: ChannelPlace, message: Message): void {
  (place.kind === "guild" ? world.channelMessages : world.messages).put(message);
}

/** Run it in a transaction. */
export function removeFromChannel(world: MessageWorld, place: ChannelPlace, message: Message): void {
  if (place.kind === "dm") return removeMessage(world, message);
  world.channelMessages.delete(message.id);
  dropBelongings(world, message);
}

/** Deletes the newest messages of a guild's channel or of a thread. Run it in a transaction. @returns how many there were */
export function dropMessagesOf(world: MessageWorld, channelId: Snowflake, limit: number): number {
  const messages = world.channelMessages.page("channel", channelId, { limit });
  for (const message of messages) {
    world.channelMessages.delete(message.id);
    dropBelongings(world, message);
  }
  return messages.length;
}

export function findInChannel(
  world: MessageWorld,
  place: ChannelPlace,
  messageId: Snowflake,
): Message | undefined {
  const message = (place.kind === "guild" ? world.channelMessages : world.messages).get(messageId);
  return message?.channelId === place.channel.id ? message : undefined;
}

/** The author's message with this nonce in the last five minutes. */
export function findByNonce(
  world: MessageWorld & ClockPort,
  place: ChannelPlace,
  authorId: Snowflake,
  nonce: string | number,
): Message | undefined {
  const messages = place.kind === "guild" ? world.channelMessages : world.messages;
  const oldest = world.clock.now() - NONCE_WINDOW_MS;
  return messages
    .listBy("nonce", nonceKey(place.channel.id, authorId, nonce))
    .find((message) => message.sentAt > oldest);
}

/** A part of the history, newest first. Around a message: as many older ones as newer ones, the message itself among them. */
export function history(world: MessageWorld, place: ChannelPlace, window: HistoryWindow): Message[] {
  if (window.around === undefined) return page(world, place, window);
  const { around, limit } = window;
  const older = page(world, place, { before: around, limit: Math.floor(limit / 2) });
  const after = String(BigInt(around) - 1n);
  return [...page(world, place, { after, limit: limit - older.length }), ...older];
}

/** Newest message of a guild's channel; null: none was ever posted there. */
export function lastMessageId(world: MessageWorld, channelId: Snowflake): Snowflake | null {
  return world.channelTails.get(channelId)?.lastMessageId ?? null;
}

function page(world: MessageWorld, place: ChannelPlace, window: Page): Message[] {
  const channelId = place.channel.id;
  if (place.kind === "guild") return world.channelMessages.page("channel", channelId, window);
  return pageOf(storedMessageIds(world, channelId), window).flatMap((id) => world.messages.get(id) ?? []);
}

/** @param ids oldest first */
function pageOf(ids: readonly Snowflake[], { before, after, limit }: Page): Snowflake[] {
  if (limit === 0) return [];
  if (after !== undefined) {
    const newer = ids.filter((id) => BigInt(id) > BigInt(after));
    return newer.slice(0, limit).toReversed();
  }
  const older = before === undefined ? ids : ids.filter((id) => BigInt(id) < BigInt(before));
  return older.slice(-limit).toReversed();
}
