import { GatewayEvent, Permission } from "sdkpp/wire";
import type { AutoModerationRule } from "../../records/auto-moderation/auto-moderation-rule.js";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { FactOf } from "../../facts/facts.js";
import { autoModerationRuleView, ruleActionView } from "../../views/auto-moderation/auto-moderation-rule.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toMembers } from "../guild/connected-members.js";

export function ruleCreated(world: World, { rule }: FactOf<"autoModerationRuleCreated">): Dispatch[] {
  return shown(world, GatewayEvent.AutoModerationRuleCreate, rule);
}

export function ruleUpdated(world: World, { rule }: FactOf<"autoModerationRuleUpdated">): Dispatch[] {
  return shown(world, GatewayEvent.AutoModerationRuleUpdate, rule);
}

export function ruleDeleted(world: World, { rule }: FactOf<"autoModerationRuleDeleted">): Dispatch[] {
  return shown(world, GatewayEvent.AutoModerationRuleDelete, rule);
}

/** A rule has carried out one of its actions. */
export function ruleActed(world: World, fact: FactOf<"autoModerationActed">): Dispatch[] {
  const { rule, trigger, action, guildId, channelId, messageId, alertId, userId, content } = fact;
  const d = {
    guild_id: guildId,
    action: ruleActionView(action),
    rule_id: rule.id,
    rule_trigger_type: rule.triggerType,
    user_id: userId,
    ...(channelId === undefined ? {} : { channel_id: channelId }),
    ...(messageId === undefined ? {} : { message_id: messageId }),
    ...(alertId === undefined ? {} : { alert_system_message_id: alertId }),
    content,
    matched_keyword: trigger.keyword,
    matched_content: trigger.content,
  };
  return toManagers(world, GatewayEvent.AutoModerationActionExecution, guildId, d);
}

function shown(world: World, t: string, rule: AutoModerationRule): Dispatch[] {
  return toManagers(world, t, rule.guildId, autoModerationRuleView(rule));
}

/** Notifies members who manage the server. */
function toManagers(world: World, t: string, guildId: string, d: unknown): Dispatch[] {
  const guild = world.guilds.get(guildId);
  if (guild === undefined) return [];
  const manages = (id: string): boolean => (guildPermissions(guild, id) & Permission.ManageGuild) !== 0n;
  return [dispatch(t, d, toMembers(world, guild, manages))];
}
