import { snowflakeTimestamp, type Snowflake } from "sdkpp/wire";
import { channelOf, type Guild } from "../../records/guild/guild.js";
import type { Message } from "../../records/message/message.js";
import type { MessagePurge } from "../../records/message/message-purge.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { threadIn, type PlacedChannel } from "../../world/guild/placed-channel.js";
import { lastMessageId } from "../../world/message/channel-history.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { IdsPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import { deleteGuildMessages } from "../posting/changes.js";

type Touched = MessageWorld & GuildWorld & IdsPort;

/** Size of a portion, in messages read: all other requests wait meanwhile. */
const PORTION = 1000;
/** A message that is deleted costs as much as so many that are read; so does a channel that is looked into. */
const HEAVY = 5;

/** The rest of a portion. */
interface Portion {
  left: number;
}

/**
 * Deletes what users wrote in a guild's channels and threads since a time: the newest in each channel first, the channels that
 * were written in last before the others. What exceeds a portion is left to {@link purgeMore}.
 * @param oldest Unix milliseconds
 */
export function deleteMessagesOf(
  world: Touched,
  guild: Guild,
  userIds: readonly Snowflake[],
  oldest: number,
): Fact[] {
  const id = world.ids.next();
  const channelIds = channelsSince(world, guild, oldest);
  const purge = { id, guildId: guild.id, userIds, oldest, channelIds, before: id };
  return continuePurge(world, purge, { left: PORTION });
}

/** Deletes one more portion of what bans have left; all of them share it. Run it in a transaction. */
export function purgeMore(world: Touched): Fact[] {
  const portion = { left: PORTION };
  const facts: Fact[] = [];
  for (const purge of world.messagePurges.all()) {
    if (portion.left < HEAVY) break;
    facts.push(...continuePurge(world, purge, portion));
  }
  return facts;
}

/** Channels and threads in which something was posted since a time, the last one first. */
function channelsSince(world: Touched, guild: Guild, oldest: number): Snowflake[] {
  const all = [...guild.channels, ...world.threads.listBy("guild", guild.id)];
  return all
    .map(({ id }) => ({ id, last: BigInt(lastMessageId(world, id) ?? 0) }))
    .filter(({ last }) => snowflakeTimestamp(last) >= oldest)
    .toSorted((left, right) => (left.last > right.last ? -1 : 1))
    .map(({ id }) => id);
}

function continuePurge(world: Touched, purge: MessagePurge, portion: Portion): Fact[] {
  const guild = world.guilds.get(purge.guildId);
  const facts: Fact[] = [];
  let next: MessagePurge | undefined = guild && purge;
  while (guild !== undefined && next !== undefined && portion.left >= HEAVY) {
    const step = purgePage(world, guild, next, portion);
    facts.push(...step.facts);
    next = step.next;
  }
  if (next === undefined) world.messagePurges.delete(purge.id);
  else world.messagePurges.put(next);
  return facts;
}

/** Deletes from one page of a channel's messages. `next`: what is left then. */
function purgePage(
  world: Touched,
  guild: Guild,
  purge: MessagePurge,
  portion: Portion,
): { facts: Fact[]; next: MessagePurge | undefined } {
  const [channelId, ...others] = purge.channelIds;
  if (channelId === undefined) return { facts: [], next: undefined };
  const limit = Math.floor(portion.left / HEAVY);
  const page = world.channelMessages.page("channel", channelId, { before: purge.before, limit });
  const written = page.filter(
    ({ authorId, sentAt }) => purge.userIds.includes(authorId) && sentAt >= purge.oldest,
  );
  portion.left -= HEAVY + page.length + (HEAVY - 1) * written.length;
  const last = page.length < limit ? undefined : page.at(-1)?.id;
  // A message is never newer than its id.
  const isBegun = last !== undefined && snowflakeTimestamp(BigInt(last)) >= purge.oldest;
  const next = isBegun ? { ...purge, before: last } : { ...purge, channelIds: others, before: purge.id };
  return { facts: deleted(world, guild, channelId, written), next };
}

function deleted(world: Touched, guild: Guild, channelId: Snowflake, written: readonly Message[]): Fact[] {
  const placed = placedIn(world, guild, channelId);
  return placed === undefined ? [] : deleteGuildMessages(world, { kind: "guild", ...placed }, written);
}

/** Undefined when the channel was deleted meanwhile, which takes all messages along. */
function placedIn(world: Touched, guild: Guild, id: Snowflake): PlacedChannel | undefined {
  const channel = channelOf(guild, id);
  const thread = world.threads.get(id);
  return channel === undefined ? thread && threadIn(world, guild, thread) : { guild, channel };
}
