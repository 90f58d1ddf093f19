import type { Cancel, Clock } from "../../net/index.js";

/** Where the game's callbacks run: on the event loop, or when the game pumps. */
export type CallbackMode = "event-loop" | "manual";

/** Callbacks wait here and run in order, later, each on its own: one that throws costs the others nothing. */
export class CallbackQueue {
  readonly #mode: CallbackMode;
  readonly #clock: Clock;
  readonly #threw: (error: unknown) => void;
  #tasks: (() => void)[] = [];
  #cancel: Cancel | undefined;

  constructor(mode: CallbackMode, clock: Clock, threw: (error: unknown) => void) {
    this.#mode = mode;
    this.#clock = clock;
    this.#threw = threw;
  }

  enqueue(task: () => void): void {
    this.#tasks.push(task);
    if (this.#mode === "event-loop") this.#cancel ??= this.#clock.afterInput(() => this.run());
  }

  /** Runs what is queued now; what callbacks queue meanwhile is for the next time. */
  run(): void {
    this.#cancel = undefined;
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) this.#call(task);
  }

  #call(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#threw(error);
    }
  }
}
