import {
  generateSignatureKey,
  importSignatureKey,
  type RandomBytes,
  type SignatureKeyPair,
} from "../protocol/index.js";
import { isSameBytes, SdkError } from "../wire/index.js";

/** Holds a user's signature key while a call needs it. */
export interface SignatureKeyLease {
  key(): SignatureKeyPair;
  /** undefined: {@link key} was not wanted so far */
  readonly made: SignatureKeyPair | undefined;
  release(): void;
}

interface Entry {
  key: SignatureKeyPair | undefined;
  readonly isKept: boolean;
  leases: number;
}

/**
 * The keys that prove who speaks in encrypted calls, one per user: made with the first call, the same for all calls
 * that are open at the same time, and forgotten with the last (DAVE 1.1.4, identity keys). Keys that were given stay.
 */
export class SignatureKeys {
  readonly #random: RandomBytes;
  readonly #entries = new Map<bigint, Entry>();

  constructor(random: RandomBytes) {
    this.#random = random;
  }

  generate(): SignatureKeyPair {
    return generateSignatureKey(this.#random);
  }

  /** @param privateKey 32 bytes. @throws {SdkError} when it is not a private key */
  import(privateKey: Uint8Array): SignatureKeyPair {
    return importSignatureKey(privateKey);
  }

  /** A key that is kept elsewhere. Calls that are open go on with theirs. */
  keep(userId: bigint, key: SignatureKeyPair): void {
    this.#entries.set(userId, { key, isKept: true, leases: 0 });
  }

  lease(userId: bigint): SignatureKeyLease {
    const entry = this.#entryOf(userId);
    entry.leases += 1;
    let isReleased = false;
    return {
      key: () => (entry.key ??= this.generate()),
      get made() {
        return entry.key;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#release(userId, entry);
      },
    };
  }

  /**
   * The lease of a call that comes from another process with its key.
   * @param key is taken over
   * @throws {SdkError} SIGNATURE_KEY_DIFFERS when this user already has another key here; nothing changes then
   */
  adopt(userId: bigint, key: SignatureKeyPair): SignatureKeyLease {
    const held = this.#entries.get(userId)?.key;
    if (held !== undefined && !isSameBytes(held.publicKey, key.publicKey))
      throw new SdkError(
        "SIGNATURE_KEY_DIFFERS",
        `key: expected the signature key that user ${String(userId)} has in this process, received another one; move all calls of a user to the same process, from one`,
      );
    if (held === undefined) this.#entryOf(userId).key = key;
    else key.privateKey.fill(0);
    return this.lease(userId);
  }

  #entryOf(userId: bigint): Entry {
    const entry = this.#entries.get(userId) ?? { key: undefined, isKept: false, leases: 0 };
    this.#entries.set(userId, entry);
    return entry;
  }

  #release(userId: bigint, entry: Entry): void {
    entry.leases -= 1;
    if (entry.leases > 0 || entry.isKept) return;
    entry.key?.privateKey.fill(0);
    entry.key = undefined;
    if (this.#entries.get(userId) === entry) this.#entries.delete(userId);
  }
}
