import { snowflakeTimestamp } from "sdkpp/wire";
import { hasPrivilege, type Application, type PrivilegeFlag } from "../../records/oauth2/application.js";
import type { GuildWorld } from "../guild/guild-world.js";
import type { ClockPort } from "../ports.js";

/** An application that reaches this many users needs an approval for its privileges. */
export const FREE_REACH = 10_000;
/** An approval is valid for a year. */
const APPROVAL_MS = 365 * 24 * 3_600_000;

/** Users in all servers of an application's bot. */
export function reachOf(world: GuildWorld, { botUserId, reachableUsers }: Application): number {
  if (reachableUsers !== undefined) return reachableUsers;
  const guilds = botUserId === undefined ? [] : world.guilds.listBy("member", botUserId);
  return new Set(guilds.flatMap((guild) => guild.memberIds)).size;
}

/** Whether an application may use a privilege now: a large one needs an approval that was renewed in the last year. */
export function mayUsePrivilege(
  world: GuildWorld & ClockPort,
  application: Application,
  flag: PrivilegeFlag,
): boolean {
  if (!hasPrivilege(application, flag)) return false;
  if (reachOf(world, application) < FREE_REACH) return true;
  const isApproved = (application.flags & flag) !== 0;
  return isApproved && world.clock.now() < approvedAt(application) + APPROVAL_MS;
}

function approvedAt({ id, privilegesApprovedAt }: Application): number {
  return privilegesApprovedAt ?? snowflakeTimestamp(BigInt(id));
}
