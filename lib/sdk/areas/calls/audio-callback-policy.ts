import { choiceArgument, objectArgument } from "../../../protocol/index.js";
import { ArgumentError } from "../../../wire/index.js";
import { numberArgument } from "../../argument.js";
import type { CallbackPolicy } from "./call-session.js";

/** The treatment of blocks that an audio callback did not process, and its time budget. */
export interface AudioCallbackPolicy {
  /**
   * Applies to blocks that were late, that the callback failed on or transferred, and that it never received; both received
   * and captured blocks; in what is heard, recorded, subscribed to as PCM and sent. "pass" (default): they pass unedited;
   * "mute": they are silenced, which moderation filters need.
   */
  whenNotFiltered?: "pass" | "mute";
  /** minimum playout delay while a received callback is set, ms, 0–200; default 40 */
  callbackBudgetMs?: number;
}

const FIELDS = ["whenNotFiltered", "callbackBudgetMs"];
const FATES = ["pass", "mute"] as const;

/**
 * Rejects unknown fields: a misspelt one would leave a filter open.
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
