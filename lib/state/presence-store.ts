import type { PresenceRecord } from "./relationship-records.js";
import { replaceAll } from "./replace-all.js";
import { isSame } from "./same.js";

/** Who is online, and what they do. Whoever has no record is offline. */
export class PresenceStore {
  readonly #records = new Map<bigint, PresenceRecord>();

  get(userId: bigint): PresenceRecord | undefined {
    return this.#records.get(userId);
  }

  clear(): void {
    this.#records.clear();
  }

  /** The complete set of a new session. @returns the users who look different now */
  replaceAll(presences: readonly PresenceRecord[]): bigint[] {
    return replaceAll(this, this.#records.keys(), presences);
  }

  /** @returns whether the user looks different now */
  put({ userId, status, activities }: PresenceRecord): boolean {
    if (status === "offline") return this.delete(userId);
    const record: PresenceRecord = { userId, status, activities };
    const before = this.#records.get(userId);
    this.#records.set(userId, record);
    return before === undefined || !isSame(before, record);
  }

  /** @returns whether the user was online */
  delete(userId: bigint): boolean {
    return this.#records.delete(userId);
  }
}
