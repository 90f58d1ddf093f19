import type { Member } from "./member.js";
import type { RoomState } from "./room-state.js";

/** Two pending members are the fewest that can found a group. */
const FOUNDERS = 2;

/**
 * Whose adds are offered next. All that can be added come together, but for those that may have made an epoch fail: each
 * of them comes alone, behind all others (voice E2EE 12.2). To found a group it takes one more.
 */
export function batch(room: RoomState, now: number): Member[] {
  const addable = room.all.filter((member) => member.isAddable(now));
  const apart = heldApart(room, now);
  const trusted = addable.filter((member) => !apart.includes(member));
  const fewest = room.group.epoch === 0n ? FOUNDERS : 1;
  if (apart.length === 0 || trusted.length >= fewest) return trusted;
  return [...trusted, ...apart].slice(0, fewest);
}

/** Members that are not offered together with others, the least doubtful first, then the longest present. */
export function heldApart(room: RoomState, now: number): Member[] {
  return room.all
    .filter((member) => member.isAddable(now))
    .filter(({ userId }) => room.trial.has(userId) || room.suspects.isSuspect(now, userId))
    .sort((left, right) => failuresOf(room, left) - failuresOf(room, right));
}

/** What is under way is such a try: it is given less time. */
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
