import type { GuildInvite } from "../../records/guild/guild-invite.js";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { isInviteOver } from "../guild/invites.js";
import { placedChannel, type PlacedChannel } from "../guild/placed-channel.js";
import type { ClockPort } from "../ports.js";
import type { InviteWorld } from "./invite-world.js";

export interface FoundInvite {
  readonly invite: GuildInvite;
  readonly placed: PlacedChannel;
}

/** An invite that can still be accepted; any other does not exist. */
export function openInvite(world: GuildWorld & ClockPort, code: string): FoundInvite | undefined {
  const invite = world.invites.get(code);
  const placed = invite && placedChannel(world, invite.channelId);
  if (invite === undefined || placed === undefined || isInviteOver(world, invite)) return undefined;
  return { invite, placed };
}

/** The invites of a channel that can still be accepted. */
export function openInvitesOf(world: GuildWorld & ClockPort, channelId: string): GuildInvite[] {
  return world.invites.listBy("channel", channelId).filter((one) => !isInviteOver(world, one));
}

/** The invites of all channels of a server. */
export function openInvitesInto(world: GuildWorld & ClockPort, guild: Guild): GuildInvite[] {
  return guild.channels.flatMap(({ id }) => openInvitesOf(world, id));
}

/** Whether an invite lets this user in. */
export function isInvited(world: InviteWorld, { code, targetUserId }: GuildInvite, user: User): boolean {
  if (targetUserId !== undefined) return targetUserId === user.id;
  return world.inviteTargets.get(code)?.userIds.includes(user.id) ?? true;
}

/** Deletes an invite with its list of users. */
export function removeInvite(world: GuildWorld & InviteWorld, { code }: GuildInvite): void {
  world.invites.delete(code);
  world.inviteTargets.delete(code);
}

/** Expired invites must not pile up. */
export function removeExpiredInvites(world: GuildWorld & InviteWorld & ClockPort, channelId: string): void {
  for (const one of world.invites.listBy("channel", channelId))
    if (isInviteOver(world, one)) removeInvite(world, one);
}
