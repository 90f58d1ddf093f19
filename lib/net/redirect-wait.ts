import type { RedirectJudgement } from "../protocol/index.js";
import type { Cancel, Clock } from "./clock.js";

/** The outcome of an authorization. */
export type RedirectResult =
  Exclude<RedirectJudgement, { kind: "rejected" }> | { kind: "expired" } | { kind: "aborted" };

/** RFC 8252 sets no limit; a user who takes longer starts again. */
export const REDIRECT_TIME_LIMIT_MS = 5 * 60_000;

/** The wait for a redirect: it ends once, by a redirect, by an abort, or after {@link REDIRECT_TIME_LIMIT_MS}. */
export class RedirectWait {
  readonly result: Promise<RedirectResult>;
  readonly #cancelLimit: Cancel;
  #settle: ((result: RedirectResult) => void) | undefined;

  constructor(clock: Clock) {
    this.result = new Promise((resolve) => (this.#settle = resolve));
    this.#cancelLimit = clock.schedule(REDIRECT_TIME_LIMIT_MS, () => this.end({ kind: "expired" }));
  }

  get isOver(): boolean {
    return this.#settle === undefined;
  }

  /** Does nothing after the end. */
  end(result: RedirectResult): void {
    const settle = this.#settle;
    this.#settle = undefined;
    this.#cancelLimit();
    settle?.(result);
  }

  /** Does nothing after the end. */
  abort(): void {
    this.end({ kind: "aborted" });
  }
}
