// Regular expressions come from clients: none may crash the platform, or keep it busy.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Pattern, patternProblem } from "../../platform/domain/records/auto-moderation/pattern.js";
import { SearchBudget } from "../../platform/domain/records/auto-moderation/search-budget.js";
import { forRuns } from "./support-runs.js";

const piece = fc.constantFrom(
  ...("abc.|()[]{}*+?^$\\-,:<>=!PpdDwWsSbBAzxuUims0129 é😀&~".match(/./gu) as string[]),
  ...["(?:", "(?i", "(?P<n>", "{1,3}", "{999}", "[^", "[[:alpha:]]", "\\p{L}", "\\x{41}", "&&"],
);

it("any pattern is searched, or rejected with a reason", () => {
  const source = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("").slice(0, 260));
  fc.assert(
    fc.property(source, fc.string({ unit: "binary", maxLength: 60 }), (pattern, text) => {
      const problem = patternProblem(pattern);
      if (problem !== undefined) return void expect(problem).not.toBe("");
      const span = new Pattern(pattern).find(text, new SearchBudget());
      if (span !== undefined)
        expect(0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true);
    }),
    forRuns(3000, 1),
  );
});
