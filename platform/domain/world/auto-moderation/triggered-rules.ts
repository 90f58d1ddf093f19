import { Permission, type Snowflake } from "sdkpp/wire";
import {
  RuleEventType,
  type AutoModerationRule,
} from "../../records/auto-moderation/auto-moderation-rule.js";
import { triggerIn, type Trigger } from "../../records/auto-moderation/content-filter.js";
import { SearchBudget } from "../../records/auto-moderation/search-budget.js";
import { rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { guildPermissions } from "../../records/guild/permissions.js";
import { isThread } from "../../records/guild/thread-channel.js";
import type { RemarksPort } from "../ports.js";
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
    world,
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
  return triggered(world, rulesFor(world, guild, userId, RuleEventType.MemberUpdate), names);
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

/** All rules share one budget: what they search for keeps everybody else waiting. */
function triggered(
  world: RemarksPort,
  rules: readonly AutoModerationRule[],
  texts: readonly string[],
): TriggeredRule[] {
  const budget = new SearchBudget();
  return rules.flatMap((rule, at) => {
    const trigger = budget.share(rules.length - at, (share) => {
      const found = firstTrigger(rule, texts, share);
      if (share.isExceeded) remarkOnce(world, rule);
      return found;
    });
    return trigger === undefined ? [] : [{ rule, trigger }];
  });
}

function firstTrigger(
  rule: AutoModerationRule,
  texts: readonly string[],
  budget: SearchBudget,
): Trigger | undefined {
  for (const text of texts) {
    const trigger = triggerIn(rule, text, budget);
    if (trigger !== undefined) return trigger;
  }
  return undefined;
}

/** Versions of rules whose search was ended once. */
const REMARKED = new WeakSet<AutoModerationRule>();

function remarkOnce(world: RemarksPort, rule: AutoModerationRule): void {
  if (REMARKED.has(rule)) return;
  REMARKED.add(rule);
  world.remark(
    `rule ${rule.id} of server ${rule.guildId} needs more than its steps for a text, and counts as not triggered`,
  );
}
