import type { ActivityPayload, OnlineStatus } from "../../wire/index.js";
import { asId, asObject, asString, parseEach } from "../checked.js";
import { parseActivity } from "./activity.js";
import { parseUser, type CheckedUser } from "./user.js";

/** Whether a user is online, and what it does. */
export interface CheckedPresence {
  userId: bigint;
  /** undefined: the message carries the id only */
  user: CheckedUser | undefined;
  status: OnlineStatus;
  activities: ActivityPayload[];
}

const ONLINE: ReadonlySet<string> = new Set(["online", "idle", "dnd"]);

/** An unknown status counts as offline, as `invisible` does. */
export function parsePresence(value: unknown): CheckedPresence | undefined {
  const presence = asObject(value);
  const user = parseUser(presence?.["user"]);
  const userId = user?.id ?? asId(asObject(presence?.["user"])?.["id"]) ?? asId(presence?.["user_id"]);
  const status = asString(presence?.["status"]);
  if (presence === undefined || userId === undefined || status === undefined) return undefined;
  return {
    userId,
    user,
    status: ONLINE.has(status) ? (status as OnlineStatus) : "offline",
    activities: parseEach(presence["activities"], parseActivity),
  };
}
