import {
  generateSignatureKey,
  importSignatureKey,
  type RandomBytes,
  type SignatureKeyPair,
} from "../protocol/index.js";

/** Holds a user's signature key while a call needs it. */
export interface SignatureKeyLease {
  key(): SignatureKeyPair;
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
    const entry = this.#entries.get(userId) ?? { key: undefined, isKept: false, leases: 0 };
    this.#entries.set(userId, entry);
    entry.leases += 1;
    let isReleased = false;
    return {
      key: () => (entry.key ??= this.generate()),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#release(userId, entry);
      },
    };
  }

  #release(userId: bigint, entry: Entry): void {
    entry.leases -= 1;
    if (entry.leases > 0 || entry.isKept) return;
    entry.key?.privateKey.fill(0);
    entry.key = undefined;
    if (this.#entries.get(userId) === entry) this.#entries.delete(userId);
  }
}
