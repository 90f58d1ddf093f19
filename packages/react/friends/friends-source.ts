import { RelationshipType } from "sdkpp/enums";
import type { Mirror } from "@sdkpp/electron/renderer";
import type { ApplicationId, CollectionName, RelationshipRecord } from "sdkpp/surface";
import type { Friend } from "./friend.js";
import { Friends } from "./friends.js";
import { groupOf } from "./group-of.js";

/** What the list is made from. */
const PARTS: readonly CollectionName[] = ["session", "relationships", "users"];

/** With more changes than these a new list costs less. */
const CHANGES_MAX = 500;

/**
 * The friends list of a mirror, one for all components. While somebody watches, it looks at each friend alone, so one that changes costs no pass
 * over thousands.
 */
export class FriendsSource {
  readonly #state: Mirror;
  readonly #listeners = new Set<() => void>();
  readonly #changed = new Set<string>();
  readonly #watched = new Map<string, () => void>();
  #friends: Friends | undefined;
  #gameId: ApplicationId | undefined;
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
    for (const id of this.#changed) friends.put(id, this.#friend(id));
    this.#changed.clear();
    return friends;
  };

  #make(): Friends {
    this.#changed.clear();
    this.#versions = this.#versionsNow();
    this.#gameId = this.#state.get("session")?.applicationId;
    this.#friends = new Friends(this.#readAll(), this.#friends);
    return this.#friends;
  }

  #readAll(): Friend[] {
    const keys = [...this.#state.all("relationships").keys()];
    return keys.flatMap((id) => this.#friend(id) ?? []);
  }

  #friend(id: string): Friend | undefined {
    const relationship = this.#state.get("relationships", id);
    const user = this.#state.get("users", id);
    if (relationship === undefined || !isFriend(relationship) || user === undefined) return undefined;
    const group = groupOf(user, this.#gameId);
    return { id: relationship.id, group, user, relationship };
  }

  #versionsNow(): number[] {
    return PARTS.map((part) => this.#state.versionOf(part));
  }

  #begin(): void {
    this.read();
    const session = this.#state.watch("session", undefined, () => this.#sessionChanged());
    const relationships = this.#state.watch("relationships", undefined, () => this.#relationshipsChanged());
    this.#unwatchParts = () => {
      session();
      relationships();
    };
    this.#watchFriends();
  }

  #end(): void {
    // what changes from now on is told nobody: the next look makes the list anew
    this.#versions = [];
    this.#unwatchParts?.();
    this.#unwatchParts = undefined;
    for (const unwatch of this.#watched.values()) unwatch();
    this.#watched.clear();
  }

  /** Sessions change rarely, and with each snapshot: then everybody is another record, which costs less in one go. */
  #sessionChanged(): void {
    // it may have ended while others were told of the same change
    if (!this.#isWatched) return;
    this.#make();
    this.#watchFriends();
    this.#tell();
  }

  /** Nobody says which one changed: records that did are other objects. */
  #relationshipsChanged(): void {
    if (!this.#isWatched) return;
    const relationships = this.#state.all("relationships");
    const friends = this.read();
    for (const [id, relationship] of relationships)
      if (isFriend(relationship) && friends.get(id)?.relationship !== relationship) this.#changed.add(id);
    for (const id of friends.keys()) if (!isFriend(relationships.get(id))) this.#changed.add(id);
    this.#watchFriends();
    if (this.#changed.size > 0) this.#tell();
  }

  get #isWatched(): boolean {
    return this.#unwatchParts !== undefined;
  }

  /** Looks at whoever is a friend now, with or without a record of the user. */
  #watchFriends(): void {
    const relationships = this.#state.all("relationships");
    for (const [id, unwatch] of this.#watched) {
      if (isFriend(relationships.get(id))) continue;
      unwatch();
      this.#watched.delete(id);
    }
    for (const [id, relationship] of relationships)
      if (isFriend(relationship) && !this.#watched.has(id)) this.#watched.set(id, this.#watchFriend(id));
  }

  #watchFriend(id: string): () => void {
    return this.#state.watch("users", id, () => {
      // with a snapshot everybody is told, and the list was made anew already
      if (this.#friends?.get(id)?.user === this.#state.get("users", id)) return;
      this.#changed.add(id);
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isFriend(relationship: RelationshipRecord | undefined): boolean {
  return (
    relationship?.discordRelationshipType === RelationshipType.Friend ||
    relationship?.gameRelationshipType === RelationshipType.Friend
  );
}
