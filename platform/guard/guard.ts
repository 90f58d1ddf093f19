/** Severity of a log line: `error` when the platform itself has failed, otherwise `info`. */
export type LogSeverity = "error" | "info";

/** Receives one line for the operator. @param severity default info */
export type Log = (line: string, severity?: LogSeverity) => void;

/** Number of distinct faults that are counted; above it the counts start over. */
const MAX_KINDS = 100;

/**
 * Guards the entry points of a room. An exception thrown while handling outside input ends that one request or connection
 * and becomes a log line. It never reaches the process.
 */
export class Guard {
  readonly #room: string;
  readonly #log: Log;
  readonly #counts = new Map<string, number>();

  /** @param room prefix of every log line */
  constructor(room: string, log: Log) {
    this.#room = room;
    this.#log = log;
  }

  /**
   * Runs `work`.
   * @param entry description of the entry point for the log
   * @param ended ends the request or connection; called only after an exception
   */
  run<T>(entry: string, work: () => T, ended: (error: unknown) => T): T {
    try {
      return work();
    } catch (error) {
      this.report(entry, error);
      return ended(error);
    }
  }

  /** Like {@link run}, for work without a result. */
  isolate(entry: string, work: () => void): void {
    this.run(entry, work, () => undefined);
  }

  /**
   * Starts work without awaiting it. A rejected promise is logged and never reaches the process.
   * @param ended ends what the work was for; called only after a rejection
   */
  start(entry: string, work: Promise<unknown>, ended: (error: unknown) => void = nothing): void {
    work.catch((error: unknown) => this.#fail(entry, error, ended));
  }

  /**
   * Makes a listener of a socket, a stream, a worker or a timer: what calls it has no handler for exceptions.
   * @param ended ends the request or connection; called only after an exception
   */
  listener<Arguments extends unknown[]>(
    entry: string,
    listen: (...given: Arguments) => void,
    ended: (error: unknown) => void = nothing,
  ): (...given: Arguments) => void {
    return (...given) => {
      try {
        listen(...given);
      } catch (error) {
        this.#fail(entry, error, ended);
      }
    };
  }

  /** Logs an event that is not a fault of the platform. */
  remark(line: string): void {
    this.#log(`${this.#room}: ${line}`);
  }

  /** Logs a fault: the first of its kind, then the second, fourth, eighth …, so that a flood does not fill the log. */
  report(entry: string, error: unknown): void {
    const kind = `${entry}: ${placeOf(error)}`;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    if (this.#counts.size >= MAX_KINDS) this.#counts.clear();
    this.#counts.set(kind, count);
    if ((count & (count - 1)) !== 0) return;
    const times = count === 1 ? "" : ` (${count} times)`;
    this.#log(`${this.#room}: fault in ${entry}${times}: ${inOneLine(error)}`, "error");
  }

  /** Reports and isolates: an exception of `ended` has no caller to go to. */
  #fail(entry: string, error: unknown, ended: (error: unknown) => void): void {
    this.report(entry, error);
    this.isolate(`the end of ${entry}`, () => ended(error));
  }
}

function nothing(): void {
  // The failed work has no one who waits for its end.
}

/** A log for all rooms, from that of a stranger: its exceptions never reach the caller. */
export function harmless(log: (line: string, severity: LogSeverity) => void): Log {
  return (line, severity = "info") => {
    try {
      log(line, severity);
    } catch {
      // No log is left to report it to.
    }
  };
}

/** The place where an error was thrown; messages may differ each time. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? error.stack : undefined;
  return /^\s*at .*$/m.exec(stack ?? "")?.[0] ?? String(error);
}

function inOneLine(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  return text.replaceAll(/\s*\n\s*/g, " | ");
}
