import type { Snowflake } from "sdkpp/wire";
import { forget, keep, replace } from "../message/channel-history.js";
import type { GuildPlace } from "../message/channel-place.js";
import type { Dispatch } from "../events.js";
import {
  guildMessageCreated,
  guildMessageDeleted,
  guildMessagesDeleted,
  guildMessageUpdated,
} from "./guild-message-events.js";
import { mirrorEditToLobby, mirrorRemovalToLobby, mirrorToLobby } from "../lobby/linked-messages.js";
import type { Message } from "../message/message.js";
import type { World } from "../world.js";

// The one place where messages of guilds' channels are written, and told. Whether they may be is asked before.

/** What the platform itself says in a channel. */
export interface SystemNotice {
  /** Of `MessageType`. */
  readonly type: number;
  /** Who did what is told of. */
  readonly authorId: Snowflake;
  readonly applicationId: Snowflake;
  readonly content?: string;
}

/** Puts a message into a guild's channel. @param message whose `channelId` is the channel's */
export function postGuildMessage(world: World, place: GuildPlace, message: Message): Dispatch[] {
  const inLobby = world.store.transaction(() => {
    keep(world, place, message);
    return mirrorToLobby(world, place, message);
  });
  return [guildMessageCreated(world, place, message), ...inLobby];
}

/** Puts a changed message in the place of what it was. */
export function amendGuildMessage(world: World, place: GuildPlace, message: Message): Dispatch[] {
  const inLobby = world.store.transaction(() => {
    replace(world, place, message);
    return mirrorEditToLobby(world, place, message);
  });
  return [guildMessageUpdated(world, place, message), ...inLobby];
}

/** Takes messages away: one alone, or all of them in one event. */
export function removeGuildMessages(
  world: World,
  place: GuildPlace,
  messages: readonly Message[],
): Dispatch[] {
  const [first] = messages;
  if (first === undefined) return [];
  const inLobby = world.store.transaction(() => {
    messages.forEach((message) => forget(world, place, message));
    return mirrorRemovalToLobby(world, place, messages);
  });
  const ids = messages.map(({ id }) => id);
  const told =
    ids.length === 1 ? guildMessageDeleted(world, place, first.id) : guildMessagesDeleted(world, place, ids);
  return [told, ...inLobby];
}

/** Lets the platform say something in a guild's channel, such as that it was linked to a lobby. */
export function postSystemMessage(world: World, place: GuildPlace, notice: SystemNotice): Dispatch[] {
  const { content = "", ...what } = notice;
  const message: Message = {
    ...what,
    id: world.ids.next(),
    channelId: place.channel.id,
    content,
    flags: 0,
    sentAt: world.clock.now(),
    editedAt: null,
  };
  return postGuildMessage(world, place, message);
}
