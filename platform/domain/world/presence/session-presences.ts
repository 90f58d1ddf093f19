import type { Snowflake } from "sdkpp/wire";
import { isVisible, type SessionPresence } from "../../records/presence/session-presence.js";

/** The presences of live sessions. A new session is online. */
export class SessionPresences {
  /** user → session */
  readonly #users = new Map<Snowflake, Map<string, SessionPresence>>();

  opened(
    session: Pick<SessionPresence, "sessionId" | "userId" | "applicationId" | "isBot" | "client" | "since">,
  ): void {
    this.put({ ...session, status: "online", activities: [], hasSpoken: false });
  }

  closed(userId: Snowflake, sessionId: string): void {
    const sessions = this.#users.get(userId);
    if (sessions?.delete(sessionId) === true && sessions.size === 0) this.#users.delete(userId);
  }

  put(presence: SessionPresence): void {
    const sessions = this.#users.get(presence.userId) ?? new Map<string, SessionPresence>();
    this.#users.set(presence.userId, sessions.set(presence.sessionId, presence));
  }

  get(userId: Snowflake, sessionId: string): SessionPresence | undefined {
    return this.#users.get(userId)?.get(sessionId);
  }

  /** All of a user's, oldest first. */
  of(userId: Snowflake): SessionPresence[] {
    return [...(this.#users.get(userId)?.values() ?? [])];
  }

  /** The presences that others may see. */
  visibleOf(userId: Snowflake): SessionPresence[] {
    return this.of(userId).filter(isVisible);
  }
}
