/** Values by which a record can be listed: index name → value or values. */
export type IndexValues = Readonly<Record<string, string | readonly string[]>>;

/** At most `limit` records: the newest before an id, or the first after one. */
export type Page = { readonly limit: number } & (
  | { readonly before?: string; readonly after?: undefined }
  | { readonly after: string; readonly before?: undefined }
);

/** A collection whose records are found by terms: words of a text, or anything else that a record has or belongs to. */
export interface Searched {
  readonly collection: string;
  /** Terms of a record, in any form; the same one may come twice. */
  readonly termsOf: (record: unknown) => Iterable<string>;
}

/** Which records of a searched collection are meant: those that have at least one term of each list. Ids are snowflakes. */
export interface TermQuery {
  readonly every: readonly (readonly string[])[];
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A part of what a query finds. */
export interface FoundIds {
  /** Newest first. Lists of more than 200 terms do not narrow the search, so some of these may have none of theirs. */
  readonly ids: readonly string[];
  /** The id before which the next part begins; this one may be empty although more follow. Undefined: it is the last one. */
  readonly next: string | undefined;
}

/** Where a count of a list stops. */
export interface CountBound {
  /** Only ids less than this snowflake. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A record as it is stored: JSON, with its index values by name. */
export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  readonly index: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/**
 * The database interface of the rules: records by id, lists by index, and transactions. Records are plain JSON and durable
 * once `put` returns.
 */
export interface Store {
  get(collection: string, id: string): unknown;
  /** The record if it is in memory, which costs nothing; undefined otherwise. */
  known(collection: string, id: string): unknown;
  /** @param before index values of the record that this one replaces, where they are known: they need not be read */
  put(collection: string, id: string, record: object, index: IndexValues, before?: IndexValues): void;
  delete(collection: string, id: string): void;
  /** Records in order of insertion. */
  listBy(collection: string, index: string, value: string): unknown[];
  /** How many records `listBy` gives. */
  count(collection: string, index: string, value: string): number;
  /** Like `count`, for long lists whose ids are snowflakes: it counts no more than a limit. */
  countUpTo(collection: string, index: string, value: string, bound: CountBound): number;
  /** A page of a list whose ids are snowflakes, newest first. */
  page(collection: string, index: string, value: string, page: Page): unknown[];
  all(collection: string): unknown[];
  /** Records whose index value is at most `value`, compared as strings; lowest first, at most `limit`. */
  listUpTo(collection: string, index: string, value: string, limit: number): unknown[];
  /** Records whose index value is at least `from` and less than `below`, compared as strings; highest first, at most `limit`. */
  listDown(collection: string, index: string, from: string, below: string, limit: number): unknown[];
  /** A part of what a query finds in a searched collection. Each part costs about the same: some milliseconds for 1,000 ids. */
  find(collection: string, query: TermQuery, limit: number): FoundIds;
  /** Records with these ids, in their order; those that are not there are left out. */
  getAll(collection: string, ids: readonly string[]): unknown[];
  /** Every record, in order of insertion; read on before the next write. */
  records(): Iterable<StoredRecord>;
  /** Replaces every record, in one transaction. */
  replaceAll(records: readonly StoredRecord[]): void;
  /** Runs `work` in a transaction: all of its writes are stored, or none. A nested transaction joins the outer one. */
  transaction<T>(work: () => T): T;
  /** Registers how to undo a change outside the store if the running transaction rolls back. */
  onRollback(undo: () => void): void;
  /** Moves what was written into the main file: damage of the log costs no more than what came since. */
  checkpoint(): void;
  close(): void;
}

/** One kind of record of a store. */
export class Collection<T extends object> {
  readonly #store: Store;
  readonly #name: string;
  readonly #idOf: (record: T) => string;
  readonly #indexOf: (record: T) => IndexValues;
  readonly #shown: (record: T) => T;

  /** @param shown how a stored record is read: for what changes with time */
  constructor(
    store: Store,
    name: string,
    idOf: (record: T) => string,
    indexOf: (record: T) => IndexValues = () => ({}),
    shown: (record: T) => T = (record) => record,
  ) {
    this.#store = store;
    this.#name = name;
    this.#idOf = idOf;
    this.#indexOf = indexOf;
    this.#shown = shown;
  }

  get(id: string): T | undefined {
    const record = this.#store.get(this.#name, id) as T | undefined;
    return record && this.#shown(record);
  }

  put(record: T): void {
    const id = this.#idOf(record);
    const known = this.#store.known(this.#name, id) as T | undefined;
    this.#store.put(this.#name, id, record, this.#indexOf(record), known && this.#indexOf(known));
  }

  delete(id: string): void {
    this.#store.delete(this.#name, id);
  }

  listBy(index: string, value: string): T[] {
    return this.#all(this.#store.listBy(this.#name, index, value));
  }

  count(index: string, value: string): number {
    return this.#store.count(this.#name, index, value);
  }

  /** How many records of a list have ids less than a snowflake, counted up to a limit. */
  countUpTo(index: string, value: string, bound: CountBound): number {
    return this.#store.countUpTo(this.#name, index, value, bound);
  }

  /** A part of what a query finds; the collection is one that is searched. */
  find(query: TermQuery, limit: number): FoundIds {
    return this.#store.find(this.#name, query, limit);
  }

  /** Records with these ids, in their order; those that are not there are left out. */
  getAll(ids: readonly string[]): T[] {
    return this.#all(this.#store.getAll(this.#name, ids));
  }

  /** A page of a list whose ids are snowflakes, newest first. */
  page(index: string, value: string, page: Page): T[] {
    return this.#all(this.#store.page(this.#name, index, value, page));
  }

  /** Records whose index value is at most `value`, compared as strings; lowest first. */
  listUpTo(index: string, value: string, limit: number): T[] {
    return this.#all(this.#store.listUpTo(this.#name, index, value, limit));
  }

  /** Records whose index value is at least `from` and less than `below`, compared as strings; highest first. */
  listDown(index: string, from: string, below: string, limit: number): T[] {
    return this.#all(this.#store.listDown(this.#name, index, from, below, limit));
  }

  first(index: string, value: string): T | undefined {
    return this.listBy(index, value)[0];
  }

  all(): T[] {
    return this.#all(this.#store.all(this.#name));
  }

  #all(records: readonly unknown[]): T[] {
    return (records as T[]).map(this.#shown);
  }
}
