import type { Snowflake } from "sdkpp/wire";
import type { Lobby } from "../../records/lobby/lobby.js";

interface Idle {
  readonly since: number;
  /** When it has been idle for too long. */
  readonly due: number;
}

/**
 * Lobbies of which no member has had a live session, and until when they may be so, in time that has elapsed. Some may be in use again:
 * who takes what is due looks. Lives in memory: after a start, every lobby is idle from then on.
 */
export class IdleLobbies {
  readonly #all = new Map<Snowflake, Idle>();
  #nextDue = Infinity;
  #isFilled = false;

  /** Adds the lobbies of before the start, once. */
  fill(lobbies: () => readonly Lobby[], now: number): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    for (const lobby of lobbies()) if (!this.#all.has(lobby.id)) this.begin(lobby, now);
  }

  /** @param since when it was last in use, milliseconds that have elapsed */
  begin({ id, idleTimeoutSeconds }: Lobby, since: number): void {
    const due = since + idleTimeoutSeconds * 1000;
    this.#all.set(id, { since, due });
    this.#nextDue = Math.min(this.#nextDue, due);
  }

  /** A lobby may have another time limit. */
  adjust(lobby: Lobby): void {
    const idle = this.#all.get(lobby.id);
    if (idle !== undefined) this.begin(lobby, idle.since);
  }

  end(lobbyId: Snowflake): void {
    this.#all.delete(lobbyId);
  }

  /** Ids of those that have been idle for too long; they stay so until {@link end}. */
  due(now: number): Snowflake[] {
    if (now < this.#nextDue) return [];
    this.#nextDue = Infinity;
    const found: Snowflake[] = [];
    for (const [id, { due }] of this.#all) {
      this.#nextDue = Math.min(this.#nextDue, due);
      if (due <= now) found.push(id);
    }
    return found;
  }
}
