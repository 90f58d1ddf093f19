import { JsonErrorCode, Permission, type MessageSearchPayload, type Snowflake } from "sdkpp/wire";
import { holdsCalls, type Channel, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { ApplicationFlag, hasPrivilege } from "../../records/oauth2/application.js";
import { messageView } from "../../views/message/message.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { activeThreadsIn } from "../../world/guild/placed-channel.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import type { SearchQuery } from "./search-query.js";
import { CANDIDATES_MAX, hitsIn, type Hit, type Places } from "./search-walk.js";
import { findGuild, hasAll } from "../guild-access.js";

type Touched = MessageWorld & GuildWorld & UserWorld & ApplicationWorld;

/** Seconds until a search that came too early may be repeated. */
const RETRY_AFTER_S = 1;

/**
 * The part of `GET /guilds/{id}/messages/search` that takes time: looks for messages in turns. {@link searchMessages} answers with
 * them, and with a fault where nothing may be searched.
 */
export function* findMessages(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  query: SearchQuery,
): Generator<undefined, readonly Hit[]> {
  const guild = searchable(world, actor, guildId);
  if (guild instanceof Fault || !world.searchedGuilds.has(guildId)) return [];
  return yield* hitsIn(world, readablePlaces(world, guild, actor, query), query);
}

/**
 * `GET /guilds/{id}/messages/search`, by a bot that may read messages; the first search of a guild finds no index yet.
 * @param found newest first; what the actor may not read any more is left out
 */
export function searchMessages(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  query: SearchQuery,
  found: readonly Hit[],
): Result<MessageSearchPayload> {
  const guild = searchable(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (!world.searchedGuilds.has(guildId)) return indexLater(world, guildId);
  const places = readablePlaces(world, guild, actor, query);
  const hits = found.filter(({ channelId }) => places.has(channelId));
  const page = ordered(hits, query).slice(query.offset, query.offset + query.limit);
  const messages = page.flatMap(({ messageId }) => world.channelMessages.get(messageId) ?? []);
  return done({
    doing_deep_historical_index: false,
    documents_indexed: documentsIn(world, places, query),
    total_results: hits.length,
    messages: messages.map((message) => [{ ...messageView(world, message), hit: true }]),
  });
}

/** The guild, for a bot that may search it. */
function searchable(world: Touched, actor: Actor, guildId: Snowflake): Guild | Fault {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (!hasPrivilege(actor.application, ApplicationFlag.GatewayMessageContent)) return missingAccess();
  if (!hasAll(guild, actor.user.id, Permission.ReadMessageHistory)) return missingPermissions();
  return guild;
}

function indexLater(world: MessageWorld, guildId: Snowflake): Fault {
  world.searchedGuilds.add(guildId);
  const message = "Index not yet available. Try again later";
  const details = { documents_indexed: 0, retry_after: RETRY_AFTER_S };
  return new Fault(202, JsonErrorCode.IndexNotReady, message, undefined, details);
}

/** Channels and active threads that the query names, or all, in which the actor may read what was written. */
function readablePlaces(world: GuildWorld, guild: Guild, { user }: Actor, query: SearchQuery): Places {
  const isReadable = (channel: Channel): boolean => {
    const entering = holdsCalls(channel) ? Permission.Connect : 0n;
    const needed = Permission.ViewChannel | Permission.ReadMessageHistory | entering;
    return mayIn(guild, channel, user.id, needed);
  };
  const threads = activeThreadsIn(world, guild).map(({ channel }) => channel);
  const readable = [...guild.channels, ...threads]
    .filter(({ id }) => query.channelIds.length === 0 || query.channelIds.includes(id))
    .filter(({ nsfw }) => query.includesNsfw || nsfw !== true)
    .filter(isReadable);
  return new Map(readable.map((channel) => [channel.id, { kind: "guild", guild, channel }]));
}

/** How many messages there are to look at, as far as one search looks. */
function documentsIn({ channelMessages }: MessageWorld, places: Places, { maxId }: SearchQuery): number {
  let count = 0;
  for (const channelId of places.keys()) {
    const bound = { before: maxId, limit: CANDIDATES_MAX - count };
    count += channelMessages.countUpTo("channel", channelId, bound);
  }
  return count;
}

/** The most relevant, or the newest or oldest, first. @param hits newest first, as those of equal relevance stay */
function ordered(hits: readonly Hit[], { sortsByRelevance, isAscending }: SearchQuery): readonly Hit[] {
  if (sortsByRelevance) return hits.toSorted((left, right) => right.relevance - left.relevance);
  return isAscending ? hits.toReversed() : hits;
}
