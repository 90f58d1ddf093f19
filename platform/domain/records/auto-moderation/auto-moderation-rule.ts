import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** The kind of content that a rule examines. */
export const TriggerType = {
  Keyword: 1,
  Spam: 3,
  KeywordPreset: 4,
  MentionSpam: 5,
  MemberProfile: 6,
} as const;

/** When a rule is checked. */
export const RuleEventType = { MessageSend: 1, MemberUpdate: 2 } as const;

/** Actions of a triggered rule. */
export const RuleActionType = {
  BlockMessage: 1,
  SendAlert: 2,
  Timeout: 3,
  BlockMemberInteraction: 4,
} as const;

/** Word lists of the platform. */
export const KeywordPreset = { Profanity: 1, SexualContent: 2, Slurs: 3 } as const;

export interface RuleAction {
  /** A value of `RuleActionType`. */
  readonly type: number;
  /** The channel for an alert. */
  readonly channelId?: Snowflake;
  /** Duration of a time-out, seconds. */
  readonly durationSeconds?: number;
  /** Notice to the author of a blocked message, at most 150 characters. */
  readonly customMessage?: string;
}

/** The trigger of a rule; each trigger type reads its own fields, the others are empty. */
export interface TriggerMetadata {
  /** Words and phrases, with `*` for any beginning or end; at most 1,000 of 60 characters. */
  readonly keywords: readonly string[];
  /** Regular expressions, at most 10 of 260 characters. */
  readonly patterns: readonly string[];
  /** Words and phrases that never trigger the rule. */
  readonly allowed: readonly string[];
  /** A value of `KeywordPreset`. */
  readonly presets: readonly number[];
  /** Different users and roles that one message may mention, 0 to 50. */
  readonly mentionLimit: number;
  readonly detectsRaids: boolean;
}

/** A rule by which a server moderates without a person. */
export interface AutoModerationRule {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly creatorId: Snowflake;
  readonly name: string;
  /** A value of `TriggerType`. */
  readonly triggerType: number;
  /** A value of `RuleEventType`. */
  readonly eventType: number;
  readonly metadata: TriggerMetadata;
  /** One or more, at most one of each type. */
  readonly actions: readonly RuleAction[];
  readonly enabled: boolean;
  readonly exemptRoleIds: readonly Snowflake[];
  readonly exemptChannelIds: readonly Snowflake[];
}

/** Indexes a rule by its server. */
export function autoModerationRuleIndex({ guildId }: AutoModerationRule): IndexValues {
  return { guild: guildId };
}
