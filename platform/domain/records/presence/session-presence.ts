import type { ActivityPayload, ClientKind, OwnStatus, Snowflake } from "sdkpp/wire";

/** The fields of an activity that a client may set; the platform adds the rest. */
export type ActivityFields = Omit<
  ActivityPayload,
  "application_id" | "parent_application_id" | "id" | "created_at" | "session_id" | "platform" | "flags"
>;

/** An activity with the moment it began. */
export interface Activity {
  readonly fields: ActivityFields;
  /** 16 hexadecimal digits */
  readonly id: string;
  /** Unix milliseconds */
  readonly createdAt: number;
}

/** The presence of one gateway session. */
export interface SessionPresence {
  readonly sessionId: string;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly isBot: boolean;
  /** The kind of client. */
  readonly client: ClientKind;
  /** Unix milliseconds */
  readonly since: number;
  readonly status: OwnStatus;
  readonly activities: readonly Activity[];
  /** It has named an activity at some time, so only named activities are shown from then on. */
  readonly hasSpoken: boolean;
}

/** Whether others may see it. */
export function isVisible({ status }: SessionPresence): boolean {
  return status !== "invisible" && status !== "offline";
}
