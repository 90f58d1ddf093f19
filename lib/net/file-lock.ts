import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { systemClock, type Clock } from "./clock.js";
import { systemProcesses, type Processes } from "./process-identity.js";

/** Time between two attempts. */
const RETRY_MS = 25;
/** A holder refreshes tokens, which takes as long as an HTTP request may. */
const TIME_LIMIT_MS = 120_000;
/** A lock is linked when it is complete: one that names no holder is damaged. */
const DAMAGED_MS = 5_000;

/**
 * A lock between processes of one machine: a file that names its holder, by id and start. The lock of a process that has ended is
 * taken over, also when another process has its id by now, and one without an owner after 5 s.
 * Processes on different machines, or in different containers, cannot share it.
 */
export class FileLock {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #processes: Processes;

  constructor(path: string, clock: Clock = systemClock, processes: Processes = systemProcesses) {
    this.#path = path;
    this.#clock = clock;
    this.#processes = processes;
  }

  /** @returns releases the lock. @throws {Error} when another process holds it for two minutes, or the file cannot be written */
  async acquire(): Promise<() => void> {
    const id = crypto.randomUUID();
    const own = [process.pid, this.#processes.startOf(process.pid) ?? UNKNOWN, id].join(" ");
    // Linked when it is complete, so that no process ever sees a lock without its holder.
    const draft = `${this.#path}.${id}`;
    writeFileSync(draft, own, { flag: "wx", mode: 0o600 });
    try {
      await this.#wait(draft);
      return () => this.#release(own);
    } finally {
      unlinkSync(draft);
    }
  }

  async #wait(draft: string): Promise<void> {
    const begin = this.#clock.now();
    let seen: { readonly text: string; readonly since: number } | undefined;
    while (!this.#tryLink(draft)) {
      const now = this.#clock.now();
      const text = this.#text();
      if (text !== seen?.text) seen = text === undefined ? undefined : { text, since: now };
      if (seen !== undefined && this.#isOver(seen.text, now - seen.since)) this.#remove(seen.text);
      else if (now - begin >= TIME_LIMIT_MS)
        throw new Error(`another process holds ${this.#path}; remove the file if there is none`);
      else await new Promise<void>((resolve) => this.#clock.schedule(RETRY_MS, resolve));
    }
  }

  #tryLink(draft: string): boolean {
    try {
      linkSync(draft, this.#path);
      return true;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return false;
    }
  }

  /** Whether the lock with this text has no holder any more. @param unchangedMs how long it has been seen */
  #isOver(text: string, unchangedMs: number): boolean {
    const holder = holderOf(text);
    if (holder === undefined) return unchangedMs >= DAMAGED_MS;
    if (!this.#processes.isRunning(holder.pid)) return true;
    const start = holder.start === undefined ? undefined : this.#processes.startOf(holder.pid);
    // Where the start is not known, the id may be another process's: no holder needs as long as the limit.
    return start === undefined ? unchangedMs >= TIME_LIMIT_MS : start !== holder.start;
  }

  /** Reads the lock. @returns undefined when it is free */
  #text(): string | undefined {
    try {
      return readFileSync(this.#path, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  #release(own: string): void {
    if (this.#text() === own) unlinkSync(this.#path);
  }

  /** Only one of several processes can rename the file; a lock that was taken meanwhile is put back. */
  #remove(text: string): void {
    const aside = `${this.#path}.${crypto.randomUUID()}`;
    try {
      renameSync(this.#path, aside);
      if (readFileSync(aside, "utf8") !== text) linkSync(aside, this.#path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
      if (codeOf(error) === "ENOENT") return;
    }
    unlinkSync(aside);
  }
}

/** Stands for a start that is not known. */
const UNKNOWN = "-";

interface Holder {
  readonly pid: number;
  readonly start: string | undefined;
}

/** Reads `<pid> <start> <random id>`. @returns undefined for a text without an owner */
function holderOf(text: string): Holder | undefined {
  const [, pid, start] = /^([1-9]\d{0,9})(?: (\S+))? \S+$/.exec(text) ?? [];
  if (pid === undefined) return undefined;
  return { pid: Number(pid), start: start === UNKNOWN ? undefined : start };
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
