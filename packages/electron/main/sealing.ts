import { SdkError } from "sdkpp";
import type { SafeStoragePart } from "./electron-parts.js";

/** How something is sealed. */
export interface SealingOptions {
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

/** Seals texts with Electron's `safeStorage`, whichever of its halves this version has. */
export class Sealing {
  readonly #options: SealingOptions;

  constructor(options: SealingOptions) {
    this.#options = options;
  }

  async seal(text: string): Promise<Uint8Array> {
    const { safeStorage } = this.#options;
    return (await safeStorage.encryptStringAsync?.(text)) ?? safeStorage.encryptString(text);
  }

  /** Rejects for bytes that it has not sealed. */
  async open(sealed: Uint8Array): Promise<string> {
    const { safeStorage } = this.#options;
    const bytes = Buffer.from(sealed);
    return (await safeStorage.decryptStringAsync?.(bytes))?.result ?? safeStorage.decryptString(bytes);
  }

  /**
   * What is stored with a key that is none would be readable for ever, and what cannot be read would look like nothing.
   * @throws {SdkError} ENCRYPTION_UNAVAILABLE, PLAIN_TEXT_REFUSED: the system gives no key that is secret
   */
  async assertSecret(): Promise<void> {
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
