import type { WorldChange } from "./events.js";
import type { UserRecord } from "./records.js";
import { isDeepEqual } from "./equality.js";

/** Every user that the client knows, and which of them is the player. */
export class UserStore {
  readonly #users = new Map<bigint, UserRecord>();
  #currentId: bigint | undefined;

  get(userId: bigint): UserRecord | undefined {
    return this.#users.get(userId);
  }

  get currentId(): bigint | undefined {
    return this.#currentId;
  }

  clear(): void {
    this.#users.clear();
    this.#currentId = undefined;
  }

  setCurrent(user: UserRecord): WorldChange[] {
    this.#currentId = user.id;
    return this.put(user);
  }

  /** @returns a change only for a user who was known before and has changed */
  put({ id, username, globalName, avatar, isProvisional }: UserRecord): WorldChange[] {
    const record: UserRecord = { id, username, globalName, avatar, isProvisional };
    const known = this.#users.get(id);
    if (known !== undefined && isDeepEqual(known, record)) return [];
    this.#users.set(id, record);
    return known === undefined ? [] : [{ type: "userUpdated", userId: id }];
  }
}
