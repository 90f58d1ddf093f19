import type { RelationshipType } from "../wire/index.js";
import type { UserRecord } from "./records.js";
import type { PresenceRecord, RelationshipKind } from "./relationship-records.js";

/** A relationship of one kind as an event tells it; what is undefined is not said and does not change. */
export interface RelationshipFacts {
  kind: RelationshipKind;
  userId: bigint;
  type: RelationshipType;
  user: UserRecord | undefined;
  isSpamRequest: boolean | undefined;
  hasPlayedGame: boolean | undefined;
}

export interface PresenceFacts extends PresenceRecord {
  user: UserRecord | undefined;
}

/** What the world told of relationships and of who is online. */
export type RelationshipEvent =
  /** the complete lists of a new session */
  | {
      type: "friendsReady";
      relationships: readonly RelationshipFacts[];
      presences: readonly PresenceFacts[];
    }
  | { type: "relationship"; relationship: RelationshipFacts }
  | { type: "relationshipRemoved"; kind: RelationshipKind; userId: bigint }
  | { type: "presence"; presence: PresenceFacts };

export type RelationshipChange =
  /** new, or of another type than before */
  | { type: "relationshipCreated"; kind: RelationshipKind; userId: bigint }
  | { type: "relationshipDeleted"; kind: RelationshipKind; userId: bigint }
  /** where this user stands in the friends list, or how it is called there, may have changed */
  | { type: "relationshipGroupsUpdated"; userId: bigint };
