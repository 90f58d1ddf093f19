import { batch, heldApart } from "./batch.js";
import { difference } from "./difference.js";
import type { Proposal } from "./group.js";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import type { Member } from "./member.js";
import type { RoomState } from "./room-state.js";
import type { RoomEvent } from "./room-transitions.js";

/** How often each pending member is tried with another one before all start over. */
const MOST_TRIES = 3;

/** The condition of each event of the table. */
export const CONDITIONS: Record<RoomEvent, (room: RoomState, now: number) => boolean> = {
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

/** Key packages that can be added to an unfounded group and are not proposed yet. */
export function unproposed(room: RoomState, now: number): AcceptedKeyPackage[] {
  return batch(room, now).flatMap(({ keyPackage }) =>
    keyPackage !== undefined && !isProposed(room, keyPackage) ? [keyPackage] : [],
  );
}

/** Members that may found the group: those whose local group is at epoch 0 and that do not have to wait for a trial. */
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

/** Proposals that a founder needs and was not sent: all except its own add. */
export function lacking(room: RoomState, member: Member): Proposal[] {
  return room.group.proposals.filter(
    ({ name, change }) =>
      !member.received.has(name) && change.kind === "add" && change.keyPackage.userId !== member.userId,
  );
}

/** Whether a member can commit and its commit will be accepted. */
export function isAble(room: RoomState, member: Member): boolean {
  const isDoubted = member.isExcluded || member.isUnproven || room.committers.isDisowned(member);
  return member.standing === "established" && !isDoubted;
}

/** Whether the members have not committed in time although one of them could have. */
function isLate(room: RoomState, now: number): boolean {
  return now >= room.commitDeadline && room.hasListener;
}

/**
 * Whether the adds can be split up to find the one at fault. In a founded group a single failing add is at fault itself.
 * Otherwise two members must be tried together, and further members must be left to try.
 */
function hasSuspects(room: RoomState, now: number): boolean {
  const adds = room.addsInFlight.length;
  if (room.group.epoch > 0n) return adds > 0;
  const addable = room.all.filter((member) => member.isAddable(now)).length;
  const isExhausted = [...room.trial.values()].every((failures) => failures >= MOST_TRIES);
  return addable > 2 && (room.trial.size === 0 || !isExhausted);
}

/** Whether all members support E2EE; one member without support ends it for all. */
function isCapable(room: RoomState): boolean {
  return room.all.every((member) => member.isCapable);
}

function isOutdated(room: RoomState, now: number): boolean {
  return difference(room.group, room.members, batch(room, now), now).length > 0;
}

/** Whether the added member is still present with the same key package. */
function isCurrent(room: RoomState, { change }: Proposal): boolean {
  return (
    change.kind === "add" && room.members.get(change.keyPackage.userId)?.keyPackage === change.keyPackage
  );
}

function isProposed(room: RoomState, keyPackage: AcceptedKeyPackage): boolean {
  return room.group.proposals.some(({ change }) => change.kind === "add" && change.keyPackage === keyPackage);
}
