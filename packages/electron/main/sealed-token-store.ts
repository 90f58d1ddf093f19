import { FileTokenStore, SdkError, type StoredTokens, type TokenStore } from "sdkpp";
import type { SafeStoragePart } from "./electron-parts.js";

/** How a `SealedTokenStore` seals. */
export interface SealedTokenStoreOptions {
  /** of Electron */
  readonly safeStorage: SafeStoragePart;
  /**
   * "basic_text" also accepts a Linux desktop without a keyring, where Electron's key is the same on every machine: whoever reads the file can
   * act for the player. Default: that is refused
   */
  readonly allowBackend?: "basic_text";
}

/** Electron's name of a key that everybody has. */
const PLAIN = "basic_text";

/**
 * Keeps tokens in a file that Electron's `safeStorage` seals. A file that is damaged, or of another machine or user, counts as none. Use it once
 * `app` is ready; programs with the same key can share the file.
 */
export class SealedTokenStore implements TokenStore {
  readonly #options: SealedTokenStoreOptions;
  readonly #file: FileTokenStore;

  /** @param path a file in an existing folder */
  constructor(path: string, options: SealedTokenStoreOptions) {
    const { safeStorage } = options;
    this.#options = options;
    this.#file = new FileTokenStore(path, {
      seal: async (text) => (await safeStorage.encryptStringAsync?.(text)) ?? safeStorage.encryptString(text),
      open: async (sealed) => opened(safeStorage, Buffer.from(sealed)),
    });
  }

  /** @throws {SdkError} ENCRYPTION_UNAVAILABLE, PLAIN_TEXT_REFUSED: the system gives no key that is secret */
  async load(): Promise<StoredTokens | undefined> {
    await this.#assertSecret();
    return this.#file.load();
  }

  /** @throws {SdkError} as `load`, {Error} when the folder cannot be written */
  async save(tokens: StoredTokens): Promise<void> {
    await this.#assertSecret();
    return this.#file.save(tokens);
  }

  /** Deletes the stored tokens. */
  clear(): Promise<void> {
    return this.#file.clear();
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#file.exclusively(work);
  }

  /** What is stored with a key that is none would be readable for ever, and tokens that cannot be read would look like none. */
  async #assertSecret(): Promise<void> {
    const { safeStorage, allowBackend } = this.#options;
    if (!(await isAvailable(safeStorage)))
      throw new SdkError(
        "ENCRYPTION_UNAVAILABLE",
        "safeStorage has no key: wait for app.whenReady(), and let the player unlock the keyring",
      );
    if (allowBackend !== PLAIN && backendOf(safeStorage) === PLAIN)
      throw new SdkError(
        "PLAIN_TEXT_REFUSED",
        'this desktop has no keyring, and safeStorage would use a key that everybody has: install one, or accept it with allowBackend: "basic_text"',
      );
  }
}

async function isAvailable(safeStorage: SafeStoragePart): Promise<boolean> {
  return (await safeStorage.isAsyncEncryptionAvailable?.()) ?? safeStorage.isEncryptionAvailable();
}

/** Electron answers on Linux only. */
function backendOf(safeStorage: SafeStoragePart): string | undefined {
  return process.platform === "linux" ? safeStorage.getSelectedStorageBackend?.() : undefined;
}

async function opened(safeStorage: SafeStoragePart, sealed: Buffer): Promise<string> {
  return (await safeStorage.decryptStringAsync?.(sealed))?.result ?? safeStorage.decryptString(sealed);
}
