import { open, readFile, rename, rm } from "node:fs/promises";
import { FileLock } from "./file-lock.js";
import { parseStoredTokens } from "./token-store.js";
import type { StoredTokens, TokenStore } from "./token-store.js";

/**
 * Keeps tokens in a file that only its owner can read; on Windows everyone who can read the folder can. While it is changed, its
 * folder also has a lock, `<path>.lock`, and the new version. The programs of one machine can share the file.
 */
export class FileTokenStore implements TokenStore {
  readonly #path: string;
  readonly #lock: FileLock;

  /** @param path a file in an existing folder */
  constructor(path: string) {
    this.#path = path;
    this.#lock = new FileLock(`${path}.lock`);
  }

  /** A file that is damaged counts as none. @throws {Error} when the file exists and cannot be read */
  async load(): Promise<StoredTokens | undefined> {
    try {
      return parseStoredTokens(await readFile(this.#path, "utf8"));
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** @throws {Error} when the folder cannot be written */
  async save(tokens: StoredTokens): Promise<void> {
    const next = `${this.#path}.${crypto.randomUUID()}`;
    try {
      const file = await open(next, "wx", 0o600);
      try {
        await file.writeFile(JSON.stringify(tokens));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(next, this.#path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  }

  /** Deletes the stored tokens. */
  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.#lock.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
