/** A worker, as it says each second. */
export interface Beat {
  /** its name, the same after a restart */
  readonly worker: string;
  /** of its voice process, another one after each start of it; "": there is none at the moment */
  readonly process: string;
  /** when the worker was started, milliseconds since 1970 */
  readonly startedAt: number;
  /** counts the beats since then: an older one that comes late says nothing */
  readonly count: number;
  /** processors that it may use */
  readonly cores: number;
  /** the part of them that was in use, 0 to 1 */
  readonly load: number;
  readonly calls: number;
  /** whether it takes no more calls, and wants to be rid of those that it has */
  readonly isDraining: boolean;
}

/** A worker writes itself down so often, milliseconds. */
export const BEAT_MS = 1000;
/** And counts as dead behind that, counted from when it sent the newest beat, milliseconds. */
export const LEASE_MS = 2000;

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws RangeError */
export function workerNameArgument(name: string, value: string): string {
  if (NAME.test(value)) return value;
  throw new RangeError(`${name}: expected 1 to 64 letters, digits, "-" or "_", received ${value}`);
}

/** @returns undefined: it has another form, as that of another version may have */
export function parseBeat(value: unknown): Beat | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { worker, process, startedAt, count, cores, load, calls, isDraining } = value as Record<
    string,
    unknown
  >;
  if (typeof worker !== "string" || !NAME.test(worker)) return undefined;
  if (typeof process !== "string" || (process !== "" && !NAME.test(process))) return undefined;
  if (![startedAt, count, cores, load, calls].every(isCount) || typeof isDraining !== "boolean")
    return undefined;
  return { worker, process, isDraining, ...({ startedAt, count, cores, load, calls } as Counts) };
}

type Counts = Pick<Beat, "startedAt" | "count" | "cores" | "load" | "calls">;

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
