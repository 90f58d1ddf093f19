import { difference } from "./difference.js";
import type { Proposal } from "./group.js";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import type { Member } from "./member.js";
import type { RoomState } from "./room-state.js";
import type { RoomEvent } from "./room-transitions.js";

/** When each event of the table is the case. */
export const HOLDS: Record<RoomEvent, (room: RoomState, now: number) => boolean> = {
  capable: (room) => isCapable(room),
  mixed: (room) => !isCapable(room),
  unaware: (room) => room.members.size > 0 && room.all.every((member) => !member.isCapable),
  alone: (room) => room.members.size <= 1 && isCapable(room),
  stuck: (room, now) => isOutdated(room, now) && !room.all.some((member) => isAble(member)),
  stale: (room) => room.group.proposals.some((proposal) => !isCurrent(room, proposal)),
  incomplete: (room, now) =>
    unproposed(room, now).length > 0 || receivers(room).some((member) => lacking(room, member).length > 0),
  outdated: (room, now) => isOutdated(room, now),
  committed: (room) => room.commit !== undefined,
  unanswered: (room, now) => now >= room.commitDeadline && room.hasListener,
  complete: (room, now) => room.transition?.isDue(now) ?? true,
};

/** Key packages that can be added to a group nobody has founded, and are in no proposal yet. */
export function unproposed(room: RoomState, now: number): AcceptedKeyPackage[] {
  return room.all.flatMap(({ keyPackage, brake }) =>
    keyPackage !== undefined && now >= brake.heldUntil && !isProposed(room, keyPackage) ? [keyPackage] : [],
  );
}

/** Who may found the group: all whose local group waits at epoch 0. */
export function receivers(room: RoomState): Member[] {
  return room.all.filter((member) => member.standing === "pending" && member.hasExternalSender);
}

/** Proposals that a founder must have and was not sent: all but the one to add it itself. */
export function lacking(room: RoomState, member: Member): Proposal[] {
  return room.group.proposals.filter(
    ({ name, change }) =>
      !member.received.has(name) && change.kind === "add" && change.keyPackage.userId !== member.userId,
  );
}

/** Can be expected to commit, and will be believed. */
export function isAble(member: Member): boolean {
  return member.standing === "established" && !member.isExcluded;
}

/** Lowest common maximum: one member that knows no E2EE ends it for all. */
function isCapable(room: RoomState): boolean {
  return room.all.every((member) => member.isCapable);
}

function isOutdated(room: RoomState, now: number): boolean {
  return difference(room.group, room.members, now).length > 0;
}

/** What it adds is still there and still wants to be added by it. */
function isCurrent(room: RoomState, { change }: Proposal): boolean {
  return (
    change.kind === "add" && room.members.get(change.keyPackage.userId)?.keyPackage === change.keyPackage
  );
}

function isProposed(room: RoomState, keyPackage: AcceptedKeyPackage): boolean {
  return room.group.proposals.some(({ change }) => change.kind === "add" && change.keyPackage === keyPackage);
}
