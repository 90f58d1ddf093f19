import { FileTokenStore, type StoredTokens, type TokenStore } from "sdkpp";
import { Sealing, type SealingOptions } from "./sealing.js";

/** How a `SealedTokenStore` seals. */
export type SealedTokenStoreOptions = SealingOptions;

/**
 * Keeps tokens in a file that Electron's `safeStorage` seals. A file that is damaged, or of another machine or user, counts as none. Use it once
 * `app` is ready; programs with the same key can share the file.
 */
export class SealedTokenStore implements TokenStore {
  readonly #sealing: Sealing;
  readonly #file: FileTokenStore;

  /** @param path a file in an existing folder */
  constructor(path: string, options: SealedTokenStoreOptions) {
    this.#sealing = new Sealing(options);
    this.#file = new FileTokenStore(path, this.#sealing);
  }

  /** @throws {SdkError} ENCRYPTION_UNAVAILABLE, PLAIN_TEXT_REFUSED: the system gives no key that is secret */
  async load(): Promise<StoredTokens | undefined> {
    await this.#sealing.assertSecret();
    return this.#file.load();
  }

  /** @throws {SdkError} as `load`, {Error} when the folder cannot be written */
  async save(tokens: StoredTokens): Promise<void> {
    await this.#sealing.assertSecret();
    return this.#file.save(tokens);
  }

  /** Deletes the stored tokens. */
  clear(): Promise<void> {
    return this.#file.clear();
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#file.exclusively(work);
  }
}
