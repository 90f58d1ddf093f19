import { describe, expect, it } from "vitest";
import { measure } from "../../../scripts/conformance/measure.mjs";
import * as operations from "../../../scripts/conformance/operations.mjs";
import { withSection } from "../../../scripts/conformance/section.mjs";

const change = { file: "README.md", from: "LIMIT = 5", to: "LIMIT = 6" };
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
      'row 0: its change expects "LIMIT = 7" once in README.md, found 0 times',
    ],
    [
      "a change that changes nothing",
      [{ subject: "row 0" }],
      [test("row 0", { change: { ...change, to: change.from } })],
      "row 0: its change changes nothing",
    ],
    [
      "a change of a source as text",
      [{ subject: "row 0" }],
      [test("row 0", { change: { ...change, file: "a.ts" } })],
      "row 0: its change of a.ts holds its text, not a mutation point",
    ],
    [
      "a mutation point that has no place",
      [{ subject: "row 0" }],
      [test("row 0", { change: { file: "a.ts", operator: "set", symbol: "MAX", value: "6" } })],
      'row 0: its change of a.ts has no place: expected one declaration of "MAX" (of "MAX"), found 0',
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

describe("the operations", () => {
  it("are 242, each listed once: with a route, or rejected by name with a reason", () => {
    const { subjects } = operations;
    expect([subjects.length, new Set(subjects.map(({ operation }) => operation)).size]).toEqual([242, 242]);
    expect(new Set(subjects.map(({ route }) => route)).size).toBe(242);
    for (const { isRejected, open } of subjects.filter((one) => one.isRejected === true))
      expect({ isRejected, open }).toEqual({ isRejected: true, open: expect.stringMatching(/./) });
  });

  it("count as lost without a test", () => {
    const [first] = operations.subjects;
    expect(measure([first!], [], source).problems).toEqual([
      `operation ${first!.operation} has lost its test`,
    ]);
  });
});

describe("a generated section", () => {
  const page = "Intro\n\n<!-- list: generated -->\nold\n<!-- list: end -->\n\nMore\n";

  it("replaces what stands between its marks", () => {
    const replaced = "Intro\n\n<!-- list: generated -->\n\nnew\n\n<!-- list: end -->\n\nMore\n";
    expect(withSection(page, "list", "new")).toBe(replaced);
    expect(withSection(replaced, "list", "new")).toBe(replaced);
  });

  it.each([
    ["no marks", "Intro"],
    ["marks of another section", page.replaceAll("list", "table")],
    ["no end", "<!-- list: generated -->"],
    ["two sections", page + page],
  ])("rejects a page with %s", (_what, text) => {
    expect(() => withSection(text, "list", "new")).toThrow(/list: generated/);
  });
});
