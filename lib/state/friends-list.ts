import { displayNameOf, type UserRecord } from "./records.js";
import type { PresenceRecord, RelationshipRecord } from "./relationship-records.js";
import { RelationshipType } from "../wire/index.js";

/** The stores that the friends list is computed from. */
export interface FriendsView {
  readonly users: { get(userId: bigint): UserRecord | undefined };
  readonly relationships: { friends(): RelationshipRecord[] };
  readonly presences: { get(userId: bigint): PresenceRecord | undefined };
}

export type FriendGroup = "onlinePlayingGame" | "onlineElsewhere" | "offline";

/**
 * Lists the friends of one group, sorted by display name without regard to case; in `onlineElsewhere`, friends who have
 * played the game come first. Each friend is in exactly one group.
 * @param gameId application id of this game
 */
export function friendsInGroup(view: FriendsView, group: FriendGroup, gameId: bigint): bigint[] {
  return view.relationships
    .friends()
    .filter(({ userId }) => groupOf(view, userId, gameId) === group)
    .map((record) => ({
      userId: record.userId,
      rank: group === "onlineElsewhere" && !hasPlayed(record) ? 1 : 0,
      name: foldedName(view, record.userId),
    }))
    .sort((left, right) => left.rank - right.rank || compareNames(left, right))
    .map(({ userId }) => userId);
}

/** The display name in lower case, the sort key of friends. */
export function foldedName(view: Pick<FriendsView, "users">, userId: bigint): string {
  const user = view.users.get(userId);
  return user === undefined ? "" : displayNameOf(user).toLowerCase();
}

interface Named {
  userId: bigint;
  name: string;
}

/** Compares names by code unit, so that the order is the same on every machine; equal names go by id. */
export function compareNames(left: Named, right: Named): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  if (left.userId === right.userId) return 0;
  return left.userId < right.userId ? -1 : 1;
}

function groupOf(view: FriendsView, userId: bigint, gameId: bigint): FriendGroup {
  const presence = view.presences.get(userId);
  if (presence === undefined) return "offline";
  const isPlaying = presence.activities.some(({ application_id }) => application_id === String(gameId));
  return isPlaying ? "onlinePlayingGame" : "onlineElsewhere";
}

/** A game friend has authorized the game, so has played it. */
export function hasPlayed({ hasPlayedGame, gameType }: RelationshipRecord): boolean {
  return hasPlayedGame || gameType === RelationshipType.Friend;
}
