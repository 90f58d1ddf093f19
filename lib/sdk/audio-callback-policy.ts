import { choiceArgument, objectArgument } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";
import { numberArgument } from "./argument.js";
import type { CallbackPolicy } from "./core/call-session.js";

/** What becomes of blocks that an audio callback did not filter, and how much time it gets. */
export interface AudioCallbackPolicy {
  /**
   * Holds for blocks that were late, that the callback threw at or transferred away, and that it never got; for received
   * and captured ones; in what is heard, recorded, subscribed to as PCM and sent. "pass" (until set): they pass unedited;
   * "mute": they are silenced, as a moderation filter needs it.
   */
  whenNotFiltered?: "pass" | "mute";
  /** floor of the playout delay while a received callback is set, ms, 0–200; 40 until set */
  callbackBudgetMs?: number;
}

const FIELDS = ["whenNotFiltered", "callbackBudgetMs"];
const FATES = ["pass", "mute"] as const;

/**
 * An unknown field is refused: a misspelt one would leave a filter open.
 * @throws {ArgumentError}, {@link ArgumentRangeError}
 */
export function audioCallbackPolicyArgument(policy: AudioCallbackPolicy): Partial<CallbackPolicy> {
  const given = objectArgument("policy", policy);
  const unknown = Object.keys(given).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw new ArgumentError("policy", `the fields ${FIELDS.join(" and ")}`, unknown);
  const { whenNotFiltered, callbackBudgetMs } = given;
  return {
    ...(whenNotFiltered !== undefined && {
      whenNotFiltered: choiceArgument("policy.whenNotFiltered", whenNotFiltered, FATES),
    }),
    ...(callbackBudgetMs !== undefined && {
      budgetMs: numberArgument("policy.callbackBudgetMs", callbackBudgetMs, 0, 200),
    }),
  };
}
