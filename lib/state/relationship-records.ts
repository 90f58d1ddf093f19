import type { ActivityPayload, OwnStatus, RelationshipType } from "../wire/index.js";

/** A relationship is valid on the whole platform, or in this game only. */
export type RelationshipKind = "platform" | "game";

/** The player's relationship with another user. */
export interface RelationshipRecord {
  userId: bigint;
  platformType: RelationshipType;
  gameType: RelationshipType;
  /** whether the platform marks the request as spam */
  isSpamRequest: boolean;
  /** whether the other user has authorized this application */
  hasPlayedGame: boolean;
}

/** Status and activities of a user. `invisible` appears only in the player's own presence. */
export interface PresenceRecord {
  userId: bigint;
  status: OwnStatus;
  activities: readonly ActivityPayload[];
}
