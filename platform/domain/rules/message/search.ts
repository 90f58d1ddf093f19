import { JsonErrorCode, Permission, type MessageSearchPayload, type Snowflake } from "sdkpp/wire";
import { holdsCalls, type Channel, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Message } from "../../records/message/message.js";
import { ApplicationFlag, hasPrivilege } from "../../records/oauth2/application.js";
import { messageView } from "../../views/message/message.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { activeThreadsIn } from "../../world/guild/placed-channel.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { relevanceOf } from "./search-match.js";
import type { SearchQuery } from "./search-query.js";
import { findGuild, hasAll } from "../guild-access.js";

type Touched = MessageWorld & GuildWorld & UserWorld & ApplicationWorld;

/** How many messages one search looks at, so that its cost is bounded; as many as pages can reach. */
const SCAN_MAX = 10_000;
/** Seconds until a search that came too early may be repeated. */
const RETRY_AFTER_S = 1;

interface Hit {
  readonly message: Message;
  readonly relevance: number;
}

/** `GET /guilds/{id}/messages/search`, by a bot that may read messages; the first search of a guild finds no index yet. */
export function searchMessages(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  query: SearchQuery,
): Result<MessageSearchPayload> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (!hasPrivilege(actor.application, ApplicationFlag.GatewayMessageContent)) return missingAccess();
  if (!hasAll(guild, actor.user.id, Permission.ReadMessageHistory)) return missingPermissions();
  if (!world.searchedGuilds.has(guildId)) return indexLater(world, guildId);
  const places = readablePlaces(world, guild, actor, query);
  const read = places.map((place) => readIn(world, place, query, Math.ceil(SCAN_MAX / places.length)));
  const found = read.flatMap(({ hits }) => hits);
  const page = found.toSorted(orderOf(query)).slice(query.offset, query.offset + query.limit);
  return done({
    doing_deep_historical_index: false,
    documents_indexed: read.reduce((sum, { count }) => sum + count, 0),
    total_results: found.length,
    messages: page.map(({ message }) => [{ ...messageView(world, message), hit: true }]),
  });
}

function indexLater(world: MessageWorld, guildId: Snowflake): Fault {
  world.searchedGuilds.add(guildId);
  const message = "Index not yet available. Try again later";
  const details = { documents_indexed: 0, retry_after: RETRY_AFTER_S };
  return new Fault(202, JsonErrorCode.IndexNotReady, message, undefined, details);
}

/** Channels and active threads that the query names, or all, in which the actor may read what was written. */
function readablePlaces(world: GuildWorld, guild: Guild, { user }: Actor, query: SearchQuery): GuildPlace[] {
  const isReadable = (channel: Channel): boolean => {
    const entering = holdsCalls(channel) ? Permission.Connect : 0n;
    const needed = Permission.ViewChannel | Permission.ReadMessageHistory | entering;
    return mayIn(guild, channel, user.id, needed);
  };
  const threads = activeThreadsIn(world, guild).map(({ channel }) => channel);
  return [...guild.channels, ...threads]
    .filter(({ id }) => query.channelIds.length === 0 || query.channelIds.includes(id))
    .filter(({ nsfw }) => query.includesNsfw || nsfw !== true)
    .filter(isReadable)
    .map((channel) => ({ kind: "guild", guild, channel }));
}

/** The part of a channel that the search has read. */
interface Read {
  readonly count: number;
  readonly hits: readonly Hit[];
}

/** The newest messages of a channel, and those of them that match. */
function readIn(world: Touched, place: GuildPlace, query: SearchQuery, limit: number): Read {
  const { minId = "0", maxId } = query;
  const page = { limit, ...(maxId !== undefined && { before: maxId }) };
  const messages = world.channelMessages.page("channel", place.channel.id, page);
  const hits = messages.flatMap((message) => {
    if (BigInt(message.id) <= BigInt(minId)) return [];
    const relevance = relevanceOf(world, place, message, query);
    return relevance === undefined ? [] : { message, relevance };
  });
  return { count: messages.length, hits };
}

/** The most relevant, or the newest or oldest, first. */
function orderOf({ sortsByRelevance, isAscending }: SearchQuery) {
  const byTime = (left: Hit, right: Hit): number =>
    BigInt(left.message.id) < BigInt(right.message.id) ? 1 : -1;
  if (sortsByRelevance)
    return (left: Hit, right: Hit): number => right.relevance - left.relevance || byTime(left, right);
  return (left: Hit, right: Hit): number => (isAscending ? -byTime(left, right) : byTime(left, right));
}
