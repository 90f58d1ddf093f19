import { reasonOf, savedFields, type FieldReader, type FieldWriter } from "../protocol/index.js";
import { MLS_PUBLIC_KEY_BYTES, VOICE_KEY_VERSION } from "../wire/index.js";

/** Keeps bytes by name; the host's own. */
export interface KeyStore {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, bytes: Uint8Array): Promise<void>;
}

export interface VerifiedKeysParts {
  /** undefined: nothing outlives the process */
  store: KeyStore | undefined;
  /** the store failed; never holds a key */
  failed: (reason: string) => void;
}

const FIELDS = savedFields({ user: 1, userId: 2, passing: 3 });

/** Devices of one user whose keys are remembered; the oldest falls out. */
const KEYS_PER_USER = 16;

interface Entry {
  readonly ownId: bigint;
  readonly userId: bigint;
  /** hex */
  readonly kept: Set<string>;
  /** verified until the process ends */
  readonly passing: Set<string>;
  readonly loaded: Promise<void>;
}

/**
 * Which signature keys of which users were verified by people comparing a code. Keys that their users keep are stored
 * for later calls, others are remembered as long as this object (DAVE 1.1.4, performing verification).
 */
export class VerifiedKeys {
  readonly #parts: VerifiedKeysParts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: VerifiedKeysParts) {
    this.#parts = parts;
  }

  /**
   * Adds the keys that another process verified for one of its calls; those of other calls here stay.
   * @throws {RestoreError} and adds nothing
   */
  restore(saved: FieldReader, ownId: bigint): void {
    const found: [userId: bigint, keys: Uint8Array][] = [];
    saved.each(FIELDS.user, (user) => {
      const keys = user.bytes(FIELDS.passing);
      if (keys.length % MLS_PUBLIC_KEY_BYTES !== 0)
        user.refuse(FIELDS.passing, "keys of 65 bytes", `${String(keys.length)} bytes`);
      found.push([user.u64(FIELDS.userId), keys]);
    });
    for (const [userId, keys] of found)
      for (const name of keysIn(keys)) this.#entry(ownId, userId).passing.add(name);
  }

  /** The keys that this user verified until the process ends: the store has the others. */
  save(out: FieldWriter, ownId: bigint): void {
    for (const entry of this.#entries.values()) {
      if (entry.ownId !== ownId || entry.passing.size === 0) continue;
      out.record(FIELDS.user, () => {
        out.number(FIELDS.userId, entry.userId);
        out.bytes(FIELDS.passing, bytesOf(entry.passing));
      });
    }
  }

  /** Resolves when it is known what the store says about a user. */
  learn(ownId: bigint, userId: bigint): Promise<void> {
    return this.#entry(ownId, userId).loaded;
  }

  /** Whether the key is verified, as far as known: see {@link learn}. */
  has(ownId: bigint, userId: bigint, publicKey: Uint8Array): boolean {
    const { kept, passing } = this.#entry(ownId, userId);
    const name = hexOf(publicKey);
    return kept.has(name) || passing.has(name);
  }

  /** Whether any key of this user was ever verified. */
  knows(ownId: bigint, userId: bigint): boolean {
    const { kept, passing } = this.#entry(ownId, userId);
    return kept.size + passing.size > 0;
  }

  /**
   * @param isLasting the user keeps this key: store it
   * @returns whether it is stored
   */
  async add(ownId: bigint, userId: bigint, publicKey: Uint8Array, isLasting: boolean): Promise<boolean> {
    const entry = this.#entry(ownId, userId);
    await entry.loaded;
    entry.passing.add(hexOf(publicKey));
    const { store, failed } = this.#parts;
    if (!isLasting || store === undefined) return false;
    const names = [...entry.kept, hexOf(publicKey)].slice(-KEYS_PER_USER);
    try {
      await store.save(nameOf(ownId, userId), bytesOf(names));
    } catch (error) {
      failed(reasonOf(error));
      return false;
    }
    entry.kept.clear();
    for (const name of names) entry.kept.add(name);
    return true;
  }

  #entry(ownId: bigint, userId: bigint): Entry {
    const name = nameOf(ownId, userId);
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const kept = new Set<string>();
    const entry = { ownId, userId, kept, passing: new Set<string>(), loaded: this.#load(name, kept) };
    this.#entries.set(name, entry);
    return entry;
  }

  async #load(name: string, into: Set<string>): Promise<void> {
    try {
      const saved = await this.#parts.store?.load(name);
      for (const key of keysIn(saved ?? new Uint8Array(0))) into.add(key);
    } catch (error) {
      this.#parts.failed(reasonOf(error));
    }
  }
}

/** Splits the stored bytes into keys; a file that is not a whole number of keys counts as empty. */
function keysIn(bytes: Uint8Array): string[] {
  if (bytes.length % MLS_PUBLIC_KEY_BYTES !== 0) return [];
  const count = bytes.length / MLS_PUBLIC_KEY_BYTES;
  return Array.from({ length: count }, (_, at) =>
    hexOf(bytes.subarray(at * MLS_PUBLIC_KEY_BYTES, (at + 1) * MLS_PUBLIC_KEY_BYTES)),
  );
}

/** @param names hex */
function bytesOf(names: Iterable<string>): Uint8Array {
  return new Uint8Array(Buffer.from([...names].join(""), "hex"));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function nameOf(ownId: bigint, userId: bigint): string {
  return `${String(ownId)}:verified:${String(userId)}:${String(VOICE_KEY_VERSION)}`;
}
