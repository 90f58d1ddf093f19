import type { RelationshipType } from "../wire/index.js";
import type { UserRecord } from "./records.js";
import type { PresenceRecord, RelationshipKind } from "./relationship-records.js";

/** A relationship of one kind as an event carries it; undefined fields do not change. */
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

/** An event about relationships or presence. */
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
  /** new, or its type changed */
  | { type: "relationshipCreated"; kind: RelationshipKind; userId: bigint }
  | { type: "relationshipDeleted"; kind: RelationshipKind; userId: bigint }
  /** the user's place or name in the friends list may have changed */
  | { type: "relationshipGroupsUpdated"; userId: bigint };
