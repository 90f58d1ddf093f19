import { Permission } from "sdkpp/wire";
import { memberKey } from "../../records/guild/guild-member.js";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { User } from "../../records/user/user.js";
import { guildInviteView } from "../../views/guild/guild-invite.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { isInviteOver } from "../../world/guild/invites.js";
import { placedChannel, type PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, missingPermissions, unknownInvite } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { bannedFromGuild } from "./faults.js";
import { addMember } from "./membership.js";

/** What these rules touch. */
type Touched = GuildWorld & UserWorld & PresenceWorld & ApplicationWorld & ClockPort;

type InviteView = Record<string, unknown>;

/** `GET /invites/{code}`: for anybody who has the code. */
export function getInvite(world: Touched, code: string, withCounts: boolean): Result<InviteView> {
  const found = findInvite(world, code);
  return found instanceof Fault ? found : done(viewOf(world, found, withCounts));
}

/** What the page of an invite shows: where it leads, and whom. */
export function shownInvite(
  world: GuildWorld & UserWorld & ClockPort,
  code: string,
): (PlacedChannel & { user: User }) | Fault {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  const user = world.users.get(found.invite.targetUserId);
  return user === undefined ? unknownInvite() : { ...found.placed, user };
}

/**
 * `POST /invites/{code}` by a game, on behalf of its player: only into a guild that the game's bot is in. To be in the
 * guild already costs no use.
 */
export function acceptInvite(world: Touched, actor: Actor, code: string): Result<InviteView> {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  const { botUserId } = actor.application;
  if (botUserId === undefined || !found.placed.guild.memberIds.includes(botUserId)) return missingAccess();
  return acceptAs(world, actor.user, code);
}

/** An invite accepted by the user itself, in the platform's app. */
export function acceptAs(world: Touched, user: User, code: string): Result<InviteView> {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  if (found.invite.targetUserId !== user.id) return unknownInvite();
  const { guild } = found.placed;
  if (guild.memberIds.includes(user.id)) return done(viewOf(world, found));
  if (world.bans.get(memberKey(guild.id, user.id)) !== undefined) return bannedFromGuild();
  const { guild: after, facts } = addMember(world, guild, user);
  const used = { ...found.invite, uses: found.invite.uses + 1 };
  writeUsed(world, used);
  const placed = { guild: after, channel: found.placed.channel };
  return done(viewOf(world, { invite: used, placed }), facts);
}

/** `DELETE /invites/{code}`: by a member who may manage its channel. */
export function deleteInvite(world: Touched, actor: Actor, code: string): Result<InviteView> {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  const { guild, channel } = found.placed;
  if (!mayIn(guild, channel, actor.user.id, Permission.ManageChannels)) return missingPermissions();
  world.invites.delete(code);
  return done(viewOf(world, found), [{ kind: "inviteDeleted", ...found }]);
}

interface FoundInvite {
  readonly invite: GuildInvite;
  readonly placed: PlacedChannel;
}

/** One that can still be accepted; any other does not exist. */
function findInvite(world: GuildWorld & ClockPort, code: string): FoundInvite | Fault {
  const found = world.invites.get(code);
  const placed = found && placedChannel(world, found.channelId);
  if (found === undefined || placed === undefined || isInviteOver(world, found)) return unknownInvite();
  return { invite: found, placed };
}

/** An invite that is used up is deleted. */
function writeUsed(world: GuildWorld & ClockPort, used: GuildInvite): void {
  if (isInviteOver(world, used)) world.invites.delete(used.code);
  else world.invites.put(used);
}

function viewOf(world: Touched, { invite: one }: FoundInvite, withCounts = false): InviteView {
  return guildInviteView(world, one, withCounts) ?? {};
}
