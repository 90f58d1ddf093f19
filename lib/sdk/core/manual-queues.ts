import type { CallbackQueue } from "./callback-queue.js";

// Weak, so that a client nobody refers to any more is not kept alive by what it has queued.
const queues = new Set<WeakRef<CallbackQueue>>();

/** The queue of a client whose callbacks wait to be run. */
export function registerManualQueue(queue: CallbackQueue): void {
  queues.add(new WeakRef(queue));
}

/**
 * Runs the queued callbacks of every client with `callbackMode: "manual"`, in the order in which the clients were made.
 * Clients that deliver on the event loop do not need it; promises never do. A callback that throws is logged.
 * @mirrors RunCallbacks
 */
export function runCallbacks(): void {
  for (const reference of [...queues]) {
    const queue = reference.deref();
    if (queue === undefined) queues.delete(reference);
    else queue.run();
  }
}
