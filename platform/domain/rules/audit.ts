import type { AuditChange, AuditEntry } from "../records/guild/audit-entry.js";
import type { Actor } from "../world/oauth2/actor.js";
import type { FactOf } from "../facts/facts.js";

/** An action and its object. */
export type AuditedAction = Pick<AuditEntry, "guildId" | "action" | "targetId" | "changes" | "options">;

/** The fact that an actor did something that the audit log of the server records. */
export function audited({ user, reason }: Actor, action: AuditedAction): FactOf<"audited"> {
  const entry = { ...action, userId: user.id, ...(reason === undefined ? {} : { reason }) };
  return { kind: "audited", entry };
}

type Payload = Readonly<Record<string, unknown>>;

/**
 * Which fields differ between two payloads of one object, in the order of the new one.
 * @param before `{}` for what has just been made
 * @param after `{}` for what is gone
 * @param except fields that an entry does not list, such as ids
 */
export function auditChanges(
  before: Payload,
  after: Payload,
  except: ReadonlySet<string> = new Set(["id", "guild_id"]),
): AuditChange[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys]
    .filter((key) => !except.has(key))
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .map((key) => ({
      key,
      ...(before[key] == null ? {} : { old_value: before[key] }),
      ...(after[key] == null ? {} : { new_value: after[key] }),
    }));
}
