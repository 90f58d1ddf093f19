import {
  AUTO_MODERATION_ALLOWED_MAX,
  AUTO_MODERATION_MENTIONS_DEFAULT,
  Permission,
  type FieldErrorTree,
  type Snowflake,
} from "sdkpp/wire";
import {
  RuleActionType,
  RuleEventType,
  TriggerType,
  type AutoModerationRule,
  type RuleAction,
  type TriggerMetadata,
} from "../../records/auto-moderation/auto-moderation-rule.js";
import { hasText } from "../../records/auto-moderation/keyword-index.js";
import { patternProblem } from "../../records/auto-moderation/pattern.js";
import { channelOf, ChannelType, type Guild } from "../../records/guild/guild.js";
import { invalidForm } from "../faults.js";
import { hasAll } from "../guild-access.js";
import type { Fault } from "../outcome.js";

type Id = string | number;
type Maybe<T> = T | null | undefined;

export interface MetadataInput {
  readonly keyword_filter?: Maybe<readonly string[]>;
  readonly regex_patterns?: Maybe<readonly string[]>;
  readonly presets?: Maybe<readonly number[]>;
  readonly allow_list?: Maybe<readonly string[]>;
  readonly mention_total_limit?: Maybe<number>;
  readonly mention_raid_protection_enabled?: Maybe<boolean>;
}

export interface ActionInput {
  readonly type: number;
  readonly metadata?: Maybe<{
    readonly channel_id?: Maybe<Id>;
    readonly duration_seconds?: Maybe<number>;
    readonly custom_message?: Maybe<string>;
  }>;
}

/** A bot's description of a rule; omitted fields keep their value. */
export interface RuleInput {
  readonly name?: Maybe<string>;
  readonly event_type?: Maybe<number>;
  readonly trigger_metadata?: Maybe<MetadataInput>;
  readonly actions?: Maybe<readonly ActionInput[]>;
  readonly enabled?: Maybe<boolean>;
  readonly exempt_roles?: Maybe<readonly Id[]>;
  readonly exempt_channels?: Maybe<readonly Id[]>;
}

/** The parts of a rule that an input decides. */
export type RuleDraft = Omit<AutoModerationRule, "id" | "guildId" | "creatorId">;

/** A rule before anything is said about it. */
export function blankRule(triggerType: number): RuleDraft {
  return {
    name: "",
    triggerType,
    eventType: RuleEventType.MessageSend,
    metadata: {
      keywords: [],
      patterns: [],
      allowed: [],
      presets: [],
      mentionLimit: AUTO_MODERATION_MENTIONS_DEFAULT,
      detectsRaids: false,
    },
    actions: [],
    enabled: false,
    exemptRoleIds: [],
    exemptChannelIds: [],
  };
}

/** Applies a description to a rule. */
export function draftOf(before: RuleDraft, input: RuleInput): RuleDraft {
  return {
    name: input.name ?? before.name,
    triggerType: before.triggerType,
    eventType: input.event_type ?? before.eventType,
    metadata: input.trigger_metadata ? metadataOf(before.metadata, input.trigger_metadata) : before.metadata,
    actions: input.actions?.map(actionOf) ?? before.actions,
    enabled: input.enabled ?? before.enabled,
    exemptRoleIds: input.exempt_roles?.map(String) ?? before.exemptRoleIds,
    exemptChannelIds: input.exempt_channels?.map(String) ?? before.exemptChannelIds,
  };
}

function metadataOf(before: TriggerMetadata, input: MetadataInput): TriggerMetadata {
  return {
    keywords: input.keyword_filter ?? before.keywords,
    patterns: input.regex_patterns ?? before.patterns,
    allowed: input.allow_list ?? before.allowed,
    presets: input.presets ?? before.presets,
    mentionLimit: input.mention_total_limit ?? before.mentionLimit,
    detectsRaids: input.mention_raid_protection_enabled ?? before.detectsRaids,
  };
}

/** The action with only the metadata of its type. */
function actionOf({ type, metadata }: ActionInput): RuleAction {
  const { channel_id: channelId, duration_seconds: durationSeconds, custom_message: said } = metadata ?? {};
  switch (type) {
    case RuleActionType.SendAlert:
      return { type, ...(channelId == null ? {} : { channelId: String(channelId) }) };
    case RuleActionType.Timeout:
      return { type, ...(durationSeconds == null ? {} : { durationSeconds }) };
    case RuleActionType.BlockMessage:
      return { type, ...(said == null || said === "" ? {} : { customMessage: said }) };
    default:
      return { type };
  }
}

/** Whether a member may set up these actions: those of another person need the same permission. */
export function maySetUp(guild: Guild, userId: Snowflake, { actions }: RuleDraft): boolean {
  const timesOut = actions.some(({ type }) => type === RuleActionType.Timeout);
  return !timesOut || hasAll(guild, userId, Permission.ModerateMembers);
}

/** Why a rule cannot be so. */
export function draftFault(guild: Guild, draft: RuleDraft): Fault | undefined {
  const errors: FieldErrorTree = {};
  const wrong: Wrong = (path, code, message) => {
    let node = errors;
    for (const key of path) node = (node[key] ??= {}) as FieldErrorTree;
    node._errors = [{ code, message }];
  };
  if (draft.name.trim() === "") wrong(["name"], ...REQUIRED);
  checkEvent(draft, wrong);
  checkMetadata(draft, wrong);
  checkActions(guild, draft, wrong);
  return Object.keys(errors).length === 0 ? undefined : invalidForm(errors);
}

type Wrong = (path: readonly string[], code: string, message: string) => void;

const REQUIRED = ["BASE_TYPE_REQUIRED", "This field is required"] as const;

function checkEvent({ triggerType, eventType }: RuleDraft, wrong: Wrong): void {
  const isOfProfile = triggerType === TriggerType.MemberProfile;
  const wanted = isOfProfile ? RuleEventType.MemberUpdate : RuleEventType.MessageSend;
  if (eventType !== wanted)
    wrong(
      ["event_type"],
      "BASE_TYPE_CHOICES",
      `Rules with this trigger type need event type ${String(wanted)}.`,
    );
}

function checkMetadata({ triggerType, metadata }: RuleDraft, wrong: Wrong): void {
  const at = (...path: string[]): string[] => ["trigger_metadata", ...path];
  const { keywords, patterns, allowed, presets } = metadata;
  const limit = triggerType === TriggerType.KeywordPreset ? undefined : AUTO_MODERATION_ALLOWED_MAX;
  if (limit !== undefined && allowed.length > limit)
    wrong(at("allow_list"), "BASE_TYPE_MAX_LENGTH", `Must be ${String(limit)} or fewer in length.`);
  for (const [field, list] of Object.entries({ keyword_filter: keywords, allow_list: allowed }))
    for (const [index, keyword] of list.entries())
      if (!hasText(keyword))
        wrong(
          at(field, String(index)),
          "AUTO_MODERATION_INVALID_KEYWORD",
          "A keyword needs more than wildcards.",
        );
  for (const [index, pattern] of patterns.entries()) {
    const problem = patternProblem(pattern);
    if (problem !== undefined)
      wrong(at("regex_patterns", String(index)), "AUTO_MODERATION_INVALID_REGEX", `The pattern ${problem}.`);
  }
  const searches =
    triggerType === TriggerType.Keyword || triggerType === TriggerType.MemberProfile
      ? keywords.length + patterns.length
      : undefined;
  if (searches === 0) wrong(at("keyword_filter"), ...REQUIRED);
  if (triggerType === TriggerType.KeywordPreset && presets.length === 0) wrong(at("presets"), ...REQUIRED);
}

/** Types of triggers whose rules may have an action; other actions are possible for all. */
const { Keyword, Spam, KeywordPreset, MentionSpam, MemberProfile } = TriggerType;
const POSSIBLE: ReadonlyMap<number, readonly number[]> = new Map([
  [RuleActionType.BlockMessage, [Keyword, Spam, KeywordPreset, MentionSpam]],
  [RuleActionType.SendAlert, [Keyword, Spam, KeywordPreset, MentionSpam, MemberProfile]],
  [RuleActionType.Timeout, [Keyword, MentionSpam]],
  [RuleActionType.BlockMemberInteraction, [MemberProfile]],
]);

function checkActions(guild: Guild, { triggerType, actions }: RuleDraft, wrong: Wrong): void {
  if (actions.length === 0) wrong(["actions"], ...REQUIRED);
  const types = actions.map(({ type }) => type);
  if (new Set(types).size < types.length)
    wrong(["actions"], "SET_TYPE_ALREADY_CONTAINS_VALUE", "A rule has one action of each type.");
  for (const [index, action] of actions.entries()) {
    const at = (...path: string[]): string[] => ["actions", String(index), ...path];
    if (POSSIBLE.get(action.type)?.includes(triggerType) !== true)
      wrong(at("type"), "BASE_TYPE_CHOICES", "Rules with this trigger type cannot have this action.");
    if (action.type === RuleActionType.SendAlert)
      checkAlert(guild, action, at("metadata", "channel_id"), wrong);
    if (action.type === RuleActionType.Timeout && action.durationSeconds === undefined)
      wrong(at("metadata", "duration_seconds"), ...REQUIRED);
  }
}

function checkAlert(guild: Guild, { channelId }: RuleAction, at: readonly string[], wrong: Wrong): void {
  if (channelId === undefined) return wrong(at, ...REQUIRED);
  const channel = channelOf(guild, channelId);
  if (channel === undefined || channel.type === ChannelType.GuildCategory)
    wrong(at, "CHANNEL_INVALID", "The server has no such channel for messages.");
}
