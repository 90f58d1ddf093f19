import { TriggerType, type AutoModerationRule, type TriggerMetadata } from "./auto-moderation-rule.js";
import { folded, KeywordIndex, type KeywordMatch } from "./keyword-index.js";
import { Pattern, type Span } from "./pattern.js";
import { presetKeywords } from "./preset-keywords.js";

/** What in a text triggers a rule. */
export interface Trigger {
  /** As the rule writes it; null: another reason than a keyword or a pattern. */
  readonly keyword: string | null;
  /** The part of the text; null: all of it. */
  readonly content: string | null;
}

/** How often one word makes a message spam. */
const SPAM_REPEATS = 10;

/** So many matches of one pattern that are allowed are skipped: each costs a search. */
const ALLOWED_MATCHES_MAX = 10;

const WHOLE: Trigger = { keyword: null, content: null };

/** What in a text triggers a rule, if anything. */
export function triggerIn(
  { triggerType, metadata }: Pick<AutoModerationRule, "triggerType" | "metadata">,
  text: string,
): Trigger | undefined {
  switch (triggerType) {
    case TriggerType.Keyword:
    case TriggerType.MemberProfile:
      return forbiddenIn(metadata, text);
    case TriggerType.KeywordPreset:
      return forbiddenIn({ ...metadata, keywords: presetKeywords(metadata.presets), patterns: [] }, text);
    case TriggerType.MentionSpam:
      return mentionsIn(text) > metadata.mentionLimit ? WHOLE : undefined;
    case TriggerType.Spam:
      return repeatsItself(text) ? WHOLE : undefined;
    default:
      return undefined;
  }
}

/** The first keyword or pattern of a text that is not part of something allowed. */
function forbiddenIn({ keywords, patterns, allowed }: TriggerMetadata, text: string): Trigger | undefined {
  const lower = folded(text);
  const allowance = new Allowance(allowed, lower);
  const match = firstKeyword(keywords, lower, allowance) ?? firstPattern(patterns, text, allowance);
  return match && { keyword: match.keyword, content: text.slice(match.start, match.end) };
}

function firstKeyword(
  keywords: readonly string[],
  lower: string,
  allowance: Allowance,
): KeywordMatch | undefined {
  let first: KeywordMatch | undefined;
  for (const match of new KeywordIndex(keywords).matches(lower))
    if ((first === undefined || match.start < first.start) && !allowance.covers(match.start, match.end))
      first = match;
  return first;
}

function firstPattern(
  patterns: readonly string[],
  text: string,
  allowance: Allowance,
): KeywordMatch | undefined {
  for (const keyword of patterns) {
    const found = firstForbidden(new Pattern(keyword), text, allowance);
    if (found !== undefined) return { keyword, ...found };
  }
  return undefined;
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

  constructor(allowed: readonly string[], lower: string) {
    if (allowed.length === 0) return;
    this.#ends = Array.from({ length: lower.length + 1 }, () => 0);
    for (const { start, end } of new KeywordIndex(allowed).matches(lower))
      this.#ends[start] = Math.max(this.#ends[start] ?? 0, end);
    for (let at = 1; at < this.#ends.length; at += 1)
      this.#ends[at] = Math.max(this.#ends[at] ?? 0, this.#ends[at - 1] ?? 0);
  }

  covers(start: number, end: number): boolean {
    return (this.#ends[start] ?? 0) >= end && end > start;
  }
}

/** Different users and roles. */
function mentionsIn(text: string): number {
  return new Set(Array.from(text.matchAll(/<@[!&]?([0-9]{1,20})>/g), ([, id]) => id)).size;
}

function repeatsItself(text: string): boolean {
  const counts = new Map<string, number>();
  for (const word of folded(text).split(/\s+/)) {
    const count = (counts.get(word) ?? 0) + 1;
    if (word !== "" && count >= SPAM_REPEATS) return true;
    counts.set(word, count);
  }
  return false;
}
