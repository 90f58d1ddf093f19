import type { Snowflake } from "sdkpp/wire";
import type { Change, Group } from "./group.js";
import type { Member } from "./member.js";

/**
 * The changes by which the next epoch makes the group match the room: all removes, then all adds. A member that starts over
 * keeps its leaf until it can be added again or its key package is overdue, so that one commit does both.
 * @param addable members to add now
 */
export function difference(
  group: Group,
  members: ReadonlyMap<Snowflake, Member>,
  addable: readonly Member[],
  now: number,
): Change[] {
  const removes = group.leaves
    .entries()
    .filter(([, leaf]) => isRemovable(members.get(leaf.userId), now))
    .map(([leafIndex]): Change => ({ kind: "remove", leafIndex }));
  const adds = addable.flatMap(({ keyPackage }): Change[] =>
    keyPackage === undefined ? [] : [{ kind: "add", keyPackage }],
  );
  return [...removes, ...adds];
}

function isRemovable(member: Member | undefined, now: number): boolean {
  if (member === undefined) return true;
  return member.standing !== "established" && (member.isAddable(now) || member.isOverdue);
}
