import type { PresenceRecord } from "./relationship-records.js";
import { replaceAll } from "./replace-all.js";
import { isDeepEqualList } from "./equality.js";

/** Status and activities of online users. A user without a record is offline. */
export class PresenceStore {
  readonly #records = new Map<bigint, PresenceRecord>();

  get(userId: bigint): PresenceRecord | undefined {
    return this.#records.get(userId);
  }

  clear(): void {
    this.#records.clear();
  }

  /** Replaces all presences with the complete set of a new session. @returns the users whose presence changed */
  replaceAll(presences: readonly PresenceRecord[]): bigint[] {
    return replaceAll(this, this.#records.keys(), presences);
  }

  /** @returns whether the presence changed */
  put({ userId, status, activities }: PresenceRecord): boolean {
    if (status === "offline") return this.delete(userId);
    const known = this.#records.get(userId);
    if (known === undefined) {
      this.#records.set(userId, { userId, status, activities });
      return true;
    }
    const hasChanged = known.status !== status || !isDeepEqualList(known.activities, activities);
    known.status = status;
    known.activities = activities;
    return hasChanged;
  }

  /** @returns whether the user was online */
  delete(userId: bigint): boolean {
    return this.#records.delete(userId);
  }
}
