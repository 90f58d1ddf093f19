import type { UserPayload } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

/**
 * Relationship between two users; `type` on the wire. Game relationships have `None`, `Friend`, `PendingIncoming` and
 * `PendingOutgoing` only.
 * @mirrors RelationshipType
 */
export const RelationshipType = {
  None: 0,
  Friend: 1,
  Blocked: 2,
  PendingIncoming: 3,
  PendingOutgoing: 4,
  Implicit: 5,
  Suggestion: 6,
} as const;
export type RelationshipType = (typeof RelationshipType)[keyof typeof RelationshipType];

/** `PUT …/relationships/{user}` without a type: sends a request, or accepts the other's. */
export const REQUEST_OR_ACCEPT = -1;

/** The receiver's relationship to `id`; in READY, HTTP and RELATIONSHIP_ADD. */
export interface RelationshipPayload {
  /** the other user */
  id: Snowflake;
  type: RelationshipType;
  user?: UserPayload;
  /** in place of `user` in a deduplicated READY */
  user_id?: Snowflake;
  nickname: string | null;
  user_ignored: boolean;
  is_spam_request?: boolean;
  since?: string;
  /** token sessions only: the other user has authorized the same application */
  has_played_game?: boolean;
  note?: string;
  should_notify?: boolean;
}

/** RELATIONSHIP_UPDATE and RELATIONSHIP_REMOVE. */
export interface RelationshipChangePayload {
  id: Snowflake;
  type: RelationshipType;
  nickname: string | null;
  user_ignored: boolean;
  since?: string;
  stranger_request?: boolean;
}

/** A relationship within one application; in READY, HTTP and GAME_RELATIONSHIP_ADD and _REMOVE. */
export interface GameRelationshipPayload {
  /** the other user */
  id: Snowflake;
  application_id: Snowflake;
  type: RelationshipType;
  user?: UserPayload;
  since: string;
  /** meaning unknown; 0 is sent */
  dm_access_type: number;
  /** the receiver */
  user_id: Snowflake;
}
