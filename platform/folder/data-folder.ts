import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../guard/start-error.js";
import { CLEAN_END_FILE, leaveCleanEnd, takeCleanEnd } from "./clean-end.js";
import { lockFolder, type FolderLock } from "./folder-lock.js";
import { PRIVATE, readWhole, reasonOf, writeWhole } from "./private-file.js";

/** Name of the database. */
export const DATABASE_FILE = "platform.db";
/** Name of the folder with the bytes of messages' files. */
export const FILES_FOLDER = "files";
const BOT_TOKEN_FILE = "bot-token";
const CONTROL_TOKEN_FILE = "control-token";
/** Suffixes of what SQLite keeps beside an open database, and after the process was killed. */
const COMPANIONS = ["-wal", "-shm"];

/** Names of what only the folder's user may read, beside snapshots and the key of its authority. */
export const PRIVATE_FILES: readonly string[] = [
  DATABASE_FILE,
  ...COMPANIONS.map((suffix) => DATABASE_FILE + suffix),
  BOT_TOKEN_FILE,
  CONTROL_TOKEN_FILE,
  CLEAN_END_FILE,
];

/** The folder with all state of a platform; only one platform at a time can use it. */
export class DataFolder {
  /** Absolute. */
  readonly path: string;
  /** Whether there was a database when the folder was opened. */
  readonly hadDatabase: boolean;
  /** Whether the last platform ended in order, and the database is as that one left it. */
  readonly endedCleanly: boolean;
  /** Whether its database has been found damaged; the next start then says so before it listens. */
  isDamaged = false;
  readonly #lock: FolderLock;

  private constructor(path: string, lock: FolderLock) {
    this.path = path;
    this.#lock = lock;
    this.hadDatabase = existsSync(this.databaseFile);
    this.endedCleanly = takeCleanEnd(this.#cleanEndFile, this.databaseFile);
  }

  /**
   * Locks a folder, and creates it if it does not exist.
   * @throws {StartError} when the folder is unusable or in use by another platform
   */
  static open(path: string): DataFolder {
    makeFolder(path);
    return new DataFolder(resolve(path), lockFolder(path));
  }

  /** @throws {StartError} when parts of a database are there without it */
  checkCompanions(): void {
    if (!this.hadDatabase) checkNothingLeft(this.databaseFile);
  }

  get snapshots(): string {
    return join(this.path, "snapshots");
  }

  /** The bytes of messages' files. */
  get files(): string {
    return join(this.path, FILES_FOLDER);
  }

  get databaseFile(): string {
    return join(this.path, DATABASE_FILE);
  }

  /** The seeded bot's token, which the database does not hold; undefined when the file does not exist. */
  readBotToken(): string | undefined {
    return readWhole(this.#botTokenFile, "DATA_FOLDER_UNUSABLE")?.trim();
  }

  keepBotToken(token: string): void {
    writeWhole(this.#botTokenFile, `${token}\n`, PRIVATE, "DATA_FOLDER_UNUSABLE");
  }

  /** The token of the control API; undefined when the file does not exist. */
  readControlToken(): string | undefined {
    return readWhole(join(this.path, CONTROL_TOKEN_FILE), "DATA_FOLDER_UNUSABLE")?.trim();
  }

  keepControlToken(token: string): void {
    writeWhole(join(this.path, CONTROL_TOKEN_FILE), `${token}\n`, PRIVATE, "DATA_FOLDER_UNUSABLE");
  }

  /** The database is closed, and was sound. */
  endCleanly(): void {
    leaveCleanEnd(this.#cleanEndFile, this.databaseFile);
  }

  close(): void {
    this.#lock.release();
  }

  /**
   * The token is written when the first records are: it shows that the database has had them.
   * @param token what `readBotToken` gave
   * @param isSeeded whether the database has the first records
   * @param isKnown whether the token is that of the seeded bot
   * @throws {StartError} when token and database do not belong together
   */
  checkBotToken(token: string | undefined, isSeeded: boolean, isKnown: boolean): void {
    if (token === undefined) return;
    if (!isSeeded && this.hadDatabase)
      throw new StartError(
        "DATABASE_DAMAGED",
        `The database ${this.databaseFile} is empty, though ${this.#botTokenFile} shows that it was in use`,
        "restore both from a copy, or delete both to start over",
      );
    if (isSeeded && !isKnown)
      throw new StartError(
        "DATA_FOLDER_UNUSABLE",
        `The token in ${this.#botTokenFile} is not the token of the bot in ${this.databaseFile}`,
        "restore the file, or delete it to give the bot a new token",
      );
  }

  get #cleanEndFile(): string {
    return join(this.path, CLEAN_END_FILE);
  }

  get #botTokenFile(): string {
    return join(this.path, BOT_TOKEN_FILE);
  }
}

/**
 * SQLite would begin a new database beside the log of the one that is gone, and delete that log.
 * @throws {StartError} when parts of a database are there without it
 */
export function checkNothingLeft(databaseFile: string): void {
  const left = COMPANIONS.map((suffix) => databaseFile + suffix).filter((file) => existsSync(file));
  if (left.length > 0)
    throw new StartError(
      "DATABASE_DAMAGED",
      `The database ${databaseFile} is gone, and ${left.join(" and ")} are left of it`,
      "restore it from a copy, or delete them to start over",
    );
}

/** @throws {StartError} */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      "DATA_FOLDER_UNUSABLE",
      `Could not create the data folder ${path} (${reasonOf(error)})`,
      "choose another data folder",
      { cause: error },
    );
  }
}
