import { AuditLogEvent, type Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import { roleViewOf } from "../../views/guild/guild.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";

/** The entry in the audit log for a role that was made, changed or deleted. */
export function auditedRole(actor: Actor, before: Guild, after: Guild, roleId: Snowflake): Fact {
  const [old, now] = [roleViewOf(before, roleId), roleViewOf(after, roleId)];
  const { RoleCreate, RoleUpdate, RoleDelete } = AuditLogEvent;
  const action = old === undefined ? RoleCreate : now === undefined ? RoleDelete : RoleUpdate;
  const changes = auditChanges(old ?? {}, now ?? {});
  return audited(actor, { guildId: after.id, action, targetId: roleId, changes });
}
