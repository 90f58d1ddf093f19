import type { StatusType } from "sdkpp/enums";
import type { ActivityRecord, UserId, UserRecord } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";

/** Whether a user is there, and what it plays. */
export interface Presence {
  readonly status: StatusType;
  /** in this game, or in another one of its publisher */
  readonly activity: ActivityRecord | undefined;
}

/**
 * Returns the presence of a user; undefined for who is unknown. It renders when the presence changes, and not with names or pictures.
 * @example
 * const presence = usePresence(userId);
 * return <i>{presence?.activity?.details ?? enumToString(StatusType, presence?.status ?? StatusType.Offline)}</i>;
 */
export function usePresence(userId: UserId | undefined): Presence | undefined {
  return useRecord("users", userId, presenceOf);
}

function presenceOf(user: UserRecord | undefined): Presence | undefined {
  return user && { status: user.status, activity: user.gameActivity };
}
