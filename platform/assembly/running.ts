import type { Log } from "../guard/guard.js";

/** Ends what was started. */
type Stop = () => void | Promise<void>;

/** The parts that have been started, in order. They stop in the reverse order. */
export class Running {
  readonly #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** @returns the part, which now stops with the others */
  keep<Part extends { stop(): void | Promise<void> }>(part: Part): Part {
    this.add(() => part.stop());
    return part;
  }

  /** Stops each part once, even if others fail. @throws the first failure */
  async stop(): Promise<void> {
    const errors: unknown[] = [];
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/**
 * Starts parts one after the other; when one fails, those that run already stop again.
 * @throws why the start failed; what then failed to stop is a line in the log
 */
export async function startWhole<Whole>(
  start: (running: Running) => Promise<Whole>,
  log: Log,
): Promise<Whole> {
  const running = new Running();
  try {
    return await start(running);
  } catch (error) {
    await running.stop().catch((failure: unknown) => log(`a failed start: ${String(failure)}`));
    throw error;
  }
}
