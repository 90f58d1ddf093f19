import { Permission, type Snowflake } from "sdkpp/wire";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { InviteTargets } from "../../records/invite/invite-targets.js";
import { targetJobView, targetUsersFile } from "../../views/invite/invite.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { InviteWorld } from "../../world/invite/invite-world.js";
import { openInvite, type FoundInvite } from "../../world/invite/open-invites.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { missingPermissions, unknownInvite } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { unknownTargetJob, unknownTargetUsers } from "./faults.js";
import { readTargetUsers } from "./target-users-file.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & InviteWorld & ClockPort;

const READERS = Permission.ManageGuild | Permission.ViewAuditLog;

/** `GET /invites/{code}/target-users`: CSV. */
export function getTargetUsers(world: Touched, actor: Actor, code: string): Result<string> {
  const targets = targetsFor(world, actor, code, unknownTargetUsers);
  return targets instanceof Fault ? targets : done(targetUsersFile(targets));
}

/** `GET /invites/{code}/target-users/job-status`. */
export function getTargetUsersJob(
  world: Touched,
  actor: Actor,
  code: string,
): Result<Record<string, unknown>> {
  const targets = targetsFor(world, actor, code, unknownTargetJob);
  return targets instanceof Fault ? targets : done(targetJobView(targets, world.clock.now()));
}

/** `PUT /invites/{code}/target-users`: replaces the list. @param file CSV */
export function updateTargetUsers(
  world: Touched,
  actor: Actor,
  code: string,
  file: string,
): Result<undefined> {
  const found = findFor(world, actor, code, Permission.ManageGuild);
  if (found instanceof Fault) return found;
  const userIds = readTargetUsers(file);
  if (userIds instanceof Fault) return userIds;
  putTargets(world, code, userIds);
  return done(undefined);
}

/** Keeps the list of users who can accept an invite. */
export function putTargets(
  world: InviteWorld & ClockPort,
  code: string,
  userIds: readonly Snowflake[],
): void {
  world.inviteTargets.put({ code, userIds, createdAt: world.clock.now() });
}

function targetsFor(world: Touched, actor: Actor, code: string, none: () => Fault): InviteTargets | Fault {
  const found = findFor(world, actor, code, READERS);
  return found instanceof Fault ? found : (world.inviteTargets.get(code) ?? none());
}

/** An invite of the actor, or of a server in which it has one of these permissions. */
function findFor(world: Touched, actor: Actor, code: string, permissions: bigint): FoundInvite | Fault {
  const found = openInvite(world, code);
  if (found === undefined) return unknownInvite();
  const { invite, placed } = found;
  if (invite.inviterId === actor.user.id) return found;
  return (guildPermissions(placed.guild, actor.user.id) & permissions) === 0n ? missingPermissions() : found;
}
