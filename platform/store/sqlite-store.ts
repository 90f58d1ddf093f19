import type Database from "libsql";
import { openDatabase, type Opening } from "./database.js";
import { ReadCache } from "./read-cache.js";
import type {
  CountBound,
  FoundIds,
  IndexValues,
  Page,
  Searched,
  Store,
  StoredRecord,
  TermQuery,
} from "./store.js";
import { TermIndex } from "./term-index.js";

/** Greater than every snowflake. */
const END = "99999999999999999999";

interface IndexRow {
  name: string;
  value: string;
}

type RecordRow = Omit<StoredRecord, "index">;

interface BodyRow {
  body: string;
}

/**
 * Opens a store in an SQLite database, with what was read in memory.
 * @param file path of the database, or `:memory:`
 * @throws {StartError} when the database cannot be used
 */
export function openSqliteStore(file: string, opening: Opening): Store {
  return new ReadCache(new SqliteStore(openDatabase(file, opening), opening.searched));
}

/** A store in an open database. */
export class SqliteStore implements Store {
  readonly #db: Database.Database;
  readonly #statements;
  readonly #terms: TermIndex;
  #isInTransaction = false;
  #isInLog = false;
  #hasBegun = false;
  #undo: (() => void)[] = [];

  /** @param searched that of the call that opened the database */
  constructor(db: Database.Database, searched: Searched) {
    this.#db = db;
    this.#statements = prepareAll(db);
    this.#terms = new TermIndex(db, searched);
  }

  get(collection: string, id: string): unknown {
    const row = this.#statements.get.get(collection, id) as BodyRow | undefined;
    return row === undefined ? undefined : JSON.parse(row.body);
  }

  known(_collection: string, _id: string): unknown {
    return undefined;
  }

  put(collection: string, id: string, record: object, index: IndexValues, before?: IndexValues): void {
    this.transaction(() => {
      this.#begin();
      this.#statements.put.run(collection, id, JSON.stringify(record));
      this.#index(collection, id, index, before);
      if (collection === this.#terms.searched.collection) this.#terms.put(id, record);
    });
  }

  /** Writes only what changes: one more member of a large server is one more row. */
  #index(collection: string, id: string, index: IndexValues, before?: IndexValues): void {
    const { index: add, unindexOne: remove } = this.#statements;
    const stale = before === undefined ? this.#indexed(collection, id) : valuesByName(before);
    for (const [name, values] of valuesByName(index))
      for (const one of values) if (stale.get(name)?.delete(one) !== true) add.run(collection, name, one, id);
    for (const [name, values] of stale) for (const value of values) remove.run(collection, name, value, id);
  }

  /** The index values of a record, as they are stored. */
  #indexed(collection: string, id: string): Map<string, Set<string>> {
    const stored = new Map<string, Set<string>>();
    for (const { name, value } of this.#statements.indexed.all(collection, id) as IndexRow[]) {
      const values = stored.get(name);
      if (values === undefined) stored.set(name, new Set([value]));
      else values.add(value);
    }
    return stored;
  }

  delete(collection: string, id: string): void {
    this.transaction(() => {
      this.#begin();
      this.#statements.unindex.run(collection, id);
      this.#statements.delete.run(collection, id);
      if (collection === this.#terms.searched.collection) this.#terms.delete(id);
    });
  }

  listBy(collection: string, index: string, value: string): unknown[] {
    return bodies(this.#statements.listBy.all(collection, index, value));
  }

  count(collection: string, index: string, value: string): number {
    return (this.#statements.count.get(collection, index, value) as { count: number }).count;
  }

  countUpTo(collection: string, index: string, value: string, { before = END, limit }: CountBound): number {
    const { countAlike, countShorter } = this.#statements;
    const list = [collection, index, value, before.length];
    const alike = (countAlike.get(...list, before, limit) as { count: number }).count;
    return alike + (countShorter.get(...list, limit - alike) as { count: number }).count;
  }

  find(collection: string, query: TermQuery, limit: number): FoundIds {
    if (collection !== this.#terms.searched.collection)
      throw new RangeError(`The collection ${collection} is not searched.`);
    return this.#terms.find(query, limit);
  }

  getAll(collection: string, ids: readonly string[]): unknown[] {
    const found = this.#statements.getAll.get(JSON.stringify(ids), collection) as { bodies: string | null };
    return JSON.parse(`[${found.bodies ?? ""}]`) as unknown[];
  }

  page(collection: string, index: string, value: string, { before = END, after, limit }: Page): unknown[] {
    if (after === undefined) return this.#side("Before", [collection, index, value], before, limit);
    return this.#side("After", [collection, index, value], after, limit).reverse();
  }

  /** The records next to an id: those with ids of its length first, the others behind them. */
  #side(side: "Before" | "After", list: readonly string[], id: string, limit: number): unknown[] {
    const near = bodies(this.#statements[`alike${side}`].all(...list, id.length, id, limit));
    const missing = limit - near.length;
    return missing === 0
      ? near
      : [...near, ...bodies(this.#statements[`others${side}`].all(...list, id.length, missing))];
  }

  all(collection: string): unknown[] {
    return bodies(this.#statements.all.all(collection));
  }

  listUpTo(collection: string, index: string, value: string, limit: number): unknown[] {
    return bodies(this.#statements.listUpTo.all(collection, index, value, limit));
  }

  listDown(collection: string, index: string, from: string, below: string, limit: number): unknown[] {
    return bodies(this.#statements.listDown.all(collection, index, from, below, limit));
  }

  *records(): Iterable<StoredRecord> {
    for (const row of this.#statements.records.iterate() as Iterable<RecordRow>) {
      const index = Object.fromEntries(
        [...this.#indexed(row.collection, row.id)].map(([name, values]) => [name, [...values]]),
      );
      yield { ...row, index };
    }
  }

  replaceAll(records: readonly StoredRecord[]): void {
    const { put, index: add } = this.#statements;
    this.transaction(() => {
      this.#begin();
      this.#db.exec("DELETE FROM record_index; DELETE FROM record");
      for (const { collection, id, body, index } of records) {
        put.run(collection, id, body);
        for (const [name, values] of Object.entries(index))
          for (const value of values) add.run(collection, name, value, id);
      }
      this.#terms.fill(searchedOf(records, this.#terms.searched));
    });
  }

  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    // The library ends the process when a closed database is asked whether it is in a transaction.
    if (!this.#db.open)
      throw new Error("The platform has stopped, and its records cannot change any more; start another one.");
    this.#isInTransaction = true;
    try {
      const result = work();
      if (this.#hasBegun) this.#db.exec("COMMIT");
      this.#isInLog ||= this.#hasBegun;
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#isInTransaction = false;
      this.#hasBegun = false;
      this.#undo = [];
    }
  }

  onRollback(undo: () => void): void {
    if (this.#isInTransaction) this.#undo.push(undo);
  }

  checkpoint(): void {
    if (!this.#isInLog || this.#isInTransaction) return;
    this.#db.exec("PRAGMA wal_checkpoint(PASSIVE)");
    this.#isInLog = false;
  }

  close(): void {
    try {
      // The library keeps its files open while statements exist, so SQLite does not do this on close.
      this.#db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // On a full disk the write-ahead log remains, and the next start reads it.
    }
    this.#db.close();
  }

  /** Starts at the first write: reads need no lock. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#db.exec("BEGIN IMMEDIATE");
    this.#hasBegun = true;
  }

  /** On a full disk SQLite has already rolled back; another ROLLBACK would fail and hide the cause. */
  #rollBack(): void {
    try {
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK");
    } finally {
      for (const undo of this.#undo.reverse()) undo();
    }
  }
}

/** Ids and records of the searched collection. */
function* searchedOf(
  records: readonly StoredRecord[],
  { collection }: Searched,
): Generator<readonly [string, unknown]> {
  for (const one of records) if (one.collection === collection) yield [one.id, JSON.parse(one.body)];
}

function bodies(rows: unknown[]): unknown[] {
  return (rows as BodyRow[]).map((row) => JSON.parse(row.body) as unknown);
}

/** Records of an index, read in its order. */
const INDEXED = `SELECT record.body FROM record_index AS one CROSS JOIN record
  ON record.collection = one.collection AND record.id = one.id
  WHERE one.collection = ? AND one.name = ?`;
const LISTED = `${INDEXED} AND one.value = ?`;

const COUNTED = `SELECT 1 FROM record_index AS one WHERE one.collection = ? AND one.name = ? AND one.value = ?`;

/** All that a store asks of its database. */
export const STATEMENTS = {
  get: "SELECT body FROM record WHERE collection = ? AND id = ?",
  // Many bodies as one text take a quarter of the time.
  getAll: `SELECT group_concat(record.body) AS bodies FROM json_each(?) AS wanted
    CROSS JOIN record ON record.collection = ? AND record.id = wanted.value`,
  // An upsert keeps the row, so lists stay in order of insertion.
  put: "INSERT INTO record VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body",
  delete: "DELETE FROM record WHERE collection = ? AND id = ?",
  index: "INSERT OR IGNORE INTO record_index VALUES (?, ?, ?, ?)",
  // Left to itself SQLite takes the index that covers all columns, and reads the whole collection.
  indexed:
    "SELECT name, value FROM record_index INDEXED BY record_index_by_id WHERE collection = ? AND id = ?",
  unindexOne: `DELETE FROM record_index
    WHERE collection = ?1 AND name = ?2 AND value = ?3 AND length(id) = length(?4) AND id = ?4`,
  unindex: "DELETE FROM record_index WHERE collection = ? AND id = ?",
  records: "SELECT collection, id, body FROM record ORDER BY rowid",
  all: "SELECT body FROM record WHERE collection = ? ORDER BY rowid",
  listBy: `${LISTED} ORDER BY record.rowid`,
  count: "SELECT count(*) AS count FROM record_index WHERE collection = ? AND name = ? AND value = ?",
  countAlike: `SELECT count(*) AS count FROM (
    ${COUNTED} AND length(one.id) = ? AND one.id < ? LIMIT ?)`,
  countShorter: `SELECT count(*) AS count FROM (${COUNTED} AND length(one.id) < ? LIMIT ?)`,
  listUpTo: `${INDEXED} AND one.value <= ? ORDER BY one.value LIMIT ?`,
  listDown: `${INDEXED} AND one.value >= ? AND one.value < ? ORDER BY one.value DESC LIMIT ?`,
  alikeBefore: `${LISTED} AND length(one.id) = ? AND one.id < ? ORDER BY one.id DESC LIMIT ?`,
  othersBefore: `${LISTED} AND length(one.id) < ? ORDER BY length(one.id) DESC, one.id DESC LIMIT ?`,
  alikeAfter: `${LISTED} AND length(one.id) = ? AND one.id > ? ORDER BY one.id LIMIT ?`,
  othersAfter: `${LISTED} AND length(one.id) > ? ORDER BY length(one.id), one.id LIMIT ?`,
} as const;

type Statements = Readonly<Record<keyof typeof STATEMENTS, Database.Statement>>;

function prepareAll(db: Database.Database): Statements {
  const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, db.prepare(sql)] as const);
  return Object.fromEntries(prepared) as Statements;
}

function valuesByName(index: IndexValues): Map<string, Set<string>> {
  return new Map(
    Object.entries(index).map(([name, value]) => [
      name,
      new Set(typeof value === "string" ? [value] : value),
    ]),
  );
}
