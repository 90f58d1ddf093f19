import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../guard/start-error.js";
import { lockFolder, type FolderLock } from "./folder-lock.js";
import { PRIVATE, readWhole, reasonOf, writeWhole } from "./private-file.js";

const BOT_TOKEN_FILE = "bot-token";

/** The folder in which a platform keeps everything; one platform at a time has it. */
export class DataFolder {
  /** Absolute. */
  readonly path: string;
  readonly #lock: FolderLock;

  private constructor(path: string, lock: FolderLock) {
    this.path = path;
    this.#lock = lock;
  }

  /**
   * Takes a folder, made when it is not there.
   * @throws {StartError} when it cannot be used, or another platform has it
   */
  static open(path: string): DataFolder {
    makeFolder(path);
    return new DataFolder(resolve(path), lockFolder(path));
  }

  get databaseFile(): string {
    return join(this.path, "platform.db");
  }

  /** The seeded bot's token, which the database does not have; undefined when the file is not there. */
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
      `Could not make the data folder ${path} (${reasonOf(error)}): choose another data folder.`,
      { cause: error },
    );
  }
}
