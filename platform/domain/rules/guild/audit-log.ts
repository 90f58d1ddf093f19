import { Permission, type Snowflake } from "sdkpp/wire";
import { auditKey, type AuditFilter } from "../../records/guild/audit-entry.js";
import { endKey } from "../../records/end-key.js";
import { auditLogView } from "../../views/guild/audit-log.js";
import type { AutoModerationWorld } from "../../world/auto-moderation/auto-moderation-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuildAs } from "../guild-access.js";

/** Which entries are asked for. */
export interface AuditPage extends AuditFilter {
  /** Oldest first; otherwise newest first. */
  readonly after?: Snowflake | undefined;
  readonly before?: Snowflake | undefined;
  readonly limit: number;
}

/** `GET /guilds/{id}/audit-logs`: for members who may read it. */
export function getAuditLog(
  world: GuildWorld & UserWorld & MessageWorld & AutoModerationWorld,
  actor: Actor,
  guildId: Snowflake,
  page: AuditPage,
): Result<Record<string, unknown>> {
  const guild = findGuildAs(world, actor, guildId, Permission.ViewAuditLog);
  if (guild instanceof Fault) return guild;
  const { after, before, limit } = page;
  const window = after === undefined ? { before, limit } : { after, limit };
  const entries = world.auditEntries.page("log", auditKey(guildId, page), window);
  return done(auditLogView(world, after === undefined ? entries : entries.toReversed()));
}

/** Entries that go in one sweep; the rest waits for the next. */
const SWEEP_LIMIT = 500;

/** Forgets the entries that are past their end. */
export function sweepAuditLogs(world: GuildWorld & ClockPort): void {
  const now = endKey(world.clock.now());
  for (const { id } of world.auditEntries.listUpTo("end", now, SWEEP_LIMIT)) world.auditEntries.delete(id);
}
