import {
  TriggerType,
  type AutoModerationRule,
  type RuleAction,
} from "../../records/auto-moderation/auto-moderation-rule.js";

type View = Record<string, unknown>;

/** A rule by which a server moderates automatically. */
export function autoModerationRuleView(rule: AutoModerationRule): View {
  return {
    id: rule.id,
    guild_id: rule.guildId,
    creator_id: rule.creatorId,
    name: rule.name,
    event_type: rule.eventType,
    trigger_type: rule.triggerType,
    trigger_metadata: metadataView(rule),
    actions: rule.actions.map(ruleActionView),
    enabled: rule.enabled,
    exempt_roles: rule.exemptRoleIds,
    exempt_channels: rule.exemptChannelIds,
  };
}

export function ruleActionView({ type, channelId, durationSeconds, customMessage }: RuleAction): View {
  const metadata = {
    ...(channelId === undefined ? {} : { channel_id: channelId }),
    ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }),
    ...(customMessage === undefined ? {} : { custom_message: customMessage }),
  };
  return { type, metadata };
}

/** Only the fields that the trigger reads. */
function metadataView({ triggerType, metadata }: AutoModerationRule): View {
  const { keywords, patterns, allowed, presets, mentionLimit, detectsRaids } = metadata;
  switch (triggerType) {
    case TriggerType.Keyword:
    case TriggerType.MemberProfile:
      return { keyword_filter: keywords, regex_patterns: patterns, allow_list: allowed };
    case TriggerType.KeywordPreset:
      return { presets, allow_list: allowed };
    case TriggerType.MentionSpam:
      return { mention_total_limit: mentionLimit, mention_raid_protection_enabled: detectsRaids };
    default:
      return {};
  }
}
