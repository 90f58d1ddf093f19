import { reasonOf, type SignatureKeyPair } from "../../../protocol/index.js";
import type { SignatureKeys } from "../../../call/index.js";
import { VOICE_KEY_VERSION } from "../../../wire/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { IdentityKeyStore } from "../../identity-key-store.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";

/** The opt-in identity keys that persist from call to call. Without a store, every call uses a new key. */
export class IdentityKeys {
  readonly #store: IdentityKeyStore | undefined;
  readonly #keys: SignatureKeys;
  readonly #logs: ClientLogs;
  readonly #settled = new Set<bigint>();
  readonly #loaded = new Map<bigint, SignatureKeyPair>();
  #loading = 0;

  constructor(store: IdentityKeyStore | undefined, keys: SignatureKeys, logs: ClientLogs) {
    this.#store = store;
    this.#keys = keys;
    this.#logs = logs;
  }

  /** Whether a call is waiting for its key. */
  get isLoading(): boolean {
    return this.#loading > 0;
  }

  /** The user's key, once it is loaded. */
  keyOf(userId: bigint | undefined): SignatureKeyPair | undefined {
    return userId === undefined ? undefined : this.#loaded.get(userId);
  }

  /** Runs `then` once the user's key is loaded, or when loading has failed; at once when it is loaded already. */
  whenReady(userId: bigint | undefined, then: () => void): void {
    if (this.#store === undefined || userId === undefined || this.#settled.has(userId)) return then();
    this.#loading += 1;
    void this.#load(this.#store, userId).then(() => {
      this.#loading -= 1;
      this.#settled.add(userId);
      then();
    });
  }

  async #load(store: IdentityKeyStore, userId: bigint): Promise<void> {
    const name = `${String(userId)}:${String(VOICE_KEY_VERSION)}`;
    try {
      const saved = await store.load(name);
      const key = saved === undefined ? this.#keys.generate() : this.#keys.import(saved);
      if (saved === undefined) await store.save(name, Uint8Array.from(key.privateKey));
      this.#keys.keep(userId, key);
      this.#loaded.set(userId, key);
    } catch (error) {
      const reason = reasonOf(error);
      this.#logs.write(
        "voice",
        LoggingSeverity.Error,
        `the identity key store failed, so each call uses a new key: ${reason}`,
      );
    }
  }
}
