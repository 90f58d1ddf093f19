import type { Subscription } from "sdkpp";

type Listener = (...args: never[]) => void;
type EventMap<E> = { [K in keyof E]: Listener };

/** A box of its own for each, so that one function may be given twice. */
interface Entry {
  readonly listener: Listener;
}

/** Typed events. A listener that throws costs the others nothing, and its error is a warning of the process. */
export class Listeners<E extends EventMap<E>> {
  readonly #entries = new Map<keyof E, readonly Entry[]>();

  on<K extends keyof E>(event: K, listener: E[K]): Subscription {
    const own: Entry = { listener };
    this.#entries.set(event, [...this.#of(event), own]);
    const dispose = (): void => this.#remove(event, own);
    return { dispose, [Symbol.dispose]: dispose };
  }

  emit<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    for (const { listener } of this.#of(event)) {
      try {
        listener(...(args as never[]));
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  #of(event: keyof E): readonly Entry[] {
    return this.#entries.get(event) ?? [];
  }

  #remove(event: keyof E, entry: Entry): void {
    const left = this.#of(event).filter((each) => each !== entry);
    this.#entries.set(event, left);
  }
}
