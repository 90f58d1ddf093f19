import { AUTO_MODERATION_RULES_MAX, AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import type { AutoModerationRule } from "../../records/auto-moderation/auto-moderation-rule.js";
import type { Guild } from "../../records/guild/guild.js";
import { autoModerationRuleView } from "../../views/auto-moderation/auto-moderation-rule.js";
import type { AutoModerationWorld } from "../../world/auto-moderation/auto-moderation-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { IdsPort } from "../../world/ports.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions } from "../faults.js";
import { findGuildAs } from "../guild-access.js";
import { done, Fault, type Result } from "../outcome.js";
import { tooManyRules, unknownRule, fixedTrigger } from "./faults.js";
import { blankRule, draftFault, draftOf, maySetUp, type RuleDraft, type RuleInput } from "./rule-input.js";

/** The slices of the world that these rules use. */
type Touched = AutoModerationWorld & GuildWorld & IdsPort;
type View = Record<string, unknown>;

/** `GET /guilds/{id}/auto-moderation/rules`: for members who manage the server, oldest first. */
export function listRules(world: Touched, actor: Actor, guildId: Snowflake): Result<View[]> {
  const guild = findGuildAs(world, actor, guildId, Permission.ManageGuild);
  if (guild instanceof Fault) return guild;
  return done(world.autoModerationRules.listBy("guild", guildId).map(autoModerationRuleView));
}

/** `GET /guilds/{id}/auto-moderation/rules/{rule}`. */
export function getRule(world: Touched, actor: Actor, guildId: Snowflake, ruleId: Snowflake): Result<View> {
  const found = findRule(world, actor, guildId, ruleId);
  return found instanceof Fault ? found : done(autoModerationRuleView(found.rule));
}

/** `POST /guilds/{id}/auto-moderation/rules`: a limited number for each trigger type. */
export function createRule(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  { trigger_type: triggerType, ...input }: RuleInput & { readonly trigger_type: number },
): Result<View> {
  const guild = findGuildAs(world, actor, guildId, Permission.ManageGuild);
  if (guild instanceof Fault) return guild;
  const draft = checked(guild, actor, blankRule(triggerType), input);
  if (draft instanceof Fault) return draft;
  const alike = world.autoModerationRules
    .listBy("guild", guildId)
    .filter((rule) => rule.triggerType === triggerType);
  if (alike.length >= (AUTO_MODERATION_RULES_MAX.get(triggerType) ?? 0)) return tooManyRules();
  const rule: AutoModerationRule = { ...draft, id: world.ids.next(), guildId, creatorId: actor.user.id };
  world.autoModerationRules.put(rule);
  const entry = auditOf(actor, AuditLogEvent.AutoModerationRuleCreate, undefined, rule);
  return done(autoModerationRuleView(rule), [{ kind: "autoModerationRuleCreated", rule }, entry]);
}

/** `PATCH /guilds/{id}/auto-moderation/rules/{rule}`: what is not given stays; the trigger type cannot change. */
export function updateRule(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  ruleId: Snowflake,
  { trigger_type: triggerType, ...input }: RuleInput & { readonly trigger_type?: number | null | undefined },
): Result<View> {
  const found = findRule(world, actor, guildId, ruleId);
  if (found instanceof Fault) return found;
  const { guild, rule: before } = found;
  if (triggerType != null && triggerType !== before.triggerType) return fixedTrigger();
  const draft = checked(guild, actor, before, input);
  if (draft instanceof Fault) return draft;
  const rule: AutoModerationRule = { ...before, ...draft };
  const entry = auditOf(actor, AuditLogEvent.AutoModerationRuleUpdate, before, rule);
  if (JSON.stringify(rule) === JSON.stringify(before)) return done(autoModerationRuleView(rule));
  world.autoModerationRules.put(rule);
  return done(autoModerationRuleView(rule), [{ kind: "autoModerationRuleUpdated", rule }, entry]);
}

/** `DELETE /guilds/{id}/auto-moderation/rules/{rule}`. */
export function deleteRule(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  ruleId: Snowflake,
): Result<undefined> {
  const found = findRule(world, actor, guildId, ruleId);
  if (found instanceof Fault) return found;
  const { rule } = found;
  world.autoModerationRules.delete(rule.id);
  const entry = auditOf(actor, AuditLogEvent.AutoModerationRuleDelete, rule, undefined);
  return done(undefined, [{ kind: "autoModerationRuleDeleted", rule }, entry]);
}

function findRule(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  ruleId: Snowflake,
): { guild: Guild; rule: AutoModerationRule } | Fault {
  const guild = findGuildAs(world, actor, guildId, Permission.ManageGuild);
  if (guild instanceof Fault) return guild;
  const rule = world.autoModerationRules.get(ruleId);
  return rule?.guildId === guildId ? { guild, rule } : unknownRule();
}

/** A rule that the actor may set up so. */
function checked(guild: Guild, { user }: Actor, before: RuleDraft, input: RuleInput): RuleDraft | Fault {
  const draft = draftOf(before, input);
  if (!maySetUp(guild, user.id, draft)) return missingPermissions();
  return draftFault(guild, draft) ?? draft;
}

const UNLISTED: ReadonlySet<string> = new Set(["id", "guild_id", "creator_id"]);

function auditOf(
  actor: Actor,
  action: number,
  before: AutoModerationRule | undefined,
  after: AutoModerationRule | undefined,
): Fact {
  const { id, guildId } = (after ?? before) as AutoModerationRule;
  const fields = (rule: AutoModerationRule | undefined): View => (rule ? autoModerationRuleView(rule) : {});
  const changes = auditChanges(fields(before), fields(after), UNLISTED);
  return audited(actor, { guildId, action, targetId: id, changes });
}
