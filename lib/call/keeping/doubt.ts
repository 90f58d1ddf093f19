import type { CallGuard } from "./call-guard.js";

/** The part of a connection that somebody else may have by now. */
export interface DoubtedCall {
  /** Nothing is sent any more; inputs wait. */
  freeze(): Promise<void>;
  /** It goes on here. */
  goOn(): void;
  /** It goes on elsewhere. */
  moved(): void;
}

/**
 * Finds out whether a call is still here, after the process stood still or somebody else resumed the voice session. Nothing is sent meanwhile:
 * neither sound nor a word that would end the call of its new owner.
 */
export class Doubt {
  readonly #call: DoubtedCall;
  readonly #guard: CallGuard | undefined;
  #isAsking = false;

  /** @param guard undefined: the call is not kept, so nobody else can have it */
  constructor(call: DoubtedCall, guard: CallGuard | undefined) {
    this.#call = call;
    this.#guard = guard;
  }

  /** Before each input. */
  review(): void {
    if (!this.#isAsking && this.#guard?.hasStalled() === true) this.ask();
  }

  ask(): void {
    if (this.#isAsking || this.#guard === undefined) return;
    this.#isAsking = true;
    void this.#ask(this.#guard).finally(() => (this.#isAsking = false));
  }

  async #ask(guard: CallGuard): Promise<void> {
    try {
      await this.#call.freeze();
    } catch {
      // it is closed, or on its way to another process that was asked for
      return;
    }
    if (await guard.isOurs()) this.#call.goOn();
    else this.#call.moved();
  }
}
