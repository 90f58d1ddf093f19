import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LogFile, RotatingLogFile } from "../../../lib/net/index.js";
import { waitFor } from "../../support/wait-for.js";

let folder: string;
const failures: string[] = [];
const failed = (reason: string): void => void failures.push(reason);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sdkpp-log-"));
  failures.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("a log file", () => {
  it("starts empty, keeps the order of lines, and is complete once it is closed", () => {
    const path = join(folder, "a.log");
    writeFileSync(path, "old and longer than what follows\n".repeat(100));
    const file = LogFile.open(path, failed);
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${String(index)} ü`);
    for (const line of lines) file.append(line);
    file.close();
    file.close();
    file.append("too late");
    expect(read("a.log")).toBe(`${lines.join("\n")}\n`);
    expect(failures).toEqual([]);
  });

  it("writes in the background, and is complete after a close during a write", async () => {
    const file = LogFile.open(join(folder, "a.log"), failed);
    file.append("first");
    file.append("second");
    await waitFor("both", () => read("a.log") === "first\nsecond\n");
    expect(file.size).toBe(13);
    file.append("third");
    file.close();
    expect(read("a.log")).toBe("first\nsecond\nthird\n");
    // The write that was under way ends after the close, in the same place.
    const again = LogFile.open(join(folder, "b.log"), failed);
    again.append("one");
    await waitFor("it", () => read("b.log") === "one\n");
    again.close();
    expect([read("a.log"), read("b.log"), failures]).toEqual(["first\nsecond\nthird\n", "one\n", []]);
  });

  it("can be read by its owner only", () => {
    LogFile.open(join(folder, "a.log"), failed).close();
    if (process.platform !== "win32") expect(statSync(join(folder, "a.log")).mode & 0o777).toBe(0o600);
  });

  it("drops lines that a slow disk cannot keep up with, and counts them", async () => {
    const file = LogFile.open(join(folder, "a.log"), failed);
    const line = "x".repeat(1023);
    // The first goes out at once; of the others a megabyte may wait.
    for (let count = 0; count < 1 + 1024 + 7; count += 1) file.append(line);
    file.close();
    const lines = read("a.log").trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([1 + 1024 + 1, "7 lines were dropped"]);
  });

  it("throws when it cannot be opened", () => {
    expect(() => LogFile.open(join(folder, "none", "a.log"), failed)).toThrow("ENOENT");
  });

  it.runIf(existsSync("/dev/full"))("reports a full disk once, without throwing", async () => {
    const file = LogFile.open("/dev/full", failed);
    file.append("a");
    await waitFor("the failure", () => failures.length > 0);
    file.append("b");
    file.close();
    expect(failures).toEqual([expect.stringContaining("ENOSPC")]);
    const other = LogFile.open("/dev/full", failed);
    other.append("a");
    other.close();
    expect(failures).toHaveLength(2);
  });
});

describe("numbered log files", () => {
  const open = (): RotatingLogFile =>
    new RotatingLogFile({ folder, prefix: "run", lastPrefix: "last", failed, fileMax: 10, filesMax: 3 });

  it("continue with the next number, and the oldest are deleted", () => {
    const log = open();
    for (const line of ["12345", "6789", "b", "cccccccccc", "d".repeat(30), "e"]) log.append(line);
    log.close();
    log.append("too late");
    expect(readdirSync(folder).sort()).toEqual(["run_1", "run_2", "run_3"]);
    expect([read("run_1"), read("run_2"), read("run_3")]).toEqual([
      "b\ncccccccccc\n",
      `${"d".repeat(30)}\n`,
      "e\n",
    ]);
  });

  it("of the previous run are kept under another name, those of earlier runs are deleted", () => {
    for (const name of ["last_0", "last_7", "run_0", "run_1", "run_x", "last_x", "other_0"])
      writeFileSync(join(folder, name), name);
    open().close();
    expect(readdirSync(folder).sort()).toEqual(["last_0", "last_1", "last_x", "other_0", "run_0", "run_x"]);
    expect([read("last_0"), read("last_1"), read("run_0")]).toEqual(["run_0", "run_1", ""]);
  });

  it("end with a report when the next one cannot be opened", () => {
    const log = open();
    rmSync(folder, { recursive: true });
    log.append("0123456789");
    log.append("nowhere");
    log.close();
    expect(failures).toEqual([expect.stringContaining("ENOENT")]);
  });
});
