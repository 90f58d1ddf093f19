import Database from "libsql";
import type { IndexValues, Page, Store } from "./store.js";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS record (
    collection TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (collection, id)
  );
  CREATE TABLE IF NOT EXISTS record_index (
    collection TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (collection, name, value, id)
  );
  CREATE INDEX IF NOT EXISTS record_index_by_id ON record_index (collection, id);
`;

/** Larger than every snowflake. */
const END = "99999999999999999999";

interface BodyRow {
  body: string;
}

/**
 * The store over SQLite.
 * @param file path of the database, or `:memory:`
 */
export function openSqliteStore(file: string): Store {
  const db = new Database(file);
  // A commit is in the write-ahead log before it is acknowledged: a killed process loses nothing.
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = NORMAL");
  db.exec(SCHEMA);
  return new SqliteStore(db);
}

class SqliteStore implements Store {
  readonly #db: Database.Database;
  readonly #statements;
  #depth = 0;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#statements = prepareAll(db);
  }

  get(collection: string, id: string): unknown {
    const row = this.#statements.get.get(collection, id) as BodyRow | undefined;
    return row === undefined ? undefined : JSON.parse(row.body);
  }

  put(collection: string, id: string, record: object, index: IndexValues): void {
    this.transaction(() => {
      this.#statements.put.run(collection, id, JSON.stringify(record));
      this.#statements.unindex.run(collection, id);
      for (const [name, value] of Object.entries(index)) {
        for (const one of typeof value === "string" ? [value] : value)
          this.#statements.index.run(collection, name, one, id);
      }
    });
  }

  delete(collection: string, id: string): void {
    this.transaction(() => {
      this.#statements.unindex.run(collection, id);
      this.#statements.delete.run(collection, id);
    });
  }

  listBy(collection: string, index: string, value: string): unknown[] {
    return (this.#statements.listBy.all(collection, index, value) as BodyRow[]).map((row) =>
      JSON.parse(row.body),
    );
  }

  page(collection: string, index: string, value: string, { before = END, after, limit }: Page): unknown[] {
    const rows =
      after === undefined
        ? this.#statements.pageBefore.all(collection, index, value, before.length, before, limit)
        : this.#statements.pageAfter.all(collection, index, value, after.length, after, limit).reverse();
    return (rows as BodyRow[]).map((row) => JSON.parse(row.body));
  }

  all(collection: string): unknown[] {
    return (this.#statements.all.all(collection) as BodyRow[]).map((row) => JSON.parse(row.body));
  }

  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#db.exec("BEGIN IMMEDIATE");
    this.#depth = 1;
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    } finally {
      this.#depth = 0;
    }
  }

  close(): void {
    this.#db.close();
  }
}

function prepareAll(db: Database.Database) {
  return {
    get: db.prepare("SELECT body FROM record WHERE collection = ? AND id = ?"),
    // An upsert keeps the row, so lists stay in order of insertion.
    put: db.prepare(
      "INSERT INTO record VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body",
    ),
    delete: db.prepare("DELETE FROM record WHERE collection = ? AND id = ?"),
    index: db.prepare("INSERT OR IGNORE INTO record_index VALUES (?, ?, ?, ?)"),
    unindex: db.prepare("DELETE FROM record_index WHERE collection = ? AND id = ?"),
    all: db.prepare("SELECT body FROM record WHERE collection = ? ORDER BY rowid"),
    listBy: db.prepare(
      `SELECT record.body FROM record_index JOIN record
         ON record.collection = record_index.collection AND record.id = record_index.id
       WHERE record_index.collection = ? AND record_index.name = ? AND record_index.value = ?
       ORDER BY record.rowid`,
    ),
    pageBefore: db.prepare(page("<", "DESC")),
    pageAfter: db.prepare(page(">", "ASC")),
  };
}

/** Snowflakes as texts: the longer is the larger. */
function page(side: "<" | ">", order: "ASC" | "DESC"): string {
  return `SELECT record.body FROM record_index JOIN record
      ON record.collection = record_index.collection AND record.id = record_index.id
    WHERE record_index.collection = ? AND record_index.name = ? AND record_index.value = ?
      AND (length(record_index.id), record_index.id) ${side} (?, ?)
    ORDER BY length(record_index.id) ${order}, record_index.id ${order} LIMIT ?`;
}
