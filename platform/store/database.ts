import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import Database from "libsql";
import { StartError } from "../guard/start-error.js";
import { damaged, databaseError, otherFormat } from "./database-errors.js";
import type { Searched } from "./store.js";
import { TERM_SCHEMA } from "./term-index.js";
import { INDEX_TABLE, UPGRADES, type MoveOut } from "./upgrades.js";

/** Version of the shapes of records, which a snapshot has, too. */
export const RECORD_FORMAT = 1;
const SCHEMA = `
  CREATE TABLE record (
    collection TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (collection, id)
  );
  ${INDEX_TABLE}
  ${TERM_SCHEMA}
`;

/** The oldest format that can be read. */
const OLDEST_FORMAT = 1;
/** Version of the tables and of the records in them; changing either takes an upgrade. */
export const DATABASE_FORMAT = OLDEST_FORMAT + UPGRADES.length;

const MEMORY = ":memory:";
/** Suffixes of the files that SQLite keeps for an open database, and after the process is killed. */
const COMPANIONS = ["", "-wal", "-shm"];

/** What a database is opened with. */
export interface Opening {
  /** The collection that is searched. */
  readonly searched: Searched;
  /** Whether nothing can have damaged it, so that it is not looked at whole; it is unless given. */
  readonly isTrusted?: boolean;
  /** Receives a line about work that takes long; nobody hears it unless given. */
  readonly remark?: (line: string) => void;
  /** Keeps bytes outside the database, for good; required for one of a format that had them inside. */
  readonly moveOut?: MoveOut;
}

/**
 * Opens the database, and creates it if it does not exist. Only this user may read it.
 * @param file path, or `:memory:`
 * @throws {StartError} with the file when it is damaged, of another format, read-only or on a full disk
 */
export function openDatabase(file: string, opening: Opening): Database.Database {
  let db: Database.Database | undefined;
  try {
    if (file !== MEMORY) keepPrivate(file);
    db = new Database(file);
    prepare(db, file, opening);
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
    const format = formatOf(db, file);
    if (format !== undefined && !isSound(db)) throw damaged(file);
  } catch (error) {
    throw error instanceof StartError ? error : databaseError(file, error);
  } finally {
    db?.close();
  }
}

function prepare(db: Database.Database, file: string, opening: Opening): void {
  const format = formatOf(db, file);
  // A commit is written to the write-ahead log before it is acknowledged: a killed process loses nothing.
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = NORMAL");
  if (format === undefined)
    db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${DATABASE_FORMAT}; COMMIT`);
  else if (opening.isTrusted !== true && !isSound(db)) throw damaged(file);
  else upgrade(db, file, format, opening);
}

/** @returns undefined for an empty database. @throws {StartError} for a format that this version does not read */
function formatOf(db: Database.Database, file: string): number | undefined {
  const format = (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
  if (format === 0 && db.prepare("SELECT name FROM sqlite_master LIMIT 1").get() === undefined)
    return undefined;
  if (format < OLDEST_FORMAT || format > DATABASE_FORMAT) throw otherFormat(file, format, DATABASE_FORMAT);
  return format;
}

/** Each step is whole or has not been: the database stays of the format from which it failed. */
function upgrade(db: Database.Database, file: string, from: number, opening: Opening): void {
  const { searched, remark } = opening;
  for (const [at, { says, run }] of [...UPGRADES.entries()].slice(from - OLDEST_FORMAT)) {
    const next = OLDEST_FORMAT + at + 1;
    const work = says?.(db, searched);
    if (work !== undefined) remark?.(`upgrading ${file} to format ${next}: ${work}`);
    step(db, next, () => run(db, opening));
  }
}

/** A transaction that stayed open would keep its lock on the file. */
function step(db: Database.Database, format: number, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec(`PRAGMA user_version = ${format}; COMMIT`);
  } catch (error) {
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function isSound(db: Database.Database): boolean {
  return (db.prepare("PRAGMA quick_check(1)").get() as { quick_check: string }).quick_check === "ok";
}

/** Creates the file with a private mode: SQLite would make it readable for all users, and its companions like it. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  for (const path of COMPANIONS.map((suffix) => file + suffix)) if (existsSync(path)) chmodSync(path, 0o600);
}
