import type { InviteRecord } from "sdkpp/surface";
import { compareIds } from "../store/compare-ids.js";

/** Lists invites, the oldest first. */
export function invitesOf(records: ReadonlyMap<string, InviteRecord>): readonly InviteRecord[] {
  return [...records.values()].sort((left, right) => compareIds(left.messageId, right.messageId));
}
