import type { OperationState, Outcome } from "./operation-state.js";

type Run<A extends readonly unknown[], T> = (signal: AbortSignal, ...args: A) => Promise<T>;

/** The runs of an operation of one component: the newest one is shown, and none outlives the component. */
export class Runs<T> {
  readonly #show: (state: OperationState<T>) => void;
  readonly #running = new Set<AbortController>();
  #newest: AbortController | undefined;
  #value: T | undefined;

  constructor(show: (state: OperationState<T>) => void) {
    this.#show = show;
  }

  async run<A extends readonly unknown[]>(run: Run<A, T>, args: A): Promise<Outcome<T>> {
    const own = new AbortController();
    this.#running.add(own);
    this.#newest = own;
    this.#show({ isRunning: true, error: undefined, value: this.#value });
    const outcome = await outcomeOf(() => run(own.signal, ...args));
    this.#running.delete(own);
    if (this.#newest === own) this.#ended(outcome);
    return outcome;
  }

  /** Aborts what runs. Nothing of it is shown any more: a component that is hidden comes back without it. */
  abort(): void {
    if (this.#newest !== undefined) this.#show({ isRunning: false, error: undefined, value: this.#value });
    this.#newest = undefined;
    for (const one of this.#running) one.abort();
    this.#running.clear();
  }

  reset(): void {
    this.abort();
    this.#value = undefined;
    this.#show({ isRunning: false, error: undefined, value: undefined });
  }

  #ended(outcome: Outcome<T>): void {
    this.#newest = undefined;
    if (outcome.isDone) this.#value = outcome.value;
    const error = outcome.isDone ? undefined : outcome.error;
    this.#show({ isRunning: false, error, value: this.#value });
  }
}

async function outcomeOf<T>(run: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { isDone: true, value: await run() };
  } catch (error) {
    return { isDone: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
