import type { CallbackQueue } from "./callback-queue.js";

// Weak, so that a queue does not keep an unreferenced client alive.
const queues = new Set<WeakRef<CallbackQueue>>();

/** Adds the queue of a client with `callbackMode: "manual"`. */
export function registerManualQueue(queue: CallbackQueue): void {
  queues.add(new WeakRef(queue));
}

/**
 * Runs the queued callbacks of every client with `callbackMode: "manual"`, in the order in which the clients were created.
 * Clients that deliver on the event loop do not need it, and neither do promises. A callback that throws is logged.
 * @example
 * const frame = setInterval(() => runCallbacks(), 16);
 * clearInterval(frame);
 * @mirrors RunCallbacks
 */
export function runCallbacks(): void {
  for (const reference of [...queues]) {
    const queue = reference.deref();
    if (queue === undefined) queues.delete(reference);
    else queue.run();
  }
}
