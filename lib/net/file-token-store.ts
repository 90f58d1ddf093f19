import { open, readFile, rename, rm } from "node:fs/promises";
import { FileLock } from "./file-lock.js";
import { parseStoredTokens } from "./token-store.js";
import type { StoredTokens, TokenStore } from "./token-store.js";

/** Turns the text of a token file into other bytes and back, for example with a key of the operating system. */
export interface TokenSeal {
  seal(text: string): Promise<Uint8Array>;
  /** Rejects for bytes that it has not sealed, which count as no tokens. */
  open(sealed: Uint8Array): Promise<string>;
}

/**
 * Keeps tokens in a file that only its owner can read; on Windows everyone who can read the folder can. While it is changed, its
 * folder also has a lock, `<path>.lock`, and the new version. The programs of one machine can share the file.
 */
export class FileTokenStore implements TokenStore {
  readonly #path: string;
  readonly #lock: FileLock;
  readonly #seal: TokenSeal | undefined;

  /**
   * @param path a file in an existing folder
   * @param seal what is in the file is sealed with; default: it is text
   */
  constructor(path: string, seal?: TokenSeal) {
    this.#path = path;
    this.#seal = seal;
    this.#lock = new FileLock(`${path}.lock`);
  }

  /** A file that is damaged counts as none. @throws {Error} when the file exists and cannot be read */
  async load(): Promise<StoredTokens | undefined> {
    try {
      return await this.#tokensIn(await readFile(this.#path));
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** @throws {Error} when the folder cannot be written */
  async save(tokens: StoredTokens): Promise<void> {
    const text = JSON.stringify(tokens);
    const content = this.#seal === undefined ? text : await this.#seal.seal(text);
    const next = `${this.#path}.${crypto.randomUUID()}`;
    try {
      const file = await open(next, "wx", 0o600);
      try {
        await file.writeFile(content);
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

  async #tokensIn(content: Uint8Array): Promise<StoredTokens | undefined> {
    if (this.#seal === undefined) return parseStoredTokens(new TextDecoder().decode(content));
    const text = await this.#seal.open(content).catch(() => undefined);
    return text === undefined ? undefined : parseStoredTokens(text);
  }
}
