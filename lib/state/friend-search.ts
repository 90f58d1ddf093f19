import { compareNames, foldedName, type FriendsView } from "./friends-list.js";
import { distanceToNearestPart } from "./nearest-part.js";

/** One typing error is forgiven for so many characters. */
const CHARACTERS_PER_ERROR = 4;

/**
 * Friends whose user name or display name contains the text, without regard to case and give or take a
 * typing error per four characters: the nearest first, then by display name. Every friend for an empty
 * text.
 */
export function searchFriends(view: FriendsView, text: string): bigint[] {
  const wanted = text.trim().toLowerCase();
  const allowed = Math.floor(wanted.length / CHARACTERS_PER_ERROR);
  return view.relationships
    .friends()
    .map(({ userId }) => ({ userId, name: foldedName(view, userId) }))
    .map((friend) => ({ ...friend, distance: distanceTo(view, friend, wanted, allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((left, right) => left.distance - right.distance || compareNames(left, right))
    .map(({ userId }) => userId);
}

function distanceTo(
  view: FriendsView,
  { userId, name }: { userId: bigint; name: string },
  wanted: string,
  allowed: number,
): number {
  const username = view.users.get(userId)?.username.toLowerCase() ?? "";
  // Saves looking for a whole book in a name.
  const candidates = [name, username].filter((each) => wanted.length <= each.length + allowed);
  return Math.min(...candidates.map((each) => distanceToNearestPart(wanted, each)));
}
