/** Records that are deleted at once: each takes up to 0.1 ms, and everybody else waits meanwhile. */
export const DROPPED_AT_ONCE = 200;

/**
 * Deletes some records of each of several deleted things, {@link DROPPED_AT_ONCE} of them together. Run it in a transaction.
 * @param drop deletes at most so many records of one thing, and says how many; none is left when they are fewer
 * @param done nothing is left of it
 */
export function dropPortion<T>(
  things: readonly T[],
  drop: (thing: T, limit: number) => number,
  done: (thing: T) => void,
): void {
  let left = DROPPED_AT_ONCE;
  for (const thing of things) {
    left -= drop(thing, left);
    if (left === 0) return;
    done(thing);
  }
}
