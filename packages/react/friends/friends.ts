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
  readonly #groups: Readonly<Record<RelationshipGroupType, FriendGroup>>;
  #ids: RelationshipGroups | undefined;
  #all: readonly Friend[] | undefined;

  /** @param before the list that this one follows, whose equal parts go on */
  constructor(friends: readonly Friend[], before?: Friends) {
    for (const friend of friends) this.#placed.set(friend.id, placed(friend));
    const all = [...this.#placed.values()];
    const groupOf = (type: RelationshipGroupType): FriendGroup =>
      new FriendGroup(
        all.filter(({ friend }) => friend.group === type),
        before?.ids[type],
      );
    this.#groups = {
      [OnlinePlayingGame]: groupOf(OnlinePlayingGame),
      [OnlineElsewhere]: groupOf(OnlineElsewhere),
      [Offline]: groupOf(Offline),
    };
    this.#ids = before?.ids;
    this.#idsMayDiffer();
  }

  /** Changes as somebody comes, goes or changes place. */
  get ids(): RelationshipGroups {
    return (this.#ids ??= {
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

  /** Their ids, in no order. */
  keys(): Iterable<string> {
    return this.#placed.keys();
  }

  get(id: string): Friend | undefined {
    return this.#placed.get(id)?.friend;
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
    this.#idsMayDiffer();
  }

  #move(before: PlacedFriend | undefined, after: PlacedFriend | undefined): void {
    const from = before && this.#groups[before.friend.group];
    const to = after && this.#groups[after.friend.group];
    if (before !== undefined && after !== undefined && from === to) return from?.replace(before, after);
    if (before !== undefined) from?.remove(before);
    if (after !== undefined) to?.add(after);
  }

  #idsMayDiffer(): void {
    const ids = this.#ids;
    if (ids !== undefined && ORDER.some((type) => ids[type] !== this.#groups[type].ids))
      this.#ids = undefined;
  }
}
