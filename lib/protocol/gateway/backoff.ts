/** Longest wait between two attempts. */
export const BACKOFF_MAX_MS = 30_000;
const BACKOFF_FIRST_MS = 1000;

/**
 * How long to wait before attempt `attempt` (0 is the first): 1, 2, 4 … 30 s, of which a random half is
 * taken off so that many clients of one failed platform do not return in step.
 * @param random from 0 to below 1
 */
export function backoffDelay(attempt: number, random: number): number {
  const ceiling = Math.min(BACKOFF_FIRST_MS * 2 ** Math.min(attempt, 10), BACKOFF_MAX_MS);
  return ceiling * (0.5 + random / 2);
}
