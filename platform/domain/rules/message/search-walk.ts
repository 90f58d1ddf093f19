import type { Snowflake } from "sdkpp/wire";
import { saidIn, type Message } from "../../records/message/message.js";
import { wordsOf } from "../../records/message/words.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { relevanceOf } from "./search-match.js";
import type { SearchQuery } from "./search-query.js";
import { termsWanted, type Wanted } from "./search-terms.js";

type World = MessageWorld & UserWorld;

/** Channels and threads that are searched, by id. */
export type Places = ReadonlyMap<Snowflake, GuildPlace>;

/** A message that matches. */
export interface Hit {
  readonly messageId: Snowflake;
  readonly channelId: Snowflake;
  /** How often the words are said. */
  readonly relevance: number;
}

/** How many messages one search looks at, so that its cost is bounded; as many as pages can reach. */
export const CANDIDATES_MAX = 10_000;
/** Ids that the index is asked for at a time. */
const IDS = 1000;
/** Messages that are read together; the longest take 15 ms. */
const READ = 100;
/**
 * The index leaves out other channels when fewer than one candidate in so many is of these: stepping through the lists of five channels
 * costs several times what reading a message does.
 */
const FEW = 10;
/** Characters times reach after which others have their turn: 10 ms of the longest texts and queries. */
const EFFORT_MAX = 1_000_000;

/**
 * Looks for messages among the newest candidates, the newest first. Everybody else has a turn at each `yield`, and what was found
 * before may then have changed.
 */
export function* hitsIn(world: World, places: Places, query: SearchQuery): Generator<undefined, Hit[]> {
  const wanted = termsWanted(query, [...places.keys()]);
  const hits: Hit[] = [];
  if (wanted === undefined) return hits;
  const effortOf = efforts(query);
  let effort = 0;
  for (const message of candidates(world, places, query, wanted)) {
    if (message === undefined || effort > EFFORT_MAX) {
      effort = 0;
      yield;
    }
    const place = message && places.get(message.channelId);
    if (message === undefined || place === undefined) continue;
    effort += effortOf(message);
    const relevance = relevanceOf(world, place, message, query);
    if (relevance !== undefined)
      hits.push({ messageId: message.id, channelId: message.channelId, relevance });
  }
  return hits;
}

/** The newest messages that the index finds in these places; undefined: a part has been read. */
function* candidates(
  { channelMessages }: World,
  places: Places,
  { minId, maxId }: SearchQuery,
  { channels, others }: Wanted,
): Generator<Message | undefined> {
  let left = CANDIDATES_MAX;
  let every = others.length === 0 ? [channels] : others;
  for (let before = maxId, isLast = false; !isLast && left > 0;) {
    const { ids, next } = channelMessages.find({ every, before, after: minId }, IDS);
    const leftBefore = left;
    for (let at = 0; at < ids.length && left > 0; at += READ) {
      const found = channelMessages.getAll(ids.slice(at, at + READ));
      const here = found.filter(({ channelId }) => places.has(channelId)).slice(0, left);
      yield* here;
      yield undefined;
      left -= here.length;
    }
    if (ids.length === 0) yield undefined;
    if ((leftBefore - left) * FEW < ids.length) every = [channels, ...others];
    isLast = next === undefined;
    before = next;
  }
}

/** The cost of looking at a message: each of its characters, times the words that a match looks ahead. */
function efforts({ content, slop }: SearchQuery): (message: Message) => number {
  const words = content === undefined ? 0 : wordsOf(content).length;
  const reach = words > 1 ? words + slop : 1;
  return (message) => saidIn(message).length * reach;
}
