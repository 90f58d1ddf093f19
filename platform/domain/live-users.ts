import type { Snowflake } from "sdkpp/wire";

/** Who has a live gateway session, per application. */
export class LiveUsers {
  readonly #counts = new Map<string, number>();

  /** @returns whether this was the user's first session */
  opened(applicationId: Snowflake, userId: Snowflake): boolean {
    const count = (this.#counts.get(key(applicationId, userId)) ?? 0) + 1;
    this.#counts.set(key(applicationId, userId), count);
    return count === 1;
  }

  /** @returns whether this was the user's last session */
  closed(applicationId: Snowflake, userId: Snowflake): boolean {
    const count = (this.#counts.get(key(applicationId, userId)) ?? 0) - 1;
    if (count > 0) this.#counts.set(key(applicationId, userId), count);
    else this.#counts.delete(key(applicationId, userId));
    return count === 0;
  }

  has(applicationId: Snowflake, userId: Snowflake): boolean {
    return this.#counts.has(key(applicationId, userId));
  }
}

function key(applicationId: Snowflake, userId: Snowflake): string {
  return `${applicationId}:${userId}`;
}
