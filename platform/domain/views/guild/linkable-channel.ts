import { type LinkableChannelPayload, OverwriteType, Permission, type Snowflake } from "sdkpp/wire";
import { type Channel, ChannelType, type Guild, type Overwrite } from "../../records/guild/guild.js";
import { everyonePermissions, mayIn } from "../../records/guild/permissions.js";
import { missingPermissions } from "../../rules/faults.js";
import { notLinkableType, refusedChannel } from "../../rules/lobby/faults.js";
import type { Fault } from "../../rules/outcome.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import type { World } from "../../world/world.js";
import { guildChannelView } from "./guild-channel.js";

/** What whoever links a channel must be able to do there. */
const LINKING = Permission.ManageChannels | Permission.ViewChannel | Permission.SendMessages;

/** What every member of the lobby will do there. */
const TALKING = Permission.ViewChannel | Permission.SendMessages;

/** Whether this user could link the channel to a lobby now. */
export function isLinkable(world: World, placed: PlacedChannel, userId: Snowflake): boolean {
  return linkFault(world, placed, userId) === undefined;
}

/**
 * Why this user cannot link the channel, if so.
 * @param lobbyId which lobby it is for: that it is linked to this one already does no harm
 */
export function linkFault(
  world: World,
  { guild, channel }: PlacedChannel,
  userId: Snowflake,
  lobbyId?: Snowflake,
): Fault | undefined {
  if (!mayIn(guild, channel, userId, LINKING)) return missingPermissions();
  if (channel.type !== ChannelType.GuildText) return notLinkableType();
  if (channel.nsfw === true) return refusedChannel("The channel is age-restricted.");
  const linked = lobbyLinkedTo(world, channel.id);
  if (linked === undefined || linked.id === lobbyId) return undefined;
  return refusedChannel("The channel is linked to another lobby.");
}

/**
 * Whether nothing keeps any member of the guild, with whatever roles, from reading and writing in a channel. If not,
 * the members of a linked lobby get to see what some members of the guild do not.
 */
export function isOpenToAllMembers(guild: Guild, channel: Channel): boolean {
  const overwrites = channel.overwrites ?? [];
  const everyone = overwrites.find((one) => isEveryone(guild, one));
  const allowed = BigInt(everyone?.allow ?? 0);
  const base = (everyonePermissions(guild) & ~BigInt(everyone?.deny ?? 0)) | allowed;
  if ((base & TALKING) !== TALKING) return false;
  return overwrites.every((one) => isEveryone(guild, one) || (BigInt(one.deny) & TALKING) === 0n);
}

function isEveryone(guild: Guild, { id, type }: Overwrite): boolean {
  return type === OverwriteType.Role && id === guild.id;
}

export function linkableChannelView(
  world: World,
  placed: PlacedChannel,
  userId: Snowflake,
): LinkableChannelPayload {
  return {
    ...guildChannelView(world, placed),
    is_linkable: isLinkable(world, placed, userId),
    is_viewable_and_writeable_by_all_members: isOpenToAllMembers(placed.guild, placed.channel),
  };
}
