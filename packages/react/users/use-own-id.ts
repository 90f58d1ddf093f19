import type { SessionRecord, UserId } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";

/** Returns the player's id. @param isWanted false: nothing is watched */
export function useOwnId(isWanted: boolean): UserId | undefined {
  return useRecord("session", isWanted ? "" : undefined, userIdOf);
}

function userIdOf(session: SessionRecord | undefined): UserId | undefined {
  return session?.userId;
}
