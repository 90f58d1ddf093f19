import type { Snowflake } from "sdkpp/wire";

interface Attendance {
  sessions: number;
  /** Unix milliseconds */
  readonly since: number;
}

/** Who has a live gateway session, per application. */
export class LiveUsers {
  /** user → application → sessions */
  readonly #users = new Map<Snowflake, Map<Snowflake, Attendance>>();

  /** @param now Unix milliseconds. @returns whether this was the user's first session */
  opened(applicationId: Snowflake, userId: Snowflake, now: number): boolean {
    const applications = this.#users.get(userId) ?? new Map<Snowflake, Attendance>();
    this.#users.set(userId, applications);
    const attendance = applications.get(applicationId) ?? { sessions: 0, since: now };
    attendance.sessions += 1;
    applications.set(applicationId, attendance);
    return attendance.sessions === 1;
  }

  /** @returns whether this was the user's last session */
  closed(applicationId: Snowflake, userId: Snowflake): boolean {
    const applications = this.#users.get(userId);
    const attendance = applications?.get(applicationId);
    if (applications === undefined || attendance === undefined) return false;
    attendance.sessions -= 1;
    if (attendance.sessions > 0) return false;
    applications.delete(applicationId);
    if (applications.size === 0) this.#users.delete(userId);
    return true;
  }

  has(applicationId: Snowflake, userId: Snowflake): boolean {
    return this.#users.get(userId)?.has(applicationId) ?? false;
  }

  /** The applications a user is in right now. */
  applicationsOf(userId: Snowflake): Snowflake[] {
    return [...(this.#users.get(userId)?.keys() ?? [])];
  }

  /** Unix milliseconds; undefined when the user is not there. */
  since(applicationId: Snowflake, userId: Snowflake): number | undefined {
    return this.#users.get(userId)?.get(applicationId)?.since;
  }
}
