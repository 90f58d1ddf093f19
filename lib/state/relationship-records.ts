import type { ActivityPayload, OwnStatus, RelationshipType } from "../wire/index.js";

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

/** Whether a user is online, and what it does. Only of oneself one knows that one is invisible. */
export interface PresenceRecord {
  userId: bigint;
  status: OwnStatus;
  activities: readonly ActivityPayload[];
}
