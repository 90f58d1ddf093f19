import {
  parseSnowflake,
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
import { invalidField } from "../domain/rules/faults.js";
import {
  AUTHOR_KINDS,
  EMBED_KINDS,
  PART_KINDS,
  type Kind,
  type SearchQuery,
} from "../domain/rules/message/search-query.js";
import { searchMessages } from "../domain/rules/message/search.js";
import { Fault } from "../domain/rules/outcome.js";
import { booleanOf, integerOf, snowflakeOf, type Query } from "./query.js";
import { route } from "./route.js";

/** Reads parameters one by one, until one is wrong. */
class Reader {
  fault: Fault | undefined;

  constructor(readonly query: Query) {}

  /** The value; of one that is wrong, what is given in its place. */
  take<T>(read: (query: Query) => T | Fault, instead: T): T {
    const value = read(this.query);
    if (!(value instanceof Fault)) return value;
    this.fault ??= value;
    return instead;
  }

  integer(name: string, min: number, max: number, fallback: number): number {
    return this.take((query) => integerOf(query, name, { min, max, fallback }), fallback);
  }

  id(name: string): string | undefined {
    return this.take((query) => snowflakeOf(query, name), undefined);
  }

  flag(name: string): boolean | undefined {
    if (this.query[name] === undefined) return undefined;
    return this.take((query) => booleanOf(query, name, false), undefined);
  }

  /** A repeated parameter. */
  list(name: string, max: number, isValid: (value: string) => boolean): string[] {
    const value = this.query[name];
    const values: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
    if (values.length > max) this.fault ??= tooMany(name, max);
    else if (!values.every((one) => typeof one === "string" && isValid(one))) this.fault ??= notAllowed(name);
    return this.fault === undefined ? (values as string[]) : [];
  }

  ids(name: string, max = SEARCH_VALUES_MAX): string[] {
    return this.list(name, max, (value) => parseSnowflake(value) !== undefined);
  }

  texts(name: string, lengthMax = SEARCH_VALUE_LENGTH_MAX): string[] {
    return this.list(name, SEARCH_VALUES_MAX, (value) => value.length <= lengthMax);
  }

  /** Of these kinds, each of which may be negated with `-`. */
  kinds<K extends string>(name: string, known: readonly K[]): Kind<K>[] {
    const isKnown = (value: string): boolean => known.some((kind) => value === kind || value === `-${kind}`);
    return this.list(name, SEARCH_VALUES_MAX, isKnown).map((value) => ({
      kind: value.replace(/^-/, "") as K,
      isNegated: value.startsWith("-"),
    }));
  }

  choices<K extends string>(name: string, known: readonly K[]): K[] {
    return this.list(name, SEARCH_VALUES_MAX, (value) => known.some((kind) => kind === value)) as K[];
  }

  choice<K extends string>(name: string, choices: readonly [K, ...K[]]): K {
    const [value = choices[0]] = this.list(name, 1, (one) => choices.some((choice) => choice === one));
    return value as K;
  }

  text(name: string, max: number): string | undefined {
    const [value] = this.list(name, 1, (one) => one.length <= max);
    return value;
  }
}

const tooMany = (name: string, max: number): Fault =>
  invalidField(name, "BASE_TYPE_MAX_LENGTH", `Must be ${String(max)} or fewer in length.`);

const notAllowed = (name: string): Fault =>
  invalidField(name, "BASE_TYPE_CHOICES", "Value is not one of the allowed values.");

/** H§9.4 */
function searchQuery(query: Query): SearchQuery | Fault {
  const reader = new Reader(query);
  const read: SearchQuery = {
    limit: reader.integer("limit", 1, SEARCH_PAGE_MAX, SEARCH_PAGE_MAX),
    offset: reader.integer("offset", 0, SEARCH_OFFSET_MAX, 0),
    minId: reader.id("min_id"),
    maxId: reader.id("max_id"),
    slop: reader.integer("slop", 0, SEARCH_SLOP_MAX, SEARCH_SLOP_DEFAULT),
    content: reader.text("content", SEARCH_CONTENT_MAX),
    channelIds: reader.ids("channel_id", SEARCH_CHANNELS_MAX),
    authorIds: reader.ids("author_id"),
    authorKinds: reader.kinds("author_type", AUTHOR_KINDS),
    mentions: reader.ids("mentions"),
    roleMentions: reader.ids("mentions_role_id"),
    mentionsEveryone: reader.flag("mention_everyone"),
    repliedUserIds: reader.ids("replied_to_user_id"),
    repliedMessageIds: reader.ids("replied_to_message_id"),
    isPinned: reader.flag("pinned"),
    has: reader.kinds("has", PART_KINDS),
    embedKinds: reader.choices("embed_type", EMBED_KINDS),
    embedProviders: reader.texts("embed_provider"),
    linkHosts: reader.texts("link_hostname"),
    filenames: reader.texts("attachment_filename", SEARCH_FILENAME_LENGTH_MAX),
    extensions: reader.texts("attachment_extension"),
    sortsByRelevance: reader.choice("sort_by", ["timestamp", "relevance"]) === "relevance",
    isAscending: reader.choice("sort_order", ["desc", "asc"]) === "asc",
    includesNsfw: reader.flag("include_nsfw") ?? false,
  };
  return reader.fault ?? read;
}

export const messageSearchRoutes = [
  route("GET", "/guilds/{guild.id}/messages/search", {
    docs: "resources/message#search-guild-messages",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const read = searchQuery(query);
      return read instanceof Fault ? read : searchMessages(world, actor, params["guild.id"], read);
    },
  }),
];
