import type { SnapshotPiece } from "@sdkpp/electron/renderer";
import type { Friend } from "./friend.js";
import { friendIn } from "./friend-in.js";
import { Friends } from "./friends.js";

/**
 * The friends list of a snapshot that is on its way. It is sorted piece by piece: thousands of friends in one go would keep the page from answering for
 * longer than a frame of its screen.
 */
export class ComingFriends {
  #friends: Friends | undefined;

  /** Takes over a piece. @returns the whole list with the last one; undefined before, and where the pieces came in an order that does not help */
  take(piece: SnapshotPiece): Friends | undefined {
    if (piece.isFirst) this.#friends = new Friends();
    const friends = this.#friends;
    if (friends === undefined) return undefined;
    // the session tells the game, and that tells the groups
    const isLate = friends.size > 0 && piece.keysOf("session").length > 0;
    if (!isLate) place(friends, piece);
    if (isLate || piece.isLast) this.#friends = undefined;
    return piece.isLast && !isLate ? friends : undefined;
  }
}

/** A friend has two records, and comes with the second of them. */
function place(friends: Friends, piece: SnapshotPiece): void {
  const added = new Map<string, Friend>();
  for (const id of [...piece.keysOf("users"), ...piece.keysOf("relationships")]) {
    const friend = friendIn(piece, id);
    if (friend === undefined) continue;
    if (friends.get(id) === undefined) added.set(id, friend);
    else friends.put(id, friend);
  }
  friends.addAll([...added.values()]);
}
