import { TriggerType, type AutoModerationRule, type TriggerMetadata } from "./auto-moderation-rule.js";
import { folded, KeywordIndex, type KeywordMatch } from "./keyword-index.js";
import { patternOf, type Pattern, type Span } from "./pattern.js";
import { presetKeywords } from "./preset-keywords.js";
import type { SearchBudget } from "./search-budget.js";

/** Most allowed matches of one pattern that are skipped: each costs a search. */
const ALLOWED_MATCHES_MAX = 10;

/** The keywords and patterns of one version of a rule, compiled. */
export class RuleSearch {
  readonly #keywords: KeywordIndex;
  readonly #patterns: readonly { readonly keyword: string; readonly pattern: Pattern }[];
  /** undefined: the rule allows nothing. */
  readonly #allowed: KeywordIndex | undefined;

  constructor({ keywords, patterns, allowed }: Pick<TriggerMetadata, "keywords" | "patterns" | "allowed">) {
    this.#keywords = new KeywordIndex(keywords);
    this.#patterns = patterns.map((keyword) => ({ keyword, pattern: patternOf(keyword) }));
    this.#allowed = allowed.length === 0 ? undefined : new KeywordIndex(allowed);
  }

  /**
   * The first keyword, or else the first pattern, of a text that is not part of something allowed.
   * @returns undefined: nothing, or the budget is exceeded: what is allowed, or earlier, may be unknown then
   */
  first(text: string, budget: SearchBudget): KeywordMatch | undefined {
    const lower = folded(text);
    const allowance = new Allowance(this.#allowed, lower, budget);
    const found = this.#firstKeyword(lower, allowance, budget) ?? this.#firstPattern(text, allowance, budget);
    return budget.isExceeded ? undefined : found;
  }

  #firstKeyword(lower: string, allowance: Allowance, budget: SearchBudget): KeywordMatch | undefined {
    let first: KeywordMatch | undefined;
    for (const match of this.#keywords.matches(lower, budget))
      if ((first === undefined || match.start < first.start) && !allowance.covers(match.start, match.end))
        first = match;
    return first;
  }

  #firstPattern(text: string, allowance: Allowance, budget: SearchBudget): KeywordMatch | undefined {
    for (const { keyword, pattern } of this.#patterns) {
      const found = firstForbidden(pattern, text, allowance, budget);
      if (found !== undefined) return { keyword, ...found };
    }
    return undefined;
  }
}

/** The parts of a rule that its search depends on. */
type SearchedRule = Pick<AutoModerationRule, "triggerType" | "metadata">;

/** Searches that are kept compiled; the one that was used the longest time ago makes way. */
const SEARCHES_MAX = 64;
/** A rule that changes is another record, so that what is kept for the old one is never asked again. */
const SEARCHES = new Map<SearchedRule, RuleSearch>();

/** The search of a version of a rule; it stays compiled for a while. @param rule as it was read: it is frozen */
export function searchOf(rule: SearchedRule): RuleSearch {
  const search = SEARCHES.get(rule) ?? new RuleSearch(soughtBy(rule));
  SEARCHES.delete(rule);
  SEARCHES.set(rule, search);
  for (const oldest of SEARCHES.keys()) {
    if (SEARCHES.size <= SEARCHES_MAX) break;
    SEARCHES.delete(oldest);
  }
  return search;
}

/** Rules with lists of the platform search nothing else, whatever their metadata says. */
function soughtBy({ triggerType, metadata }: SearchedRule): TriggerMetadata {
  if (triggerType !== TriggerType.KeywordPreset) return metadata;
  return { ...metadata, keywords: presetKeywords(metadata.presets), patterns: [] };
}

function firstForbidden(
  pattern: Pattern,
  text: string,
  allowance: Allowance,
  budget: SearchBudget,
): Span | undefined {
  let found = pattern.find(text, budget);
  for (let skipped = 0; skipped < ALLOWED_MATCHES_MAX; skipped += 1) {
    if (found === undefined || !allowance.covers(found.start, found.end)) return found;
    found = pattern.find(text, budget, found.end);
  }
  return undefined;
}

/** The parts of a text that a rule allows. */
class Allowance {
  /** For each place, where the longest allowed part ends that begins there or before. */
  readonly #ends: number[] = [];

  constructor(allowed: KeywordIndex | undefined, lower: string, budget: SearchBudget) {
    if (allowed === undefined) return;
    this.#ends = Array.from({ length: lower.length + 1 }, () => 0);
    for (const { start, end } of allowed.matches(lower, budget))
      this.#ends[start] = Math.max(this.#ends[start] ?? 0, end);
    for (let at = 1; at < this.#ends.length; at += 1)
      this.#ends[at] = Math.max(this.#ends[at] ?? 0, this.#ends[at - 1] ?? 0);
  }

  covers(start: number, end: number): boolean {
    return (this.#ends[start] ?? 0) >= end && end > start;
  }
}
