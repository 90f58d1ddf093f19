import type { Snowflake } from "sdkpp/wire";
import type { Caller } from "./caller.js";

/** A session that a game keeps over HTTP, without a connection. */
export interface HeadlessSession extends Caller {
  readonly token: string;
  /** End on the elapsed clock. */
  readonly endsAt: number;
}

/** Sessions without a connection, by their tokens. They do not outlive the platform. */
export class HeadlessSessions {
  readonly #sessions = new Map<string, HeadlessSession>();

  get(token: string): HeadlessSession | undefined {
    return this.#sessions.get(token);
  }

  put(session: HeadlessSession): void {
    this.#sessions.set(session.token, session);
  }

  delete(token: string): void {
    this.#sessions.delete(token);
  }

  /** Sessions of one user in one game, oldest first. */
  of(applicationId: Snowflake, userId: Snowflake): HeadlessSession[] {
    return [...this.#sessions.values()].filter(
      (one) => one.applicationId === applicationId && one.userId === userId,
    );
  }

  /** Sessions whose time is over. */
  endedBy(now: number): HeadlessSession[] {
    return [...this.#sessions.values()].filter(({ endsAt }) => endsAt <= now);
  }
}
