import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { TidePlace } from "../call/keeping/noted-tide.js";

/** Facts of the machine that decide where the file lies. */
export interface TideMachine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** of this user; undefined on Windows */
  readonly uid: number | undefined;
  readonly pid: number;
  /** whether a process of this number lives */
  isAlive(pid: number): boolean;
  /** names the file */
  random(): string;
  /** whether what lies in a folder is in memory; false for one that does not exist */
  isInMemory(folder: string): boolean;
}

/** Calls at once that note their ticks; further ones write claims as often as on any other store. */
const SLOTS = 1024;
const SLOT_BYTES = 64;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
/** The file system in memory, as Linux numbers it. */
const TMPFS = 0x01021994;
const NAME = /^tides-(\d+)-[0-9a-f]+$/;
/** A slot counts who has it; behind that it begins anew. */
const MOST_GENERATION = 2 ** 31 - 1;

/**
 * The memory in which the calls of a supervisor note each tick: a file that voice processes map, in memory where the system has a folder for
 * that. It holds numbers, and no secret. Without such a file all works as on any other store, by claims and the clock.
 */
export class TideFile {
  readonly path: string;
  readonly #taken = new Set<number>();
  #newest = -1;
  #generation = 0;

  private constructor(path: string) {
    this.path = path;
  }

  /** @returns undefined: no folder that only this user may enter, or no room in it */
  static open(machine: TideMachine = thisMachine()): TideFile | undefined {
    for (const base of basesOf(machine)) {
      const path = made(base, machine);
      if (path !== undefined) return new TideFile(path);
    }
    return undefined;
  }

  /** For a call that begins: the slot that was not used for longest. Undefined: all are in use. */
  take(): TidePlace | undefined {
    for (let tries = 0; tries < SLOTS; tries += 1) {
      this.#newest = (this.#newest + 1) % SLOTS;
      if (this.#taken.has(this.#newest)) continue;
      this.#taken.add(this.#newest);
      this.#generation = (this.#generation % MOST_GENERATION) + 1;
      return { slot: this.#newest, generation: this.#generation };
    }
    return undefined;
  }

  /** The call is over. */
  free({ slot }: TidePlace): void {
    this.#taken.delete(slot);
  }

  /** Processes that have it open keep it until they end. */
  remove(): void {
    quietly(() => rmSync(this.path, { force: true }));
  }
}

/** In memory where the system says so: a disk that is full or slow would stop the media thread. */
function basesOf({ platform, env, isInMemory }: TideMachine): string[] {
  if (platform !== "linux") return [tmpdir()];
  return [...[env.XDG_RUNTIME_DIR ?? "", "/dev/shm"].filter(isInMemory), tmpdir()];
}

function made(base: string, machine: TideMachine): string | undefined {
  const folder = join(base, `sdkpp-${String(machine.uid ?? userInfo().username)}`);
  quietly(() => mkdirSync(folder, { mode: PRIVATE_FOLDER }));
  if (!isPrivate(folder, machine)) return undefined;
  quietly(() => sweep(folder, machine));
  const path = join(folder, `tides-${String(machine.pid)}-${machine.random()}`);
  if (quietly(() => fill(path)) !== undefined) return path;
  quietly(() => rmSync(path, { force: true }));
  return undefined;
}

/** Others could put a file of theirs in the place of this one. */
function isPrivate(folder: string, { uid }: TideMachine): boolean {
  const found = quietly(() => lstatSync(folder));
  if (found?.isDirectory() !== true) return false;
  return uid === undefined || (found.uid === uid && (found.mode & OTHERS) === 0);
}

/** Files of supervisors that were killed. */
function sweep(folder: string, { isAlive }: TideMachine): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      quietly(() => rmSync(join(folder, name), { force: true }));
  }
}

/** With zeros, so that no memory is missing when a media thread writes: that would end its process. */
function fill(path: string): true {
  const file = openSync(path, "wx", PRIVATE_FILE);
  try {
    const zeros = new Uint8Array(SLOTS * SLOT_BYTES);
    for (let written = 0; written < zeros.length;) written += writeSync(file, zeros, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return true;
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    // it works without the file
    return undefined;
  }
}

function thisMachine(): TideMachine {
  return {
    platform: process.platform,
    env: process.env,
    uid: process.getuid?.(),
    pid: process.pid,
    isAlive,
    random: () => randomBytes(8).toString("hex"),
    isInMemory: (folder) => quietly(() => statfsSync(folder).type) === TMPFS,
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // of another user: such a number is not that of a supervisor whose file is here
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
