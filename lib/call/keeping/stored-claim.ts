import { readClaim, writeClaim, type KeptClaim, type NumberRange } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import type { CallStore } from "./call-store.js";

/** How many numbers an owner is granted at once: two minutes of sound. */
export const GRANT = 6000;
/** So often another process may write while this one takes the call. */
const MOST_TRIES = 10;

/** The place of a claim, and the process that makes it. */
export interface ClaimPlace {
  readonly store: CallStore;
  readonly call: string;
  /** names this process */
  readonly owner: string;
}

/** The claim of this process on a call, as it stands in the store. */
export class StoredClaim {
  readonly #place: ClaimPlace;
  #claim: KeptClaim;
  #bytes: Uint8Array;

  private constructor(place: ClaimPlace, claim: KeptClaim, bytes: Uint8Array) {
    this.#place = place;
    this.#claim = claim;
    this.#bytes = bytes;
  }

  /** For a call that is joined: its keys are new, and so are all their numbers. An owner before has the call no more. */
  static anew(place: ClaimPlace): Promise<StoredClaim> {
    return StoredClaim.#take(place, (found) => ({
      fence: (beforeOf(found)?.fence ?? 0n) + 1n,
      owner: place.owner,
      numbers: { start: 0, limit: GRANT },
      // it is of no use, and removed when there is another one
      groundFence: beforeOf(found)?.groundFence ?? 0n,
      tide: undefined,
    }));
  }

  /**
   * For a call whose owner is gone: behind all numbers that it may have used.
   * @param check throws when there is nothing to go on with
   */
  static behind(
    place: ClaimPlace,
    check: (before: KeptClaim | undefined) => KeptClaim,
  ): Promise<StoredClaim> {
    return StoredClaim.#take(place, (found) => {
      const before = check(found && readClaim(found));
      const { limit } = before.numbers;
      const numbers: NumberRange = { start: limit, limit: limit + GRANT };
      return { ...before, fence: before.fence + 1n, owner: place.owner, numbers };
    });
  }

  /**
   * For a call that its owner hands over: with its numbers, of which the next one comes with it.
   * @param fence of this process
   * @returns undefined: somebody else has the call
   */
  static async following(place: ClaimPlace, fence: bigint): Promise<StoredClaim | undefined> {
    const { store, call, owner } = place;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = await store.read(call);
      const before = found && readClaim(found);
      if (before?.fence !== fence - 1n) return undefined;
      const claim = { ...before, fence, owner };
      const bytes = writeClaim(claim);
      if (await store.swap(call, found, bytes)) return new StoredClaim(place, claim, bytes);
    }
    return undefined;
  }

  static async #take(
    place: ClaimPlace,
    next: (found: Uint8Array | undefined) => KeptClaim,
  ): Promise<StoredClaim> {
    const { store, call } = place;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = await store.read(call);
      const claim = next(found);
      const bytes = writeClaim(claim);
      if (await store.swap(call, found, bytes)) return new StoredClaim(place, claim, bytes);
    }
    throw new SdkError(
      "KEPT_CALL_CONTENDED",
      `call ${call}: expected that nobody else takes it, received another claim ${String(MOST_TRIES)} times; let one process at a time take it`,
    );
  }

  get claim(): KeptClaim {
    return this.#claim;
  }

  /**
   * Writes it anew. What was written before and whose answer was lost is found again.
   * @returns false, with nothing written: another process has the call
   */
  async update(change: (claim: KeptClaim) => KeptClaim): Promise<boolean> {
    const { store, call } = this.#place;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const claim = change(this.#claim);
      const bytes = writeClaim(claim);
      if (await store.swap(call, this.#bytes, bytes)) {
        this.#claim = claim;
        this.#bytes = bytes;
        return true;
      }
      if (!(await this.isOurs())) return false;
    }
    return false;
  }

  /** Whether the store still names this process. */
  async isOurs(): Promise<boolean> {
    const { store, call, owner } = this.#place;
    const found = await store.read(call);
    const claim = found && readClaim(found);
    if (found === undefined || claim?.fence !== this.#claim.fence || claim.owner !== owner) return false;
    this.#claim = claim;
    this.#bytes = found;
    return true;
  }

  /** The call is over: nobody goes on with it. */
  async remove(): Promise<void> {
    const { store, call } = this.#place;
    if (await store.swap(call, this.#bytes, undefined)) return;
    if (await this.isOurs()) await store.swap(call, this.#bytes, undefined);
  }
}

/** Undefined for what cannot be read: nobody has to go on with that. */
function beforeOf(found: Uint8Array | undefined): KeptClaim | undefined {
  try {
    return found && readClaim(found);
  } catch {
    return undefined;
  }
}
