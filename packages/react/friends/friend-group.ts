import type { UserId } from "sdkpp/surface";
import { share } from "../store/share.js";
import type { Friend } from "./friend.js";
import { compareFriends, type PlacedFriend } from "./friend-order.js";

/** The sorted friends of one group. A friend that keeps its place changes no list of ids. */
export class FriendGroup {
  #sorted: PlacedFriend[] = [];
  /** The same in the same order, so that a reader copies them without a pass over thousands. */
  #friends: Friend[] = [];
  #ids: readonly UserId[] = [];
  #areIdsOld = false;

  /** Ids in their order; the same array while they are the same. */
  get ids(): readonly UserId[] {
    if (!this.#areIdsOld) return this.#ids;
    this.#areIdsOld = false;
    return (this.#ids = share(
      this.#ids,
      this.#friends.map(({ id }) => id),
    ));
  }

  /** One array that changes with the group. */
  get friends(): readonly Friend[] {
    return this.#friends;
  }

  /** Keeps the list of ids that another group has, where it is still right. */
  follow(before: FriendGroup): void {
    this.#ids = before.ids;
    this.#areIdsOld = true;
  }

  /** Adds many at once, none of whom it has. */
  addAll(added: readonly PlacedFriend[]): void {
    this.#sorted = this.#sorted.concat(added).sort(compareFriends);
    this.#friends = this.#sorted.map(({ friend }) => friend);
    this.#areIdsOld = true;
  }

  add(added: PlacedFriend): void {
    const place = this.#placeOf(added);
    this.#sorted.splice(place, 0, added);
    this.#friends.splice(place, 0, added.friend);
    this.#areIdsOld = true;
  }

  remove(removed: PlacedFriend): void {
    const place = this.#placeOf(removed);
    this.#sorted.splice(place, 1);
    this.#friends.splice(place, 1);
    this.#areIdsOld = true;
  }

  /** Replaces a friend by another record of it. */
  replace(before: PlacedFriend, after: PlacedFriend): void {
    if (compareFriends(before, after) === 0) {
      const place = this.#placeOf(before);
      this.#sorted[place] = after;
      this.#friends[place] = after.friend;
    } else {
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
