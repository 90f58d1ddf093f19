import { displayNameOf, type UserRecord } from "./records.js";
import type { PresenceRecord, RelationshipRecord } from "./relationship-records.js";
import { RelationshipType } from "../wire/index.js";

/** What the friends list is made from. */
export interface FriendsView {
  readonly users: { get(userId: bigint): UserRecord | undefined };
  readonly relationships: { friends(): RelationshipRecord[] };
  readonly presences: { get(userId: bigint): PresenceRecord | undefined };
}

export type FriendGroup = "onlinePlayingGame" | "onlineElsewhere" | "offline";

/**
 * The friends of one group, each friend in one group only: by display name without regard to case; online elsewhere,
 * those who have played the game before come first.
 * @param gameId this game's application
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

/** The name a friend is sorted by. */
export function foldedName(view: Pick<FriendsView, "users">, userId: bigint): string {
  const user = view.users.get(userId);
  return user === undefined ? "" : displayNameOf(user).toLowerCase();
}

interface Named {
  userId: bigint;
  name: string;
}

/** By code unit, which is the same on every machine; equal names by id. */
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

/** A game friend has played the game, or could not be one. */
function hasPlayed({ hasPlayedGame, gameType }: RelationshipRecord): boolean {
  return hasPlayedGame || gameType === RelationshipType.Friend;
}
