import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 10;

/**
 * Looks again and again until something is found or the time is over. It looks at least once.
 * @param now the clock of the deadline, milliseconds
 */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  withinMs: number,
  now: () => number | Promise<number>,
): Promise<T | undefined> {
  const end = (await now()) + withinMs;
  for (;;) {
    const isLast = (await now()) >= end;
    const found = await look();
    if (found !== undefined || isLast) return found;
    await sleep(POLL_MS);
  }
}
