import type { LobbyId, MemberRecord, UserId } from "sdkpp/surface";
import { keyBelow } from "../store/key-below.js";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/** Returns a member of a lobby; undefined for who is not in it. It renders when this member changes. */
export function useMember(
  lobbyId: LobbyId | undefined,
  userId: UserId | undefined,
): MemberRecord | undefined {
  return useRecord("members", keyBelow(lobbyId, userId), whole<MemberRecord | undefined>);
}
