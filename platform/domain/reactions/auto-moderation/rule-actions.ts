import { AuditLogEvent, MessageType } from "sdkpp/wire";
import { RuleActionType } from "../../records/auto-moderation/auto-moderation-rule.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { changeMember } from "../../rules/guild/member-changes.js";
import { postSystemMessage } from "../../rules/posting/notices.js";
import { guildPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import { quarantine } from "./quarantine.js";

type Acts = FactOf<"autoModerationActs">;

/** Carries out one action of a rule: the audit log records it, and members who manage the server hear of it. */
export function carryOut(world: World, acts: Acts): Fact[] {
  switch (acts.action.type) {
    case RuleActionType.BlockMessage:
      return [...recorded(acts, AuditLogEvent.AutoModerationBlockMessage), acted(acts)];
    case RuleActionType.SendAlert:
      return postAlert(world, acts);
    case RuleActionType.Timeout:
      return timeOut(world, acts);
    case RuleActionType.BlockMemberInteraction:
      return quarantineAuthor(world, acts);
    default:
      return [];
  }
}

/** Reports the text in the channel for alerts, unless that has been deleted. */
function postAlert(world: World, acts: Acts): Fact[] {
  const { rule, trigger, action, channelId, messageId, userId, applicationId, content } = acts;
  const place = guildPlace(world, action.channelId ?? "");
  if (place?.guild.id !== acts.guildId) return [];
  const fields = Object.entries({
    rule_name: rule.name,
    channel_id: channelId,
    keyword: trigger.keyword,
    keyword_matched_content: trigger.content,
    flagged_message_id: messageId,
  });
  const embed = {
    type: "auto_moderation_message",
    description: content,
    fields: fields.flatMap(([name, value]) => (value == null ? [] : [{ name, value, inline: false }])),
  };
  const posted = postSystemMessage(world, place, {
    type: MessageType.AutoModerationAction,
    authorId: userId,
    applicationId,
    embeds: [embed],
  });
  const alert = posted.find((fact) => fact.kind === "guildMessagePosted");
  return [
    ...posted,
    ...recorded(acts, AuditLogEvent.AutoModerationFlagToChannel),
    acted(acts, alert && { alertId: alert.message.id }),
  ];
}

/** Players who write from a lobby need not be members. A longer time-out that runs already stays. */
function timeOut(world: World, acts: Acts): Fact[] {
  const guild = world.guilds.get(acts.guildId);
  const user = world.users.get(acts.userId);
  if (user === undefined || guild?.memberIds.includes(user.id) !== true) return [];
  const until = world.clock.now() + (acts.action.durationSeconds ?? 0) * 1000;
  const timeoutUntil = Math.max(until, guild.timeouts?.[user.id] ?? 0);
  return [
    ...changeMember(world, { guild, user }, { timeoutUntil }),
    ...recorded(acts, AuditLogEvent.AutoModerationUserCommunicationDisabled),
    acted(acts),
  ];
}

function quarantineAuthor(world: World, acts: Acts): Fact[] {
  const facts = quarantine(world, acts.guildId, acts.userId, true);
  if (facts.length === 0) return [];
  return [...facts, ...recorded(acts, AuditLogEvent.AutoModerationQuarantineUser), acted(acts)];
}

function acted({ kind: _kind, ...acts }: Acts, more: { readonly alertId?: string } = {}): Fact {
  return { kind: "autoModerationActed", ...acts, ...more };
}

/** Entries name the author both as the one who acted and as the target. */
function recorded({ rule, guildId, userId, channelId }: Acts, action: number): Fact[] {
  const options = {
    auto_moderation_rule_name: rule.name,
    auto_moderation_rule_trigger_type: String(rule.triggerType),
    ...(channelId === undefined ? {} : { channel_id: channelId }),
  };
  return [{ kind: "audited", entry: { guildId, action, userId, targetId: userId, options } }];
}
