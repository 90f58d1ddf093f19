import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ArgumentError, type IdentityKeyStore } from "sdkpp";
import { Sealing, type SealingOptions } from "./sealing.js";

/** How a `SealedKeyStore` seals. */
export type SealedKeyStoreOptions = SealingOptions;

/**
 * Keeps the keys of encrypted calls in files that Electron's `safeStorage` seals: the player's own, so that others see the same identity from call to
 * call, and those that the player has verified. A file that is damaged, or of another machine or user, counts as none. Use it once `app` is ready.
 */
export class SealedKeyStore implements IdentityKeyStore {
  readonly #folder: string;
  readonly #sealing: Sealing;

  /**
   * @param folder is made when it does not exist
   * @throws {ArgumentError} when it is not a path
   */
  constructor(folder: string, options: SealedKeyStoreOptions) {
    if (typeof folder !== "string" || folder === "")
      throw new ArgumentError("folder", "a path", folder === "" ? "an empty text" : typeof folder);
    this.#folder = folder;
    this.#sealing = new Sealing(options);
  }

  /** @throws {SdkError} ENCRYPTION_UNAVAILABLE, PLAIN_TEXT_REFUSED: the system gives no key that is secret */
  async load(name: string): Promise<Uint8Array | undefined> {
    await this.#sealing.assertSecret();
    const sealed = await contentOf(this.#fileOf(name));
    const text = sealed && (await this.#sealing.open(sealed).catch(() => undefined));
    return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
  }

  /** Replaces the bytes at once. @throws {SdkError} as `load`, {Error} when the folder cannot be written */
  async save(name: string, bytes: Uint8Array): Promise<void> {
    await this.#sealing.assertSecret();
    const sealed = await this.#sealing.seal(Buffer.from(bytes).toString("base64"));
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.#fileOf(name), sealed);
  }

  /** Names are no names of files: they have colons, which Windows refuses. */
  #fileOf(name: string): string {
    return path.join(this.#folder, `${encodeURIComponent(name)}.key`);
  }
}

async function contentOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file at once: readers get the old content or the new one. */
async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const next = `${file}.${crypto.randomUUID()}`;
  try {
    const handle = await open(next, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
