/** Takes a subscription back; also with `using`. */
export interface Subscription extends Disposable {
  dispose(): void;
}

type Listener = (...args: never[]) => void;
type EventMap<E> = { [K in keyof E]: Listener };

/** A box of its own for each, so that one function may be given twice and taken back once. */
interface Entry {
  readonly listener: Listener;
}

/** Typed events. A listener that throws is reported and costs the others nothing. */
export class Emitter<E extends EventMap<E>> {
  /** Lists are replaced, never changed: one that is being gone through stays as it was. */
  readonly #entries = new Map<keyof E, readonly Entry[]>();
  readonly #failed: (event: string, error: unknown) => void;

  constructor(failed: (event: string, error: unknown) => void) {
    this.#failed = failed;
  }

  on<K extends keyof E>(event: K, listener: E[K]): Subscription {
    const own: Entry = { listener };
    this.#entries.set(event, [...this.#of(event), own]);
    const dispose = (): void => this.#remove(event, own);
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** Takes the newest subscription of a listener back; a function that does not listen changes nothing. */
  off<K extends keyof E>(event: K, listener: E[K]): void {
    const own = this.#of(event).findLast((each) => each.listener === listener);
    if (own !== undefined) this.#remove(event, own);
  }

  /** Whether anybody listens. */
  has(event: keyof E): boolean {
    return this.#of(event).length > 0;
  }

  emit<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    for (const { listener } of this.#of(event)) {
      try {
        listener(...(args as never[]));
      } catch (error) {
        this.#failed(String(event), error);
      }
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  #of(event: keyof E): readonly Entry[] {
    return this.#entries.get(event) ?? NONE;
  }

  #remove(event: keyof E, entry: Entry): void {
    const left = this.#of(event).filter((each) => each !== entry);
    if (left.length > 0) this.#entries.set(event, left);
    else this.#entries.delete(event);
  }
}

const NONE: readonly Entry[] = [];
