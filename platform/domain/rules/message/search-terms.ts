import type { Snowflake } from "sdkpp/wire";
import { TERM } from "../../records/message/message-terms.js";
import { wordsOf } from "../../records/message/words.js";
import type { SearchQuery } from "./search-query.js";

/** Words of a query by which candidates are found: long ones are rare, and more of them hardly narrow the search. */
const WORDS_MAX = 8;

/** A query to the index: lists of terms, and a candidate has one of each. */
export interface Wanted {
  readonly channels: readonly string[];
  readonly others: readonly (readonly string[])[];
}

/**
 * Terms that a message must have to match; undefined: no message matches. Messages with them are candidates: `relevanceOf` says
 * which of them match. What has no list, as parts that must not be there, it decides alone.
 */
export function termsWanted(query: SearchQuery, channelIds: readonly Snowflake[]): Wanted | undefined {
  const words = query.content === undefined ? [] : wordsOf(query.content);
  if (query.content !== undefined && words.length === 0) return undefined;
  const others = [...rarest(words).map((word) => [word]), ...filterTerms(query)];
  return { channels: channelIds.map(TERM.channel), others };
}

function rarest(words: readonly string[]): string[] {
  const terms = [...new Set(words.map(TERM.word))];
  return terms.toSorted((left, right) => right.length - left.length).slice(0, WORDS_MAX);
}

/** A filter without values asks for nothing. */
function filterTerms(query: SearchQuery): string[][] {
  const { repliedUserIds, repliedMessageIds, embedKinds, embedProviders, filenames, extensions } = query;
  const parts = query.has.filter(({ isNegated }) => !isNegated).map(({ kind }) => TERM.part(kind));
  const isAny = (...filters: readonly (readonly unknown[])[]): boolean =>
    filters.some(({ length }) => length > 0);
  return [
    query.authorIds.map(TERM.author),
    query.mentions.map(TERM.mentionedUser),
    query.roleMentions.map(TERM.mentionedRole),
    query.mentionsEveryone === true ? [TERM.everyone] : [],
    repliedMessageIds.map(TERM.answered),
    isAny(repliedUserIds) ? [TERM.reply] : [],
    parts,
    isAny(embedKinds, embedProviders) ? [TERM.part("embed")] : [],
    isAny(query.linkHosts) ? [TERM.part("link")] : [],
    isAny(filenames, extensions) ? [TERM.part("file")] : [],
  ].filter(({ length }) => length > 0);
}
