import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";

/** Least time between two reports of undecryptable frames for the second one to count, milliseconds. */
const CONFIRM_LEAST_MS = 2000;
const CONFIRM_MOST_MS = 10_000;

const FIELDS = savedFields({ accused: 1 });

/**
 * Users whose frames could not be decrypted. A first report proves nothing: after a stall, a thread learns of frames
 * before it learns of keys that arrived in the meantime.
 */
export class Accusations {
  /** Users that already made the client leave the group once; a second time would not help. */
  readonly #accused = new Set<bigint>();
  /** Time of the first report. */
  readonly #suspects = new Map<bigint, number>();

  static restore(saved: FieldReader): Accusations {
    const accusations = new Accusations();
    saved.eachU64(FIELDS.accused, (userId) => accusations.#accused.add(userId));
    return accusations;
  }

  /**
   * Without the accused, each move would let the client leave the group once more. Suspicions are dropped: the socket
   * is lost with the process, and keys may arrive until it returns.
   */
  save(out: FieldWriter): void {
    for (const userId of this.#accused) out.number(FIELDS.accused, userId);
  }

  /** @returns whether this report confirms an earlier one, for the first time */
  report(userId: bigint, nowMs: number): boolean {
    if (this.#accused.has(userId) || !this.#isConfirmed(userId, nowMs)) return false;
    this.#accused.add(userId);
    return true;
  }

  /** The user left. */
  acquit(userId: bigint): void {
    this.#accused.delete(userId);
  }

  /** New keys arrived, or none can arrive: earlier reports no longer count. */
  dropSuspicions(): void {
    this.#suspects.clear();
  }

  clear(): void {
    this.#accused.clear();
    this.#suspects.clear();
  }

  #isConfirmed(userId: bigint, nowMs: number): boolean {
    const sinceMs = this.#suspects.get(userId);
    const passedMs = sinceMs === undefined ? Infinity : nowMs - sinceMs;
    if (passedMs > CONFIRM_MOST_MS) this.#suspects.set(userId, nowMs);
    return passedMs >= CONFIRM_LEAST_MS && passedMs <= CONFIRM_MOST_MS;
  }
}
