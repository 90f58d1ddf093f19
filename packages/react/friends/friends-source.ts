import type { Mirror } from "@sdkpp/electron/renderer";
import type { CollectionName } from "sdkpp/surface";
import { ComingFriends } from "./coming-friends.js";
import type { Friend } from "./friend.js";
import { friendIn, isFriend } from "./friend-in.js";
import { Friends } from "./friends.js";

/** What the list is made from. */
const PARTS: readonly CollectionName[] = ["session", "relationships", "users"];

/** With more changes than these a new list costs less. */
const CHANGES_MAX = 500;

/** The friends list of a mirror, one for all components. While somebody watches, one friend that changes costs no pass over thousands. */
export class FriendsSource {
  readonly #state: Mirror;
  readonly #listeners = new Set<() => void>();
  readonly #changed = new Set<string>();
  #friends: Friends | undefined;
  /** Of a snapshot that replaces the state at this moment. */
  #next: Friends | undefined;
  #versions: readonly number[] = [];
  /** Ends the look at sessions and relationships; undefined while nobody watches. */
  #unwatchParts: (() => void) | undefined;

  constructor(state: Mirror) {
    this.#state = state;
  }

  readonly watch = (listener: () => void): (() => void) => {
    // the same function may watch twice
    const own = (): void => listener();
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#end();
    };
  };

  /** Reads the list as it is now. It is one object that changes: the arrays of its members tell what did. */
  readonly read = (): Friends => {
    const isOld = !this.#isWatched && this.#versionsNow().join() !== this.#versions.join();
    const friends = isOld ? undefined : this.#friends;
    if (friends === undefined || this.#changed.size > CHANGES_MAX) return this.#make();
    for (const id of this.#changed) friends.put(id, friendIn(this.#state, id));
    this.#changed.clear();
    return friends;
  };

  #make(): Friends {
    const before = this.#friends;
    const friends = this.#next ?? this.#sorted();
    if (before !== undefined) friends.follow(before);
    this.#next = undefined;
    this.#changed.clear();
    this.#versions = this.#versionsNow();
    return (this.#friends = friends);
  }

  #sorted(): Friends {
    const friends: Friend[] = [];
    for (const id of this.#state.all("relationships").keys()) {
      const friend = friendIn(this.#state, id);
      if (friend !== undefined) friends.push(friend);
    }
    const sorted = new Friends();
    sorted.addAll(friends);
    return sorted;
  }

  #versionsNow(): number[] {
    return PARTS.map((part) => this.#state.versionOf(part));
  }

  #begin(): void {
    this.read();
    // it must not know pieces of before, since it has not seen all of them
    const coming = new ComingFriends();
    const ends = [
      this.#state.watch("session", undefined, () => this.#sessionChanged()),
      this.#state.watchKeys("relationships", (ids) => this.#changedIn(ids)),
      this.#state.watchKeys("users", (ids) => this.#changedIn(ids)),
      this.#state.watchPieces((piece) => void (this.#next = coming.take(piece))),
    ];
    this.#unwatchParts = () => {
      for (const end of ends) end();
    };
  }

  #end(): void {
    // what changes from now on is told nobody: the next look makes the list anew
    this.#versions = [];
    this.#next = undefined;
    this.#unwatchParts?.();
    this.#unwatchParts = undefined;
  }

  /** Sessions change rarely, and with each snapshot: then everybody is another record, which costs less in one go. */
  #sessionChanged(): void {
    // it may have ended while others were told of the same change
    if (!this.#isWatched) return;
    this.#make();
    this.#tell();
  }

  /** Notes who of these is a friend, or was one. With a snapshot the session changes too. */
  #changedIn(ids: ReadonlySet<string> | undefined): void {
    if (!this.#isWatched || ids === undefined) return;
    const friends = [...ids].filter((id) => this.#isListed(id));
    for (const id of friends) this.#changed.add(id);
    if (friends.length > 0) this.#tell();
  }

  #isListed(id: string): boolean {
    return this.#friends?.get(id) !== undefined || isFriend(this.#state.get("relationships", id));
  }

  get #isWatched(): boolean {
    return this.#unwatchParts !== undefined;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
