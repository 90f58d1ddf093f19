import type { CallGuard } from "./call-guard.js";

/** A message to the voice gateway. */
interface Said {
  readonly send: () => void;
  /** its cause is not written yet */
  isHeld: boolean;
}

/**
 * Holds messages back that others must not hear before their cause is written: a process that goes on with the call could not follow
 * the answers. Messages behind one that waits do so, too, and the order stays.
 */
export class WriteAhead {
  readonly #guard: CallGuard | undefined;
  #waiting: Said[] = [];

  /** @param guard undefined: the call is not kept, and nothing waits */
  constructor(guard: CallGuard | undefined) {
    this.#guard = guard;
  }

  /** @param isBinding nobody may hear it before everything that has changed is written */
  say(isBinding: boolean, send: () => void): void {
    if (this.#guard === undefined || (!isBinding && this.#waiting.length === 0)) return send();
    const said: Said = { send, isHeld: isBinding };
    this.#waiting.push(said);
    if (isBinding)
      void this.#guard.written().then(() => {
        said.isHeld = false;
        this.#flush();
      });
  }

  /** The session is over, and nothing that waits belongs to another one. */
  clear(): void {
    this.#waiting = [];
  }

  #flush(): void {
    while (this.#waiting[0]?.isHeld === false) this.#waiting.shift()?.send();
  }
}
