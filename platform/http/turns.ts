import { setImmediate } from "node:timers/promises";

/** Does work whose parts may take some milliseconds each; requests and events of others are served between them. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
