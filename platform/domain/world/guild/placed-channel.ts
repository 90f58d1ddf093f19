import type { Snowflake } from "sdkpp/wire";
import { channelOf, type Channel, type Guild } from "../../records/guild/guild.js";
import { threadChannel, type ThreadChannel } from "../../records/guild/thread-channel.js";
import { isCrowded, type Thread } from "../../records/thread/thread.js";
import { activeThreads, membersOfThread } from "../thread/threads.js";
import type { GuildWorld } from "./guild-world.js";

/** A channel with its guild. */
export interface PlacedChannel {
  readonly guild: Guild;
  readonly channel: Channel;
}

/** A thread with its guild. */
export interface PlacedThread extends PlacedChannel {
  readonly channel: ThreadChannel;
}

/** A guild's channel by its id; undefined for a thread. */
export function placedChannel(world: GuildWorld, channelId: Snowflake): PlacedChannel | undefined {
  const guild = world.guilds.first("channel", channelId);
  const channel = guild && channelOf(guild, channelId);
  return guild === undefined || channel === undefined ? undefined : { guild, channel };
}

/** A thread by its id. */
export function placedThread(world: GuildWorld, threadId: Snowflake): PlacedThread | undefined {
  const thread = world.threads.get(threadId);
  const guild = thread && world.guilds.get(thread.guildId);
  return guild && threadIn(world, guild, thread);
}

/** A thread in the form of a channel; undefined when the channel around it is gone. */
export function threadIn(world: GuildWorld, guild: Guild, thread: Thread): PlacedThread | undefined {
  const parent = channelOf(guild, thread.parentId);
  if (parent === undefined) return undefined;
  const memberIds = () => membersOfThread(world, thread.id).map(({ userId }) => userId);
  return { guild, channel: threadChannel(parent, thread, memberIds) };
}

/** All threads of a guild that are not archived. */
export function activeThreadsIn(world: GuildWorld, guild: Guild): PlacedThread[] {
  return activeThreads(world, guild.id).flatMap((thread) => threadIn(world, guild, thread) ?? []);
}

/** Whether one more thread of this type may be active in the server. */
export function hasRoom(world: GuildWorld, guildId: Snowflake, type: number): boolean {
  const guild = world.guilds.get(guildId);
  const active = guild === undefined ? [] : activeThreadsIn(world, guild);
  return !isCrowded(
    active.map(({ channel }) => channel.thread),
    type,
  );
}
