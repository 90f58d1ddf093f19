import { randomBytes } from "node:crypto";
import type { Cancel } from "sdkpp/voice";
import { Refusal } from "./refusal.js";
import { Session, type SessionParts, type Wire } from "./session.js";

const MOST_SESSIONS = 200;
const MOST_PLAYERS = 2000;
const ID_BYTES = 8;

/** All sessions of a door. */
export class Sessions {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<string, Session>();
  /** of sessions without a connection */
  readonly #untilEnd = new Map<string, Cancel>();

  constructor(parts: Omit<SessionParts, "admitPlayer">) {
    this.#parts = { ...parts, admitPlayer: () => this.#admitPlayer() };
  }

  /** The sessions, also those without a connection. */
  get all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** @throws {Refusal} 404 */
  get(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Refusal(404, "there is no session of that id; connect anew");
    return session;
  }

  /**
   * A client connects. With the id of a session of its own that waits, it goes on with that one.
   * @throws {Refusal} 429 when there are too many sessions
   */
  connect(userId: string, wire: Wire, askedId: string | undefined): Session {
    const waiting = askedId === undefined ? undefined : this.#sessions.get(askedId);
    const canResume = waiting !== undefined && !waiting.isConnected && waiting.userId === userId;
    const session = canResume ? waiting : this.#make(userId);
    this.#untilEnd.get(session.id)?.();
    this.#untilEnd.delete(session.id);
    session.connected(wire, canResume);
    return session;
  }

  /** The connection of a session is gone: the session ends, or waits for another one. */
  disconnect(session: Session): void {
    session.disconnected();
    const { outlivesMs } = session;
    if (outlivesMs === 0) return this.#end(session);
    this.#untilEnd.set(
      session.id,
      this.#parts.clock.schedule(outlivesMs, () => this.#end(session)),
    );
  }

  /** Ends all sessions. */
  close(): void {
    for (const session of this.all) this.#end(session);
  }

  #end(session: Session): void {
    this.#untilEnd.get(session.id)?.();
    this.#untilEnd.delete(session.id);
    this.#sessions.delete(session.id);
    session.end();
  }

  #make(userId: string): Session {
    if (this.#sessions.size >= MOST_SESSIONS)
      throw new Refusal(429, `this node has ${String(MOST_SESSIONS)} sessions already; end one first`);
    const session = new Session(randomBytes(ID_BYTES).toString("hex"), userId, this.#parts);
    this.#sessions.set(session.id, session);
    return session;
  }

  #admitPlayer(): void {
    const players = this.all.reduce((sum, session) => sum + session.players.size, 0);
    if (players >= MOST_PLAYERS)
      throw new Refusal(429, `this node has ${String(MOST_PLAYERS)} players already; end one first`);
  }
}
