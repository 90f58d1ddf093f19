import { GatewayEvent, Permission, type Snowflake } from "sdkpp/wire";
import type { Channel, Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { FactOf } from "../../facts/facts.js";
import { threadListView } from "../../views/thread/thread.js";
import { activeThreadsIn, type PlacedThread } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** THREAD_LIST_SYNC to each bot that sees channels now which it did not see before: with their active threads. */
export function syncThreads(
  world: World,
  { before, guild }: FactOf<"guildMemberUpdated" | "guildRoleUpdated" | "guildRoleDeleted">,
): Dispatch[] {
  return synced(world, { guild, channels: guild.channels }, { guild: before, channels: before.channels });
}

/** The same when a channel has other overwrites. */
export function syncThreadsOfChannel(
  world: World,
  { placed, before }: FactOf<"guildChannelUpdated">,
): Dispatch[] {
  const { guild, channel } = placed;
  return synced(world, { guild, channels: [channel] }, { guild, channels: [before] });
}

interface Sight {
  readonly guild: Guild;
  readonly channels: readonly Channel[];
}

function synced(world: World, now: Sight, before: Sight): Dispatch[] {
  const { guild } = now;
  const bots = guild.memberIds.filter(
    (id) => world.users.get(id)?.bot === true && world.live.applicationsOf(id).length > 0,
  );
  const gained = bots.map((userId) => ({ userId, channelIds: gainedBy(userId, now, before) }));
  const gaining = gained.filter(({ channelIds }) => channelIds.length > 0);
  if (gaining.length === 0) return [];
  const threads = activeThreadsIn(world, guild);
  return gaining.map(({ userId, channelIds }) => sync(world, guild, threads, userId, channelIds));
}

function gainedBy(userId: Snowflake, now: Sight, before: Sight): Snowflake[] {
  const sees = ({ guild }: Sight, channel: Channel): boolean =>
    mayIn(guild, channel, userId, Permission.ViewChannel);
  return now.channels
    .filter((channel) => {
      const old = before.channels.find(({ id }) => id === channel.id);
      return old !== undefined && !sees(before, old) && sees(now, channel);
    })
    .map(({ id }) => id);
}

function sync(
  world: World,
  guild: Guild,
  threads: readonly PlacedThread[],
  userId: Snowflake,
  channelIds: readonly Snowflake[],
): Dispatch {
  const seen = threads.filter(
    ({ channel }) =>
      channelIds.includes(channel.thread.parentId) && mayIn(guild, channel, userId, Permission.ViewChannel),
  );
  const shown = threadListView(
    world,
    seen.map(({ channel }) => channel.thread),
    userId,
  );
  const d = { guild_id: guild.id, channel_ids: channelIds, ...shown };
  return dispatch(GatewayEvent.ThreadListSync, d, { to: "guild", guildId: guild.id, only: [userId] });
}
