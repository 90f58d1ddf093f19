import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileLock } from "../../../lib/net/file-lock.js";
import { systemProcesses, type Processes } from "../../../lib/net/process-identity.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const ID = "00000000-0000-4000-8000-000000000000";
const OTHER = 4_000;

let folder: string;
let file: string;
let clock: VirtualClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "tokens.lock");
  clock = new VirtualClock();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A system on which the other process runs since `start`. */
const system = (start: string | undefined): Processes => ({
  isRunning: (pid) => pid === process.pid || (pid === OTHER && start !== "ended"),
  startOf: (pid) => (pid === OTHER ? start : "own start"),
});

/** Waits for the lock that another wrote. @returns what became of it, at each time */
async function outcomes(text: string, processes: Processes, ...times: number[]): Promise<string[]> {
  writeFileSync(file, text);
  let outcome = "waits";
  const acquired = new FileLock(file, clock, processes).acquire();
  acquired.then(
    () => (outcome = "holds"),
    (error: Error) => (outcome = error.message),
  );
  const seen: string[] = [];
  for (const ms of [0, ...times]) {
    clock.advance(ms);
    await settle();
    seen.push(outcome);
  }
  await acquired.then(
    (release) => release(),
    () => undefined,
  );
  return seen;
}

describe("a lock of another process", () => {
  it("is waited for while that process runs, for two minutes", async () => {
    const text = `${OTHER} then ${ID}`;
    const message = `another process holds ${file}; remove the file if there is none`;
    expect(await outcomes(text, system("then"), 119_000, 1_000)).toEqual(["waits", "waits", message]);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it.each([
    ["has ended", `${OTHER} then ${ID}`, system("ended")],
    ["has ended, and another has its id", `${OTHER} then ${ID}`, system("now")],
    ["had the id of this process", `${process.pid} then ${ID}`, system("now")],
  ])("is taken over at once when that process %s", async (_what, text, processes) => {
    expect(await outcomes(text, processes, 25)).toEqual(["holds", "holds"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["of an earlier version", `${OTHER} ${ID}`, system("now")],
    ["of a system that does not tell when processes began", `${OTHER} - ${ID}`, system(undefined)],
  ])("is taken over after two minutes when it is %s", async (_what, text, processes) => {
    expect(await outcomes(text, processes, 119_000, 1_000)).toEqual(["waits", "waits", "holds"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["empty", ""],
    ["cut", "40"],
    ["of zeros", "\0".repeat(40)],
    ["of a process that cannot be", `99999999999 then ${ID}`],
    ["another text", "not a lock\n"],
  ])("is taken over after 5 s when it is %s", async (_what, text) => {
    expect(await outcomes(text, system("then"), 4_900, 100)).toEqual(["waits", "waits", "holds"]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the processes of the system", () => {
  it("tell that this one runs, and one that has ended does not", () => {
    expect(systemProcesses.isRunning(process.pid)).toBe(true);
    expect(systemProcesses.isRunning(2 ** 30)).toBe(false);
  });

  it.runIf(process.platform === "linux")("tell when they began, always the same", () => {
    const own = systemProcesses.startOf(process.pid);
    expect(own).toMatch(/^[\da-f-]{36}\/\d+$/);
    expect(systemProcesses.startOf(process.pid)).toBe(own);
    expect(systemProcesses.startOf(process.ppid)).not.toBe(own);
    expect(systemProcesses.startOf(2 ** 30)).toBeUndefined();
  });
});
