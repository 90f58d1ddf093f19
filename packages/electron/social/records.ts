import { isDeepStrictEqual } from "node:util";
import { COLLECTIONS, keyOf, type CollectionName, type RecordOf } from "sdkpp/surface";

type Listener = (collection: CollectionName, key: string) => void;

/** The state that pages mirror, in plain records. A record is replaced when it is another one now, and then those who follow hear of it. */
export class Records {
  readonly #collections: { readonly [K in CollectionName]: Map<string, object> };
  readonly #followers = new Set<Listener>();

  constructor() {
    const names = Object.keys(COLLECTIONS) as CollectionName[];
    this.#collections = Object.fromEntries(names.map((name) => [name, new Map()])) as unknown as Record<
      CollectionName,
      Map<string, object>
    >;
  }

  /** How many follow, for tests. */
  get followerCount(): number {
    return this.#followers.size;
  }

  /** @returns ends it */
  follow(listener: Listener): () => void {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  }

  get(collection: CollectionName, key: string): object | undefined {
    return this.#collections[collection].get(key);
  }

  keys(collection: CollectionName): string[] {
    return [...this.#collections[collection].keys()];
  }

  put<K extends CollectionName>(collection: K, record: RecordOf<K>): void {
    const key = keyOf(collection, record);
    const records = this.#collections[collection];
    if (isDeepStrictEqual(records.get(key), record)) return;
    records.set(key, record);
    this.#tell(collection, key);
  }

  remove(collection: CollectionName, key: string): void {
    if (this.#collections[collection].delete(key)) this.#tell(collection, key);
  }

  /** Removes those whose key begins so: all members of a lobby. */
  removeBelow(collection: CollectionName, prefix: string): void {
    for (const key of this.keys(collection)) if (key.startsWith(prefix)) this.remove(collection, key);
  }

  #tell(collection: CollectionName, key: string): void {
    for (const follower of this.#followers) follower(collection, key);
  }
}
