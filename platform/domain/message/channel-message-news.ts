import { forget, keep, replace } from "./channel-history.js";
import type { ChannelPlace, DmPlace } from "./channel-place.js";
import {
  channelCreated,
  directMessageCreated,
  directMessageDeleted,
  directMessageUpdated,
} from "./direct-message-events.js";
import type { Dispatch } from "../events.js";
import { amendGuildMessage, postGuildMessage, removeGuildMessages } from "../guild/guild-messages.js";
import type { Message } from "./message.js";
import type { World } from "../world.js";

/** Keeps a new message and tells it, wherever it stands. */
export function post(world: World, place: ChannelPlace, message: Message): Dispatch[] {
  return place.kind === "guild" ? postGuildMessage(world, place, message) : postDirect(world, place, message);
}

/** Writes a changed message and tells it. */
export function amend(world: World, place: ChannelPlace, message: Message): Dispatch[] {
  if (place.kind === "guild") return amendGuildMessage(world, place, message);
  replace(world, place, message);
  return directMessageUpdated(world, place.channel, message);
}

/** Takes a message away and tells it. */
export function remove(world: World, place: ChannelPlace, message: Message): Dispatch[] {
  if (place.kind === "guild") return removeGuildMessages(world, place, [message]);
  world.store.transaction(() => forget(world, place, message));
  return [directMessageDeleted(place.channel, message)];
}

/** Who is written to gets to know of the conversation by its first message, not when it was opened. */
function postDirect(world: World, place: DmPlace, message: Message): Dispatch[] {
  world.store.transaction(() => keep(world, place, message));
  const channel = { ...place.channel, lastMessageId: message.id };
  const isFirst = place.channel.lastMessageId === null;
  const opened = isFirst ? channelCreated(world, channel) : [];
  return [...opened, ...directMessageCreated(world, channel, message, undefined)];
}
