import type { AutoModerationRule } from "../../records/auto-moderation/auto-moderation-rule.js";
import type { AuditEntry } from "../../records/guild/audit-entry.js";
import type { User } from "../../records/user/user.js";
import type { AutoModerationWorld } from "../../world/auto-moderation/auto-moderation-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { autoModerationRuleView } from "../auto-moderation/auto-moderation-rule.js";
import { threadView } from "../thread/thread.js";
import { userView } from "../user/user.js";

/** An entry of a server's audit log. */
export function auditEntryView(entry: AuditEntry): Record<string, unknown> {
  const { id, userId, targetId, action, changes, options, reason } = entry;
  return {
    id,
    user_id: userId,
    target_id: targetId,
    action_type: action,
    ...(changes === undefined ? {} : { changes }),
    ...(options === undefined ? {} : { options }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** A page of an audit log, with the users, the rules and the threads that it names. */
export function auditLogView(
  world: UserWorld & MessageWorld & AutoModerationWorld,
  entries: readonly AuditEntry[],
): Record<string, unknown> {
  return {
    audit_log_entries: entries.map(auditEntryView),
    users: namedUsers(world, entries).map(userView),
    application_commands: [],
    auto_moderation_rules: namedRules(world, entries).map(autoModerationRuleView),
    guild_scheduled_events: [],
    integrations: [],
    threads: namedThreads(world, entries),
    webhooks: [],
  };
}

/** Acting users, and users who are the target of an entry. */
function namedUsers(world: UserWorld, entries: readonly AuditEntry[]): User[] {
  const ids = new Set(entries.flatMap(({ userId, targetId }) => [userId, targetId ?? ""]));
  return [...ids].flatMap((id) => world.users.get(id) ?? []);
}

/** Rules that still exist. */
function namedRules(world: AutoModerationWorld, entries: readonly AuditEntry[]): AutoModerationRule[] {
  const ids = new Set(entries.map(({ targetId }) => targetId ?? ""));
  return [...ids].flatMap((id) => world.autoModerationRules.get(id) ?? []);
}

/** Threads that entries are about and that are not deleted. */
function namedThreads(world: MessageWorld, entries: readonly AuditEntry[]): Record<string, unknown>[] {
  const ids = new Set(entries.flatMap(({ targetId }) => targetId ?? []));
  return [...ids].flatMap((id) => world.threads.get(id) ?? []).map((one) => threadView(world, one));
}
