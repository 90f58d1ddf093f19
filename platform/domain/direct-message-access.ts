import { RelationshipType, type Snowflake } from "sdkpp/wire";
import type { Actor } from "./actor.js";
import { findDmChannel } from "./dm-channel.js";
import { unknownUser } from "./faults.js";
import { cannotMessageUser, noMutualGuild } from "./message-faults.js";
import type { Fault } from "./outcome.js";
import { areFriends, PLATFORM, typeBetween } from "./relationship.js";
import type { World } from "./world.js";

/** What becomes of a direct message: it stays in a channel, or only passes by. */
export type DirectPlace = "stored" | "ephemeral";

/**
 * Where a direct message of `actor` goes, or why it may not be sent (H§6): friends may, and two who are both in
 * the game now, and two of one server who have talked before. A block on either side forbids all of it.
 */
export function directPlace(world: World, actor: Actor, userId: Snowflake): DirectPlace | Fault {
  const { user, application } = actor;
  if (world.users.get(userId) === undefined) return unknownUser();
  if (userId === user.id || isBlocked(world, user.id, userId)) return cannotMessageUser();
  const friends = [PLATFORM, application.id].some((realm) => areFriends(world, realm, user.id, userId));
  const hasChannel = findDmChannel(world, user.id, userId) !== undefined;
  const isTogether = [user.id, userId].every((id) => world.live.has(application.id, id));
  if (friends || (isTogether && hasChannel)) return "stored";
  if (isTogether) return "ephemeral";
  if (!shareGuild(world, user.id, userId)) return noMutualGuild();
  return hasChannel ? "stored" : cannotMessageUser();
}

/** On either side. */
export function isBlocked(world: World, left: Snowflake, right: Snowflake): boolean {
  return [
    [left, right],
    [right, left],
  ].some(([by = "", whom = ""]) => typeBetween(world, PLATFORM, by, whom) === RelationshipType.Blocked);
}

function shareGuild(world: World, left: Snowflake, right: Snowflake): boolean {
  return world.guilds.listBy("member", left).some((guild) => guild.memberIds.includes(right));
}
