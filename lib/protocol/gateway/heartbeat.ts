/** The action for a due heartbeat. */
export type BeatDecision = "wait" | "beat" | "zombie";

/**
 * The client's heartbeat: first beat after a random part of the interval, then every interval; a beat that is
 * due while the last one is unanswered says that the connection is dead.
 */
export class Heartbeat {
  #intervalMs = 0;
  #nextMs: number | undefined;
  #awaitingAck = false;

  start(intervalMs: number, random: number, nowMs: number): void {
    this.#intervalMs = intervalMs;
    this.#nextMs = nowMs + intervalMs * random;
    this.#awaitingAck = false;
  }

  stop(): void {
    this.#nextMs = undefined;
    this.#awaitingAck = false;
  }

  acknowledged(): void {
    this.#awaitingAck = false;
  }

  get deadline(): number | undefined {
    return this.#nextMs;
  }

  decide(nowMs: number): BeatDecision {
    if (this.#nextMs === undefined || nowMs < this.#nextMs) return "wait";
    // Far too late means that this thread stood still: the answer may lie unread in the socket.
    const stalled = nowMs - this.#nextMs > this.#intervalMs / 2;
    const zombie = this.#awaitingAck && !stalled;
    this.#nextMs = nowMs + this.#intervalMs;
    this.#awaitingAck = true;
    return zombie ? "zombie" : "beat";
  }
}
