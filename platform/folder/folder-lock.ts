import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { StartError } from "../guard/start-error.js";
import { PRIVATE, reasonOf } from "./private-file.js";

const LOCK_FILE = "platform.lock";

interface Holder {
  readonly pid: number;
  /** ISO 8601 */
  readonly since: string;
}

/** A data folder that nobody else can open until {@link FolderLock.release}, or until this process is gone. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes a data folder for this process. The lock is SQLite's own on a database of one row, so the system lifts it however the
 * process ends, and the row says who has it: a writer in waiting does not keep others from reading.
 * @throws {StartError} that names the holder when somebody has it
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, LOCK_FILE);
  let db: Database.Database | undefined;
  try {
    closeSync(openSync(file, "a", PRIVATE));
    db = new Database(file);
    take(db);
  } catch (error) {
    const refusal = db !== undefined && isBusy(error) ? inUse(folder, holderOf(db)) : unusable(file, error);
    db?.close();
    throw refusal;
  }
  const held = db;
  return { release: () => release(held) };
}

/** Without a prepared statement, which would keep the file open after it is closed. */
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

/** Undefined in the moment between somebody's taking the lock and saying so. */
function holderOf(db: Database.Database): Holder | undefined {
  try {
    // All of it: a statement that is not at its end would keep others from writing.
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
    `The data folder ${folder} is in use by ${who}: stop that platform, or choose another data folder.`,
  );
}

function unusable(file: string, error: unknown): StartError {
  return new StartError(
    "DATA_FOLDER_UNUSABLE",
    `Could not lock the data folder with ${file} (${reasonOf(error)}): fix that or delete the file, or choose another data folder.`,
    { cause: error },
  );
}
