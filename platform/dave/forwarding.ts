import { DAVE_VERSION } from "sdkpp/wire";
import type { Forwarding } from "./outbox.js";
import type { RoomState } from "./room-state.js";

const UNENCRYPTED: Forwarding = { isLifted: false, isChanging: false, members: [] };

/** The current encryption state of a room for the forwarder. */
export function forwardingOf(room: RoomState): Forwarding {
  if (room.phase === "clear") return UNENCRYPTED;
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
