import { CommandPermissionType, Permission, type Snowflake } from "sdkpp/wire";
import {
  allChannelsId,
  commandPermissionsKey,
  type CommandPermission,
} from "../../records/command/command-permissions.js";
import type { Command } from "../../records/command/command.js";
import { rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { isThread } from "../../records/guild/thread-channel.js";
import { channelPermissions } from "../../records/guild/permissions.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import type { GuildPlace } from "../../world/message/channel-place.js";

/** Permissions of the command itself come before those of its application. */
type Layers = readonly (readonly CommandPermission[])[];

/** Whether a member may use a command in a channel. Administrators may use all. */
export function mayUseCommand(
  world: CommandWorld,
  { guild, channel }: GuildPlace,
  userId: Snowflake,
  command: Command,
): boolean {
  const granted = channelPermissions(guild, channel, userId);
  if ((granted & Permission.Administrator) !== 0n) return true;
  if ((granted & Permission.UseApplicationCommands) === 0n) return false;
  const layers = [command.id, command.applicationId].map(
    (commandId) =>
      world.commandPermissions.get(commandPermissionsKey({ guildId: guild.id, commandId }))?.permissions ??
      [],
  );
  const channelId = isThread(channel) ? (channel.parentId ?? channel.id) : channel.id;
  return (
    isChannelAllowed(layers, guild.id, channelId) && isMemberAllowed(layers, guild, userId, command, granted)
  );
}

function isChannelAllowed(layers: Layers, guildId: Snowflake, channelId: Snowflake): boolean {
  for (const layer of layers) {
    const own = find(layer, CommandPermissionType.Channel, channelId);
    const verdict = own ?? find(layer, CommandPermissionType.Channel, allChannelsId(guildId));
    if (verdict !== undefined) return verdict;
  }
  return true;
}

/** Permissions of the command decide first, then its default, then those of the application; allowed unless one denies. */
function isMemberAllowed(
  layers: Layers,
  guild: Guild,
  userId: Snowflake,
  { defaultMemberPermissions }: Command,
  granted: bigint,
): boolean {
  const [ofCommand, ofApplication] = layers.map((layer) => verdictOf(layer, guild, userId));
  if (ofCommand !== undefined) return ofCommand;
  const needed = defaultMemberPermissions === null ? undefined : BigInt(defaultMemberPermissions);
  // 0 is for administrators only.
  if (needed !== undefined && (needed === 0n || (granted & needed) !== needed)) return false;
  return ofApplication ?? true;
}

function verdictOf(
  layer: readonly CommandPermission[],
  guild: Guild,
  userId: Snowflake,
): boolean | undefined {
  const own = find(layer, CommandPermissionType.User, userId);
  if (own !== undefined) return own;
  const ofRoles = rolesOfMember(guild, userId).flatMap(
    ({ id }) => find(layer, CommandPermissionType.Role, id) ?? [],
  );
  if (ofRoles.length > 0) return ofRoles.includes(true);
  return find(layer, CommandPermissionType.Role, guild.id);
}

function find(layer: readonly CommandPermission[], type: number, id: Snowflake): boolean | undefined {
  return layer.find((one) => one.type === type && one.id === id)?.permission;
}
