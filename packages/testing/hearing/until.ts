import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 10;

/** The deadline of a wait. */
export interface Deadline {
  readonly withinMs: number;
  /** its clock, milliseconds */
  readonly now: () => number | Promise<number>;
  /** ends the wait before that */
  readonly signal?: AbortSignal | undefined;
}

/** Looks again and again until something is found or the time is over. It looks at least once. @throws the reason of the signal */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { withinMs, now, signal }: Deadline,
): Promise<T | undefined> {
  const end = (await now()) + withinMs;
  for (;;) {
    signal?.throwIfAborted();
    const isLast = (await now()) >= end;
    const found = await look();
    if (found !== undefined || isLast) return found;
    await pause(POLL_MS, signal);
  }
}

/** Waits in real time. @throws the reason of the signal */
export async function pause(forMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(forMs, undefined, signal && { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
