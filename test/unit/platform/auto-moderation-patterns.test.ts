import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SearchBudget } from "../../../platform/domain/records/auto-moderation/search-budget.js";
import {
  Pattern,
  PATTERN_SIZE_MAX,
  patternProblem,
} from "../../../platform/domain/records/auto-moderation/pattern.js";

const found = (source: string, text: string): string | undefined => {
  const span = new Pattern(source).find(text, new SearchBudget());
  return span && text.slice(span.start, span.end);
};

/** Sources that mean the same in JavaScript; no repeated part can be empty. */
const shared = fc.letrec<{ node: string; solid: string }>((tie) => ({
  solid: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("a", "b", "c", ".", "[ab]", "[^a]", "\\d", "\\W", "😀"),
    fc.tuple(tie("solid"), tie("node")).map(([one, two]) => `(?:${one}${two})`),
    fc.tuple(tie("solid"), tie("solid")).map(([one, two]) => `(?:${one}|${two})`),
    fc
      .tuple(tie("solid"), fc.constantFrom("+", "+?", "{2}", "{1,3}"))
      .map(([one, count]) => `(?:${one})${count}`),
  ),
  node: fc.oneof(
    { maxDepth: 4 },
    tie("solid"),
    fc.constantFrom("^", "$", "\\b", ""),
    fc
      .tuple(tie("solid"), fc.constantFrom("*", "?", "*?", "??", "{0,2}"))
      .map(([one, count]) => `(?:${one})${count}`),
    fc.tuple(tie("node"), tie("node")).map(([one, two]) => `(${one}|${two})`),
    fc.tuple(tie("node"), tie("node")).map(([one, two]) => one + two),
  ),
})).node;

describe("the budget of a message", () => {
  it("ends a search, whatever is left of it", () => {
    const budget = new SearchBudget(1000);
    expect(new Pattern("\\w*x").find("a".repeat(2000), budget)).toBeUndefined();
    expect(budget.isExceeded).toBe(true);
  });

  it("is shared by searches: an expensive one takes nothing from the others", () => {
    const budget = new SearchBudget(90);
    const use = (steps: number) => (share: SearchBudget) => {
      share.spend(steps);
      return share.isExceeded;
    };
    expect(budget.share(3, use(1000))).toBe(true);
    expect(budget.share(2, use(10))).toBe(false);
    expect(budget.share(1, use(50))).toBe(false);
    expect(budget.share(1, use(1))).toBe(true);
  });
});

describe("regular expressions of automatic moderation", () => {
  it("find what JavaScript finds, where both have the same syntax", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " ", "😀", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(shared, text, (source, said) => {
        if (patternProblem(source) !== undefined) return;
        const expected = new RegExp(source, "u").exec(said);
        const span = new Pattern(source).find(said, new SearchBudget());
        expect(span).toEqual(
          expected === null ? undefined : { start: expected.index, end: expected.index + expected[0].length },
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["(b|c)at", "a bat", "bat"],
    ["^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$", "10.0.0.1", "10.0.0.1"],
    ["^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$", "10.0.0.1 ", undefined],
    ["(?i)straße", "STRAßE", "STRAßE"],
    ["(?i:a)b", "Ab", "Ab"],
    ["(?i:a)b", "AB", undefined],
    ["(?i)[^a]", "A", undefined],
    ["(?s).", "\n", "\n"],
    [".", "\n", undefined],
    ["(?m)^b$", "a\nb\nc", "b"],
    ["\\Ab\\z", "a\nb", undefined],
    ["\\p{Greek}+", "abc δεζ", "δεζ"],
    ["\\pN{2}", "a12", "12"],
    ["\\P{L}", "ab!", "!"],
    ["[[:digit:]_-]+", "a1_-", "1_-"],
    ["[]a]+", "a]", "a]"],
    ["\\x41\\u{1F600}", "A😀", "A😀"],
    ["(?P<word>\\w+)", " wörd", "wörd"],
    ["\\bcat\\b", "concat cat", "cat"],
    ["", "abc", ""],
  ])("%s in %j finds %j", (source, text, expected) => {
    expect(found(source, text)).toBe(expected);
  });

  it.each([
    ["(", "has a ( without its )"],
    ["a)", "has a ) without its ("],
    ["*a", "repeats nothing with *"],
    ["a{2,1}", "has a count whose end is before its start"],
    ["a{1001}", "repeats more than 1000 times"],
    ["a{x}", "has a { without a count"],
    ["(?=a)", "look-around is not supported"],
    ["(?<!a)b", "look-behind, which is not supported"],
    ["(a)\\1", "back-reference, which is not supported"],
    ["[a&&b]", "combines sets, which is not supported"],
    ["[a", "ends too early"],
    ["[b-a]", "has a range whose end is before its start"],
    ["\\p{Klingon}", "names an unknown Unicode class"],
    ["\\", "ends too early"],
  ])("rejects %s: it %s", (source, problem) => {
    expect(patternProblem(source)).toContain(problem);
  });

  it("reject what is large when its repetitions are written out, without writing them out", () => {
    const isTooLarge = expect.stringContaining(`more than ${String(PATTERN_SIZE_MAX)} steps`);
    expect(patternProblem(`a{${String(PATTERN_SIZE_MAX)}}`)).toEqual(isTooLarge);
    expect(patternProblem("((((a{1000}){1000}){1000}){1000}){1000}")).toEqual(isTooLarge);
    expect(patternProblem("(((((){1000}){1000}){1000}){1000}){1000}")).toEqual(isTooLarge);
    expect(patternProblem("a".repeat(260))).toBeUndefined();
  });

  // A search that backtracks needs more than 2^30 steps for each of these: the test would not end.
  it.each(["(a+)+$", "(a|aa)+$", "^(a|a?)+$", "(.*a){20}$", "(x+x+)+y", "([a-z]+)*\\d", "(?:a?){50}a{50}$"])(
    "search %s as fast as any other",
    (source) => {
      const pattern = new Pattern(source);
      expect(pattern.size).toBeLessThanOrEqual(PATTERN_SIZE_MAX);
      expect(pattern.find(`${"a".repeat(1999)}!`, new SearchBudget(Infinity))).toBeUndefined();
      expect(pattern.find(`${"x".repeat(1999)}!`, new SearchBudget(Infinity))).toBeUndefined();
    },
  );
});
