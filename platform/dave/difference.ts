import type { Snowflake } from "sdkpp/wire";
import type { Change, Group } from "./group.js";
import type { Member } from "./member.js";

/**
 * What the next epoch has to change so that the group is the room: first all removes, then all adds. A member that begins
 * anew keeps its leaf until it can be added again, or was asked in vain, so that both fall into one commit.
 * @param addable whose adds are offered now
 */
export function difference(
  group: Group,
  members: ReadonlyMap<Snowflake, Member>,
  addable: readonly Member[],
  now: number,
): Change[] {
  const removes = group.leaves
    .entries()
    .filter(([, leaf]) => isGivenUp(members.get(leaf.userId), now))
    .map(([leafIndex]): Change => ({ kind: "remove", leafIndex }));
  const adds = addable.flatMap(({ keyPackage }): Change[] =>
    keyPackage === undefined ? [] : [{ kind: "add", keyPackage }],
  );
  return [...removes, ...adds];
}

function isGivenUp(member: Member | undefined, now: number): boolean {
  if (member === undefined) return true;
  return member.standing !== "established" && (member.isAddable(now) || member.isOverdue);
}
