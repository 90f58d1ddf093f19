import {
  ApplicationFlag,
  hasPrivilege,
  type Application,
  type PrivilegeFlag,
} from "../../records/oauth2/application.js";
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

/** Whether an application may use a privilege now: a large one needs an approval of the last year, for which it has to apply. */
export function mayUsePrivilege(
  world: GuildWorld & ClockPort,
  application: Application,
  flag: PrivilegeFlag,
): boolean {
  if (!hasPrivilege(application, flag)) return false;
  if (reachOf(world, application) < FREE_REACH) return true;
  const { flags, privilegesApprovedAt: approvedAt } = application;
  const isApproved = (flags & flag) !== 0 && approvedAt !== undefined;
  return isApproved && world.clock.now() < approvedAt + APPROVAL_MS;
}

/** The flags of an application once what it may do on a small scale is approved on any. */
export function approvedFlags({ flags }: Application): number {
  const approved = PRIVILEGES.filter((flag) => (flags & (flag << 1)) !== 0);
  return approved.reduce<number>((all, flag) => (all & ~(flag << 1)) | flag, flags);
}

const PRIVILEGES: readonly PrivilegeFlag[] = [
  ApplicationFlag.GatewayPresence,
  ApplicationFlag.GatewayGuildMembers,
  ApplicationFlag.GatewayMessageContent,
];
