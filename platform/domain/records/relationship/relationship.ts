import type { RelationshipType, Snowflake } from "sdkpp/wire";

/** The scope of a relationship: the whole platform, or the application with this id. */
export type Realm = Snowflake;

/** Everywhere; no snowflake looks like this. */
export const PLATFORM: Realm = "platform";

/** One side of a relationship. A pair of users has two, one per side, except for blocks. */
export interface Relationship {
  readonly realm: Realm;
  /** The owner of the list. */
  readonly ownerId: Snowflake;
  readonly otherId: Snowflake;
  readonly type: RelationshipType;
  /** Since when it has this type, Unix milliseconds. */
  readonly since: number;
  readonly isSpamRequest?: boolean;
  /** The other user's note with the request. */
  readonly note?: string;
}

export function relationshipKey(realm: Realm, ownerId: Snowflake, otherId: Snowflake): string {
  return `${realm}:${ownerId}:${otherId}`;
}

/**
 * By which lists a relationship is found: an owner's in one realm, an owner's everywhere, one pair's
 * everywhere.
 */
export function relationshipIndex({ realm, ownerId, otherId }: Relationship): Record<string, string> {
  return { list: `${realm}:${ownerId}`, owner: ownerId, pair: `${ownerId}:${otherId}` };
}

export function keyOfRelationship({ realm, ownerId, otherId }: Relationship): string {
  return relationshipKey(realm, ownerId, otherId);
}
