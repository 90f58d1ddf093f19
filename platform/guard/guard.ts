/** Takes one line for the operator. */
export type Log = (line: string) => void;

/** Kinds of faults that are told apart; beyond that the counts begin anew. */
const MAX_KINDS = 100;

/**
 * The border of a room: input from outside is worked through behind it. Whatever that throws ends the one request or
 * connection it came with and becomes a line of the log. It never reaches the process.
 */
export class Guard {
  readonly #room: string;
  readonly #log: Log;
  readonly #counts = new Map<string, number>();

  /** @param room begins every line of the log */
  constructor(room: string, log: Log) {
    this.#room = room;
    this.#log = log;
  }

  /**
   * Runs `work`.
   * @param entry where the input came in, in words
   * @param ended ends the request or connection; not called when all went well
   */
  run<T>(entry: string, work: () => T, ended: (error: unknown) => T): T {
    try {
      return work();
    } catch (error) {
      this.report(entry, error);
      return ended(error);
    }
  }

  /** As {@link run}, where nobody waits for an answer. */
  isolate(entry: string, work: () => void): void {
    this.run(entry, work, () => undefined);
  }

  /** Logs what is no fault of ours. */
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
    this.#log(`${this.#room}: fault in ${entry}${times}: ${inOneLine(error)}`);
  }
}

/** A log whose own faults are nobody else's. */
export function harmless(log: Log): Log {
  return (line) => {
    try {
      log(line);
    } catch {
      // There is nowhere left to say it.
    }
  };
}

/** Where it was thrown: messages may differ each time. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? error.stack : undefined;
  return /^\s*at .*$/m.exec(stack ?? "")?.[0] ?? String(error);
}

function inOneLine(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  return text.replaceAll(/\s*\n\s*/g, " | ");
}
