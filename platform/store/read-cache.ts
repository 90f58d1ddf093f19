import type { CountBound, FoundIds, IndexValues, Page, Store, StoredRecord, TermQuery } from "./store.js";

/** All are dropped at once when there are this many. */
const RECORDS_MAX = 5000;
const LISTS_MAX = 2000;
/** Longer lists are read again: they are costly to keep. */
const LIST_LENGTH_MAX = 20;
/** Collections whose records are large. */
const UNCACHED: ReadonlySet<string> = new Set(["picture"]);

/**
 * Keeps what was read from a store, so that who asks, and where, is not read and parsed anew for each request. Records are
 * frozen, because all readers share them. Only this process may write to the store.
 */
export class ReadCache implements Store {
  readonly #store: Store;
  readonly #records = new Map<string, unknown>();
  /** Lists by collection, because a write may change any list of its collection. */
  readonly #lists = new Map<string, Map<string, unknown[]>>();
  #listCount = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  get(collection: string, id: string): unknown {
    const key = `${collection} ${id}`;
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const record = this.#store.get(collection, id);
    if (record === undefined || UNCACHED.has(collection)) return record;
    if (this.#records.size >= RECORDS_MAX) this.#records.clear();
    this.#records.set(key, freeze(record));
    return record;
  }

  known(collection: string, id: string): unknown {
    return this.#records.get(`${collection} ${id}`);
  }

  put(collection: string, id: string, record: object, index: IndexValues, before?: IndexValues): void {
    this.#forget(collection, id);
    this.#store.put(collection, id, record, index, before);
  }

  delete(collection: string, id: string): void {
    this.#forget(collection, id);
    this.#store.delete(collection, id);
  }

  listBy(collection: string, index: string, value: string): unknown[] {
    const lists = this.#lists.get(collection);
    const key = `${index} ${value}`;
    const known = lists?.get(key);
    if (known !== undefined) return [...known];
    const list = this.#store.listBy(collection, index, value);
    if (list.length > LIST_LENGTH_MAX || UNCACHED.has(collection)) return list;
    this.#keepList(collection, key, list);
    return [...list];
  }

  count(collection: string, index: string, value: string): number {
    return this.#store.count(collection, index, value);
  }

  countUpTo(collection: string, index: string, value: string, bound: CountBound): number {
    return this.#store.countUpTo(collection, index, value, bound);
  }

  find(collection: string, query: TermQuery, limit: number): FoundIds {
    return this.#store.find(collection, query, limit);
  }

  getAll(collection: string, ids: readonly string[]): unknown[] {
    return this.#store.getAll(collection, ids);
  }

  page(collection: string, index: string, value: string, page: Page): unknown[] {
    return this.#store.page(collection, index, value, page);
  }

  all(collection: string): unknown[] {
    return this.#store.all(collection);
  }

  listUpTo(collection: string, index: string, value: string, limit: number): unknown[] {
    return this.#store.listUpTo(collection, index, value, limit);
  }

  listDown(collection: string, index: string, from: string, below: string, limit: number): unknown[] {
    return this.#store.listDown(collection, index, from, below, limit);
  }

  records(): Iterable<StoredRecord> {
    return this.#store.records();
  }

  replaceAll(records: readonly StoredRecord[]): void {
    try {
      this.#store.replaceAll(records);
    } finally {
      this.#clear();
    }
  }

  /** Clears the cache after a failure, because reads during the transaction may have been cached. */
  transaction<T>(work: () => T): T {
    try {
      return this.#store.transaction(work);
    } catch (error) {
      this.#clear();
      throw error;
    }
  }

  onRollback(undo: () => void): void {
    this.#store.onRollback(undo);
  }

  checkpoint(): void {
    this.#store.checkpoint();
  }

  close(): void {
    this.#clear();
    this.#store.close();
  }

  #keepList(collection: string, key: string, list: unknown[]): void {
    if (this.#listCount >= LISTS_MAX) this.#dropLists();
    const lists = this.#lists.get(collection) ?? new Map<string, unknown[]>();
    this.#lists.set(collection, lists.set(key, list.map(freeze)));
    this.#listCount += 1;
  }

  #forget(collection: string, id: string): void {
    this.#records.delete(`${collection} ${id}`);
    this.#listCount -= this.#lists.get(collection)?.size ?? 0;
    this.#lists.delete(collection);
  }

  #dropLists(): void {
    this.#lists.clear();
    this.#listCount = 0;
  }

  #clear(): void {
    this.#records.clear();
    this.#dropLists();
  }
}

/** A record with all of its parts. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
