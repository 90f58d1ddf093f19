import type { Snowflake } from "sdkpp/wire";
import type { AutoModerationRule, RuleAction } from "../records/auto-moderation/auto-moderation-rule.js";
import type { TriggeredRule } from "../world/auto-moderation/triggered-rules.js";

/** A rule acts on what a user wrote, or on its names. */
export interface RuleActs extends TriggeredRule {
  readonly action: RuleAction;
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  /** The game or bot that it was written with. */
  readonly applicationId: Snowflake;
  /** All of the text. */
  readonly content: string;
  /** The channel in which it was written; absent: in a profile */
  readonly channelId?: Snowflake;
  /** Absent: no message was posted. */
  readonly messageId?: Snowflake;
}

export type AutoModerationFact =
  | { readonly kind: "autoModerationRuleCreated"; readonly rule: AutoModerationRule }
  | { readonly kind: "autoModerationRuleUpdated"; readonly rule: AutoModerationRule }
  | { readonly kind: "autoModerationRuleDeleted"; readonly rule: AutoModerationRule }
  | ({ readonly kind: "autoModerationActs" } & RuleActs)
  | ({
      readonly kind: "autoModerationActed";
      /** Id of the alert. */
      readonly alertId?: Snowflake;
    } & RuleActs);
