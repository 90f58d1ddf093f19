import type { Snowflake } from "sdkpp/wire";

/** Users with a live gateway session, per application. */
export class LiveUsers {
  /** user → application → number of sessions */
  readonly #users = new Map<Snowflake, Map<Snowflake, number>>();

  /** @returns whether this was the user's first session */
  opened(applicationId: Snowflake, userId: Snowflake): boolean {
    const applications = this.#users.get(userId) ?? new Map<Snowflake, number>();
    const before = applications.get(applicationId) ?? 0;
    this.#users.set(userId, applications.set(applicationId, before + 1));
    return before === 0;
  }

  /** @returns whether this was the user's last session */
  closed(applicationId: Snowflake, userId: Snowflake): boolean {
    const applications = this.#users.get(userId);
    const before = applications?.get(applicationId);
    if (applications === undefined || before === undefined) return false;
    if (before > 1) applications.set(applicationId, before - 1);
    else applications.delete(applicationId);
    if (applications.size === 0) this.#users.delete(userId);
    return before === 1;
  }

  has(applicationId: Snowflake, userId: Snowflake): boolean {
    return this.#users.get(userId)?.has(applicationId) ?? false;
  }

  /** The users of an application right now. */
  usersOf(applicationId: Snowflake): Snowflake[] {
    return [...this.#users.keys()].filter((userId) => this.has(applicationId, userId));
  }

  /** The applications a user is in right now. */
  applicationsOf(userId: Snowflake): Snowflake[] {
    return [...(this.#users.get(userId)?.keys() ?? [])];
  }
}
