import { TriggerType, type AutoModerationRule, type TriggerMetadata } from "./auto-moderation-rule.js";
import { folded, KeywordIndex, type KeywordMatch } from "./keyword-index.js";
import { Pattern, type Span } from "./pattern.js";
import { presetKeywords } from "./preset-keywords.js";

/** So many matches of one pattern that are allowed are skipped: each costs a search. */
const ALLOWED_MATCHES_MAX = 10;

/** The keywords and patterns of one version of a rule, compiled. */
export class RuleSearch {
  readonly #keywords: KeywordIndex;
  readonly #patterns: readonly { readonly keyword: string; readonly pattern: Pattern }[];
  /** undefined: the rule allows nothing. */
  readonly #allowed: KeywordIndex | undefined;

  constructor({ keywords, patterns, allowed }: Pick<TriggerMetadata, "keywords" | "patterns" | "allowed">) {
    this.#keywords = new KeywordIndex(keywords);
    this.#patterns = patterns.map((keyword) => ({ keyword, pattern: new Pattern(keyword) }));
    this.#allowed = allowed.length === 0 ? undefined : new KeywordIndex(allowed);
  }

  /** The first keyword, or else the first pattern, of a text that is not part of something allowed. */
  first(text: string): KeywordMatch | undefined {
    const lower = folded(text);
    const allowance = new Allowance(this.#allowed, lower);
    return this.#firstKeyword(lower, allowance) ?? this.#firstPattern(text, allowance);
  }

  #firstKeyword(lower: string, allowance: Allowance): KeywordMatch | undefined {
    let first: KeywordMatch | undefined;
    for (const match of this.#keywords.matches(lower))
      if ((first === undefined || match.start < first.start) && !allowance.covers(match.start, match.end))
        first = match;
    return first;
  }

  #firstPattern(text: string, allowance: Allowance): KeywordMatch | undefined {
    for (const { keyword, pattern } of this.#patterns) {
      const found = firstForbidden(pattern, text, allowance);
      if (found !== undefined) return { keyword, ...found };
    }
    return undefined;
  }
}

/** The parts of a rule that its search depends on. */
type SearchedRule = Pick<AutoModerationRule, "triggerType" | "metadata">;

/** A rule that changes is another record, so that what is kept for the old one is never asked again. */
const SEARCHES = new WeakMap<SearchedRule, RuleSearch>();

/** The search of a rule; compiled once for each of its versions. @param rule as it was read: it is frozen */
export function searchOf(rule: SearchedRule): RuleSearch {
  const known = SEARCHES.get(rule);
  if (known !== undefined) return known;
  const made = new RuleSearch(soughtBy(rule));
  SEARCHES.set(rule, made);
  return made;
}

/** Rules with lists of the platform search nothing else, whatever their metadata says. */
function soughtBy({ triggerType, metadata }: SearchedRule): TriggerMetadata {
  if (triggerType !== TriggerType.KeywordPreset) return metadata;
  return { ...metadata, keywords: presetKeywords(metadata.presets), patterns: [] };
}

function firstForbidden(pattern: Pattern, text: string, allowance: Allowance): Span | undefined {
  let found = pattern.find(text);
  for (let skipped = 0; skipped < ALLOWED_MATCHES_MAX; skipped += 1) {
    if (found === undefined || !allowance.covers(found.start, found.end)) return found;
    found = pattern.find(text, found.end);
  }
  return undefined;
}

/** The parts of a text that a rule allows. */
class Allowance {
  /** For each place, where the longest allowed part ends that begins there or before. */
  readonly #ends: number[] = [];

  constructor(allowed: KeywordIndex | undefined, lower: string) {
    if (allowed === undefined) return;
    this.#ends = Array.from({ length: lower.length + 1 }, () => 0);
    for (const { start, end } of allowed.matches(lower))
      this.#ends[start] = Math.max(this.#ends[start] ?? 0, end);
    for (let at = 1; at < this.#ends.length; at += 1)
      this.#ends[at] = Math.max(this.#ends[at] ?? 0, this.#ends[at - 1] ?? 0);
  }

  covers(start: number, end: number): boolean {
    return (this.#ends[start] ?? 0) >= end && end > start;
  }
}
