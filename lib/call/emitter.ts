/** Takes a subscription back; also with `using`. */
export interface Subscription extends Disposable {
  dispose(): void;
}

type Listener = (...args: never[]) => void;
type EventMap<E> = { [K in keyof E]: Listener };

/** Typed events. A listener that throws is reported and costs the others nothing. */
export class Emitter<E extends EventMap<E>> {
  readonly #listeners = new Map<keyof E, Set<Listener>>();
  readonly #failed: (event: string, error: unknown) => void;

  constructor(failed: (event: string, error: unknown) => void) {
    this.#failed = failed;
  }

  on<K extends keyof E>(event: K, listener: E[K]): Subscription {
    // A box of its own, so that one function may be given twice and taken back once.
    const entry: Listener = (...args) => listener(...args);
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(entry));
    const dispose = (): void => void listeners.delete(entry);
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** Whether anybody listens. */
  has(event: keyof E): boolean {
    return (this.#listeners.get(event)?.size ?? 0) > 0;
  }

  emit<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    const listeners = this.#listeners.get(event);
    if (listeners === undefined || listeners.size === 0) return;
    for (const listener of [...listeners]) this.#call(event, listener, args);
  }

  clear(): void {
    this.#listeners.clear();
  }

  #call(event: keyof E, listener: Listener, args: readonly unknown[]): void {
    try {
      listener(...(args as never[]));
    } catch (error) {
      this.#failed(String(event), error);
    }
  }
}
