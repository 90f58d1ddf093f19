import type { Member } from "./member.js";
import type { RoomState } from "./room-state.js";

/** Founding a group takes at least two pending members. */
const FOUNDERS = 2;

/**
 * The members whose adds are proposed next. All addable members are proposed together, except those that may have made an
 * epoch fail: they follow one at a time (voice E2EE 12.2), or with one more member to found a group.
 */
export function batch(room: RoomState, now: number): Member[] {
  const addable = room.all.filter((member) => member.isAddable(now));
  const apart = heldApart(room, now);
  const trusted = addable.filter((member) => !apart.includes(member));
  const fewest = room.group.epoch === 0n ? FOUNDERS : 1;
  if (apart.length === 0 || trusted.length >= fewest) return trusted;
  return [...trusted, ...apart].slice(0, fewest);
}

/** Members that are proposed separately: fewest failures first, then longest present. */
export function heldApart(room: RoomState, now: number): Member[] {
  return room.all
    .filter((member) => member.isAddable(now))
    .filter(({ userId }) => room.trial.has(userId) || room.suspects.isSuspect(now, userId))
    .sort((left, right) => failuresOf(room, left) - failuresOf(room, right));
}

/** Whether the current proposals include such a member; they get less time. */
export function isTrial(room: RoomState, now: number): boolean {
  const apart = new Set(heldApart(room, now));
  return room.addsInFlight.some((userId) => {
    const member = room.members.get(userId);
    return member !== undefined && apart.has(member);
  });
}

function failuresOf(room: RoomState, { userId }: Member): number {
  return room.trial.get(userId) ?? 0;
}
