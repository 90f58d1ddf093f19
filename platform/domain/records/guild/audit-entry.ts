import { AUDIT_ENTRY_LIFE_MS, snowflakeTimestamp, type Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";

/** One field of what an entry is about, in the names and values of the wire. */
export interface AuditChange {
  readonly key: string;
  /** Absent: it was null. */
  readonly old_value?: unknown;
  /** Absent: it is null now. */
  readonly new_value?: unknown;
}

/** Somebody changed something in a server. */
export interface AuditEntry {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  /** A value of `AuditLogEvent`. */
  readonly action: number;
  /** The user who did it. */
  readonly userId: Snowflake;
  /** The object of the action. */
  readonly targetId: Snowflake | null;
  readonly changes?: readonly AuditChange[];
  /** More about some actions, in the names of the wire. */
  readonly options?: Readonly<Record<string, string>>;
  /** 1 to 512 characters */
  readonly reason?: string;
}

/** Which entries of a server are listed together: all of it, or those of one user, of one action, or of both. */
export interface AuditFilter {
  readonly userId?: Snowflake | undefined;
  readonly action?: number | undefined;
}

/** The value of the index `log` under which entries that pass a filter are listed. */
export function auditKey(guildId: Snowflake, { userId = "", action }: AuditFilter): string {
  return [guildId, userId, action ?? ""].join(":");
}

export function auditEntryIndex({ id, guildId, userId, action }: AuditEntry): IndexValues {
  const filters: readonly AuditFilter[] = [{}, { userId }, { action }, { userId, action }];
  return {
    log: filters.map((filter) => auditKey(guildId, filter)),
    end: endKey(snowflakeTimestamp(BigInt(id)) + AUDIT_ENTRY_LIFE_MS),
  };
}
