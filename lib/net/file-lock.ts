import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { systemClock, type Clock } from "./clock.js";

/** Time between two attempts. */
const RETRY_MS = 25;
/** A holder refreshes tokens, which takes as long as an HTTP request may. */
const TIME_LIMIT_MS = 120_000;

/**
 * A lock between processes of one machine: a file that names its holder. The lock of a process that has ended is taken over.
 * Processes on different machines, or in different containers, cannot share it.
 */
export class FileLock {
  readonly #path: string;
  readonly #clock: Clock;

  constructor(path: string, clock: Clock = systemClock) {
    this.#path = path;
    this.#clock = clock;
  }

  /** @returns releases the lock. @throws {Error} when another process holds it for two minutes, or the file cannot be written */
  async acquire(): Promise<() => void> {
    const id = crypto.randomUUID();
    const own = `${String(process.pid)} ${id}`;
    // Linked when it is complete, so that no process ever sees a lock without its holder.
    const draft = `${this.#path}.${id}`;
    writeFileSync(draft, own, { flag: "wx", mode: 0o600 });
    try {
      const end = this.#clock.now() + TIME_LIMIT_MS;
      while (!this.#tryAcquire(draft)) {
        if (this.#clock.now() >= end)
          throw new Error(`another process holds ${this.#path}; remove the file if there is none`);
        await new Promise<void>((resolve) => this.#clock.schedule(RETRY_MS, resolve));
      }
      return () => this.#release(own);
    } finally {
      unlinkSync(draft);
    }
  }

  #tryAcquire(draft: string): boolean {
    try {
      linkSync(draft, this.#path);
      return true;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const holder = this.#holder();
    if (holder !== undefined && hasEnded(holder)) this.#remove(holder);
    return false;
  }

  /** @returns undefined when nobody holds the lock */
  #holder(): string | undefined {
    try {
      return readFileSync(this.#path, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  #release(own: string): void {
    if (this.#holder() === own) unlinkSync(this.#path);
  }

  /** Only one of several processes can rename the file; a lock that was taken meanwhile is put back. */
  #remove(holder: string): void {
    const aside = `${this.#path}.${crypto.randomUUID()}`;
    try {
      renameSync(this.#path, aside);
      if (readFileSync(aside, "utf8") !== holder) linkSync(aside, this.#path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
      if (codeOf(error) === "ENOENT") return;
    }
    unlinkSync(aside);
  }
}

function hasEnded(holder: string): boolean {
  const pid = Number(holder.split(" ")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
