import { useSocial } from "../provider/use-social.js";
import { useSource } from "../store/use-source.js";
import { whole } from "../store/whole.js";
import type { Friend } from "./friend.js";
import { friendsOf } from "./friends-of.js";

const NOBODY: readonly Friend[] = [];

/**
 * Returns the friends, group by group (playing this game, elsewhere, offline), each group sorted as the SDK sorts it. It renders with every change of a
 * friend; with `select`, when that result has another content.
 * @param select may be another function in each render
 * @example
 * const count = useFriends((friends) => friends.filter(({ group }) => group !== RelationshipGroupType.Offline).length);
 */
export function useFriends(): readonly Friend[];
export function useFriends<T>(select: (friends: readonly Friend[]) => T): T;
export function useFriends<T>(
  select: (friends: readonly Friend[]) => T | readonly Friend[] = whole,
): T | readonly Friend[] {
  const { state } = useSocial();
  return useSource(friendsOf(state).all, select, NOBODY);
}
