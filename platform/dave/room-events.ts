import { batch, heldApart } from "./batch.js";
import { difference } from "./difference.js";
import type { Proposal } from "./group.js";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import type { Member } from "./member.js";
import type { RoomState } from "./room-state.js";
import type { RoomEvent } from "./room-transitions.js";

/** So often each pending member is tried with another, before all begin anew. */
const MOST_TRIES = 3;

/** When each event of the table is the case. */
export const HOLDS: Record<RoomEvent, (room: RoomState, now: number) => boolean> = {
  capable: (room) => isCapable(room),
  mixed: (room) => !isCapable(room),
  unaware: (room) => room.members.size > 0 && room.all.every((member) => !member.isCapable),
  alone: (room) => room.members.size <= 1 && isCapable(room),
  stuck: (room, now) => isOutdated(room, now) && !room.all.some((member) => isAble(room, member)),
  stale: (room) => room.group.proposals.some((proposal) => !isCurrent(room, proposal)),
  incomplete: (room, now) =>
    unproposed(room, now).length > 0 ||
    receivers(room, now).some((member) => lacking(room, member).length > 0),
  outdated: (room, now) => isOutdated(room, now),
  committed: (room) => room.commit !== undefined,
  spared: (room, now) => isLate(room, now) && room.spare !== undefined,
  ignored: (room, now) => isLate(room, now) && room.hasWitness && hasSuspects(room, now),
  unanswered: (room, now) => isLate(room, now),
  complete: (room, now) => room.transition?.isDue(now) ?? true,
};

/** Key packages that can be added to a group nobody has founded, and are in no proposal yet. */
export function unproposed(room: RoomState, now: number): AcceptedKeyPackage[] {
  return batch(room, now).flatMap(({ keyPackage }) =>
    keyPackage !== undefined && !isProposed(room, keyPackage) ? [keyPackage] : [],
  );
}

/** Who may found the group: all whose local group waits at epoch 0, but for those who wait for their turn. */
export function receivers(room: RoomState, now: number): Member[] {
  const apart = heldApart(room, now);
  const next = batch(room, now);
  return room.all.filter(
    (member) =>
      member.standing === "pending" &&
      member.hasExternalSender &&
      (!apart.includes(member) || next.includes(member)),
  );
}

/** Proposals that a founder must have and was not sent: all but the one to add it itself. */
export function lacking(room: RoomState, member: Member): Proposal[] {
  return room.group.proposals.filter(
    ({ name, change }) =>
      !member.received.has(name) && change.kind === "add" && change.keyPackage.userId !== member.userId,
  );
}

/** Can be expected to commit, and will be believed. */
export function isAble(room: RoomState, member: Member): boolean {
  const isDoubted = member.isExcluded || member.isUnproven || room.committers.isDisowned(member);
  return member.standing === "established" && !isDoubted;
}

/** The members have been silent for too long, and somebody is there who could have answered. */
function isLate(room: RoomState, now: number): boolean {
  return now >= room.commitDeadline && room.hasListener;
}

/**
 * What was offered can be taken apart to find the fault: in a group a single add that fails is at fault itself; where
 * there is none yet, two have to be tried together, and others have to be left to try.
 */
function hasSuspects(room: RoomState, now: number): boolean {
  const adds = room.addsInFlight.length;
  if (room.group.epoch > 0n) return adds > 0;
  const addable = room.all.filter((member) => member.isAddable(now)).length;
  const isExhausted = [...room.trial.values()].every((failures) => failures >= MOST_TRIES);
  return addable > 2 && (room.trial.size === 0 || !isExhausted);
}

/** Lowest common maximum: one member that knows no E2EE ends it for all. */
function isCapable(room: RoomState): boolean {
  return room.all.every((member) => member.isCapable);
}

function isOutdated(room: RoomState, now: number): boolean {
  return difference(room.group, room.members, batch(room, now), now).length > 0;
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
