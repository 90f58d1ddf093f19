import type { ActivityPayload } from "./activity-payloads.js";
import type { UserPayload } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

export type OnlineStatus = "online" | "idle" | "dnd" | "offline";

/** Statuses that a session can set; others see `invisible` as `offline`. */
export type OwnStatus = OnlineStatus | "invisible";

/** The kind of client that a session runs on. */
export type ClientKind = "desktop" | "mobile" | "web" | "embedded" | "vr";

/** Op 3. */
export interface UpdatePresencePayload {
  /** Unix milliseconds since when the user is idle; some clients send it as text */
  since: number | string | null;
  activities: ActivityPayload[];
  /** `unknown`: the platform decides */
  status: OwnStatus | "unknown";
  afk: boolean;
}

/** PRESENCE_UPDATE, and `presences` of READY. */
export interface PresencePayload {
  /** `{id}` alone or complete */
  user?: UserPayload | { id: Snowflake };
  /** in place of `user` in a deduplicated READY */
  user_id?: Snowflake;
  status: OnlineStatus;
  activities: ActivityPayload[];
  client_status: Partial<Record<ClientKind, OnlineStatus>>;
  has_played_game?: boolean;
  /** in events of a guild, for bots */
  guild_id?: Snowflake;
}
