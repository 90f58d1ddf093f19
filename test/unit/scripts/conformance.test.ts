import { describe, expect, it } from "vitest";
import { measure } from "../../../scripts/conformance/measure.mjs";

const change = { file: "a.ts", from: "LIMIT = 5", to: "LIMIT = 6" };
const test = (subject: string, more: object = {}) => ({
  subject,
  change,
  file: "rows.test.ts",
  name: `${subject}: a claim`,
  passed: true,
  ...more,
});
const whole = (text: string) => (file: string) => `${file}: ${text}`;
const source = whole("LIMIT = 5");

describe("measuring conformance", () => {
  it("counts subjects whose tests pass", () => {
    const subjects = [{ subject: "row 0" }, { subject: "row 1", open: "not built" }];
    expect(measure(subjects, [test("row 0")], source)).toEqual({ whole: 1, problems: [] });
  });

  it.each<[string, object[], object[], string]>([
    ["a lost test", [{ subject: "row 0" }], [], "row 0 has lost its test"],
    [
      "a test of an open subject",
      [{ subject: "row 0", open: "not built" }],
      [test("row 0")],
      "row 0 is tested, but listed as open",
    ],
    ["an unlisted subject", [], [test("row 9")], "row 9 is tested and not listed"],
    ["a failure", [{ subject: "row 0" }], [test("row 0", { passed: false })], "row 0: a claim failed"],
    [
      "a test without a subject",
      [],
      [{ ...test("x"), subject: undefined }],
      'rows.test.ts: "x: a claim" proves no subject',
    ],
    [
      "a change of a text that is gone",
      [{ subject: "row 0" }],
      [test("row 0", { change: { ...change, from: "LIMIT = 7" } })],
      'row 0: its change expects "LIMIT = 7" once in a.ts, found 0 times',
    ],
    [
      "a change that changes nothing",
      [{ subject: "row 0" }],
      [test("row 0", { change: { ...change, to: change.from } })],
      "row 0: its change changes nothing",
    ],
    [
      "a test without a change",
      [{ subject: "row 0" }],
      [test("row 0", { change: undefined })],
      "row 0: a test names no change",
    ],
  ])("reports %s", (_title, subjects, tests, problem) => {
    const found = measure(subjects, tests, source);
    expect(found.problems).toEqual([problem]);
  });

  it("does not count a subject with a failing test", () => {
    const tests = [test("row 0"), test("row 0", { passed: false })];
    expect(measure([{ subject: "row 0" }], tests, source).whole).toBe(0);
  });
});
