import { DAVE_VERSION } from "sdkpp/wire";
import type { Forwarding } from "./outbox.js";
import type { RoomState } from "./room-state.js";

const NOBODY: Forwarding = { isLifted: false, isChanging: false, members: [] };

/** What the forwarder is to know of a room as it is now. */
export function forwardingOf(room: RoomState): Forwarding {
  if (room.phase === "clear") return NOBODY;
  return {
    isLifted: room.phase === "downgrading" || room.isUpgrading,
    isChanging: room.phase === "changing",
    members: room.all.map((member) => ({
      userId: member.userId,
      version: member.isCapable ? DAVE_VERSION : 0,
      hasKeys: member.hasKeys,
      owesReady: member.answersTransitions && room.transition?.owes(member.userId) === true,
    })),
  };
}
