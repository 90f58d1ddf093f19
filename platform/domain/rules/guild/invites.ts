import { AuditLogEvent, Permission } from "sdkpp/wire";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import { guildPermissions, mayIn } from "../../records/guild/permissions.js";
import type { User } from "../../records/user/user.js";
import { guildInviteView } from "../../views/guild/guild-invite.js";
import { inviteAuditView } from "../../views/invite/invite.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { isInviteOver } from "../../world/guild/invites.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { InviteWorld } from "../../world/invite/invite-world.js";
import { isInvited, openInvite, removeInvite, type FoundInvite } from "../../world/invite/open-invites.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { auditChanges, audited } from "../audit.js";
import { missingAccess, missingPermissions, unknownInvite } from "../faults.js";
import type { Fault } from "../outcome.js";
import { done, type Result } from "../outcome.js";
import { addMember, banFault } from "./membership.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & InviteWorld & UserWorld & PresenceWorld & ApplicationWorld & ClockPort;

type InviteView = Record<string, unknown>;

/** `GET /invites/{code}`: for anybody who has the code. */
export function getInvite(world: Touched, code: string, withCounts: boolean): Result<InviteView> {
  const found = openInvite(world, code);
  return found === undefined ? unknownInvite() : done(viewOf(world, found, withCounts));
}

/** The page of an invite: where it leads, and the users who can accept it. */
export function shownInvite(
  world: GuildWorld & UserWorld & InviteWorld & ClockPort,
  code: string,
): (PlacedChannel & { users: readonly User[] }) | Fault {
  const found = openInvite(world, code);
  if (found === undefined) return unknownInvite();
  const { targetUserId } = found.invite;
  const target = targetUserId === undefined ? undefined : world.users.get(targetUserId);
  if (targetUserId !== undefined) return target ? { ...found.placed, users: [target] } : unknownInvite();
  const users = world.users.all().filter((user) => !user.bot && isInvited(world, found.invite, user));
  return { ...found.placed, users };
}

/**
 * `POST /invites/{code}` by a game, on behalf of its player: only into a guild that the game's bot is in. To be in the
 * guild already costs no use.
 */
export function acceptInvite(world: Touched, actor: Actor, code: string): Result<InviteView> {
  const found = openInvite(world, code);
  if (found === undefined) return unknownInvite();
  const { botUserId } = actor.application;
  if (botUserId === undefined || !found.placed.guild.memberIds.includes(botUserId)) return missingAccess();
  return acceptAs(world, actor.user, code);
}

/** An invite accepted by the user itself, in the platform's app. */
export function acceptAs(world: Touched, user: User, code: string): Result<InviteView> {
  const found = openInvite(world, code);
  if (found === undefined) return unknownInvite();
  if (!isInvited(world, found.invite, user)) return unknownInvite();
  const { guild } = found.placed;
  if (guild.memberIds.includes(user.id)) return done(viewOf(world, found));
  const ban = banFault(world, guild.id, user.id);
  if (ban !== undefined) return ban;
  const { roleIds = [] } = found.invite;
  const { guild: after, facts } = addMember(world, guild, user, { roleIds });
  const used = { ...found.invite, uses: found.invite.uses + 1 };
  writeUsed(world, used);
  const placed = { guild: after, channel: found.placed.channel };
  return done(viewOf(world, { invite: used, placed }), facts);
}

/** `DELETE /invites/{code}`: by a member who may manage its channel, or the server. */
export function deleteInvite(world: Touched, actor: Actor, code: string): Result<InviteView> {
  const found = openInvite(world, code);
  if (found === undefined) return unknownInvite();
  const { invite, placed } = found;
  const { guild, channel } = placed;
  const mayDelete =
    mayIn(guild, channel, actor.user.id, Permission.ManageChannels) ||
    (guildPermissions(guild, actor.user.id) & Permission.ManageGuild) !== 0n;
  if (!mayDelete) return missingPermissions();
  removeInvite(world, invite);
  return done(viewOf(world, found), [
    { kind: "inviteDeleted", ...found },
    audited(actor, {
      guildId: guild.id,
      action: AuditLogEvent.InviteDelete,
      targetId: null,
      changes: auditChanges(inviteAuditView(invite), {}),
    }),
  ]);
}

/** An invite that is used up is deleted. */
function writeUsed(world: GuildWorld & InviteWorld & ClockPort, used: GuildInvite): void {
  if (isInviteOver(world, used)) removeInvite(world, used);
  else world.invites.put(used);
}

function viewOf(world: Touched, { invite: one }: FoundInvite, withCounts = false): InviteView {
  return guildInviteView(world, one, withCounts) ?? {};
}
