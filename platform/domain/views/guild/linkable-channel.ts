import { OverwriteType, Permission, type LinkableChannelPayload, type Snowflake } from "sdkpp/wire";
import { ChannelType, type Channel, type Guild, type Overwrite } from "../../records/guild/guild.js";
import { everyonePermissions, mayIn } from "../../records/guild/permissions.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { guildChannelView } from "./guild-channel.js";

/** Permissions that a member needs to link a channel. */
const LINKING = Permission.ManageChannels | Permission.ViewChannel | Permission.SendMessages;
/** Permissions that every member of the lobby needs there. */
const TALKING = Permission.ViewChannel | Permission.SendMessages;

/** The reason why a channel cannot be linked to a lobby. */
export type LinkObstacle = "permissions" | "type" | "nsfw" | "linked";

/**
 * Why this user cannot link the channel; undefined when the user can.
 * @param lobbyId the lobby to link; a channel that is linked to this lobby already is no obstacle
 */
export function linkObstacle(
  world: LobbyWorld,
  { guild, channel }: PlacedChannel,
  userId: Snowflake,
  lobbyId?: Snowflake,
): LinkObstacle | undefined {
  if (!mayIn(guild, channel, userId, LINKING)) return "permissions";
  if (channel.type !== ChannelType.GuildText) return "type";
  if (channel.nsfw === true) return "nsfw";
  const linked = lobbyLinkedTo(world, channel.id);
  if (linked === undefined || linked.id === lobbyId) return undefined;
  return "linked";
}

/**
 * Whether every member of the guild, with any roles, can read and write in a channel. If not, members of a linked lobby
 * see what some members of the guild do not.
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
  world: LobbyWorld & MessageWorld,
  placed: PlacedChannel,
  userId: Snowflake,
): LinkableChannelPayload {
  return {
    ...guildChannelView(world, placed),
    is_linkable: linkObstacle(world, placed, userId) === undefined,
    is_viewable_and_writeable_by_all_members: isOpenToAllMembers(placed.guild, placed.channel),
  };
}
