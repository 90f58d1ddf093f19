import type { TurnPolicy } from "./turn-policy.js";

/** @internal */
export interface TurnWatchParts {
  readonly changed: (policy: TurnPolicy) => void;
  readonly closing: () => void;
}

/**
 * A watch of the turns of one user, or of everyone; the agent's events tell what they come to.
 * @example
 * const agent = VoiceAgent.of(connection);
 * using watch = agent.turns("everyone", { minSilenceMs: 200, maxSilenceMs: 1200 });
 * agent.on("pause", ({ userId: speaker, probability }) => console.log(speaker, probability));
 * agent.on("endOfTurn", ({ userId: speaker, silenceMs }) => console.log(speaker, silenceMs));
 * watch.setPolicy({ minSilenceMs: 600 });
 */
export class TurnWatch implements Disposable {
  readonly #parts: TurnWatchParts;
  #isClosed = false;

  private constructor(parts: TurnWatchParts) {
    this.#parts = parts;
  }

  /** @internal */
  static of(parts: TurnWatchParts): TurnWatch {
    return new TurnWatch(parts);
  }

  /**
   * Replaces the policy, from the next frame on and also within a pause: a greeting can be cut short, an answer to a question may take its
   * time. What is not given has its default again.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   */
  setPolicy(policy: TurnPolicy): void {
    this.#parts.changed(policy);
  }

  /** Ends the watch: no more events of its users, unless another one watches them. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#parts.closing();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
