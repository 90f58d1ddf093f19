import type { UserId } from "sdkpp/surface";
import { share } from "../store/share.js";
import type { Friend } from "./friend.js";
import { compareFriends, type PlacedFriend } from "./friend-order.js";

/** The sorted friends of one group. A friend that keeps its place changes no list of ids. */
export class FriendGroup {
  #sorted: PlacedFriend[];
  #ids: readonly UserId[] | undefined;
  #areIdsOld = true;

  /** @param before the ids of the group that this one follows */
  constructor(members: readonly PlacedFriend[], before?: readonly UserId[]) {
    this.#sorted = members.toSorted(compareFriends);
    this.#ids = before;
  }

  /** Ids in their order; the same array while they are the same. */
  get ids(): readonly UserId[] {
    if (this.#ids !== undefined && !this.#areIdsOld) return this.#ids;
    this.#areIdsOld = false;
    return (this.#ids = share(
      this.#ids,
      this.#sorted.map(({ friend }) => friend.id),
    ));
  }

  get friends(): readonly Friend[] {
    return this.#sorted.map(({ friend }) => friend);
  }

  add(added: PlacedFriend): void {
    this.#sorted.splice(this.#placeOf(added), 0, added);
    this.#areIdsOld = true;
  }

  remove(removed: PlacedFriend): void {
    this.#sorted.splice(this.#placeOf(removed), 1);
    this.#areIdsOld = true;
  }

  /** Replaces a friend by another record of it. */
  replace(before: PlacedFriend, after: PlacedFriend): void {
    if (compareFriends(before, after) === 0) this.#sorted[this.#placeOf(before)] = after;
    else {
      this.remove(before);
      this.add(after);
    }
  }

  /** The place of the first that does not come before it. */
  #placeOf(one: PlacedFriend): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#sorted[middle];
      if (at !== undefined && compareFriends(at, one) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
