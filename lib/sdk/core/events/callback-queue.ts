import type { Cancel, Clock } from "../../../net/index.js";
import type { CallbackMode } from "../../host-options.js";

/** A callback that waits. */
export interface Task {
  run(): void;
  /** called when `run` throws */
  threw(error: unknown): void;
}

/** Runs callbacks in order, later, each on its own: a callback that throws does not affect the others. */
export class CallbackQueue {
  readonly #mode: CallbackMode;
  readonly #clock: Clock;
  #tasks: Task[] = [];
  #cancel: Cancel | undefined;

  constructor(mode: CallbackMode, clock: Clock) {
    this.#mode = mode;
    this.#clock = clock;
  }

  /** @param threw called when the callback throws */
  enqueue(run: () => void, threw: (error: unknown) => void): void {
    this.add({ run, threw });
  }

  add(task: Task): void {
    this.#tasks.push(task);
    if (this.#mode === "event-loop") this.#cancel ??= this.#clock.afterInput(() => this.run());
  }

  /** Runs the callbacks that are queued now; those that they queue wait for the next run. */
  run(): void {
    this.#cancel = undefined;
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) runTask(task);
  }
}

function runTask(task: Task): void {
  try {
    task.run();
  } catch (error) {
    task.threw(error);
  }
}
