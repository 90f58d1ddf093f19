import type { OnlineStatus, RelationshipType } from "../wire/index.js";

/** A relationship counts on the whole platform, or in this game only. */
export type RelationshipKind = "platform" | "game";

/** How the player stands to another user. */
export interface RelationshipRecord {
  userId: bigint;
  platformType: RelationshipType;
  gameType: RelationshipType;
  /** the platform takes the request for spam */
  isSpamRequest: boolean;
  /** the other has authorized this application */
  hasPlayedGame: boolean;
}

/** Whether a user is online, and in which games. */
export interface PresenceRecord {
  userId: bigint;
  status: OnlineStatus;
  gameIds: readonly bigint[];
}
