import { RelationshipGroupType } from "sdkpp/enums";
import type { UserId } from "sdkpp/surface";
import type { Friend } from "./friend.js";
import { FriendGroup } from "./friend-group.js";
import { placed, type PlacedFriend } from "./friend-order.js";

/** The ids of friends by `RelationshipGroupType`, sorted as the SDK sorts them. */
export type RelationshipGroups = Readonly<Record<RelationshipGroupType, readonly UserId[]>>;

const { OnlinePlayingGame, OnlineElsewhere, Offline } = RelationshipGroupType;
const ORDER = [OnlinePlayingGame, OnlineElsewhere, Offline] as const;

/** The friends list, kept in order while single friends change. */
export class Friends {
  readonly #placed = new Map<string, PlacedFriend>();
  readonly #groups: Readonly<Record<RelationshipGroupType, FriendGroup>> = {
    [OnlinePlayingGame]: new FriendGroup(),
    [OnlineElsewhere]: new FriendGroup(),
    [Offline]: new FriendGroup(),
  };
  #ids: RelationshipGroups | undefined;
  #all: readonly Friend[] | undefined;

  /** Changes as somebody comes, goes or changes place. */
  get ids(): RelationshipGroups {
    const ids = this.#ids;
    if (ids !== undefined && ORDER.every((type) => ids[type] === this.#groups[type].ids)) return ids;
    return (this.#ids = {
      [OnlinePlayingGame]: this.#groups[OnlinePlayingGame].ids,
      [OnlineElsewhere]: this.#groups[OnlineElsewhere].ids,
      [Offline]: this.#groups[Offline].ids,
    });
  }

  /** All, group by group; changes with each change of a friend. */
  get all(): readonly Friend[] {
    const [playing, elsewhere, offline] = ORDER.map((type) => this.#groups[type].friends);
    return (this.#all ??= (playing ?? []).concat(elsewhere ?? [], offline ?? []));
  }

  get size(): number {
    return this.#placed.size;
  }

  get(id: string): Friend | undefined {
    return this.#placed.get(id)?.friend;
  }

  /** Keeps the identity of what it has in common with the list that it follows. */
  follow(before: Friends): void {
    this.#ids = before.ids;
    for (const type of ORDER) this.#groups[type].follow(before.#groups[type]);
  }

  /** Adds many at once, none of whom it has. */
  addAll(friends: readonly Friend[]): void {
    const added = friends.map(placed);
    for (const one of added) this.#placed.set(one.friend.id, one);
    for (const type of ORDER) {
      const members = added.filter(({ friend }) => friend.group === type);
      if (members.length > 0) this.#groups[type].addAll(members);
    }
    this.#all = undefined;
  }

  /** Takes over what a user is now; undefined: no friend any more. */
  put(id: string, friend: Friend | undefined): void {
    const before = this.#placed.get(id);
    const after = friend && placed(friend);
    if (before === undefined && after === undefined) return;
    if (after === undefined) this.#placed.delete(id);
    else this.#placed.set(id, after);
    this.#all = undefined;
    this.#move(before, after);
  }

  #move(before: PlacedFriend | undefined, after: PlacedFriend | undefined): void {
    const from = before && this.#groups[before.friend.group];
    const to = after && this.#groups[after.friend.group];
    if (before !== undefined && after !== undefined && from === to) return from?.replace(before, after);
    if (before !== undefined) from?.remove(before);
    if (after !== undefined) to?.add(after);
  }
}
