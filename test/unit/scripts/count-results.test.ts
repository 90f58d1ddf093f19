import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readResults, slowestOf, totalsOf } from "../../../scripts/results/totals.mjs";
import { readXml } from "../../../scripts/results/xml.mjs";

const GOOGLE_TEST = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" disabled="1" errors="0" time="1.5" timestamp="2026-01-01T00:00:00.000" name="AllTests">
  <testsuite name="Mixer" tests="3" failures="1" disabled="1" skipped="0" errors="0" time="1.25">
    <testcase name="Adds" file="mixer_test.cc" line="3" status="run" result="completed" time="0.5" classname="Mixer" />
    <testcase name="Clips" status="run" result="completed" time="0.75" classname="Mixer">
      <failure message="mixer_test.cc:9&#x0A;Expected: 1 &lt; 0" type=""><![CDATA[mixer_test.cc:9
Expected: </testcase> 1 < 0]]></failure>
    </testcase>
    <testcase name="DISABLED_Slow" status="notrun" result="suppressed" time="0." classname="Mixer" />
  </testsuite>
  <testsuite name="Ring" tests="1" failures="0" disabled="0" skipped="1" errors="0" time="0.25">
    <testcase name="Wraps" status="run" result="skipped" time="0.25" classname="Ring">
      <skipped message="not here"><![CDATA[not here]]></skipped>
    </testcase>
  </testsuite>
</testsuites>
`;

const VITEST = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="1" errors="0" time="7.5">
    <testsuite name="test/unit/a.test.ts" timestamp="2026-01-01T00:00:00.000Z" hostname="x" tests="2" failures="1" errors="0" skipped="0" time="7.25">
        <testcase classname="test/unit/a.test.ts" name="a &gt; says &quot;b&quot;" time="7">
            <system-out>
1 &lt; 2
            </system-out>
        </testcase>
        <testcase classname="test/unit/a.test.ts" name="c" time="0.25">
            <failure message="expected 1 to be 2" type="AssertionError">AssertionError: expected 1 to be 2</failure>
        </testcase>
    </testsuite>
    <testsuite name="test/unit/b.test.ts" tests="1" failures="0" errors="0" skipped="1" time="0.25">
        <testcase classname="test/unit/b.test.ts" name="d" time="0"><skipped/></testcase>
    </testsuite>
</testsuites>
`;

describe("totals of result files", () => {
  it("counts what GoogleTest writes", () => {
    const suites = readResults(GOOGLE_TEST);
    expect(totalsOf(suites)).toEqual({ passed: 1, failed: 1, skipped: 2 });
    expect(slowestOf(suites, 1)).toMatchObject([{ name: "Mixer", seconds: 1.25 }]);
  });

  it("counts what vitest writes", () => {
    const suites = readResults(VITEST);
    expect(totalsOf(suites)).toEqual({ passed: 1, failed: 1, skipped: 1 });
    expect(slowestOf(suites, 10).map(({ name }) => name)).toEqual([
      "test/unit/a.test.ts",
      "test/unit/b.test.ts",
    ]);
  });

  it("reads attributes with their entities", () => {
    expect(readXml(VITEST).children[0]!.children[0]!.attributes).toMatchObject({
      name: 'a > says "b"',
      time: "7",
    });
  });

  it.each([
    ["is cut off", VITEST.slice(0, -30)],
    ["is empty", ""],
    ["has another root", "<html></html>"],
    ["has two roots", `${VITEST}<testsuites/>`],
    ["closes another element", "<testsuites><testsuite></testsuites></testsuite>"],
    ["has a document type", "<!DOCTYPE testsuites><testsuites/>"],
    ["announces more tests than it lists", VITEST.replace('tests="3"', 'tests="4"')],
    [
      "announces more tests in a suite than it lists",
      GOOGLE_TEST.replace('name="Ring" tests="1"', 'name="Ring" tests="2"'),
    ],
  ])("rejects a file that %s", (_, text) => {
    expect(() => readResults(text)).toThrow();
  });
});

describe("count-results.mjs", () => {
  const script = path.resolve(import.meta.dirname, "../../../scripts/count-results.mjs");
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  let folder = "";

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-results-"));
    fs.writeFileSync(path.join(folder, "native.xml"), GOOGLE_TEST);
    fs.writeFileSync(path.join(folder, "vitest.xml"), VITEST);
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
    expect(JSON.parse(run("--json", path.join(folder, "vitest.xml")).stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 1,
      slowest: [{ name: "test/unit/a.test.ts", seconds: 7.25 }, { name: "test/unit/b.test.ts" }],
    });
  });

  it("fails when there are no results, and names a damaged file", () => {
    const empty = fs.mkdtempSync(path.join(folder, "empty-"));
    expect(run(empty).status).not.toBe(0);
    const damaged = path.join(empty, "damaged.xml");
    fs.writeFileSync(damaged, "<testsuites>");
    expect(run(damaged).stderr).toContain("damaged.xml: Expected </testsuites> but found the end");
  });
});
