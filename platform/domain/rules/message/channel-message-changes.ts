import type { Dispatch } from "../../reactions/events.js";
import {
  mirrorEditToLobby,
  mirrorRemovalToLobby,
  mirrorToLobby,
} from "../../reactions/lobby/linked-messages.js";
import {
  channelCreated,
  directMessageCreated,
  directMessageDeleted,
  directMessageUpdated,
} from "../../reactions/message/direct-message-events.js";
import {
  guildMessageCreated,
  guildMessageDeleted,
  guildMessagesDeleted,
  guildMessageUpdated,
} from "../../reactions/message/guild-message-events.js";
import type { Message } from "../../records/message/message.js";
import { appendToChannel, removeFromChannel, replaceInChannel } from "../../world/message/channel-history.js";
import type { ChannelPlace, DmPlace, GuildPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";

/** Keeps a new message and tells it, wherever it stands. */
export function postMessage(world: World, place: ChannelPlace, message: Message): Dispatch[] {
  return place.kind === "guild" ? postGuildMessage(world, place, message) : postDirect(world, place, message);
}

/** Writes a changed message and tells it. */
export function editMessage(world: World, place: ChannelPlace, message: Message): Dispatch[] {
  if (place.kind === "guild") return editGuildMessage(world, place, message);
  replaceInChannel(world, place, message);
  return directMessageUpdated(world, place.channel, message);
}

/** Takes a message away and tells it. */
export function deleteMessage(world: World, place: ChannelPlace, message: Message): Dispatch[] {
  if (place.kind === "guild") return deleteGuildMessages(world, place, [message]);
  world.store.transaction(() => removeFromChannel(world, place, message));
  return [directMessageDeleted(place.channel, message)];
}

/** Who is written to gets to know of the conversation by its first message, not when it was opened. */
function postDirect(world: World, place: DmPlace, message: Message): Dispatch[] {
  world.store.transaction(() => appendToChannel(world, place, message));
  const channel = { ...place.channel, lastMessageId: message.id };
  const isFirst = place.channel.lastMessageId === null;
  const opened = isFirst ? channelCreated(world, channel) : [];
  return [...opened, ...directMessageCreated(world, channel, message, undefined)];
}

/** Puts a message into a guild's channel. @param message whose `channelId` is the channel's */
export function postGuildMessage(world: World, place: GuildPlace, message: Message): Dispatch[] {
  const inLobby = world.store.transaction(() => {
    appendToChannel(world, place, message);
    return mirrorToLobby(world, place, message);
  });
  return [guildMessageCreated(world, place, message), ...inLobby];
}

/** Puts a changed message in the place of what it was. */
export function editGuildMessage(world: World, place: GuildPlace, message: Message): Dispatch[] {
  const inLobby = world.store.transaction(() => {
    replaceInChannel(world, place, message);
    return mirrorEditToLobby(world, place, message);
  });
  return [guildMessageUpdated(world, place, message), ...inLobby];
}

/** Takes messages away: one alone, or all of them in one event. */
export function deleteGuildMessages(
  world: World,
  place: GuildPlace,
  messages: readonly Message[],
): Dispatch[] {
  const [first] = messages;
  if (first === undefined) return [];
  const inLobby = world.store.transaction(() => {
    messages.forEach((message) => removeFromChannel(world, place, message));
    return mirrorRemovalToLobby(world, place, messages);
  });
  const ids = messages.map(({ id }) => id);
  const told =
    ids.length === 1 ? guildMessageDeleted(world, place, first.id) : guildMessagesDeleted(world, place, ids);
  return [told, ...inLobby];
}
