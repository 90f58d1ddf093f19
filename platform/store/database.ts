import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import Database from "libsql";
import { StartError } from "../guard/start-error.js";
import { damaged, databaseError, otherFormat } from "./database-errors.js";

/** Version of the shapes of records, which a snapshot has, too. */
export const RECORD_FORMAT = 1;
/** Snowflakes are compared as strings: the longer one is greater. */
const INDEX_TABLE = `
  CREATE TABLE record_index (
    collection TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL
  );
  CREATE UNIQUE INDEX record_index_by_value ON record_index (collection, name, value, length(id), id);
  CREATE INDEX record_index_by_id ON record_index (collection, id);
`;

const SCHEMA = `
  CREATE TABLE record (
    collection TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (collection, id)
  );
  ${INDEX_TABLE}
`;

/** The oldest format that can be read. */
const OLDEST_FORMAT = 1;
/** Each makes the next format of a database, from the oldest on. */
const UPGRADES: readonly string[] = [
  `ALTER TABLE record_index RENAME TO former_index;
   DROP INDEX record_index_by_id;
   ${INDEX_TABLE}
   INSERT INTO record_index SELECT collection, name, value, id FROM former_index;
   DROP TABLE former_index;`,
];
/** Version of the tables and of the records in them; changing either takes an upgrade. */
export const DATABASE_FORMAT = OLDEST_FORMAT + UPGRADES.length;

const MEMORY = ":memory:";
/** Suffixes of the files that SQLite keeps for an open database, and after the process is killed. */
const COMPANIONS = ["", "-wal", "-shm"];

/**
 * Opens the database, and creates it if it does not exist. Only this user may read it.
 * @param file path, or `:memory:`
 * @throws {StartError} with the file when it is damaged, of another format, read-only or on a full disk
 */
export function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    if (file !== MEMORY) keepPrivate(file);
    db = new Database(file);
    prepare(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof StartError ? error : databaseError(file, error);
  }
}

/**
 * Opens a copy of a database for a moment, which says whether the original can be opened.
 * @param file the original, for messages
 * @throws {StartError} like {@link openDatabase}
 */
export function checkDatabase(copy: string, file: string): void {
  let db: Database.Database | undefined;
  try {
    db = new Database(copy);
    prepare(db, file);
  } catch (error) {
    throw error instanceof StartError ? error : databaseError(file, error);
  } finally {
    db?.close();
  }
}

function prepare(db: Database.Database, file: string): void {
  const format = (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
  const isNew = format === 0 && db.prepare("SELECT name FROM sqlite_master LIMIT 1").get() === undefined;
  if (!isNew && (format < OLDEST_FORMAT || format > DATABASE_FORMAT))
    throw otherFormat(file, format, DATABASE_FORMAT);
  // A commit is written to the write-ahead log before it is acknowledged: a killed process loses nothing.
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = NORMAL");
  if (isNew) db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${DATABASE_FORMAT}; COMMIT`);
  else if (!isSound(db)) throw damaged(file);
  else upgrade(db, format);
}

/** Each step is whole or has not been: the database stays of the format from which it failed. */
function upgrade(db: Database.Database, from: number): void {
  for (const [step, upgrade] of [...UPGRADES.entries()].slice(from - OLDEST_FORMAT))
    db.exec(`BEGIN IMMEDIATE; ${upgrade} PRAGMA user_version = ${OLDEST_FORMAT + step + 1}; COMMIT`);
}

function isSound(db: Database.Database): boolean {
  return (db.prepare("PRAGMA quick_check(1)").get() as { quick_check: string }).quick_check === "ok";
}

/** Creates the file with a private mode: SQLite would make it readable for all users, and its companions like it. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  for (const path of COMPANIONS.map((suffix) => file + suffix)) if (existsSync(path)) chmodSync(path, 0o600);
}
