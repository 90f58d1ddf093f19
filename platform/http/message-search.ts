import {
  SEARCH_CHANNELS_MAX,
  SEARCH_CONTENT_MAX,
  SEARCH_FILENAME_LENGTH_MAX,
  SEARCH_OFFSET_MAX,
  SEARCH_PAGE_MAX,
  SEARCH_SLOP_DEFAULT,
  SEARCH_SLOP_MAX,
  SEARCH_VALUE_LENGTH_MAX,
  SEARCH_VALUES_MAX,
} from "sdkpp/wire";
import { EMBED_KINDS, PART_KINDS } from "../domain/records/message/message-parts.js";
import { AUTHOR_KINDS, type Kind, type SearchQuery } from "../domain/rules/message/search-query.js";
import { findMessages, searchMessages } from "../domain/rules/message/search.js";
import type { QueryReader } from "./query.js";
import { route } from "./route.js";
import { inTurns } from "./turns.js";

/** Reads a list of these kinds; `-` negates one. */
function kindsOf<K extends string>(read: QueryReader, name: string, known: readonly K[]): Kind<K>[] {
  const isKnown = (value: string): boolean => known.some((kind) => value === kind || value === `-${kind}`);
  return read.list(name, SEARCH_VALUES_MAX, isKnown).map((value) => ({
    kind: value.replace(/^-/, "") as K,
    isNegated: value.startsWith("-"),
  }));
}

function choicesOf<K extends string>(read: QueryReader, name: string, known: readonly K[]): K[] {
  return read.list(name, SEARCH_VALUES_MAX, (value) => known.some((kind) => kind === value)) as K[];
}

function textsOf(read: QueryReader, name: string, lengthMax = SEARCH_VALUE_LENGTH_MAX): string[] {
  return read.list(name, SEARCH_VALUES_MAX, (value) => value.length <= lengthMax);
}

const idsOf = (read: QueryReader, name: string): string[] => read.ids(name, SEARCH_VALUES_MAX);

const LIMIT = { min: 1, max: SEARCH_PAGE_MAX, fallback: SEARCH_PAGE_MAX };
const OFFSET = { min: 0, max: SEARCH_OFFSET_MAX, fallback: 0 };
const SLOP = { min: 0, max: SEARCH_SLOP_MAX, fallback: SEARCH_SLOP_DEFAULT };

/** H§9.4 */
function searchQuery(read: QueryReader): SearchQuery {
  return {
    limit: read.integer("limit", LIMIT),
    offset: read.integer("offset", OFFSET),
    minId: read.id("min_id"),
    maxId: read.id("max_id"),
    slop: read.integer("slop", SLOP),
    content: read.text("content", SEARCH_CONTENT_MAX),
    channelIds: read.ids("channel_id", SEARCH_CHANNELS_MAX),
    authorIds: idsOf(read, "author_id"),
    authorKinds: kindsOf(read, "author_type", AUTHOR_KINDS),
    mentions: idsOf(read, "mentions"),
    roleMentions: idsOf(read, "mentions_role_id"),
    mentionsEveryone: read.optionalFlag("mention_everyone"),
    repliedUserIds: idsOf(read, "replied_to_user_id"),
    repliedMessageIds: idsOf(read, "replied_to_message_id"),
    isPinned: read.optionalFlag("pinned"),
    has: kindsOf(read, "has", PART_KINDS),
    embedKinds: choicesOf(read, "embed_type", EMBED_KINDS),
    embedProviders: textsOf(read, "embed_provider"),
    linkHosts: textsOf(read, "link_hostname"),
    filenames: textsOf(read, "attachment_filename", SEARCH_FILENAME_LENGTH_MAX),
    extensions: textsOf(read, "attachment_extension"),
    sortsByRelevance: read.choice("sort_by", ["timestamp", "relevance"]) === "relevance",
    isAscending: read.choice("sort_order", ["desc", "asc"]) === "asc",
    includesNsfw: read.flag("include_nsfw"),
  };
}

export const messageSearchRoutes = [
  route("GET", "/guilds/{guild.id}/messages/search", {
    docs: "resources/message#search-guild-messages",
    auth: "bot",
    query: searchQuery,
    prepare: ({ actor, params, query }, world) =>
      inTurns(findMessages(world, actor, params["guild.id"], query)),
    handle: ({ actor, params, query, prepared }, world) =>
      searchMessages(world, actor, params["guild.id"], query, prepared),
  }),
];
