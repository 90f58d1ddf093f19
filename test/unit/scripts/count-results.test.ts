import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readResults, slowestOf, totalsOf } from "../../../scripts/results/totals.mjs";

const GOOGLE_TEST = {
  tests: 4,
  failures: 1,
  testsuites: [
    {
      name: "Mixer",
      tests: 3,
      time: "1.25s",
      testsuite: [
        { name: "Adds", status: "RUN", result: "COMPLETED" },
        {
          name: "Clips",
          status: "RUN",
          result: "COMPLETED",
          failures: [{ failure: "mixer_test.cc:9\nExpected: 1 < 0", type: "" }],
        },
        { name: "DISABLED_Slow", status: "NOTRUN", result: "SUPPRESSED" },
      ],
    },
    {
      name: "Ring",
      tests: 1,
      time: "0.25s",
      testsuite: [{ name: "Wraps", status: "RUN", result: "SKIPPED" }],
    },
  ],
};

const VITEST = {
  numTotalTests: 3,
  testResults: [
    {
      name: "test/unit/a.test.ts",
      status: "failed",
      message: "",
      startTime: 1000,
      endTime: 8250,
      assertionResults: [
        { fullName: 'a > says "b"', status: "passed", failureMessages: [] },
        { fullName: "c", status: "failed", failureMessages: ["expected 1 to be 2"] },
      ],
    },
    {
      name: "test/unit/b.test.ts",
      status: "passed",
      message: "",
      startTime: 1000,
      endTime: 1250,
      assertionResults: [{ fullName: "d", status: "pending", failureMessages: [] }],
    },
  ],
};

/** A file that did not load, and one whose results are a script's. */
const BROKEN = {
  numTotalTests: 0,
  testResults: [
    {
      name: "test/unit/c.test.ts",
      status: "failed",
      message: "no such module",
      startTime: 0,
      endTime: 0,
      assertionResults: [],
    },
  ],
};
const SCRIPT = {
  suite: "demo",
  checks: [
    { name: "one", isGood: true },
    { name: "two", isGood: false, message: "a leak" },
  ],
};
const text = (results: object): string => JSON.stringify(results);

describe("totals of result files", () => {
  it("counts what GoogleTest writes", () => {
    const suites = readResults(text(GOOGLE_TEST));
    expect(totalsOf(suites)).toEqual({ passed: 1, failed: 1, skipped: 2 });
    expect(slowestOf(suites, 1)).toMatchObject([{ name: "Mixer", seconds: 1.25 }]);
  });

  it("counts what vitest writes", () => {
    const suites = readResults(text(VITEST));
    expect(totalsOf(suites)).toEqual({ passed: 1, failed: 1, skipped: 1 });
    expect(slowestOf(suites, 10).map(({ name }) => name)).toEqual([
      "test/unit/a.test.ts",
      "test/unit/b.test.ts",
    ]);
  });

  it("counts a file that did not load as failed, and what a script checked", () => {
    expect(totalsOf(readResults(text(BROKEN)))).toEqual({ passed: 0, failed: 1, skipped: 0 });
    const [script] = readResults(text(SCRIPT));
    expect(script).toMatchObject({ passed: 1, failed: 1, failures: [{ name: "two", message: "a leak" }] });
  });

  it.each([
    ["is cut off", text(VITEST).slice(0, -30)],
    ["is empty", ""],
    ["holds something else", text({ results: [] })],
    ["announces more tests than it lists", text({ ...VITEST, numTotalTests: 4 })],
    [
      "announces more tests in a suite than it lists",
      text(GOOGLE_TEST).replace('"name":"Ring","tests":1', '"name":"Ring","tests":2'),
    ],
  ])("rejects a file that %s", (_, damaged) => {
    expect(() => readResults(damaged)).toThrow();
  });
});

describe("count-results.mjs", () => {
  const script = path.resolve(import.meta.dirname, "../../../scripts/count-results.mjs");
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  let folder = "";

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-results-"));
    fs.writeFileSync(path.join(folder, "native.json"), text(GOOGLE_TEST));
    fs.writeFileSync(path.join(folder, "vitest.json"), text(VITEST));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("prints totals and the slowest suites of a folder", () => {
    const { stdout, status } = run(folder);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "2 passed, 2 failed, 3 skipped",
      "     7.3 s  test/unit/a.test.ts",
    ]);
    expect(status).toBe(0);
  });

  it("prints what failed, and why", () => {
    const { stdout } = run(folder);
    expect(stdout).toContain("FAILED test/unit/a.test.ts: c\n       expected 1 to be 2\n");
    expect(stdout).toContain("FAILED Mixer: Clips\n       mixer_test.cc:9\n       Expected: 1 < 0\n");
    expect(stdout.match(/FAILED/g)).toHaveLength(2);
  });

  it("prints JSON on request", () => {
    expect(JSON.parse(run("--json", path.join(folder, "vitest.json")).stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 1,
      slowest: [{ name: "test/unit/a.test.ts", seconds: 7.25 }, { name: "test/unit/b.test.ts" }],
    });
  });

  it("fails when there are no results, and names a damaged file", () => {
    const empty = fs.mkdtempSync(path.join(folder, "empty-"));
    expect(run(empty).status).not.toBe(0);
    const damaged = path.join(empty, "damaged.json");
    fs.writeFileSync(damaged, '{"testResults": [');
    expect(run(damaged).stderr).toContain("damaged.json: ");
  });
});
