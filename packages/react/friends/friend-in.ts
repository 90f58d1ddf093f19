import { RelationshipType } from "sdkpp/enums";
import type { Mirror } from "@sdkpp/electron/renderer";
import type { RelationshipRecord } from "sdkpp/surface";
import type { Friend } from "./friend.js";
import { groupOf } from "./group-of.js";

/** Returns a friend as a state has it; undefined for who is none. */
export function friendIn(state: Pick<Mirror, "get">, id: string): Friend | undefined {
  const relationship = state.get("relationships", id);
  const user = state.get("users", id);
  if (relationship === undefined || !isFriend(relationship) || user === undefined) return undefined;
  const group = groupOf(user, state.get("session")?.applicationId);
  return { id: relationship.id, group, user, relationship };
}

/** Returns whether it is a friend of the platform, of the game, or of both. */
export function isFriend(relationship: RelationshipRecord | undefined): boolean {
  return (
    relationship?.discordRelationshipType === RelationshipType.Friend ||
    relationship?.gameRelationshipType === RelationshipType.Friend
  );
}
