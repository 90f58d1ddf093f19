/** A billing period: a month from the day of the first payment. Unix milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The same time of day some calendar months later, UTC; in shorter months the last day. */
export function monthsAfter(unixMs: number, months: number): number {
  const from = new Date(unixMs);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return (
    Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) +
    (unixMs - Math.floor(unixMs / DAY_MS) * DAY_MS)
  );
}

/** The period that a moment is in. Its work does not depend on how many periods have passed. @param anchor the first payment */
export function periodAt(anchor: number, unixMs: number): Period {
  const [from, to] = [new Date(anchor), new Date(unixMs)];
  const guess = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const months = Math.max(monthsAfter(anchor, guess) > unixMs ? guess - 1 : guess, 0);
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
}
