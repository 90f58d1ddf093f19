import type { Message } from "../../records/message/message.js";
import { appendToChannel, removeFromChannel, replaceInChannel } from "../../world/message/channel-history.js";
import type { ChannelPlace, GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";

/** Stores a new message, wherever its channel is. */
export function postMessage(
  world: MessageWorld & UserWorld & ClockPort,
  place: ChannelPlace,
  message: Message,
): Fact[] {
  appendToChannel(world, place, message);
  if (place.kind === "guild") return [{ kind: "guildMessagePosted", place, message }];
  const channel = { ...place.channel, lastMessageId: message.id };
  const posted: Fact = { kind: "directMessagePosted", channel, message };
  // The recipient learns of the channel with its first message, not when it was opened.
  return place.channel.lastMessageId === null ? [{ kind: "dmChannelOpened", channel }, posted] : [posted];
}

/** Stores a changed message in place of the old one. */
export function editMessage(world: MessageWorld, place: ChannelPlace, message: Message): Fact[] {
  replaceInChannel(world, place, message);
  return place.kind === "guild"
    ? [{ kind: "guildMessageEdited", place, message }]
    : [{ kind: "directMessageEdited", channel: place.channel, message }];
}

export function deleteMessage(world: MessageWorld, place: ChannelPlace, message: Message): Fact[] {
  if (place.kind === "guild") return deleteGuildMessages(world, place, [message]);
  removeFromChannel(world, place, message);
  return [{ kind: "directMessageDeleted", channel: place.channel, message }];
}

/** Deletes any number of messages of one channel. */
export function deleteGuildMessages(
  world: MessageWorld,
  place: GuildPlace,
  messages: readonly Message[],
): Fact[] {
  if (messages.length === 0) return [];
  messages.forEach((message) => removeFromChannel(world, place, message));
  return [{ kind: "guildMessagesDeleted", place, messages }];
}
