import { Emitter, type Subscription } from "../../../call/emitter.js";
import { functionArgument, optionalArgument } from "../../argument.js";
import type { CallbackQueue, Task } from "./callback-queue.js";

type Listener = (...args: never[]) => void;

/** An event on its way to its listeners. One object, and not two closures: a client of many friends makes thousands a second. */
class Notification<E extends { [K in keyof E]: Listener }, K extends keyof E> implements Task {
  constructor(
    readonly hub: EventHub<E>,
    readonly event: K,
    readonly args: Parameters<E[K]>,
  ) {}

  run(): void {
    this.hub.deliver(this.event, this.args);
  }

  threw(error: unknown): void {
    this.hub.failed(String(this.event), error);
  }
}

/** Emits events to listeners through the callback queue. Each event also has one replaceable callback. */
export class EventHub<E extends { [K in keyof E]: Listener }> {
  readonly #emitter: Emitter<E>;
  readonly #watchers: Emitter<E>;
  readonly #callbacks = new Map<keyof E, Subscription>();
  readonly #interests = new Map<keyof E, () => void>();
  readonly #queue: CallbackQueue;
  #isClosed = false;

  /** @param failed called when a listener throws */
  constructor(
    queue: CallbackQueue,
    readonly failed: (event: string, error: unknown) => void,
  ) {
    this.#queue = queue;
    this.#emitter = new Emitter<E>(failed);
    this.#watchers = new Emitter<E>(failed);
  }

  on<K extends keyof E>(event: K, listener: E[K]): Subscription {
    return this.#counted(event, this.#emitter.on(event, listener));
  }

  /** Takes the newest subscription of a listener back. @throws {ArgumentError} when it is not a function */
  off<K extends keyof E>(event: K, listener: E[K]): void {
    this.#emitter.off(event, functionArgument("listener", listener));
    this.#interests.get(event)?.();
  }

  /** Notifies a part of the client at once; games' listeners wait in the queue. */
  watch<K extends keyof E>(event: K, watcher: E[K]): Subscription {
    return this.#counted(event, this.#watchers.on(event, watcher));
  }

  /**
   * Reports when some of the events get their first listener, and when they lose the last one. An event belongs to one
   * interest: a second one with the same event takes its place.
   */
  onInterest(events: readonly (keyof E)[], changed: (isWanted: boolean) => void): void {
    let isWanted = false;
    const look = (): void => {
      const before = isWanted;
      isWanted = events.some((event) => this.#emitter.has(event) || this.#watchers.has(event));
      if (isWanted !== before) changed(isWanted);
    };
    for (const event of events) this.#interests.set(event, look);
  }

  /** Whether the event has a listener. */
  has(event: keyof E): boolean {
    return this.#emitter.has(event);
  }

  /** Replaces the callback of an event; undefined removes it. @throws {ArgumentError} when it is not a function */
  setCallback<K extends keyof E>(event: K, callback: E[K] | undefined): void {
    optionalArgument("callback", callback, functionArgument);
    this.#callbacks.get(event)?.dispose();
    this.#callbacks.delete(event);
    if (callback === undefined) return;
    // A function of its own: `off` takes listeners back, and never the callback.
    const own = ((...args: Parameters<E[K]>) => callback(...args)) as E[K];
    this.#callbacks.set(event, this.on(event, own));
  }

  emit<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    this.#watchers.emit(event, ...args);
    this.#queue.add(new Notification(this, event, args));
  }

  /** Notifies the listeners of an event that waited in the queue. */
  deliver<K extends keyof E>(event: K, args: Parameters<E[K]>): void {
    if (!this.#isClosed) this.#emitter.emit(event, ...args);
  }

  /** From now on no listener is notified, not even of what waits in the queue: an object that ends has no events. */
  close(): void {
    this.#isClosed = true;
  }

  #counted(event: keyof E, subscription: Subscription): Subscription {
    const look = this.#interests.get(event);
    if (look === undefined) return subscription;
    look();
    const dispose = (): void => {
      subscription.dispose();
      look();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }
}
