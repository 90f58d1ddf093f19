import type { RelationshipRecord, UserId } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/** Returns what the player and a user are to each other; undefined: nothing. It renders when that changes. */
export function useRelationship(userId: UserId | undefined): RelationshipRecord | undefined {
  return useRecord("relationships", userId, whole<RelationshipRecord | undefined>);
}
