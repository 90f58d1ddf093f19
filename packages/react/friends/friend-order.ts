import { RelationshipGroupType } from "sdkpp/enums";
import { compareIds } from "../store/compare-ids.js";
import type { Friend } from "./friend.js";

/** A friend with its sort key, worked out once. */
export interface PlacedFriend {
  readonly friend: Friend;
  readonly rank: number;
  readonly name: string;
}

/** Works out where a friend stands in its group: by display name without regard to case, as `Client.getRelationshipsByGroup` has it. */
export function placed(friend: Friend): PlacedFriend {
  return { friend, rank: rankOf(friend), name: friend.user.displayName.toLowerCase() };
}

/** Compares friends of one group. Names go by code unit, so the order is the same on every machine; equal names go by id. */
export function compareFriends(left: PlacedFriend, right: PlacedFriend): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return compareIds(left.friend.id, right.friend.id);
}

/** Elsewhere, friends who have played the game come first. */
function rankOf({ group, relationship }: Friend): number {
  return group !== RelationshipGroupType.OnlineElsewhere || relationship.hasPlayedGame ? 0 : 1;
}
