import type { CallGuard } from "./call-guard.js";

/** Something that is said to the voice gateway. */
interface Said {
  readonly send: () => void;
  /** what it binds to is not written yet */
  isHeld: boolean;
}

/**
 * What others must not hear before it is written: a process that goes on with the call could not follow what they answer. What is said
 * behind it waits, too, so that the order stays.
 */
export class WriteAhead {
  readonly #guard: CallGuard | undefined;
  #waiting: Said[] = [];

  /** @param guard undefined: the call is not kept, and nothing waits */
  constructor(guard: CallGuard | undefined) {
    this.#guard = guard;
  }

  /** @param isBinding nobody may hear it before what has changed is written */
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

  /** What waits is of a session that is over. */
  clear(): void {
    this.#waiting = [];
  }

  #flush(): void {
    while (this.#waiting[0]?.isHeld === false) this.#waiting.shift()?.send();
  }
}
