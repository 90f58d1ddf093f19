import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../guard/start-error.js";
import { lockFolder, type FolderLock } from "./folder-lock.js";
import { PRIVATE, readWhole, reasonOf, writeWhole } from "./private-file.js";

const BOT_TOKEN_FILE = "bot-token";

/** The folder with all state of a platform; only one platform at a time can use it. */
export class DataFolder {
  /** Absolute. */
  readonly path: string;
  readonly #lock: FolderLock;

  private constructor(path: string, lock: FolderLock) {
    this.path = path;
    this.#lock = lock;
  }

  /**
   * Locks a folder, and creates it if it does not exist.
   * @throws {StartError} when the folder is unusable or in use by another platform
   */
  static open(path: string): DataFolder {
    makeFolder(path);
    return new DataFolder(resolve(path), lockFolder(path));
  }

  get databaseFile(): string {
    return join(this.path, "platform.db");
  }

  /** The seeded bot's token, which the database does not hold; undefined when the file does not exist. */
  readBotToken(): string | undefined {
    return readWhole(this.#botTokenFile, "DATA_FOLDER_UNUSABLE")?.trim();
  }

  keepBotToken(token: string): void {
    writeWhole(this.#botTokenFile, `${token}\n`, PRIVATE, "DATA_FOLDER_UNUSABLE");
  }

  close(): void {
    this.#lock.release();
  }

  get #botTokenFile(): string {
    return join(this.path, BOT_TOKEN_FILE);
  }
}

/** @throws {StartError} */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      "DATA_FOLDER_UNUSABLE",
      `Could not create the data folder ${path} (${reasonOf(error)}): choose another data folder.`,
      { cause: error },
    );
  }
}
