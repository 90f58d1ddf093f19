import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { StartError } from "../guard/start-error.js";
import { PRIVATE, reasonOf } from "./private-file.js";

/** Name of the database that locks a folder. */
export const LOCK_FILE = "platform.lock";

interface Holder {
  readonly pid: number;
  /** ISO 8601 */
  readonly since: string;
}

/** Exclusive lock on a data folder until {@link FolderLock.release} or the end of this process. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder for this process. The lock is an open write transaction on an SQLite database, so the system releases
 * it however the process ends. One row in it names the holder; other processes can read it despite the lock.
 * @throws {StartError} with the holder when the folder is locked
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, LOCK_FILE);
  let db: Database.Database | undefined;
  try {
    closeSync(openSync(file, "a", PRIVATE));
    db = new Database(file);
    take(db);
  } catch (error) {
    const reason = db !== undefined && isBusy(error) ? inUse(folder, holderOf(db)) : unusable(file, error);
    db?.close();
    throw reason;
  }
  const held = db;
  return { release: () => release(held) };
}

/**
 * Says what would keep this process from locking a folder; undefined: nothing. Changes nothing in the folder.
 * @throws {StartError} when that cannot be told
 */
export function lockProblem(folder: string): StartError | undefined {
  const file = join(folder, LOCK_FILE);
  // A locked file has a row. An empty file is not locked, and locking it would write its first page.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  let db: Database.Database | undefined;
  try {
    // Without this check a file that is only readable would be opened, and locked, for reading.
    accessSync(file, constants.W_OK);
    db = new Database(file);
    db.exec("BEGIN IMMEDIATE; ROLLBACK");
    return undefined;
  } catch (error) {
    if (db !== undefined && isBusy(error)) return inUse(folder, holderOf(db));
    throw unusable(file, error);
  } finally {
    db?.close();
  }
}

/** Uses no prepared statement, which would keep the file open after the database is closed. */
function take(db: Database.Database): void {
  db.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since TEXT NOT NULL);
    DELETE FROM holder;
    INSERT INTO holder VALUES (${process.pid}, '${new Date().toISOString()}');
    COMMIT;
    BEGIN IMMEDIATE;
  `);
}

function release(db: Database.Database): void {
  db.exec("ROLLBACK");
  db.close();
}

/** Undefined between the moment when another process locks the database and its write of the row. */
function holderOf(db: Database.Database): Holder | undefined {
  try {
    // Reads all rows: an unfinished statement would block writers.
    return (db.prepare("SELECT pid, since FROM holder").all() as Holder[])[0];
  } catch {
    return undefined;
  }
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(String((error as { code?: unknown }).code));
}

function inUse(folder: string, holder: Holder | undefined): StartError {
  const who =
    holder === undefined
      ? "another process"
      : holder.pid === process.pid
        ? `another platform of this process, since ${holder.since}`
        : `process ${holder.pid}, since ${holder.since}`;
  return new StartError(
    "DATA_FOLDER_IN_USE",
    `The data folder ${folder} is in use by ${who}`,
    "stop that platform, or choose another data folder",
  );
}

function unusable(file: string, error: unknown): StartError {
  return new StartError(
    "DATA_FOLDER_UNUSABLE",
    `Could not lock the data folder with ${file} (${reasonOf(error)})`,
    "fix that, delete the file, or choose another data folder",
    { cause: error },
  );
}
