import { Emitter, type Subscription } from "../../call/emitter.js";
import { functionArgument, optionalArgument } from "../argument.js";
import type { CallbackQueue } from "./callback-queue.js";

type Listener = (...args: never[]) => void;

/** Events that reach listeners through the callback queue, and one replaceable callback beside each. */
export class EventHub<E extends { [K in keyof E]: Listener }> {
  readonly #emitter: Emitter<E>;
  readonly #callbacks = new Map<keyof E, Subscription>();
  readonly #queue: CallbackQueue;

  /** @param failed a listener threw */
  constructor(queue: CallbackQueue, failed: (event: string, error: unknown) => void) {
    this.#queue = queue;
    this.#emitter = new Emitter<E>(failed);
  }

  on<K extends keyof E>(event: K, listener: E[K]): Subscription {
    return this.#emitter.on(event, listener);
  }

  /** Whether anybody listens. */
  has(event: keyof E): boolean {
    return this.#emitter.has(event);
  }

  /** Replaces the callback of an event; undefined removes it. @throws {ArgumentError} when it is no function */
  setCallback<K extends keyof E>(event: K, callback: E[K] | undefined): void {
    optionalArgument("callback", callback, functionArgument);
    this.#callbacks.get(event)?.dispose();
    this.#callbacks.delete(event);
    if (callback !== undefined) this.#callbacks.set(event, this.#emitter.on(event, callback));
  }

  tell<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    this.#queue.enqueue(() => this.#emitter.emit(event, ...args));
  }
}
