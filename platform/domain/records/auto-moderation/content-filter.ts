import { TriggerType, type AutoModerationRule } from "./auto-moderation-rule.js";
import { folded } from "./keyword-index.js";
import { searchOf } from "./rule-search.js";
import type { SearchBudget } from "./search-budget.js";

/** The part of a text that triggers a rule. */
export interface Trigger {
  /** The keyword or pattern of the rule; null: another reason. */
  readonly keyword: string | null;
  /** The part of the text; null: all of it. */
  readonly content: string | null;
}

/** How often one word makes a message spam. */
const SPAM_REPEATS = 10;

const WHOLE: Trigger = { keyword: null, content: null };

/** Finds the part of a text that triggers a rule, within the budget. */
export function triggerIn(
  rule: Pick<AutoModerationRule, "triggerType" | "metadata">,
  text: string,
  budget: SearchBudget,
): Trigger | undefined {
  switch (rule.triggerType) {
    case TriggerType.Keyword:
    case TriggerType.MemberProfile:
    case TriggerType.KeywordPreset:
      return forbiddenIn(rule, text, budget);
    case TriggerType.MentionSpam:
      return mentionsIn(text) > rule.metadata.mentionLimit ? WHOLE : undefined;
    case TriggerType.Spam:
      return repeatsItself(text) ? WHOLE : undefined;
    default:
      return undefined;
  }
}

function forbiddenIn(
  rule: Pick<AutoModerationRule, "triggerType" | "metadata">,
  text: string,
  budget: SearchBudget,
): Trigger | undefined {
  const match = searchOf(rule).first(text, budget);
  return match && { keyword: match.keyword, content: text.slice(match.start, match.end) };
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
