import type { Snowflake } from "sdkpp/wire";
import type { EMBED_KINDS, PART_KINDS } from "../../records/message/message-parts.js";

/** A kind that a message has, or, negated, does not have. */
export interface Kind<K extends string> {
  readonly kind: K;
  readonly isNegated: boolean;
}

export const AUTHOR_KINDS = ["user", "bot", "webhook"] as const;
/** The filters of a search. Of several values of one filter, one is enough; each filter narrows the search. */
export interface SearchQuery {
  readonly limit: number;
  readonly offset: number;
  readonly minId?: Snowflake | undefined;
  readonly maxId?: Snowflake | undefined;
  /** Words, in this order. */
  readonly content?: string | undefined;
  /** How many other words may be between them. */
  readonly slop: number;
  readonly channelIds: readonly Snowflake[];
  readonly authorIds: readonly Snowflake[];
  readonly authorKinds: readonly Kind<(typeof AUTHOR_KINDS)[number]>[];
  readonly mentions: readonly Snowflake[];
  readonly roleMentions: readonly Snowflake[];
  readonly mentionsEveryone?: boolean | undefined;
  readonly repliedUserIds: readonly Snowflake[];
  readonly repliedMessageIds: readonly Snowflake[];
  readonly isPinned?: boolean | undefined;
  readonly has: readonly Kind<(typeof PART_KINDS)[number]>[];
  readonly embedKinds: readonly (typeof EMBED_KINDS)[number][];
  readonly embedProviders: readonly string[];
  readonly linkHosts: readonly string[];
  readonly filenames: readonly string[];
  readonly extensions: readonly string[];
  readonly sortsByRelevance: boolean;
  readonly isAscending: boolean;
  readonly includesNsfw: boolean;
}
