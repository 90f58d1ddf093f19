import { compareNames, foldedName, type FriendsView } from "./friends-list.js";
import { distanceToNearestPart } from "./nearest-part.js";

/** One typing error is tolerated per this many characters. */
const CHARACTERS_PER_ERROR = 4;

/**
 * Finds friends whose user name or display name contains the text, ignoring case and one typing error per four
 * characters: the nearest match first, then by display name. An empty text finds every friend.
 */
export function searchFriends(view: FriendsView, text: string): bigint[] {
  const wanted = text.trim().toLowerCase();
  const allowed = Math.floor(wanted.length / CHARACTERS_PER_ERROR);
  return view.relationships
    .friends()
    .map(({ userId }) => {
      const name = foldedName(view, userId);
      return { userId, name, distance: distanceTo(view, userId, name, wanted, allowed) };
    })
    .filter(({ distance }) => distance <= allowed)
    .sort((left, right) => left.distance - right.distance || compareNames(left, right))
    .map(({ userId }) => userId);
}

function distanceTo(
  view: FriendsView,
  userId: bigint,
  name: string,
  wanted: string,
  allowed: number,
): number {
  const username = view.users.get(userId)?.username.toLowerCase() ?? "";
  // A text much longer than the name cannot match, and the search would be slow.
  const candidates = [name, username].filter((each) => wanted.length <= each.length + allowed);
  return Math.min(...candidates.map((each) => distanceToNearestPart(wanted, each)));
}
