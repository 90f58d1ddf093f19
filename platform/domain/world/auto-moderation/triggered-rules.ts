import { Permission, type Snowflake } from "sdkpp/wire";
import {
  RuleEventType,
  type AutoModerationRule,
} from "../../records/auto-moderation/auto-moderation-rule.js";
import { triggerIn, type Trigger } from "../../records/auto-moderation/content-filter.js";
import { rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { guildPermissions } from "../../records/guild/permissions.js";
import { isThread } from "../../records/guild/thread-channel.js";
import type { PlacedChannel } from "../guild/placed-channel.js";
import type { AutoModerationWorld } from "./auto-moderation-world.js";

/** A rule, and what in a text triggers it. */
export interface TriggeredRule {
  readonly rule: AutoModerationRule;
  readonly trigger: Trigger;
}

/** The rules of a server that a text triggers which somebody writes in a channel. Authors who manage the server trigger none. */
export function rulesTriggeredByMessage(
  world: AutoModerationWorld,
  { guild, channel }: PlacedChannel,
  authorId: Snowflake,
  content: string,
): TriggeredRule[] {
  const rules = rulesFor(world, guild, authorId, RuleEventType.MessageSend);
  const places = [channel.id, isThread(channel) ? channel.parentId : undefined];
  return triggered(
    rules.filter(({ exemptChannelIds }) => !places.some((id) => exemptChannelIds.includes(id ?? ""))),
    [content],
  );
}

/** The rules that the names of a member trigger. */
export function rulesTriggeredByProfile(
  world: AutoModerationWorld,
  guild: Guild,
  userId: Snowflake,
  names: readonly string[],
): TriggeredRule[] {
  return triggered(rulesFor(world, guild, userId, RuleEventType.MemberUpdate), names);
}

function rulesFor(
  world: AutoModerationWorld,
  guild: Guild,
  userId: Snowflake,
  eventType: number,
): AutoModerationRule[] {
  if ((guildPermissions(guild, userId) & Permission.ManageGuild) !== 0n) return [];
  const roles = rolesOfMember(guild, userId);
  const isExempt = (rule: AutoModerationRule): boolean =>
    roles.some(({ id }) => rule.exemptRoleIds.includes(id));
  return world.autoModerationRules
    .listBy("guild", guild.id)
    .filter((rule) => rule.enabled && rule.eventType === eventType && !isExempt(rule));
}

function triggered(rules: readonly AutoModerationRule[], texts: readonly string[]): TriggeredRule[] {
  return rules.flatMap((rule) => {
    for (const text of texts) {
      const trigger = triggerIn(rule, text);
      if (trigger !== undefined) return [{ rule, trigger }];
    }
    return [];
  });
}
